"""The one file that talks to the browser; everything else sees the functions here.

MicroPython cannot catch a JavaScript exception and is damaged by one, so whatever may throw goes
through the guards of guards.mjs. Integers cross as 32 bits: larger ones go as text.

The site is built by importing all modules and keeping the interpreter's memory
(docs/compiled.md), where no JavaScript object can lie: nothing takes hold of one before `connect`.
"""

import json

import js as window
import jsffi as ffi

from game.addresses import swallowed_address

TOUCHABLE = "[data-command],[data-slot],[data-pile],[data-stack],[data-hand],[data-seat]"
"""What a tap, a press or a drop can mean; the innermost of these is handed on."""
DRAG_START_PX = 8
"""What can be dragged follows a pointer that moved this far."""
WOBBLE_PX = 16
"""A pointer that was never farther from where it went down is that of a hand that shakes."""
MAGNIFIED = 1.01
"""The scale from which on one finger moves what is seen, in place of pieces (page.css)."""
QUICK_MS = 500
"""Two taps within this time are a quick two."""
LONG_PRESS_MS = 450
NEWS_KEPT = 8
PRESSED = '[data-hold][aria-pressed="true"]'
KEEP_HELD = ("p", "Tab", "Shift")
"""Keys that leave a secret in sight: the one that shows it, and those that only look round."""
REPEATING = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Tab")
"""Keys that go on acting while they are held; any other acts once."""
ZEROS = (0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50)
ZEROS += (0xED0, 0xF20, 0x1040, 0x17E0, 0xFF10)
"""The digits of other scripts that keyboards have, from Arabic to full width: each script's 0."""
SAME_KEY = {
    "\u037e": "?",
    "\u055e": "?",
    "\u061f": "?",
    "\uff1f": "?",
    "\u0130": "i",
    "\u0131": "i",
}
"""Question marks of other scripts, and the two letters I of Turkish."""
REST_MS = 1000
LEAST_GROUPED = 1000
"""Whole numbers below are written alike in all our languages: in plain digits."""
SAVING_MS = 60_000
"""How long the browser may take to write a file that the player saves."""
FILE_KINDS = ".json,application/json,.txt,text/plain,application/octet-stream"
"""Endings and types of all files that the page offers; the last is that of an unknown ending."""
LARGEST_FILE = 1_000_000
"""Bytes; thousands of games are kept in less. Twice as much can be too large for MicroPython, which
frees nothing until an event is over."""


# The page, which `connect` takes hold of

document = None
guards = None
"""The functions of guards.mjs."""
keeping = None
"""The functions of keeping.mjs."""
SINGLE = False
"""Whether the page is the single file (scripts/single.py), which has no address for others."""
EMBEDDED = False
"""Whether the page is a part of another one, with ?embed=1 (boot.js): one game, no home screen."""
STORE_MARK = ""
"""Begins every key of ours: one host may hold other copies, and several frames with a game each."""


def connect(the_guards, the_keeping) -> None:
    """Take hold of the page; to be called once, before anything else here."""
    global document, guards, keeping, body, root, SINGLE, EMBEDDED, STORE_MARK
    document = window.document
    guards, keeping = the_guards, the_keeping
    body, root = Part(document.body), Part(document.documentElement)
    SINGLE = document.documentElement.hasAttribute("data-single")
    EMBEDDED = document.documentElement.hasAttribute("data-embed")
    STORE_MARK = str(window.boot.keys.mark)


def method(obj, name: str, *arguments) -> list:
    """Call a method that may throw; return [True, result] or [False, name, message]."""
    return guards.method(obj, name, *arguments)


def get(obj, name: str) -> list:
    """Read a property that may throw; return [True, value] or [False, name, message]."""
    return guards.get(obj, name)


# Elements


def find(css: str):
    """Return the first element that fits a selector, or None."""
    return document.querySelector(css)


def find_all(css: str) -> list:
    """Return all elements that fit a selector, in document order."""
    found = document.querySelectorAll(css)
    return [found[i] for i in range(found.length)]


def data(element, name: str) -> str | None:
    """Return an element's data-… attribute, or None."""
    return element.getAttribute("data-" + name)


def escape(text: str) -> str:
    """Return a text as HTML that shows it; for names typed by players."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#39;")


def announce(text: str) -> None:
    """Let those who hear the page hear a sentence once, after what they are hearing now."""
    news = find("#news")
    line = document.createElement("p")
    line.textContent = text
    news.append(line)
    while news.children.length > NEWS_KEPT:
        news.firstElementChild.remove()


def set_html(element, html: str) -> None:
    """Replace what is inside an element."""
    element.innerHTML = html


def add_after(element, html: str, class_name: str):
    """Put a new element after another one and return it."""
    made = document.createElement("div")
    made.className = class_name
    made.innerHTML = html
    element.after(made)
    return made


def focused():
    """Return the element that has the keyboard; the page's body where none has."""
    return document.activeElement or document.body


def is_pressed(button) -> bool:
    """Return whether a button that can stay pressed is."""
    return button.getAttribute("aria-pressed") == "true"


def set_pressed(button, pressed: bool) -> None:
    """Show a button that can stay pressed as pressed, or not."""
    button.setAttribute("aria-pressed", "true" if pressed else "false")


def select_text(field) -> None:
    """Choose all text of a field, ready to be copied."""
    field.focus()
    field.select()


