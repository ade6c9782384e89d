"""Makes one HTML file of the built site: both games, to be mailed or carried on a stick.

Nothing in it is fetched: scripts and styles lie in the page, allowed by their hashes, and what they
would fetch lies there as base64 of gzip, from where boot.js brings it.
"""

import base64
import gzip
import hashlib
import re

SINGLE_FILE = "vanishing-pyramids.html"
MOST_BYTES = 1_400_000
"""What some mail servers still let through; more is an error."""
POLICY = re.compile(r'<meta name="policy" content="[^"]*">')
GONE = re.compile(r'<link rel="(?:manifest|apple-touch-icon|preload)"[^>]*>\n')
ICON = re.compile(r'(<link rel="icon" href=")([^"]+)"')
STYLE = re.compile(r'<link rel="stylesheet" href="([^"?]+)[^"]*">')
SCRIPT = re.compile(r'<script( type="module")? src="([^"?]+)[^"]*"></script>')


class SingleError(Exception):
    """The site cannot be put into one file; the message says why."""


def write_single(site, parts):
    """Write SINGLE_FILE from a built site; `parts` are the paths of what the page would fetch."""
    styles, scripts = [], []

    def inline(kept, tag, attributes, path):
        text = (site / path).read_text("utf-8").strip()
        if re.search(r"</(?:script|style)|<!--", text):
            raise SingleError(f"{path} cannot lie within a page")
        kept.append(hash_source(text))
        return f"<{tag}{attributes}>{text}</{tag}>"

    page = (site / "index.html").read_text("utf-8")
    page = page.replace("<html ", "<html data-single ", 1)
    page = GONE.sub("", page)
    page = ICON.sub(lambda match: f'{match[1]}{icon_address(site / match[2])}"', page)
    page = STYLE.sub(lambda match: inline(styles, "style", "", match[1]), page)
    page = SCRIPT.sub(lambda match: inline(scripts, "script", match[1] or "", match[2]), page)
    policy = (  # nothing from anywhere; "wasm-unsafe-eval" is WebAssembly, "blob:" its file
        f"<meta name=\"policy\" content=\"default-src 'none'; script-src 'wasm-unsafe-eval' "
        f"{' '.join(scripts)}; style-src {' '.join(styles)}; style-src-attr 'unsafe-inline'; "
        "img-src data:; connect-src blob:; base-uri 'none'; form-action 'none'\">"
    )
    page, policies = POLICY.subn(lambda _: policy, page)
    if policies != 1:
        raise SingleError(f"the page has {policies} policies, not one")
    held = "".join([part(site, path) for path in parts])
    held += "".join([picture(file, site) for file in sorted((site / "pieces").iterdir())])
    page = page.replace("</body>", f"{held}</body>")
    if re.search(r'<(?:link|script|img|iframe)\b[^>]*? (?:href|src)="(?!data:)', page):
        raise SingleError("the page asks for another file")
    content = page.encode()
    if len(content) > MOST_BYTES:
        raise SingleError(f"{SINGLE_FILE} has {len(content)} bytes, more than {MOST_BYTES}")
    (site / SINGLE_FILE).write_bytes(content)


def hash_source(text):
    """Return what a policy calls a text that lies in the page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def icon_address(file):
    """Return a picture as an address that holds it."""
    return f"data:image/svg+xml;base64,{base64.b64encode(file.read_bytes()).decode()}"


def picture(file, site):
    """Return a picture as a block of data in the page, ready to be an address that holds it."""
    path = file.relative_to(site).as_posix()
    held = base64.b64encode(file.read_bytes()).decode()
    return f'<script type="text/plain" data-picture="{path}">{held}</script>\n'


def part(site, path):
    """Return a file as a block of data in the page."""
    packed = base64.b64encode(gzip.compress((site / path).read_bytes(), 9, mtime=0)).decode()
    return f'<script type="text/plain" data-part="{path}">{packed}</script>\n'
