"""Serves the assembled site on this machine, with the headers that a static host sends.

`make play` runs it on port 8000; the tests and the bench run it on a free port, where it can also
live in a subfolder, lose files, leave requests hanging and be switched off.
"""

import errno
import gzip
import hashlib
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

DIST = Path(__file__).resolve().parent.parent / "dist"

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".py": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
"""What is served as what; all of these are sent compressed, anything else as plain bytes."""


class SiteServer(ThreadingHTTPServer):
    """Serve `folder` under `prefix`, such as "/" or "/games/pyramids/"; `port` 0 takes a free one.

    As a context manager it answers from a thread of its own.
    """

    daemon_threads = True
    block_on_close = False

    def __init__(self, folder, port=0, prefix="/", cache_control="no-cache"):
        self.folder = Path(folder)
        self.prefix = prefix
        self.cache_control = cache_control
        self.missing = set()  # paths answered with 404, such as "game/main.py"
        self.hanging = set()  # paths not answered while they are in here
        self.stalling = set()  # paths answered up to the middle while they are in here
        self.cut = set()  # paths answered up to the middle, then the connection is closed
        self.prefaced = {}  # bytes sent before a file's own, such as {"boot.js": b"…"}
        self.down = False  # while True every connection is closed without an answer
        self.requests = []  # paths asked for, in order
        self.not_found = []  # those answered with 404 without being "missing"
        self._compressed = {}
        self._closing = threading.Event()
        super().__init__(("127.0.0.1", port), SiteHandler)

    @property
    def url(self):
        """Return the address of the site's front page."""
        return f"http://127.0.0.1:{self.server_port}{self.prefix}"

    def __enter__(self):
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self._closing.set()
        self.shutdown()
        self.server_close()

    def read(self, path):
        """Return the content of a file of the site by its path, or None where there is none."""
        return read_within(self.folder, path)

    def handle_error(self, request, client_address):
        """Stay quiet when a browser hangs up; report anything else."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def compressed(self, content, tag):
        """Return the gzipped content, compressed once for each version."""
        if tag not in self._compressed:
            self._compressed[tag] = gzip.compress(content, mtime=0)
        return self._compressed[tag]

    def wait_while(self, trouble, path):
        """Return once `path` is no longer "hanging" or "stalling"; False when the server closes."""
        while path in getattr(self, trouble):
            if self._closing.wait(0.05):
                return False
        return True


class SiteHandler(BaseHTTPRequestHandler):
    """Answers GET and HEAD with one file of the site."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        """Answer with the file, 304 when the browser has it, or 404."""
        path = self._site_path()
        self.server.requests.append(path)
        if self.server.down:
            self.close_connection = True
            return
        if path is not None and not self.server.wait_while("hanging", path):
            self.close_connection = True
            return
        is_lost = path is None or path in self.server.missing
        content = None if is_lost else self.server.read(path)
        if content is None:
            if path not in self.server.missing:
                self.server.not_found.append(path)
            self._send(404, b"not found\n", "text/plain; charset=utf-8")
            return
        content = self.server.prefaced.get(path, b"") + content
        tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
        kind = TYPES.get(Path(path).suffix)
        headers = {"ETag": tag}
        if self.headers.get("If-None-Match") == tag:
            self._send(304, b"", None, headers)
            return
        if kind and "gzip" in self.headers.get("Accept-Encoding", ""):
            content = self.server.compressed(content, tag)
            headers["Content-Encoding"] = "gzip"
        self._send(200, content, kind or "application/octet-stream", headers)

    do_HEAD = do_GET

    def log_message(self, *_):
        """Keep the terminal for the one line that says where to look."""

    def _site_path(self):
        """Return the path inside the site, such as "game/main.py", or None outside of it."""
        path = unquote(urlsplit(self.path).path)
        if not path.startswith(self.server.prefix):
            return None
        path = path[len(self.server.prefix) :]
        return path + "index.html" if not path or path.endswith("/") else path

    def _send(self, status, content, kind, headers=None):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        if kind:
            self.send_header("Content-Type", kind)
        if status != 304:
            self.send_header("Content-Length", str(len(content)))
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("Cache-Control", self.server.cache_control)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        if self.command == "HEAD":
            return
        path = self._site_path()
        half = len(content) // 2
        if path in self.server.cut:
            self.wfile.write(content[:half])
            self.close_connection = True
            return
        if path in self.server.stalling:
            self.wfile.write(content[:half])
            content = content[half:]
            if not self.server.wait_while("stalling", path):
                self.close_connection = True
                return
        self.wfile.write(content)


def read_within(folder, path):
    """Return the content of a file in a folder, or None for what is no file there."""
    root = folder.resolve()
    file = (root / path).resolve()
    if not file.is_relative_to(root):
        return None
    try:
        return file.read_bytes()
    except OSError:
        return None


def parse_port(text):
    """Return the port number in `text`; ValueError says what is wrong with it."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise ValueError(f"PORT must be a number from 1 to 65535, not {text!r}")
    return int(text)


def main(make_server=SiteServer):
    """Serve dist/ on the port named by the environment variable PORT until interrupted."""
    try:
        port = parse_port(os.environ.get("PORT", "8000"))
    except ValueError as error:
        sys.exit(f"error: {error}")
    if not (DIST / "index.html").is_file():
        sys.exit("error: the site is not built yet; run `make play` or `make build`")
    try:
        server = make_server(DIST, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sys.exit(
                f"error: port {port} is taken; choose another: make play PORT={port % 65535 + 1}"
            )
        if error.errno == errno.EACCES:
            sys.exit(
                f"error: port {port} needs more rights; choose one from 1024: make play PORT=8000"
            )
        raise
    print(f"Vanishing Pyramids: {server.url} (Ctrl-C stops)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