def show_screen(element) -> None:
    """Show one screen; the others leave the page, so that no command is there twice.

    It gets the keyboard, but for the screen that the page begins with: that would lay it out anew.
    """
    end_press()
    shown = element.isConnected and not element.hidden
    element.hidden = False
    for other in find_all("main"):
        if other != element:
            if element.isConnected:
                other.remove()
            else:
                other.replaceWith(element)
    if not shown or focused() != document.body:
        focus(element)


def focus(element) -> None:
    """Put the keyboard on an element; the table may scroll to it, a host page never loses it."""
    if not EMBEDDED or document.hasFocus():
        stays = EMBEDDED or element.localName == "main"
        element.focus(ffi.to_js({"preventScroll": stays}))


def keep_focus() -> None:
    """Put the keyboard on the screen where what had it is gone."""
    if focused() == document.body:
        focus(find("main"))


class Part:
    """An element of the page; a write reaches the browser only when it changes something."""

    def __init__(self, element):
        self.element = element
        self.written: dict = {}

    def changes(self, name: str, value) -> bool:
        """Return whether this value is new under this name, and remember it."""
        if name in self.written and self.written[name] == value:
            return False
        self.written[name] = value
        return True

    def set(self, name: str, value: str | None) -> None:
        """Set an attribute; None removes it."""
        if self.changes(name, value):
            if value is None:
                self.element.removeAttribute(name)
            else:
                self.element.setAttribute(name, value)

    def mark(self, name: str, on: bool) -> None:
        """Add or remove a class."""
        if self.changes("class " + name, on):
            self.element.classList.toggle(name, on)

    def style(self, name: str, value: str) -> None:
        """Set a style property, such as a custom property that a stylesheet reads."""
        if self.changes("style " + name, value):
            self.element.style.setProperty(name, value)

    def text(self, value: str) -> None:
        """Set the text inside."""
        if self.changes("text", value):
            self.element.textContent = value

    def html(self, value: str) -> None:
        """Set the HTML inside."""
        if self.changes("html", value):
            self.element.innerHTML = value


body: Part
root: Part


# Pictures and time


def make_canvas(width_px: int, height_px: int):
    """Return a canvas of so many device pixels that is not in the page."""
    canvas = document.createElement("canvas")
    canvas.width = width_px
    canvas.height = height_px
    return canvas


def pixel_ratio() -> float:
    """Return how many device pixels a CSS pixel has."""
    return float(window.devicePixelRatio)


def size_of(element) -> tuple[int, int]:
    """Return an element's inner width and height in CSS pixels."""
    return element.clientWidth, element.clientHeight


def box_of(element) -> tuple[float, float, float, float]:
    """Return where an element stands in the window: left, top, width, height in CSS pixels."""
    box = element.getBoundingClientRect()
    return float(box.left), float(box.top), float(box.width), float(box.height)


def watch(target, event: str, changed):
    """Call `changed()` whenever an event comes to a target; return what ends that.

    It has to be ended: while an element has a listener of ours, Python keeps all that the listener
    knows, such as the element, and neither of the two garbage collectors can see through the other.
    """
    abort = window.AbortController.new()
    target.addEventListener(event, lambda _: changed(), ffi.to_js({"signal": abort.signal}))
    return lambda: abort.abort()


def watch_input(element, changed):
    """Call `changed()` whenever the player moves a slider or types in a field (`watch`)."""
    return watch(element, "input", changed)


def watch_size(element, changed):
    """Call `changed()` whenever an element has a new size, and once soon; return what ends that."""
    observer = window.ResizeObserver.new(lambda *_: changed())
    observer.observe(element)
    return lambda: observer.disconnect()


def watch_restored(canvas, changed):
    """Call `changed()` whenever the browser has lost what was drawn on a canvas (`watch`)."""
    return watch(canvas, "contextrestored", changed)


def media(query: str) -> bool:
    """Return whether a media query holds, such as "(prefers-reduced-motion: reduce)"."""
    return bool(window.matchMedia(query).matches)


def watch_media(query: str, changed):
    """Call `changed()` whenever a media query begins or ceases to hold (`watch`)."""
    return watch(window.matchMedia(query), "change", changed)


def now_ms() -> float:
    """Return the time since the page was opened; it never jumps."""
    return float(window.performance.now())


def today() -> str:
    """Return the local date, such as "20260105"."""
    date = window.Date.new()
    year, month, day = date.getFullYear(), date.getMonth() + 1, date.getDate()
    return f"{int(year):04d}{int(month):02d}{int(day):02d}"


def at_next_minute(call):
    """Call `call()` when the clock shows the next full minute; return a handle for `cancel`."""
    date = window.Date.new()
    return after(60_000 - date.getSeconds() * 1000 - date.getMilliseconds() + 20, call)


def is_hidden() -> bool:
    """Return whether the page is in a tab or window that nobody sees."""
    return bool(document.hidden)


def after(delay_ms: int, call):
    """Call `call()` later; return a handle for `cancel`."""
    return window.setTimeout(lambda *_: call(), delay_ms)


def cancel(handle) -> None:
    """Forget a call of `after`."""
    window.clearTimeout(handle)


def animate(element, frames: list, length_ms: float, delay_ms: float, ease: str, done=None):
    """Move an element through frames of (transform, opacity); return what `cancel()` ends.

    The browser runs it without Python. Before its start the first frame holds; after its end the
    element is as its style says, and `done()` is called.
    """
    steps = ffi.to_js(
        {"transform": [frame[0] for frame in frames], "opacity": [frame[1] for frame in frames]}
    )
    timing = {"duration": length_ms, "delay": delay_ms, "easing": ease, "fill": "backwards"}
    motion = element.animate(steps, ffi.to_js(timing))
    if done:
        motion.onfinish = lambda *_: done()
    return motion


