"""The one file that talks to the browser; everything else sees the functions here.

MicroPython cannot catch a JavaScript exception and is damaged by one, so whatever may throw goes
through the guards of guards.mjs. Integers cross as 32 bits: larger ones go as text.
"""

import json
import time

from pyscript import document, ffi, window
from pyscript.js_modules.guards import get, method

TOUCHABLE = "[data-command],[data-slot],[data-pile],[data-stack],[data-hand],[data-seat]"
"""What a tap, a press or a drop can mean; the innermost of these is handed on."""
DRAG_START_PX = 8
"""A pointer that moved less is a tap."""
LONG_PRESS_MS = 450
STORE_MARK = "vanishing-pyramids."
"""Begins every key of ours: one host may hold other pages."""


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


def set_html(element, html: str) -> None:
    """Replace what is inside an element."""
    element.innerHTML = html


def show_screen(element) -> None:
    """Show one screen; the others leave the page, so that no command is there twice."""
    element.hidden = False
    for other in find_all("main"):
        if other != element:
            other.replaceWith(element)
    focus(element)


def focus(element) -> None:
    """Put the keyboard on an element without scrolling to it."""
    element.focus(ffi.to_js({"preventScroll": True}))


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


body = Part(document.body)
root = Part(document.documentElement)


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


def watch_size(element, changed) -> None:
    """Call `changed()` whenever an element has a new size, and once soon."""
    window.ResizeObserver.new(lambda *_: changed()).observe(element)


def media(query: str) -> bool:
    """Return whether a media query holds, such as "(prefers-reduced-motion: reduce)"."""
    return bool(window.matchMedia(query).matches)


def watch_media(query: str, changed) -> None:
    """Call `changed()` whenever a media query begins or ceases to hold."""
    window.matchMedia(query).addEventListener("change", lambda _: changed())


def style_value(name: str) -> str:
    """Return a custom property of the page, such as "--ink"."""
    return window.getComputedStyle(document.documentElement).getPropertyValue(name).strip()


def next_frame(draw):
    """Call `draw(now_ms)` before the next repaint; return a handle for `cancel_frame`."""
    return window.requestAnimationFrame(draw)


def cancel_frame(handle) -> None:
    """Forget a call of `next_frame`."""
    window.cancelAnimationFrame(handle)


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
    steps = ffi.to_js([{"transform": transform, "opacity": opacity} for transform, opacity in frames])
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
    if audio is None:
        audio = Audio()
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


def random_deal(limit: int) -> int:
    """Return a deal number below a limit of at most 2**53, unforeseeable."""
    words = window.Uint32Array.new(2)
    window.crypto.getRandomValues(words)
    return (((words[0] & 0x1FFFFF) << 32) | (words[1] & 0xFFFFFFFF)) % limit


# Addresses and history


def address() -> str:
    """Return the fragment of the page's address, such as "#/arena"."""
    return str(window.location.hash)


def history_level() -> int | None:
    """Return the number that `push` or `replace` left with the present entry, or None."""
    state = window.history.state
    return int(state) if isinstance(state, (int, float)) else None


def push(level: int, fragment: str) -> bool:
    """Add an entry to the history; return whether the browser allowed it."""
    return bool(method(window.history, "pushState", level, "", fragment)[0])


def replace(level: int, fragment: str) -> bool:
    """Change the present entry of the history; return whether the browser allowed it."""
    return bool(method(window.history, "replaceState", level, "", fragment)[0])


def back() -> None:
    """Go one entry back; the popstate handler is called later."""
    window.history.back()


# Keeping


def local_storage():
    """Return the browser's storage, or None where it is denied."""
    # The module `window` would be asked back through Python, where a throw is not caught.
    answer = get(window.globalThis, "localStorage")
    return answer[1] if answer[0] else None


def load(key: str) -> str | None:
    """Return what is kept under a key, or None."""
    storage = local_storage()
    if storage:
        answer = method(storage, "getItem", STORE_MARK + key)
        if answer[0] and answer[1] is not None:
            return answer[1]
    return window_store().get(key)


def store(key: str, text: str) -> bool:
    """Keep a text; return False when only this tab will remember it."""
    storage = local_storage()
    if storage and method(storage, "setItem", STORE_MARK + key, text)[0]:
        return True
    kept = window_store()
    kept[key] = text
    window.name = STORE_MARK + json.dumps(kept)
    return False


def window_store() -> dict:
    """Return what the window's name keeps: it outlives a reload where storage is denied."""
    name = str(window.name)
    if not name.startswith(STORE_MARK):
        return {}
    try:
        return read_json(name[len(STORE_MARK) :])
    except ValueError:
        return {}


def read_json(text: str):
    """Return the value of a JSON text; raises `ValueError` where the browser's parser does."""
    parsed = method(window.JSON, "parse", text)
    if not parsed[0]:
        raise ValueError(parsed[2])
    return json.loads(window.JSON.stringify(parsed[1]))


def offer_file(name: str, text: str) -> None:
    """Let the player keep a text as a file."""
    blob = window.Blob.new(ffi.to_js([text]), ffi.to_js({"type": "text/plain"}))
    link = document.createElement("a")
    link.href = window.URL.createObjectURL(blob)
    link.download = name
    link.click()


sprites: dict = {}


