"""The page starts here: the screens, the games and the browser's events are joined."""

from game.locales import say
from game.rules import arena, piramide
from game.rules.fields import RecordError
from game.views import browser, navigation, settings, sound
from game.views.arena import ArenaView
from game.views.home import draw_home
from game.views.markup import dialog_command
from game.views.message import Message
from game.views.piramide import PiramideView
from game.views.shelf import Shelf
from game.views.table import Table


class App:
    """The whole page: which screen is shown, and who is told of a tap."""

    def __init__(self):
        self.dialogs = navigation.Dialogs()
        self.message = Message()
        self.home = browser.find("#home")
        self.screen = browser.find("#screen")
        self.table: Table | None = None  # the game on the screen; None on the home screen
        self.tables = {}
        for rules, view in ((arena, ArenaView), (piramide, PiramideView)):
            shelf = Shelf(rules)
            shelf.load()
            self.tables[rules.GAME] = Table(rules, shelf, self, view)

    def start(self) -> None:
        """Listen to the browser and show what the address names."""
        settings.load()
        browser.Listener(self)
        if browser.history_level() is None:
            fragment = browser.address()
            browser.replace(navigation.HOME, navigation.HOME_ADDRESS)
            if navigation.parse_address(fragment).screen in self.tables:
                browser.push(navigation.GAME, fragment)
        self.route()
        self.report_trouble()
        browser.body.set("data-ready", "true")

    # Screens

    def route(self) -> None:
        """Show what the address names."""
        address = navigation.parse_address(browser.address())
        table = self.tables.get(address.screen)
        if table is None:
            self.show_home()
        elif address.setup:
            try:
                table.put_down(address.setup)
                self.show_game(table)
            except RecordError as error:
                self.show_home()
                self.message.say(say("message.bad_address", reason=str(error)))
        else:
            self.play(table)

    def play(self, table) -> None:
        """Show a game that is kept; else deal one, or ask how where that cannot be guessed."""
        if table.session:
            self.show_game(table)
        elif table.view.default_game():
            table.begin(*table.view.default_game())
        else:
            self.show_home()
            table.view.new_dialog()

    def show_home(self) -> None:
        """Show the home screen, with "continue" for each game that is kept."""
        self.leave()
        if browser.history_level() != navigation.HOME:
            browser.replace(navigation.HOME, navigation.HOME_ADDRESS)
        browser.body.set("data-screen", "home")
        browser.body.set("data-outcome", None)
        browser.show_screen(self.home)
        draw_home(self.tables)

    def show_game(self, table) -> None:
        """Show a game's screen at its address."""
        self.leave()
        self.table = table
        fragment = table.view.address()
        if browser.history_level() in (navigation.HOME, None):
            browser.push(navigation.GAME, fragment)
        else:
            browser.replace(navigation.GAME, fragment)
        browser.body.set("data-screen", table.rules.GAME)
        browser.show_screen(self.screen)
        table.show()

    def leave(self) -> None:
        """Take the game that is shown off the screen."""
        if self.table:
            self.table.view.leave()
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

    # What the browser tells (see browser.Listener)

    def tap(self, element) -> None:
        """A touchable element was tapped, or its key pressed."""
        name = browser.data(element, "command")
        if self.dialogs.name and name:
            self.dialogs.view.dialog_tap(name, element)
        elif name:
            self.run(name, self.tables.get(browser.data(element, "game"), self.table))
        elif self.table:
            self.table.view.tap(element)

    def run(self, name: str, table) -> None:
        """Carry out a command; `table` is the game it speaks of."""
        if name == "home":
            self.go_home()
        elif name == "export":
            browser.offer_file(f"{table.rules.GAME}-save.txt", table.shelf.aside)
        elif name == "settings":
            settings.SettingsDialog(self.dialogs, self.setting_changed).open()
        elif name in ("play", "continue"):
            self.play_from_home(table)
        elif not table.run(name):
            table.view.command(name)

    def play_from_home(self, table) -> None:
        """Go on with a running game; in place of a finished one, begin another."""
        if table.session and table.session.is_over():
            if table.view.default_game():
                table.begin(*table.view.default_game())
            else:
                table.view.new_dialog()
        else:
            self.play(table)

    def go_home(self) -> None:
        """Go to the home screen the way that Back goes."""
        self.message.say("")
        if browser.history_level() == navigation.GAME:
            browser.back()
        else:
            self.show_home()

    def setting_changed(self, key: str) -> None:
        """Show the game as it now is to look, or let the new sound be heard."""
        if key in ("sound", "vibration"):
            sound.play("place")
        elif self.table:
            self.table.show()

    def went_back(self) -> None:
        """The history moved: a dialog closes, or another screen is shown."""
        if self.dialogs.name:
            self.dialogs.shut()
            return
        address = navigation.parse_address(browser.address())
        if browser.history_level() is None:
            browser.replace(navigation.GAME, browser.address())
        shown = self.table.rules.GAME if self.table else "home"
        if address.screen != shown or (address.setup and self.table):
            self.route()

    def press(self, element) -> None:
        """A button that acts while it is held was pressed."""
        if self.table:
            self.table.view.press(element)

    def release(self) -> None:
        """The held button was let go."""
        if self.table:
            self.table.view.release()

    def key(self, name: str, element) -> bool:
        """A key was pressed; return whether it was used."""
        if self.dialogs.name:
            if name == "Escape":
                self.dialogs.close()
                return True
            return False
        return bool(self.table and self.table.view.key(name, element))

    def drag(self, element) -> None:
        """A piece or card is being dragged."""
        if self.table:
            self.table.view.drag(element)

    def drop(self, element, target) -> None:
        """It was let go over a touchable element, or over none."""
        if self.table:
            self.table.view.drop(element, target)

    def long_press(self, element) -> None:
        """Something was pressed for long, or by the second mouse button."""
        if self.table:
            self.table.view.long_press(element)

    def stored(self, key: str) -> None:
        """Another tab kept a game."""
        table = self.tables.get(key)
        if table and table.shelf.is_behind():
            if self.table is table:
                if self.dialogs.name:
                    self.dialogs.close(table.follow_other_tab)
                else:
                    table.follow_other_tab()
            else:
                table.shelf.load()
                if not self.table:
                    self.show_home()


App().start()