def picture(class_name: str):
    """Return an element that only looks, drawn by the stylesheets, not yet in the page."""
    element = document.createElement("div")
    element.className = class_name + " ghost"
    element.setAttribute("aria-hidden", "true")
    return element


def ghost_of(element):
    """Return a picture of an element as it looks now, not yet in the page."""
    ghost = picture(element.className)
    ghost.innerHTML = element.innerHTML
    return ghost


def show_ghost(ghost, box: tuple) -> None:
    """Lay a picture over a box of the window; it cannot be touched."""
    left, top, width, height = box
    place = f"left:{left:.1f}px;top:{top:.1f}px;width:{width:.1f}px;height:{height:.1f}px;"
    ghost.setAttribute("style", place + f"--card-w:{width:.1f}px")
    find("#screen").append(ghost)


# Sound


audio = None


def tone(
    shape: str, from_hz: float, to_hz: float, start_ms: float, length_ms: float, loudness: float
) -> None:
    """Let a gliding tone swell and fade; the shape "noise" is a hiss around that frequency."""
    global audio
    if not hasattr(window, "AudioContext"):
        return
    if audio is None:
        audio = Audio()
    if audio.context.state != "running":
        audio.context.resume()
    audio.tone(shape, from_hz, to_hz, start_ms / 1000, length_ms / 1000, loudness)