def load_sprite(address: str) -> None:
    """Bring a file of SVG symbols into the page, once; cards refer to them by their ids."""
    if address in sprites:
        return
    sprites[address] = True
    host = document.createElement("div")
    find("#sprites").append(host)

    def arrived(text):
        if text.startswith("<"):
            host.innerHTML = text

    def failed(_):
        sprites.pop(address)

    window.fetch(address).then(lambda answer: answer.text()).then(arrived).catch(failed)


# Dialogs


def show_dialog(element) -> None:
    """Open a <dialog> above the page, with the keyboard inside."""
    if not element.open:
        method(element, "showModal")


def hide_dialog(element) -> None:
    """Close a <dialog>."""
    method(element, "close")


# Events


class Drag:
    """A pointer that is down on something that can be dragged."""

    def __init__(self, element, event):
        self.element = element
        self.pointer = event.pointerId
        self.start = (float(event.clientX), float(event.clientY))
        self.moving = False

    def move(self, event) -> None:
        """Let the element follow the pointer once it moved far enough."""
        x = float(event.clientX) - self.start[0]
        y = float(event.clientY) - self.start[1]
        if not self.moving and x * x + y * y >= DRAG_START_PX * DRAG_START_PX:
            self.moving = True
            self.element.classList.add("dragged")
        if self.moving:
            self.element.style.translate = f"{x:.1f}px {y:.1f}px"

    def end(self) -> None:
        """Put the element back to its place."""
        self.element.style.translate = ""
        self.element.classList.remove("dragged")


class Listener:
    """Turns the browser's events into calls of an app with these methods:

    `tap(element)`, `press(element)` and `release()` for [data-hold], `key(name, element)` which
    returns whether it used the key, `drag(element)` and `drop(element, target or None)` for
    [data-drag], `long_press(element)` for [data-long-press], `stored(key)`, `went_back()`.
    """

    def __init__(self, app):
        self.app = app
        self.drag: Drag | None = None
        self.holding = False
        self.deaf_to_click = False
        self.long_press = None
        for name in ("click", "keydown", "keyup", "pointerdown", "contextmenu", "cancel"):
            document.addEventListener(name, getattr(self, name), name == "cancel")
        for name in ("pointermove", "pointerup", "pointercancel"):
            document.addEventListener(name, getattr(self, name))
        document.addEventListener("visibilitychange", self.visibilitychange)
        page = window.globalThis
        page.addEventListener("blur", lambda _: self.let_go())
        page.addEventListener("popstate", lambda _: app.went_back())
        page.addEventListener("storage", self.storage)
        window.boot.watch()

    def click(self, event) -> None:
        element = touched(event)
        if self.deaf_to_click:
            self.deaf_to_click = False
            event.preventDefault()
        elif element and not element.hasAttribute("data-hold"):
            self.app.tap(element)
        window.boot.beat()

    def keydown(self, event) -> None:
        element = touched(event)
        if element and element.hasAttribute("data-hold") and event.key in (" ", "Enter"):
            event.preventDefault()
            if not event.repeat:
                self.hold(element)
        elif not (event.ctrlKey or event.metaKey or event.altKey):
            if self.app.key(event.key, element):
                event.preventDefault()
        window.boot.beat()

    def keyup(self, event) -> None:
        if event.key in (" ", "Enter"):
            self.let_go()

    def pointerdown(self, event) -> None:
        self.deaf_to_click = False
        element = touched(event)
        if not element or event.button != 0 or not event.isPrimary:
            return
        if element.hasAttribute("data-hold"):
            self.hold(element)
        elif element.hasAttribute("data-drag"):
            self.drag = Drag(element, event)
        elif element.hasAttribute("data-long-press"):
            self.long_press = after(LONG_PRESS_MS, lambda: self.pressed_long(element))

    def pressed_long(self, element) -> None:
        self.long_press = None
        self.deaf_to_click = True
        self.app.long_press(element)

    def pointermove(self, event) -> None:
        drag = self.drag
        if drag and event.pointerId == drag.pointer:
            if not drag.moving:
                drag.move(event)
                if drag.moving:
                    self.app.drag(drag.element)
            else:
                drag.move(event)

    def pointerup(self, event) -> None:
        self.let_go()
        drag, self.drag = self.drag, None
        if drag and drag.moving:
            self.deaf_to_click = True
            target = document.elementFromPoint(event.clientX, event.clientY)
            target = target.closest(TOUCHABLE) if target else None
            drag.end()
            self.app.drop(drag.element, target)

    def pointercancel(self, event) -> None:
        self.let_go()
        drag, self.drag = self.drag, None
        if drag:
            drag.end()
            if drag.moving:
                self.app.drop(drag.element, None)

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

    def let_go(self) -> None:
        if self.long_press is not None:
            cancel(self.long_press)
            self.long_press = None
        if self.holding:
            self.holding = False
            self.app.release()

    def visibilitychange(self, _event) -> None:
        if document.hidden:
            self.let_go()

    def storage(self, event) -> None:
        key = event.key
        if key and key.startswith(STORE_MARK):
            self.app.stored(key[len(STORE_MARK) :])


def touched(event):
    """Return the innermost touchable element under an event, or None."""
    target = event.target
    return target.closest(TOUCHABLE) if hasattr(target, "closest") else None
