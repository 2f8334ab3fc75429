// What a dealer school finds here, and how it begins.

import { fill, h, link } from "../lib/dom.js";
import { showError } from "../lib/error-page.js";
import { main, whoIsIn } from "../lib/shell.js";
import { trail } from "../lib/widgets.js";

/** @param {string} heading @param {...import("../lib/dom.js").Child} children */
const part = (heading, ...children) => h("section", { class: "card" }, h("h2", null, heading),
  children);

async function start() {
  await whoIsIn();
  document.title = "School: for schools";
  fill(main(), trail(["/school", "School"]), h("h1", null, "For schools"),
    h("p", null, "Casinos must train their dealers, give them a table test before they deal, and ",
      "keep the result on file. What is taught here is computed from the regulation: every wager, ",
      "every amount that can be bet, every refusal, each with its clause."),
    part("What your learners do",
      h("ul", null,
        h("li", null, link("/school/course", "A course of twelve lessons"), ", each with ",
          "examples."),
        h("li", null, link("/school", "Drills"), " by skill: a table is drawn, the learner ",
          "answers, and each mistake is named in cents with its clause and the dealer's way to ",
          "the amount. What is known well is asked less often."),
        h("li", null, link("/school", "Practice tables"), ": players bet and speak, the learner ",
          "takes bets, calls, collects, pays and rules on disputes, and sees what each mistake ",
          "costs the house. Every answer is kept, and exported as CSV or JSON."),
        h("li", null, "Find the mistake, for floor and surveillance: a record is replayed, and ",
          "the learner stops it where the crew did something wrong."),
        h("li", null, link("/school/classes", "Table tests"), ", timed by the house."))),
    part("What you do",
      h("ol", null,
        h("li", null, "Have the administrator of this house invite you as ", h("strong", null,
          "instructor"), " (on the account page, with a link that works once)."),
        h("li", null, "Create a class and hand out its link. Learners join with an account, or as ",
          "guests under the name you know them by."),
        h("li", null, "Assign a test: one that is ready, or one you write. Its file names rules, ",
          "skills, how many questions, the share that passes and the minutes there are."),
        h("li", null, "Read the results by person, by skill and answer by answer; take them along ",
          "as CSV or JSON."))),
    part("What you keep on file",
      h("p", null, "For each sitting a page to print (name, date, rules, marks by skill, mistakes ",
        "with their clauses) and a sealed log. Anybody can pose its questions and grade its ",
        "answers again with ", h("code", null, "lammer audit"), ", later and elsewhere."),
      h("p", null, "What that proves: what was asked, what was answered, when, and that nothing ",
        "of it was changed since. What it does not prove: who sat at the keyboard, and what they ",
        "had at hand. Questions are other ones at every sitting and the house keeps the time, but ",
        "only somebody who was present can witness the rest; the page has a line for that person ",
        "to sign.")),
    part("Who sees what",
      h("p", null, "Results of a test are seen by the learner and by the instructor of the class, ",
        "and by nobody else, administrators included. Whoever runs the machine has its database, ",
        "so run it yourself if that matters to you.")));
}

start().catch((wrong) => showError(wrong, ["/school", "To the school"]));
