"""The page that an invitation's link leads to.

The token follows the ``#``, so browsers do not send it and servers do not log it. The page sends it
to the API once the person has signed in.
"""

from litestar import MediaType, get

from lammer.server.http.pages import page

_FORM = """<h1>You are invited</h1>
<p id="about">This link gives you a role in this house, once. Make an account to take it, or sign in
if you have one.</p>
<form id="join" method="post">
<p><label for="login">Login</label> <input id="login" name="login" required minlength="3"
 maxlength="32" autocomplete="username"></p>
<p><label for="password">Password</label> <input id="password" name="password" type="password"
 required minlength="10" maxlength="200" autocomplete="current-password">
 <small>At least 10 characters.</small></p>
<p><button value="new" disabled>Make an account</button>
<button value="old" disabled>Sign in</button></p>
</form>
<p id="told" role="status" aria-live="polite"></p>
<noscript><p>This page needs JavaScript to hand over the invitation.</p></noscript>
"""


def _invited() -> str:
    script = '<script type="module" src="/static/web/js/pages/joining.js"></script>\n'
    return page("You are invited", (_FORM, script))


@get(["/administrator", "/invitation"], include_in_schema=False, media_type=MediaType.HTML)
async def invited() -> str:
    """The page of every invitation, the first administrator's included."""
    return _invited()


JOINING = (invited,)
