"""The page that an invitation's link leads to.

The token follows the ``#``, so browsers do not send it and servers do not log it. The page sends it
to the API once the person has signed in.
"""

from typing import Any

from litestar import MediaType, Request, get

from lammer.server.http.access import frame_of
from lammer.server.http.pages.html import PageFrame, page

_FORM = """<section class="failed">
<h1 id="title">You are invited</h1>
<p id="about">This link gives you a role in this house, once. Make an account to take it, or sign in
if you have one.</p>
<form id="join" method="post" class="card">
<p><label for="login">Login</label><br><input id="login" name="login" required minlength="3"
 maxlength="32" autocomplete="username" autocapitalize="none" spellcheck="false"></p>
<p><label for="password">Password</label><br><input id="password" name="password" type="password"
 required minlength="10" maxlength="200" autocomplete="current-password"><br>
 <small>At least 10 characters.</small></p>
<p class="row"><button class="main" value="new" disabled>Make an account</button>
<button value="old" disabled>Sign in</button></p>
</form>
<div id="told" role="status" aria-live="polite"></div>
<p><a href="/">To the tables</a></p>
<noscript><p>This page needs JavaScript to hand over the invitation.</p></noscript>
</section>
"""


def _invited(frame: PageFrame) -> str:
    module = frame.at("/static/web/js/pages/accept-invitation.js")
    script = f'<script type="module" src="{module}"></script>\n'
    form = _FORM.replace('href="/"', f'href="{frame.at("/")}"')
    return page(frame, "You are invited", (form, script))


@get(["/administrator", "/invitation"], include_in_schema=False, media_type=MediaType.HTML)
async def invited(request: Request[Any, Any, Any]) -> str:
    """The page of every invitation, the first administrator's included."""
    return _invited(frame_of(request))


JOINING = (invited,)
