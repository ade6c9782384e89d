"""The Python worker: its files are fetched and counted, it is started on first need, asked, ended.

`brain.json`, which the build writes, holds its configuration and the size of each file it
will ask for. They are fetched into the browser's cache first, so that a bar can show how far it is;
PyScript then starts the worker from there. `data-brain` on the body tells: off, loading, ready or
failed.
"""

import json

from game.locales import say
from game.views import browser
from game.views.markup import megabytes

TABLE = "brain.json"
SOURCE = "./game/brain.py"
STARTING_MS = 120_000
"""After the download a worker may take so long to answer, on the slowest phone."""
TELL_EVERY_MS = 100


class Worker:
    """The one worker of the page.

    Who needs it has `worker_ready()`, `worker_failed()` and `worker_loading(text, part)`, which
    tells how far it is: a line, and a part of 1 or None.
    """

    def __init__(self):
        self.state = "off"
        self.proxy = None  # what its functions are called on
        self.starts = 0  # a name can be used only once
        self.users: list = []
        self.download = None
        self.timer = None
        self.config = ""
        self.bytes = 0
        self.total = 0
        self.told_ms = 0.0

    def need(self, user) -> None:
        """Start the worker unless it runs, also where it failed before, and tell the user of it."""
        if self.state == "ready":
            user.worker_ready()
            return
        if not browser.can_work():
            self.set_state("failed")
            user.worker_failed()
            return
        self.users.append(user)
        if self.state != "loading":
            self.load()

    def drop(self, user) -> None:
        """A user needs it no more; a download that nobody waits for stops."""
        self.users = [other for other in self.users if other is not user]
        if not self.users and self.download:
            self.download.stop()
            self.download = None
            self.set_state("off")

    def set_state(self, state: str) -> None:
        """Remember and show how it stands."""
        self.state = state
        browser.body.set("data-brain", state)

    # Starting

    def load(self) -> None:
        """Fetch the table, then the files it names."""
        self.set_state("loading")
        browser.fetch_text(TABLE, self.fetch_files, self.fail)

    def fetch_files(self, text) -> None:
        """Fetch the worker's files into the browser's cache, counted."""
        try:
            table = browser.read_json(str(text))
            self.config = json.dumps(table["config"])
            sizes = table["sizes"]
        except (ValueError, KeyError, TypeError) as error:
            self.fail(str(error))
            return
        self.bytes, self.total = 0, sum([sizes[name] for name in sizes])
        self.download = browser.Download(list(sizes), self.arrived, self.start, self.fail)
        if not self.users:
            self.drop(None)

    def arrived(self, count: int) -> None:
        """So many more bytes are here."""
        self.bytes += count
        now = browser.now_ms()
        if now - self.told_ms >= TELL_EVERY_MS:
            self.told_ms = now
            done, total = megabytes(self.total, self.total - self.bytes)
            self.tell(say("brain.loading", done=done, total=total), self.bytes / self.total)

    def tell(self, text: str, part: float | None) -> None:
        """Tell all who wait how far it is."""
        for user in list(self.users):
            user.worker_loading(text, part)

    def start(self) -> None:
        """All files are in the cache: start Python."""
        self.download = None
        self.starts += 1
        self.tell(say("brain.starting"), None)
        self.timer = browser.after(STARTING_MS, lambda: self.fail("silent"))
        name = self.name()

        def failed(reason):
            if name == self.name():
                self.fail(reason)

        browser.start_worker(
            SOURCE, name, self.config, lambda proxy: self.ready(name, proxy), failed
        )

    def name(self) -> str:
        """Return the name of the worker that was started last."""
        return f"brain-{self.starts}"

    def ready(self, name: str, proxy) -> None:
        """Its functions can be called, unless it was given up and another one started."""
        if self.state != "loading" or name != self.name():
            return
        self.stop_timer()
        self.proxy = proxy
        self.set_state("ready")
        users, self.users = self.users, []
        for user in users:
            user.worker_ready()

    def fail(self, reason: str) -> None:
        """It cannot start; who waits does without."""
        self.stop_timer()
        self.download = None
        browser.stop_worker(self.name())
        self.set_state("failed")
        users, self.users = self.users, []
        for user in users:
            user.worker_failed()

    def stop_timer(self) -> None:
        """It answered, or failed."""
        if self.timer is not None:
            browser.cancel(self.timer)
            self.timer = None

    # Asking

    def call(self, function: str, argument: str, done, failed) -> None:
        """Call one of its functions with a text; then `done(text)` or `failed(reason)`."""
        browser.call_worker(self.proxy, function, argument, done, failed)

    def kill(self) -> None:
        """End it at once, whatever it does; the next need starts another."""
        browser.stop_worker(self.name())
        self.proxy = None
        self.set_state("off")
