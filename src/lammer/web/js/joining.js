// Hands an invitation to the house, for an account that is new or that exists.

const form = document.getElementById("join");
const told = document.getElementById("told");
const token = decodeURIComponent(location.hash.slice(1));

/** @param {string} path @param {object} body */
async function post(path, body) {
  const answer = await fetch(`/api/v1${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const found = await answer.json();
  if (!answer.ok) {
    const { detail, instead } = found.error;
    throw new Error(instead ? `${detail} ${instead}` : detail);
  }
  return found;
}

/** @param {SubmitEvent} event */
async function join(event) {
  event.preventDefault();
  const login = form.elements.login.value;
  const password = form.elements.password.value;
  const isNew = event.submitter?.value !== "old";
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  try {
    if (isNew) await post("/accounts", { login, password, name: login.slice(0, 24) });
    else await post("/sessions", { login, password });
    const me = await post("/invitations/accept", { token });
    history.replaceState(null, "", location.pathname);
    form.hidden = true;
    document.getElementById("about").hidden = true;
    const onward = document.createElement("a");
    const floor = ["administrator", "floorperson", "surveillance"];
    [onward.href, onward.textContent] = me.roles.some((role) => floor.includes(role))
      ? ["/floor", "To the floor"] : ["/", "To the tables"];
    told.replaceChildren(`Done, ${login}. You are now: ${me.roles.join(", ")}. `, onward);
    onward.focus();
  } catch (problem) {
    told.textContent = problem.message;
  } finally {
    for (const button of form.querySelectorAll("button")) button.disabled = false;
    if (document.activeElement === document.body) event.submitter?.focus();
  }
}

if (token) form.addEventListener("submit", join);
else {
  form.hidden = true;
  told.textContent = "There is no invitation in this link. Ask whoever sent it to send it again.";
}