class Audio:
    """The browser's synthesiser; made on the first sound, which a tap has asked for."""

    def __init__(self):
        self.context = window.AudioContext.new()
        rate = int(self.context.sampleRate)
        self.hiss = self.context.createBuffer(1, rate // 4, rate)
        samples = self.hiss.getChannelData(0)
        number = 1
        for i in range(rate // 4):
            number = number * 16807 % 2147483647
            samples[i] = number / 1073741824 - 1

    def tone(self, shape, from_hz, to_hz, start_s, length_s, loudness) -> None:
        """Play one tone, counted from now."""
        start = self.context.currentTime + start_s
        end = start + length_s
        volume = self.context.createGain()
        volume.gain.setValueAtTime(0.0001, start)
        volume.gain.exponentialRampToValueAtTime(loudness, start + min(0.015, length_s / 3))
        volume.gain.exponentialRampToValueAtTime(0.0001, end)
        volume.connect(self.context.destination)
        if shape == "noise":
            source = self.context.createBufferSource()
            source.buffer = self.hiss
            band = self.context.createBiquadFilter()
            band.type = "bandpass"
            source.connect(band)
            band.connect(volume)
            frequency = band.frequency
        else:
            source = self.context.createOscillator()
            source.type = shape
            source.connect(volume)
            frequency = source.frequency
        frequency.setValueAtTime(from_hz, start)
        frequency.exponentialRampToValueAtTime(to_hz, end)
        source.start(start)
        source.stop(end)


def vibrate(length_ms: int) -> None:
    """Let the device buzz, where it can and the page is allowed to."""
    if hasattr(window.navigator, "vibrate"):
        window.navigator.vibrate(length_ms)


def stay_awake(wish: bool) -> None:
    """Keep the screen from going dark from now on, where the device lets a page; or no longer."""
    guards.stayAwake(wish)


def random_deal(limit: int) -> int:
    """Return a deal number below a limit of at most 2**53, unforeseeable."""
    words = window.Uint32Array.new(2)
    window.crypto.getRandomValues(words)
    return (((words[0] & 0x1FFFFF) << 32) | (words[1] & 0xFFFFFFFF)) % limit


# The language


def tell_missing(reason: str) -> None:
    """Tell boot.js that the words of the page's language did not arrive; it offers to try again."""
    window.boot.lacks(window.boot.cataloguePath(language()))


class Grammar:
    """What the browser knows of the page's language (game/locales)."""

    def __init__(self):
        self.plurals = window.Intl.PluralRules.new(language())
        self.numbers = None  # a browser's first NumberFormat costs more than the rest of the start

    def plural(self, count: int) -> str:
        """Return the grammatical number of a count: "one", "two", "few", "many" or "other"."""
        return str(self.plurals.select(count))

    def number(self, value: float) -> str:
        """Return a number as it is written in the language."""
        if self.numbers is None:
            if value in range(LEAST_GROUPED):
                return str(value)
            self.numbers = window.Intl.NumberFormat.new(language())
        return str(self.numbers.format(float(value)))


def language() -> str:
    """Return the name of the language that the page speaks, such as "en"."""
    return str(window.boot.language())


def languages() -> list[tuple[str, str]]:
    """Return the names of all languages there are, each with what its speakers call it."""
    names = window.boot.languages
    return [(str(names[i]), str(window.boot.languageName(names[i]))) for i in range(names.length)]


def chosen_language(chosen: str) -> str:
    """Return the language for a player's choice: what the address asks for comes before it.

    "system" is a choice, too: what the browser asks for.
    """
    return str(window.boot.chosenLanguage(chosen))


def speak(name: str) -> None:
    """Let the page say all that needs no catalogue in a language, and be laid out for it."""
    window.boot.speak(name)


def is_from_right() -> bool:
    """Return whether the page's language is written from right to left."""
    return bool(window.boot.isFromRight())


def bring_catalogue(name: str, arrived, failed) -> None:
    """Fetch the catalogue of a language and call `arrived(catalogue)`, or `failed(reason)`."""

    def read(text):
        try:
            catalogue = json.loads(text)
        except ValueError as error:
            failed(str(error))
            return
        arrived(catalogue)

    window.boot.catalogue(name).then(read, lambda error: failed(str(error.message)))


def month_title(month: str) -> str:
    """Return the name of a month such as "202601" in the page's language, with its year."""
    return in_words(int(month[:4]), int(month[4:]), 1, {"month": "long", "year": "numeric"})


def day_name(date: str) -> str:
    """Return a date such as "20260105" in the words of the page's language."""
    return in_words(int(date[:4]), int(date[4:6]), int(date[6:]), {"dateStyle": "long"})


def weekday_names() -> list[str]:
    """Return the shortest names of Monday to Sunday in the page's language."""
    return [in_words(2024, 1, day, {"weekday": "narrow"}) for day in range(1, 8)]


def in_words(year: int, month: int, day: int, wanted: dict) -> str:
    """Return a date as the page's language writes what is wanted of it."""
    words = window.Intl.DateTimeFormat.new(language(), ffi.to_js(wanted))
    return str(words.format(window.Date.new(year, month - 1, day)))


# Addresses and history


def query(name: str) -> str | None:
    """Return a value that the page's address gives before its fragment, such as ?theme=dark."""
    return window.URLSearchParams.new(window.location.search).get(name)


dropped: list = []
"""What `drop_query` took out of the address."""


def drop_query(name: str) -> None:
    """Take a value out of the page's address, also where Back leads to; no entry is added."""
    if name not in dropped:
        dropped.append(name)
    here = window.URL.new(window.location.href)
    here.searchParams.delete(name)
    keeping.enter("replaceState", history_level(), here.href)


def tell_host(kind: str, words: dict) -> None:
    """Tell the page around this one what happened, if there is one that asked for it (boot.js)."""
    if EMBEDDED:
        window.boot.tellHost(kind, json.dumps(words))


def address() -> str:
    """Return the fragment of the page's address, such as "#/arena"."""
    return str(window.location.hash) or swallowed_address(str(window.location.search))


def history_level() -> int | None:
    """Return the number that `push` or `replace` left with the present entry, or None."""
    return keeping.level()


def push(level: int, fragment: str) -> bool:
    """Add an entry to the history; return whether that was possible.

    In another page it is not: Back is that page's own.
    """
    if EMBEDDED:
        return False
    return keeping.enter("pushState", level, fragment)


def replace(level: int, fragment: str) -> bool:
    """Change the present entry of the history; return whether that was possible.

    In another page the address stays what the host chose, so that a reload opens the same game.
    """
    if EMBEDDED:
        return False
    return keeping.enter("replaceState", level, fragment)


def back() -> None:
    """Go one entry back; the popstate handler is called later."""
    window.history.back()


# The worker


class Download:
    """Files on their way into the browser's cache, from where a worker will take them.

    `arrived(bytes)` counts, `done()` comes at the end, or `failed(reason)`.
    """

    def __init__(self, addresses: list, arrived, done, failed):
        self.waiting = len(addresses)
        self.arrived, self.done, self.failed = arrived, done, failed
        self.stopped = False
        self.abort = window.AbortController.new()
        for address in addresses:
            self.fetch(address)

    def fetch(self, address: str) -> None:
        """Ask for one file."""

        def opened(answer):
            if answer.ok:
                self.read(answer.body.getReader())
            else:
                self.fail(f"{answer.status} {address}")

        options = ffi.to_js({"signal": self.abort.signal})
        window.fetch(address, options).then(opened, lambda error: self.fail(str(error.message)))

    def read(self, reader) -> None:
        """Read on in one file."""

        def got(part):
            if self.stopped:
                return
            if not part.done:
                self.arrived(int(part.value.length))
                self.read(reader)
                return
            self.waiting -= 1
            if not self.waiting:
                self.done()

        reader.read().then(got, lambda error: self.fail(str(error.message)))

    def fail(self, reason: str) -> None:
        """A file did not come."""
        if not self.stopped:
            self.stop()
            self.failed(reason)

    def stop(self) -> None:
        """Nobody needs the files any more."""
        self.stopped = True
        self.abort.abort()


def fetch_text(address: str, got, failed) -> None:
    """Fetch a small text file and call `got(text)`, or `failed(reason)`."""

    def opened(answer):
        if answer.ok:
            answer.text().then(got, lambda error: failed(str(error.message)))
        else:
            failed(f"{answer.status} {address}")

    window.boot.bring(address).then(opened, lambda error: failed(str(error.message)))


def can_work() -> bool:
    """Return whether workers can start here; not in a sandboxed frame, which has no origin."""
    return not SINGLE and str(window.origin) != "null" and hasattr(window, "Worker")


def start_worker(source: str, name: str, config: str, ready, failed) -> None:
    """Start a Python worker; then call `ready(worker)` once its functions can be called.

    A name can be used once. `failed(reason)` is called only for what is noticed; a worker may also
    stay silent.
    """

    def loaded(part):
        part.start(source, name, config).then(ready, lambda error: failed(str(error.message)))

    load_part("brain/page.mjs", loaded, failed)


def call_worker(worker, function: str, argument: str, done, failed) -> None:
    """Call a function of a worker with a text; then `done(text)` or `failed(reason)`."""
    answer = method(worker, function, argument)
    if answer[0]:
        answer[1].then(lambda text: done(str(text)), lambda error: failed(str(error.message)))
    else:
        failed(str(answer[2]))


def stop_worker(name: str) -> None:
    """End a worker at once; what it was asked is never answered."""
    script = find(f'script[name="{name}"]')
    if script:
        worker = get(script, "xworker")
        if worker[0] and hasattr(worker[1], "terminate"):
            method(worker[1], "terminate")
        script.remove()


def listen_to(channel: str, heard):
    """Call `heard(text)` for what a worker tells on a channel; return what `close()` ends."""
    made = window.BroadcastChannel.new(channel)
    made.onmessage = lambda event: heard(str(event.data))
    return made


# Keeping (keeping.mjs)


def load(key: str, most: int = LARGEST_FILE // 2) -> str | None:
    """Return what is kept under a key, or None; a longer text than any of ours is cut to `most`."""
    return keeping.load(key, most)


def keep_copy(key: str, other: str) -> None:
    """Keep under another key, too, what is kept under a key."""
    keeping.copy(key, other)


def store(key: str, text: str) -> bool:
    """Keep a text; return False when only this tab will remember it."""
    return closing or keeping.store(key, text)


def stored_keys() -> list[str]:
    """Return the keys under which something is kept in the browser's storage, sorted."""
    keys = keeping.keys()
    return sorted([str(keys[i]) for i in range(keys.length)])


def forget(key: str) -> None:
    """Keep nothing under a key any more."""
    keeping.forget(key)


def exchange(texts: dict, goes: list) -> bool:
    """Keep all these texts and forget the keys that go; where not all fits, change nothing.

    Return whether it was done.
    """
    return keeping.exchange(ffi.to_js([[key, texts[key]] for key in texts]), ffi.to_js(goes))


def restart() -> None:
    """Load the page anew; nothing that this one still holds is kept any more."""
    global closing
    closing = True
    window.location.reload()


closing = False


def read_json(text: str):
    """Return the value of a JSON text; raises `ValueError` where the browser's parser does."""
    if text and "\0" in text:  # a text is handed to the browser only up to there
        raise ValueError("it holds a NUL")
    answer = guards.rewritten(text)
    if not answer[0]:
        raise ValueError(answer[2])
    return json.loads(answer[1])


def offer_file(name: str, text: str) -> None:
    """Let the player keep a text as a file."""
    kind = "application/json" if name.endswith(".json") else "text/plain"
    blob = window.Blob.new(ffi.to_js([text]), ffi.to_js({"type": kind}))
    link = document.createElement("a")
    address = str(window.URL.createObjectURL(blob))
    link.href = address
    link.download = name
    link.click()
    after(SAVING_MS, lambda: window.URL.revokeObjectURL(address))


def is_built() -> bool:
    """Return whether the page is the built one, not its sources."""
    return bool(document.documentElement.getAttribute("data-build"))


def download(path: str) -> None:
    """Let the player keep a file of the site."""
    link = document.createElement("a")
    link.href = path
    link.download = path
    link.click()


file_field = None


def choose_file(chosen, refused=None) -> None:
    """Let the player choose a file and call `chosen(text)`; nothing is called when they do not.

    A file too large to be ours, or that cannot be read, is `refused()`; or has the text "".
    """
    global file_field
    if file_field:
        file_field.remove()
    # In the page, as Safari may forget one that is not.
    file_field = field = document.createElement("input")
    field.type = "file"
    field.accept = FILE_KINDS
    field.hidden = True
    document.body.append(field)

    def refuse(*_):
        if refused:
            refused()
        else:
            chosen("")

    def read(event):  # which does not know the field: see `watch`
        file = event.target.files.item(0)
        if 0 <= file.size <= LARGEST_FILE:  # a size from 2**31 on comes as a negative number
            file.text().then(lambda text: chosen(str(text)), refuse)
        else:
            refuse()

    field.addEventListener("change", read)
    field.click()


def share(text: str, done) -> None:
    """Share a text by the device, else put it on the clipboard; then call `done(how)`.

    `how` is "shared", "copied", "cancelled", or "refused" where the browser allows neither.
    """

    def told(how):
        if how == "refused":
            copy(text, done)
        else:
            done(how)

    if can_share():
        send({"text": text}, told)
    else:
        copy(text, done)


def can_share() -> bool:
    """Return whether the device lets a page share something."""
    return hasattr(window.navigator, "share")


def send(content: dict, done) -> None:
    """Let the player share a "text" or "url" by the device; then call `done(how)`.

    `how` is "shared", "cancelled" or "refused".
    """

    def failed(error):
        done("cancelled" if str(error.name) == "AbortError" else "refused")

    sent = method(window.navigator, "share", ffi.to_js(content))
    if sent[0]:
        sent[1].then(lambda *_: done("shared"), failed)
    else:
        done("refused")


def copy(text: str, done) -> None:
    """Put a text on the clipboard; then call `done(how)`, "copied" or "refused"."""
    # Both are missing, not refusing, on a page without a secure origin.
    clipboard = get(window.navigator, "clipboard")
    if not clipboard[0] or not hasattr(clipboard[1], "writeText"):
        done("refused")
        return
    written = method(clipboard[1], "writeText", text)
    if not written[0]:
        done("refused")
    else:
        # A promise of nothing calls back without an argument.
        written[1].then(lambda *_: done("copied"), lambda *_: done("refused"))


def site_address() -> str:
    """Return the address of the site's folder, with which every link that is shared begins.

    It is "" where only this device could open it, and in the single file. What else the page's own
    address asks for, or trackers have added to it, is nobody else's affair.
    """
    here = window.location
    if SINGLE or str(here.protocol) not in ("https:", "http:"):
        return ""
    return str(here.origin) + str(here.pathname).rpartition("/")[0] + "/"


pictures: list = []


def bring_pictures(paths: list) -> None:
    """Fetch pictures that stylesheets will show, so that none comes late; once."""
    if not pictures:
        for path in paths:
            image = window.Image.new()
            image.src = picture_address(path)
            pictures.append(image)


def picture_address(path: str) -> str:
    """Return the address of a picture of the site, for stylesheets."""
    return str(window.boot.pictureAddress(path))


sprites: dict = {}


def load_sprite(address: str) -> None:
    """Bring a file of SVG symbols into the page, once; cards refer to them by their ids."""
    if address in sprites:
        return
    sprites[address] = True
    host = document.createElement("div")
    find("#sprites").append(host)

    def arrived(text):
        if text.startswith("<svg"):
            host.innerHTML = text
        else:
            failed(None)

    def failed(_):
        sprites.pop(address)
        host.remove()

    def opened(answer):
        return answer.text() if answer.ok else ""

    window.boot.bring(address).then(opened).then(arrived).catch(failed)


# Living on the device


def when_idle(call) -> None:
    """Call `call()` once the page has been at rest for a moment."""
    if hasattr(window, "requestIdleCallback"):
        # Without a limit a browser may wait for as long as nothing on the page changes.
        limit = ffi.to_js({"timeout": REST_MS * 2})
        after(REST_MS, lambda: window.requestIdleCallback(lambda *_: call(), limit))
    else:
        after(REST_MS, call)


def can_stay() -> bool:
    """Return whether the page may have a service worker here."""
    # In a sandboxed frame the mere question throws; elsewhere the answer may be undefined.
    answer = get(window.navigator, "serviceWorker")
    return bool(answer[0] and hasattr(answer[1], "register"))


def load_part(path: str, loaded, failed) -> None:
    """Import a JavaScript module of the site; then call `loaded(module)` or `failed(reason)`."""
    guards.load(path).then(loaded, lambda error: failed(str(error.message)))


# Dialogs


def show_dialog(element) -> None:
    """Open a <dialog> above the page, with the keyboard inside."""
    content = element.firstElementChild

    def show_start():  # it is read from there; the keyboard may be lower
        content.scrollTop = 0

    if not element.open:
        end_press()
        method(element, "showModal")
        show_start()
        after(0, show_start)  # WebKit scrolls to the keyboard's place only then


def hide_dialog(element) -> None:
    """Close a <dialog>."""
    method(element, "close")


# Events


class Press:
    """A pointer that is down on something touchable, and drags it once it moves, where it can.

    Let go, it is a tap unless it strayed: for however long, it stayed within `WOBBLE_PX` of where
    it went down, or on the place that was pressed. If it strayed and is back on that place, or
    outside the window, the player has thought better of it: what was dragged is put back. Anywhere
    else it is dropped.
    """

    def __init__(self, element, event):
        self.element = element
        self.pointer = event.pointerId
        self.is_mouse = str(event.pointerType) == "mouse"
        self.start = (float(event.clientX), float(event.clientY))
        self.place = box_of(element)
        self.can_drag = element.hasAttribute("data-drag")
        self.thing = thing_on(element)
        self.moved = False
        self.strayed = False
        self.dragging = False
        self.timer = None  # of the long press

    def is_stale(self) -> bool:
        """Return whether what was pressed has left the page, or can no longer be dragged."""
        if not self.can_drag:
            return not self.element.isConnected
        there = self.element.isConnected and self.element.hasAttribute("data-drag")
        return not there or thing_on(self.element) != self.thing

    def is_over_place(self, x: float, y: float) -> bool:
        """Return whether a point of the window lies where the pressed element lay."""
        left, top, width, height = self.place
        return left <= x <= left + width and top <= y <= top + height

    def move(self, event) -> None:
        """Note how far the pointer went, and let the element follow it."""
        x, y = float(event.clientX), float(event.clientY)
        across, down = x - self.start[0], y - self.start[1]
        square = across * across + down * down
        if square >= DRAG_START_PX * DRAG_START_PX:
            self.moved = True
        if square >= WOBBLE_PX * WOBBLE_PX and not self.is_over_place(x, y):
            self.strayed = True
        if self.can_drag and self.moved:
            self.dragging = True
            self.element.classList.add("dragged")
            self.element.style.translate = f"{across:.1f}px {down:.1f}px"

    def end(self) -> None:
        """Put the element back to its place; no long press follows."""
        if self.timer is not None:
            cancel(self.timer)
            self.timer = None
        if self.dragging:
            self.element.style.translate = ""
            self.element.classList.remove("dragged")


def thing_on(element) -> tuple:
    """Return what lies on an element that can be dragged: a card, or a player's piece."""
    return data(element, "card"), data(element, "hand"), data(element, "player")


listener = None
"""The one `Listener` there is, for what ends a press from elsewhere."""


def end_press() -> None:
    """Something else comes on the screen: what is dragged goes back to its place."""
    if listener:
        listener.end_press()


def end_stale_press() -> None:
    """The board was drawn anew: what is dragged and is no longer there is let go."""
    if listener and listener.pressed and listener.pressed.is_stale():
        listener.end_press()


class Listener:
    """Turns the browser's events into calls of an app with these methods:

    `tap(element)`, `press(element)` and `release()` for [data-hold], `key(name, element)` which
    returns whether it used the key, `drag(element)` and then `drop(element, target or None)` or
    `put_back(element)` for [data-drag], `long_press(element)` for [data-long-press], `stored(key)`,
    `went_back()`, `seen(visible)` when the page is hidden or shown again, `woke()` when it
    may have slept.
    """

    def __init__(self, app):
        global listener
        listener = self
        self.app = app
        self.pressed: Press | None = None
        self.holding = False
        self.deaf_to_click = False  # the press was dealt with; the browser may send its click, too
        self.tapped_ms = -QUICK_MS
        self.used_keys: set = set()  # of those that are down, the ones that did something
        for name in ("click", "keydown", "keyup", "pointerdown", "contextmenu", "cancel"):
            document.addEventListener(name, getattr(self, name), name == "cancel")
        for name in ("pointermove", "pointerup", "pointercancel"):
            document.addEventListener(name, getattr(self, name))
        document.addEventListener("visibilitychange", self.visibilitychange)
        page = window.globalThis
        page.addEventListener("blur", lambda _: self.blur())
        page.addEventListener("focus", lambda _: self.app.woke())
        page.addEventListener("popstate", self.popstate)
        page.addEventListener("storage", self.storage)
        self.view = window.visualViewport
        self.view.addEventListener("resize", lambda _: self.resized())
        self.resized()
        window.boot.watch()

    def click(self, event) -> None:
        element = touched(event)
        if self.deaf_to_click and event.detail:  # 0: of no pointer
            self.deaf_to_click = False
            event.preventDefault()
        elif element and event.detail > 1 and element.hasAttribute("data-once"):
            pass  # the second tap of a quick two is not meant for what came after the first
        elif element and not element.hasAttribute("data-hold"):
            self.tap(element)
        elif element and (event.detail == 0 or presses()):  # 0: by a screen reader, say
            self.toggle(element)
        window.boot.beat()

    def tap(self, element) -> None:
        self.tapped_ms = now_ms()
        was_pressed = find(PRESSED)
        self.app.tap(element)
        if was_pressed:
            self.let_all_go()

    def tap_unclicked(self, element) -> None:
        """Take a press for a tap, whether or not the browser clicks after it, which it may not."""
        self.deaf_to_click = True
        again = element.hasAttribute("data-once") and now_ms() - self.tapped_ms < QUICK_MS
        if not again and not element.hasAttribute("disabled"):
            self.tap(element)

    def keydown(self, event) -> None:
        if is_key(event):
            name = key_name(event)
            if self.key_down(name, event):
                self.used_keys.add(name)
                event.preventDefault()
            elif not event.repeat:
                self.used_keys.discard(name)
        window.boot.beat()

    def key_down(self, name: str, event) -> bool:
        """Do what a key means; return whether the browser is to do nothing with it."""
        was_dragging = self.pressed and self.pressed.dragging
        if was_dragging and not event.repeat:
            self.end_press()
        if was_dragging and name == "Escape":
            return True
        element = touched(event)
        clicks = name in (" ", "Enter")
        if belongs_to_field(name, event.target):
            return False
        if has_modifier(event):
            return clicks and element is not None  # a browser may press the button all the same
        if event.repeat and name not in REPEATING:
            return name == "Enter" or name in self.used_keys  # a browser goes on clicking
        if clicks and element and element.hasAttribute("data-hold"):
            if presses():
                self.toggle(element)
            else:
                self.hold(element)
            return True
        if name not in KEEP_HELD:
            self.let_all_go()
        return self.app.key(name, element)

    def keyup(self, event) -> None:
        if not hasattr(event, "key"):
            return
        name = key_name(event)
        if name in (" ", "Enter"):
            self.let_go()
        if name in self.used_keys:
            self.used_keys.discard(name)
            event.preventDefault()  # Firefox would click the button that has the keyboard

    def pointerdown(self, event) -> None:
        self.end_press()  # another finger or pen; or this one, whose end was told to nobody
        if not event.isPrimary:
            return
        self.deaf_to_click = False
        element = touched(event)
        if not element or event.button != 0:
            return
        if element.hasAttribute("data-hold"):
            if not presses():
                self.hold(element)
            return
        self.pressed = Press(element, event)
        if element.hasAttribute("data-long-press"):
            self.pressed.timer = after(LONG_PRESS_MS, lambda: self.pressed_long(element))

    def pressed_long(self, element) -> None:
        self.pressed = None
        self.deaf_to_click = True
        self.app.long_press(element)

    def pointermove(self, event) -> None:
        press = self.pressed
        if press and event.pointerId == press.pointer:
            if event.buttons == 1:
                self.follow(event)
            else:  # the button was let go where nobody saw it, or another one joined it
                self.end_press()

    def follow(self, event) -> None:
        """Let what is pressed follow the pointer."""
        press = self.pressed
        if press.is_stale():
            self.end_press()
            return
        was_dragging = press.dragging
        press.move(event)
        if press.dragging and not was_dragging:
            self.app.drag(press.element)
        if press.strayed and press.timer is not None:
            press.end()

    def pointerup(self, event) -> None:
        if self.pressed and event.pointerId != self.pressed.pointer:
            return
        self.let_go()
        if self.pressed:
            self.follow(event)
        press, self.pressed = self.pressed, None
        if not press:
            return
        x, y = float(event.clientX), float(event.clientY)
        under = document.elementFromPoint(x, y)
        target = under.closest(TOUCHABLE) if under else None
        press.end()
        if press.dragging:
            if not press.strayed:
                self.app.put_back(press.element)
                self.tap_unclicked(press.element)
                return
            self.deaf_to_click = True
            if under and not press.is_over_place(x, y):
                self.app.drop(press.element, target)
            else:
                self.app.put_back(press.element)
        elif press.moved:
            # A finger that moved may not be clicked for; a mouse is.
            if target == press.element and not press.is_mouse:
                self.tap_unclicked(press.element)
        elif press.can_drag and target != press.element:  # it flew on from under the pointer
            self.tap_unclicked(press.element)

    def pointercancel(self, event) -> None:
        if self.pressed and event.pointerId != self.pressed.pointer:
            return
        self.let_go()
        self.end_press()

    def end_press(self) -> None:
        """End a press that is neither a tap nor a drop: what is dragged goes back to its place."""
        press, self.pressed = self.pressed, None
        if press:
            press.end()
            if press.dragging:
                self.deaf_to_click = True
                self.app.put_back(press.element)

    def contextmenu(self, event) -> None:
        element = touched(event)
        if element and (element.hasAttribute("data-hold") or element.hasAttribute("data-drag")):
            event.preventDefault()
        elif element and element.hasAttribute("data-long-press"):
            event.preventDefault()
            if not self.deaf_to_click:
                self.app.long_press(element)

    def cancel(self, event) -> None:
        """The browser wants to close a dialog (Escape): it closes by our own way back."""
        event.preventDefault()
        self.app.key("Escape", None)

    def hold(self, element) -> None:
        self.holding = True
        self.app.press(element)

    def toggle(self, element) -> None:
        """Hold a button, or let it go, by a press each."""
        if is_pressed(element):
            self.app.release()
        else:
            self.app.press(element)

    def let_go(self) -> None:
        if self.holding:
            self.holding = False
            self.app.release()

    def let_all_go(self) -> None:
        """Nothing stays held, nor pressed in place of being held."""
        self.let_go()
        if find(PRESSED):
            self.app.release()

    def resized(self) -> None:
        """Note whether the page is magnified by two fingers."""
        root.set("data-magnified", "" if self.view.scale >= MAGNIFIED else None)

    def blur(self) -> None:
        self.end_press()
        self.let_all_go()

    def visibilitychange(self, _event) -> None:
        if document.hidden:
            self.blur()
        self.app.seen(not document.hidden)
        if not document.hidden:
            self.app.woke()

    def popstate(self, _event) -> None:
        for name in dropped:
            if query(name) is not None:
                drop_query(name)
        self.app.went_back()

    def storage(self, event) -> None:
        key = event.key
        if key and key.startswith(STORE_MARK):
            self.app.stored(key[len(STORE_MARK) :])


def presses() -> bool:
    """Return whether the player presses a button twice in place of holding it (a setting)."""
    return document.documentElement.getAttribute("data-look") == "press"


def is_key(event) -> bool:
    """Return whether an event is a key of the player's, none by which a text is still composed.

    A browser that fills in fields, or an extension, may send one that names no key at all.
    """
    return hasattr(event, "key") and not event.isComposing and event.keyCode != 229


def has_modifier(event) -> bool:
    """Return whether a key is part of a combination, which is the browser's or the system's."""
    held = event.ctrlKey or event.metaKey or event.altKey
    return bool(held or event.getModifierState("AltGraph"))


def key_name(event) -> str:
    """Return what a key is called: a letter small, a digit of any script as one of 0 to 9.

    What the key writes comes first. Where that is a letter of another alphabet the key's place
    counts, and so it does for the digits, which some layouts write only with Shift.
    """
    name, code = str(event.key), str(event.code)
    if name in SAME_KEY:
        return SAME_KEY[name]
    if len(name) > 1 and max(name) < "\x80":
        return name  # such as "Enter"
    written = plain_digits(name).lower()
    if written == "?" or "0" <= written <= "9" or "a" <= written <= "z":
        return written
    if code[:5] == "Digit" or (code[:6] == "Numpad" and code[6:].isdigit()):
        return code[-1]
    if code == "Space":
        return " "  # it may write one that does not break
    if is_foreign(name):
        if code[:3] == "Key":
            return code[3:].lower()
        if code == "Slash" and event.shiftKey:
            return "?"
    return name


def plain_digits(text: str) -> str:
    """Return a text with the digits of all scripts written as 0 to 9."""
    written = ""
    for character in text:
        number = ord(character)
        values = [number - zero for zero in ZEROS if zero <= number < zero + 10]
        written += str(values[0]) if values else character
    return written


def is_foreign(text: str) -> bool:
    """Return whether a text is in another alphabet than the Latin one; signs are in none."""
    for character in text:
        number = ord(character)
        is_sign = 0x2000 <= number < 0x2C00
        if number >= 0x370 and not 0x1E00 <= number < 0x1F00 and not is_sign:
            return True
    return False


def is_field(element) -> bool:
    """Return whether what is typed on an element is its own: a field, or text being written."""
    if not hasattr(element, "matches"):
        return False
    fields = element.matches("input, select, textarea")
    return bool(fields or getattr(element, "isContentEditable", False))


def belongs_to_field(name: str, target) -> bool:
    """Return whether a key is none of ours, as a field has the keyboard."""
    if name == "Escape" or not is_field(target):
        return False
    return name != "Enter" or not target.matches("input")


def touched(event):
    """Return the innermost touchable element under an event, or None."""
    target = event.target
    return target.closest(TOUCHABLE) if hasattr(target, "closest") else None
