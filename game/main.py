"""The page starts here: the screens, the games and the browser's events are joined."""

from game import addresses, locales
from game.links import LinkError, can_share, mended, parse_link
from game.locales import say
from game.minds import beliefs, bots, deals, hints, solver
from game.rules import arena, piramide
from game.rules.chance import Pcg32
from game.rules.fields import RecordError, shown
from game.views import backup, browser, keys, navigation, settings, sound, typed
from game.views.arena import ArenaView
from game.views.embed import EmbedDialog
from game.views.home import GAMES, draw_home
from game.views.markup import dialog_command
from game.views.message import Message
from game.views.names import clean_names
from game.views.offline import Offline
from game.views.piramide import PiramideView
from game.views.scenes import draw_scenes
from game.views.settings import SettingsDialog
from game.views.share import ShareDialog
from game.views.shelf import Shelf
from game.views.table import Table
from game.views.thinking import Thinker
from game.views.worker import Worker

FORMS = ("new", "new-arena")
"""Dialogs in which something is filled in."""
UNSEEN = ("speed", "sound", "volume", "vibration", "bots", "confirm", "autore")
"""Settings that change nothing in a game's looks."""
ARRANGEMENTS = 60
"""How many ways the hidden cards may lie the page tries out for a hint; the worker tries more."""


