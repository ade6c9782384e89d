"""Serves the sources as they are (`make dev`): a change is seen after a reload, without a build.

PyScript runs the page then, as index.html says. What the project does not hold comes from where npm
unpacked it, or from dist/ (the cards, the worker's Python); there is no service worker.
"""

from scripts.build import (
    BUILD_MARK,
    MICROPYTHON,
    PYSCRIPT,
    ROOT,
    WORDS_MARK,
    painted_words,
)
from scripts.serve import SiteServer, main, read_within

RUNTIMES = {"pyscript/": f"{PYSCRIPT}/dist", "micropython/": MICROPYTHON}
OWN = (
    "boot.js",
    "pyscript.toml",
    "brain/page.mjs",
    "embed.js",
    "offline/",
    "styles/",
    "game/",
    "icon.svg",
    "404.html",
)
"""What is served from the sources; `share/qr.mjs` holds a library and is taken from dist/."""


class DevServer(SiteServer):
    """Serves the sources in `root`, and for what they lack the built site in `folder`."""

    def __init__(self, folder, port=0, root=ROOT):
        self.root = root
        super().__init__(folder, port)

    def read(self, path):
        """Return the content of a file of the page by its path, or None where there is none."""
        if path == "index.html":
            page = (self.root / path).read_text("utf-8")
            page = page.replace(WORDS_MARK, painted_words(self.root, page))
            return page.replace(BUILD_MARK, 'data-build="sources"').encode()
        if path == "sw.js":
            return None
        for prefix, folder in RUNTIMES.items():
            if path.startswith(prefix):
                return read_within(self.root / folder, path.removeprefix(prefix))
        return read_within(self.root if path.startswith(OWN) else self.folder, path)


if __name__ == "__main__":
    main(DevServer)