class App:
    """The whole page: which screen is shown, and who is told of a tap."""

    def __init__(self):
        self.dialogs = navigation.Dialogs()
        self.message = Message()
        self.home = browser.find("#home")
        self.screen = browser.find("#screen")
        self.table = None  # the game on the screen; None on the home screen
        self.worker = Worker()
        self.thinker = Thinker(self.start_job, self.worker)
        self.offline = Offline(self)
        self.tables: dict = {}  # by the game's name
        for rules, view in ((arena, ArenaView), (piramide, PiramideView)):
            shelf = Shelf(rules)
            shelf.load()
            self.tables[rules.GAME] = Table(rules, shelf, self, view)
        self.homeward = False  # whether the history is on its way back to the home screen

    def start(self) -> None:
        """Show what the address names and listen to the browser."""
        named = self.named()
        game_named = named.screen in GAMES
        if browser.history_level() is None:
            if game_named:
                browser.replace(navigation.ARRIVED, browser.address())
            else:
                browser.replace(navigation.HOME, navigation.HOME_ADDRESS)
        browser.Listener(self)
        if game_named:
            self.route()
        else:
            self.show_home_for(named)
        self.report_trouble()
        backup.tell_loaded(self)
        browser.body.set("data-ready", "true")
        self.offline.start()

    # Screens

    def named(self):
        """Return what the address names; in another page that is always a game."""
        address = addresses.parse_address(browser.address())
        if browser.EMBEDDED and address.screen not in GAMES:
            return addresses.Address("piramide", None, None)
        return address

    def route(self) -> None:
        """Show what the address names."""
        address = self.named()
        if self.table and self.table.guest:
            self.leave()
        table = self.tables.get(address.screen)
        if table is None:
            self.show_home_for(address)
        elif address.setup and address.setup["deal"] == addresses.LESSON:
            table.teach()
        elif address.link is not None:
            self.open_link(table, address.link)
        elif address.setup:
            if hasattr(table.view, "opens") and table.view.opens(address.setup):
                return
            try:
                table.put_down(address.setup)
                self.show_game(table)
            except RecordError as error:
                self.show_home()
                reason = say("record." + error.fault, **error.words) if error.fault else str(error)
                self.message.say(say("message.bad_address", reason=reason), important=True)
        else:
            self.play(table)

    def show_home_for(self, address) -> None:
        """Show the home screen; say so where the address names another one that is not there."""
        self.show_home()
        if address.screen != "home":
            reason = say("record.unknown", name=shown(address.screen))
            self.message.say(say("message.bad_address", reason=reason), important=True)

    def open_link(self, table, text: str) -> None:
        """Show the game that a link holds; where it cannot be read, say so at home."""
        text = mended(text)
        try:
            session = parse_link(text, {table.rules.GAME: table.rules})
        except LinkError as error:
            self.show_home()
            self.message.say(say("link." + error.reason), important=True)
            return
        clean_names(session.facts)
        table.look_at(session, text)

    def play(self, table) -> None:
        """Show a game that is kept; else deal one, or ask how where that cannot be guessed."""
        if table.session:
            self.show_game(table)
        elif table.view.default_game():
            table.begin(*table.view.default_game())
        elif browser.EMBEDDED:
            table.put_down({"deal": browser.random_deal(2**30), "players": 2})
        else:
            self.show_home()
            table.view.new_dialog()

    def show_home(self) -> None:
        """Show the home screen, with "continue" for each game that is kept.

        In another page there is none: a game is shown.
        """
        if browser.EMBEDDED:
            if not self.table:
                self.play(self.tables[self.named().screen])
            return
        self.leave()
        if browser.history_level() != navigation.HOME:
            browser.replace(navigation.HOME, navigation.HOME_ADDRESS)
        browser.body.set("data-screen", "home")
        browser.body.set("data-outcome", None)
        browser.show_screen(self.home)
        self.message.clear()
        draw_home(self.tables)
        draw_scenes()
        browser.keep_focus()

    def show_game(self, table) -> None:
        """Show a game's screen at its address."""
        self.leave()
        self.table = table
        fragment = table.address()
        level = browser.history_level()
        if level in (navigation.HOME, None):
            browser.push(navigation.GAME, fragment)
        elif level == navigation.ARRIVED:
            browser.replace(navigation.ARRIVED, fragment)
        else:
            browser.replace(navigation.GAME, fragment)
        browser.body.set("data-screen", table.rules.GAME)
        browser.show_screen(self.screen)
        table.show()
        browser.keep_focus()

    def leave(self) -> None:
        """Take the game that is shown off the screen."""
        if self.table:
            self.table.view.leave()
            self.table.guest = self.table.lesson = None
            self.table = None

    def report_trouble(self) -> None:
        """Tell the player of a kept game that could not be read, and offer it as a file."""
        for table in self.tables.values():
            if table.shelf.trouble:
                offer = f'data-game="{table.rules.GAME}"'
                self.message.say(
                    say("message." + table.shelf.trouble),
                    dialog_command("export", say("command.export"), offer),
                )
                table.shelf.trouble = None

    def lay_home_under(self) -> None:
        """Let Back lead home from a game that the address named.

        Not before the first tap: WebKit's Back passes over what was laid down untouched.
        """
        if browser.history_level() == navigation.ARRIVED:
            fragment = browser.address()
            browser.replace(navigation.HOME, navigation.HOME_ADDRESS)
            browser.push(navigation.GAME, fragment)

    # What the browser tells (see browser.Listener)

    def tap(self, element) -> None:
        """A touchable element was tapped, or its key pressed."""
        self.follow_version()
        self.lay_home_under()
        name = browser.data(element, "command")
        if self.dialogs.closing:
            return
        if self.dialogs.name and name:
            self.dialogs.view.dialog_tap(name, element)
        elif name:
            table = self.tables.get(browser.data(element, "game"), self.table)
            self.run(name, table, element)
        elif self.table:
            self.table.view.tap(element)

    def run(self, name: str, table, element=None) -> None:
        """Carry out a command; `table` is the game it speaks of, `element` what was touched."""
        if name == "home":
            self.go_home()
        elif name == "export":
            browser.offer_file(f"{table.rules.GAME}-save.txt", table.shelf.aside)
        elif name == "settings":
            SettingsDialog(
                self.dialogs,
                self.setting_changed,
                self.offline,
                lambda name: self.run(name, self.table),
                backup.can_take_back(),
            ).open()
        elif name == "embed":
            EmbedDialog(self).open()
        elif name == "share-game":
            if table and table.session and can_share(table.session):
                link = browser.site_address() + table.replay_address()
                ShareDialog(self.dialogs, "game", link).open()
        elif name in ("offline", "install", "update", "hush"):
            self.offline.run(name)
        elif name in ("save-all", "load-all", "take-back"):
            backup.run(
                name, self, {table.rules.GAME: table.rules for table in self.tables.values()}
            )
        elif name in ("play", "continue"):
            self.play_from_home(table)
        elif not table.run(name, element):
            table.view.command(name, element)

    def play_from_home(self, table) -> None:
        """Go on with a running game; in place of a finished one, begin another."""
        if table.session and table.session.is_over():
            if table.view.default_game():
                table.begin(*table.view.default_game())
            else:
                if not self.table:
                    self.show_home()
                table.view.new_dialog()
        else:
            self.play(table)

    def go_home(self) -> None:
        """Go to the home screen the way that Back goes."""
        self.message.say("")
        if browser.history_level() == navigation.GAME:
            self.homeward = True
            browser.back()
        else:
            self.show_home()

    def setting_changed(self, key: str) -> None:
        """Show the game as it now is to look, or let the new sound be heard."""
        if key == "language":
            self.change_language()
        elif key in ("sound", "volume", "vibration"):
            sound.play("place")
        else:
            self.redraw()

    def redraw(self) -> None:
        """Build the game's screen anew; what is being typed stays."""
        if self.table:
            text, had_keyboard = typed.text(), typed.has_keyboard()
            self.table.show()
            typed.keep(text, had_keyboard)

    def follow_settings(self) -> None:
        """Take over what another tab has set."""
        changed = settings.load()
        if changed and self.dialogs.name == "settings":
            self.dialogs.view.follow()
        if "language" in changed:
            self.change_language(by_player=False)
        elif [key for key in changed if key not in UNSEEN]:
            self.redraw()

    def change_language(self, by_player: bool = True) -> None:
        """Let the page speak the language that was chosen; the game on the table goes on in it.

        Where it was not chosen `by_player` but in another tab, it is not taken back from there.
        """
        name = browser.chosen_language(settings.values["language"])

        def arrived(catalogue):
            if name != browser.chosen_language(settings.values["language"]):
                return  # another one was chosen meanwhile
            browser.speak(name)
            locales.use(catalogue, browser.Grammar())
            self.offline.show()
            self.redraw()
            if self.dialogs.name == "settings":
                self.dialogs.view.open()
                browser.focus(browser.find('#dialog [data-key="language"][aria-pressed="true"]'))

        def failed(_reason):
            if by_player:
                settings.take_back("language")
            if self.dialogs.name == "settings":
                self.dialogs.view.open()
            self.message.say(locales.say("message.no_language"))

        browser.bring_catalogue(name, arrived, failed)

    def went_back(self) -> None:
        """The history moved: a dialog closes, or another screen is shown."""
        self.follow_version()
        if self.homeward:  # also where a game lies under this one, as an address was typed
            self.homeward = False
            self.show_home()
            return
        if self.dialogs.name:
            self.dialogs.shut()
            if browser.history_level() is not None:  # else an address was typed
                return
        if browser.history_level() == navigation.DIALOG and self.table:
            # Forward, to a dialog that is closed: its game may no longer be the one on the table.
            browser.replace(navigation.DIALOG, self.table.address())
            return
        address = self.named()
        if browser.history_level() is None:
            browser.replace(navigation.GAME, browser.address())
        shown = self.table.rules.GAME if self.table else "home"
        names_game = address.setup or address.link is not None
        looks_on = bool(self.table and self.table.guest)
        if address.screen != shown or (names_game and self.table) or looks_on:
            self.route()

    def press(self, element) -> None:
        """A button that acts while it is held was pressed."""
        if self.table:
            self.table.view.press(element)

    def release(self) -> None:
        """The held button was let go."""
        if self.table:
            self.table.view.release()
            if self.table.lesson:
                self.table.lesson.looked()

    def key(self, name: str, element) -> bool:
        """A key was pressed; return whether it was used."""
        self.follow_version()
        self.lay_home_under()
        if self.dialogs.name:
            if name == "Escape":
                self.dialogs.close()
                return True
            return False
        if browser.is_from_right():
            name = {"ArrowLeft": "ArrowRight", "ArrowRight": "ArrowLeft"}.get(name, name)
        if not self.table:
            return False
        return keys.press(self.table, name, element)

    def drag(self, element) -> None:
        """A piece or card is being dragged."""
        if self.table:
            self.table.view.drag(element)

    def drop(self, element, target) -> None:
        """It was let go over a touchable element, or over none."""
        self.lay_home_under()
        if self.table:
            self.table.view.drop(element, target)

    def put_back(self, element) -> None:
        """It is back in its place, and nothing has happened."""
        if self.table:
            self.table.view.put_back(element)

    def long_press(self, element) -> None:
        """Something was pressed for long, or by the second mouse button."""
        if self.table:
            self.table.view.long_press(element)

    def seen(self, visible: bool) -> None:
        """The page was hidden, or is seen again."""
        if self.table and hasattr(self.table.view, "seen"):
            self.table.view.seen(visible)

    def woke(self) -> None:
        """The page is looked at again, perhaps after a sleep of days."""
        self.follow_settings()
        if hasattr(self.dialogs.view, "woke"):
            self.dialogs.view.woke()

    def is_busy(self) -> bool:
        """Return whether the player would lose something if the page were loaded anew now."""
        if not self.table:
            return bool(self.dialogs.name)
        return bool(self.dialogs.name or self.table.looks_on() or typed.text())

    def follow_version(self) -> None:
        """After what is happening now, look whether the page can change to another version."""
        if self.offline.put_off:
            browser.after(0, self.offline.follow)

    def start_job(self, question: str, argument: tuple):
        """Return a job of game/minds that answers a question on the page."""

        def judge(_params, session):
            return solver.judging(session.states[: session.ply + 1])

        def hint(seen):
            return hints.hinting(
                seen, Pcg32(browser.random_deal(2**32), hints.STREAM), ARRANGEMENTS
            )

        def move(level, seen):
            level = "medium" if level == "hard" else level  # what the page is quick enough for
            return bots.choosing(level, seen, Pcg32(browser.random_deal(2**32), bots.STREAM), 0)

        def believe(seen, starter):
            rows = []
            for _, shares in beliefs.believing(seen, starter):
                rows.append(shares)
                yield
            return rows

        jobs = {
            "beliefs": believe,
            "hint": hint,
            "move": move,
            "solve": solver.solving,
            "judge": judge,
            "find": deals.finding,
            "daily": deals.finding_daily,
        }
        return jobs[question](*argument)

    def stored(self, key: str) -> None:
        """Another tab kept a game, its settings or what games came to."""
        if key == settings.KEY:
            self.follow_settings()
        elif key == "piramide.statistics" and self.dialogs.name == "daily":
            self.dialogs.view.follow()
        table = self.tables.get(key)
        if table and table.shelf.is_behind():
            if self.table is table:
                if self.dialogs.name in FORMS:
                    pass  # what is filled in stays; dealing looks what the other tab did
                elif self.dialogs.name:
                    self.dialogs.close(table.follow_other_tab)
                else:
                    table.follow_other_tab()
            else:
                table.shelf.load()
                if not self.table:
                    self.show_home()


def start(guards, keeping) -> None:
    """Start the page, once the words of its language are here; it is handed modules of views/."""
    browser.connect(guards, keeping)

    def arrived(catalogue):
        locales.use(catalogue, browser.Grammar())
        settings.load()
        App().start()

    browser.bring_catalogue(browser.language(), arrived, browser.tell_missing)


if __name__ == "__main__":  # the sources, run by PyScript; the built page calls `start` itself
    from pyscript.js_modules import guards, keeping

    start(guards, keeping)
