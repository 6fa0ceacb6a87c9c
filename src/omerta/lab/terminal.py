"""Play in the terminal: one person against computer players, moves in the notation."""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
import time
from pathlib import Path
from random import Random
from typing import Any, Final

from omerta.bots.advice import advise
from omerta.bots.levels import present_name
from omerta.bots.roster import levels, player
from omerta.core import (
    CHANCE,
    CLOCK,
    EVERYBODY,
    SEALED,
    Answer,
    Ask,
    BadOption,
    Game,
    Record,
    Refused,
    Rulebook,
    Seat,
    Seeded,
    encode_notice,
    moves,
)
from omerta.games import GAMES
from omerta.lab.places import rulebook_text
from omerta.lab.prose import advised
from omerta.text import LANGUAGES, Texts, area_of

NAMES: Final = (
    *("Alba", "Bruno", "Carla", "Dino", "Elena", "Furio", "Gilda", "Italo", "Lidia", "Marco"),
    *("Nina", "Oreste", "Pia", "Renzo", "Silvia", "Tito", "Ugo", "Vera", "Zeno", "Agata", "Bice"),
)
"""The names at the table, seat by seat; with letters for seats the initials are the seats."""

MOST_LISTED: Final = 400
"""At most this many moves are found; nobody reads more."""

LONGEST_PAUSE: Final = 3600.0
"""Seconds after an event; who waits longer has gone."""

FEW: Final = 12
"""Up to this many moves are listed unasked."""


class Sitting:
    """One person's game in progress, and what the person says at the prompt."""

    def __init__(self, wish: argparse.Namespace, texts: Texts) -> None:
        self.rulebook: Rulebook[Any, Any, Any] = GAMES[wish.game]
        self.texts = texts
        self.seat: Seat = wish.seat
        self.pause: float = wish.pause
        self.values: dict[str, str] = dict(wish.option)
        self.game: Game = self.rulebook.deal(self.rulebook.options(self.values), wish.players)
        self.game.notices = []
        self.rng = Random(wish.seed)
        self.chance = Seeded(Random(self.rng.random()))
        self.players = [player(wish.game, wish.level) for _ in range(wish.players)]
        self.stand_in = player(wish.game, levels(wish.game)[0])
        self.answers: list[Answer] = []
        self.story: list[str] = []
        self.choices: list[tuple[str, tuple[int, ...]]] = []
        self.is_on_its_own = False
        self.waiting: dict[Seat, Ask] = {}

    @property
    def area(self) -> str:
        """How the keys of the game's texts begin."""
        return area_of(self.rulebook.name)

    # The game goes on.

    def answer(self, seat: Seat, choice: int) -> None:
        """One small answer, written down; a question that it leaves open has a seat that waits."""
        ask = self.game.asked(seat)
        self.game.answer(seat, choice)
        self.answers.append(Answer(seat, choice))
        if ask is not None and self.game.asked(seat) is ask:
            self.waiting[seat] = ask

    def go_on(self) -> bool:
        """Let everybody else answer until the person is asked; False when the game is over."""
        while self.game.asks:
            self.tell()
            seat = self.next_to_answer()
            ask = self.game.asked(seat)
            assert ask is not None, "who comes next is asked"
            if seat == self.seat and not self.is_on_its_own:
                return True
            if seat == CHANCE:
                self.answer(CHANCE, self.chance.pick(ask))
            elif seat == CLOCK:
                self.answer(CLOCK, ask.choices[0])
            else:
                mind = self.stand_in if seat == self.seat else self.players[seat]
                self.answer(seat, mind.choose(self.rulebook.view(self.game, seat), self.rng))
        self.tell()
        return False

    def next_to_answer(self) -> Seat:
        """Chance first, then persons; the clock last, when nobody has anything to say any more.

        In a sealed window the computers come first.
        """
        seats = [ask.seat for ask in self.game.asks]
        if CHANCE in seats:
            return CHANCE
        persons = [
            ask.seat
            for ask in self.game.asks
            if ask.seat >= 0 and self.waiting.get(ask.seat) is not ask
        ]
        if not persons:
            return CLOCK if CLOCK in seats else seats[0]
        frame = self.game.top
        assert frame is not None, "somebody is asked"
        if frame.asking.shape == SEALED:
            others = [seat for seat in persons if seat != self.seat]
            return others[0] if others else self.seat
        return persons[0] if len(persons) == 1 else self.rng.choice(persons)

    def tell(self) -> None:
        """Say what this seat has heard since the last time."""
        notices = self.game.notices or []
        heard = [notice for notice in notices if notice.only in (EVERYBODY, self.seat)]
        self.game.notices = []
        for notice in heard:
            sentence = self.texts.notice(self.rulebook.name, encode_notice(self.rulebook, notice))
            self.story.append(sentence)
            print(f"  {sentence}", flush=True)
            if self.pause and not self.is_on_its_own:
                time.sleep(self.pause)

    # The person is asked.

    def show(self) -> None:
        """The table as the seat sees it, the question, and the moves if they are few."""
        print()
        print(self.rulebook.draw(self.rulebook.view(self.game, self.seat), self.texts))
        self.ask()

    def ask(self) -> None:
        """Say what is wanted, and find the moves that are possible."""
        ask = self.game.asked(self.seat)
        assert ask is not None, "the person is asked"
        found = moves(self.rulebook, self.game, self.seat, MOST_LISTED)
        self.choices = [
            (self.rulebook.move_text(self.game, self.seat, answers), answers) for answers in found
        ]
        key = f"{self.area}.point.{ask.point.name}"
        question = self.texts.say(key) if self.texts.has(key) else ask.point.name
        print()
        print(self.texts.say("cli.play.question", seat=self.seat, text=question))
        if len(self.choices) <= FEW:
            self.list_moves()
        else:
            print(f"  {self.texts.say('cli.play.many', number=len(self.choices))}")

    def list_moves(self) -> None:
        """All moves with their numbers."""
        for number, (text, _) in enumerate(self.choices, start=1):
            print(f"  {number:>3}  {text}")
        if len(self.choices) >= MOST_LISTED:
            print(f"  {self.texts.say('cli.play.too_many', number=MOST_LISTED)}")

    def make(self, text: str) -> bool:
        """Make a move, given by number or in the notation; a refusal is explained."""
        if text.isascii() and text.isdecimal() and len(text) < 6:
            if not 1 <= int(text) <= len(self.choices):
                print(self.texts.say("cli.play.no_number"))
                return False
            answers = self.choices[int(text) - 1][1]
        else:
            try:
                answers = self.rulebook.read_move(self.game, self.seat, text)
            except (Refused, ValueError):
                self.why(text)
                return False
        for choice in answers:
            self.answer(self.seat, choice)
        return True

    def why(self, text: str) -> None:
        """The clause and the words that explain why a move is refused."""
        if not text:
            print(self.texts.say("cli.play.why_what"))
            return
        try:
            clause, key = self.rulebook.explain(self.game, self.seat, text)
        except ValueError as wrong:
            print(wrong)
            return
        whole = f"{self.area}.refusal.{key}"
        if not self.texts.has(whole):
            whole = "cli.play.allowed" if key == "allowed" else "cli.play.refused"
        words = self.texts.say(whole)
        print(f"{clause}: {words}" if clause else words)

    def let_computer_move(self) -> None:
        """A computer player makes this move, from the same view."""
        ask = self.game.asked(self.seat)
        while ask is not None:
            view = self.rulebook.view(self.game, self.seat)
            self.answer(self.seat, self.stand_in.choose(view, self.rng))
            ask = self.game.asked(self.seat)
            if ask is not None and not ask.continues:
                return

    # What else the person may say.

    def hint(self) -> None:
        """The best moves with their chances, from what the person sees."""
        view = self.rulebook.view(self.game, self.seat)
        print("\n".join(advised(advise(self.rulebook, view).plain(), self.texts)))

    def save(self, name: str) -> None:
        """Write the record of the game to a file."""
        if not name:
            print(self.texts.say("cli.play.save_where"))
            return
        record = Record(self.rulebook, self.values, self.game.seats, self.answers)
        try:
            Path(name).expanduser().write_text(record.text({}), "utf-8")
        except (OSError, ValueError, RuntimeError) as problem:
            reason = getattr(problem, "strerror", None) or problem
            print(self.texts.say("cli.play.not_saved", text_reason=reason))
            return
        print(self.texts.say("cli.play.saved", text_file=name))

    def rules(self, wanted: str) -> None:
        """Print a clause, all clauses of a section, or the sections."""
        found = clauses(rulebook_text(self.rulebook.name), wanted.strip().upper())
        print("\n".join(found) if found else self.texts.say("cli.play.no_clause", text=wanted))

    def wait(self) -> bool:
        """Let the time run out."""
        ask = self.game.asked(CLOCK)
        if ask is None:
            print(self.texts.say("cli.play.no_clock"))
            return False
        self.answer(CLOCK, ask.choices[0])
        return True

    def help(self) -> None:
        """What can be said."""
        for command in COMMANDS:
            clause = f"{self.rulebook.clauses}-6.1"
            print(f"  {self.texts.say(f'cli.help.{command}', text_clause=clause)}")

    def obey(self, line: str) -> str:
        """Carry out one line; `moved` if the game went on, `quit` if the person leaves."""
        command, _, rest = line.partition(" ")
        rest = rest.strip()
        if command == "quit":
            return "quit"
        if command == "auto":
            self.let_computer_move()
            self.is_on_its_own = rest == "all"
            return "moved"
        if command == "wait":
            return "moved" if self.wait() else ""
        if command == "moves":
            self.list_moves()
        elif command == "why":
            self.why(rest)
        elif command == "rules":
            self.rules(rest)
        elif command == "board":
            self.show()
        elif command == "log":
            print("\n".join(self.story) or self.texts.say("cli.play.quiet"))
        elif command == "hint":
            self.hint()
        elif command == "save":
            self.save(rest)
        elif command == "help":
            self.help()
        else:
            return "moved" if self.make(line) else ""
        return ""

    def farewell(self) -> None:
        """How the game ended."""
        print()
        print(self.rulebook.draw(self.rulebook.view(self.game, self.seat), self.texts))
        print()
        print(self.texts.say("cli.play.over"))
        outcome = self.rulebook.outcome(self.game)
        assert outcome is not None, "a game that is over has an outcome"
        for number, seat in enumerate(outcome.ranking or outcome.winners, start=1):
            print(f"  {self.texts.say('cli.play.rank', number=number, seat=seat)}")


COMMANDS: Final = (
    "moves",
    "why",
    "rules",
    "board",
    "log",
    "hint",
    "auto",
    "wait",
    "save",
    "help",
    "quit",
)
"""What can be said at the prompt beside moves."""


SOURCES_BEHIND: Final = re.compile(r" *\[[^]]*\]$")
"""The sources of a clause, which stand behind it in brackets."""


def clauses(rulebook: str, wanted: str) -> list[str]:
    """The clauses and rulings of a rulebook with this id or in this section; else the sections."""
    sections = re.findall(r"^### ([A-Z]+-\d+ .*)$", rulebook, re.MULTILINE)
    if not wanted:
        return list(sections)
    found: list[str] = []
    for clause, words in re.findall(r"^- \*\*([A-Z]+-[\d.]+)\*\* (.*)$", rulebook, re.MULTILINE):
        if clause == wanted or clause.startswith(f"{wanted}."):
            found.append(f"{clause}  {SOURCES_BEHIND.sub('', words)}")
    for ruling, words in re.findall(r"^\*\*([A-Z]+-R\d+)( .*)$", rulebook, re.MULTILINE):
        if ruling == wanted:
            found.append(f"{ruling} {words.replace('**', '')}")
    return found


def completions(sitting: Sitting, line: str) -> list[str]:
    """The words that may stand at the end of a line: of commands and of possible moves."""
    said = line.split(" ")
    begun = said.pop()
    if said[:1] == ["why"]:
        said = said[1:]
    words = list(COMMANDS) if not line.count(" ") else []
    for text, _ in sitting.choices:
        parts = text.split()
        if len(parts) > len(said) and parts[: len(said)] == said:
            words.append(parts[len(said)])
    return [word for word in dict.fromkeys(words) if word.startswith(begun)]


def complete_with(sitting: Sitting) -> None:
    """Let the tab key complete words, where the terminal can."""
    try:
        import readline
    except ImportError:
        return

    def complete(begun: str, number: int) -> str | None:
        line = readline.get_line_buffer()[: readline.get_endidx()]
        words = completions(sitting, line)
        return f"{words[number]} " if number < len(words) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")


def play(sitting: Sitting) -> int:
    """The whole game at the prompt."""
    texts = sitting.texts
    print(texts.say("cli.play.hint"))
    while sitting.go_on():
        sitting.show()
        done = ""
        while not done:
            line = " ".join(input("> ").split())
            done = sitting.obey(line) if line else ""
        if done == "quit":
            print(texts.say("cli.play.goodbye"))
            return 0
    sitting.farewell()
    return 0


def seat_of(text: str) -> Seat:
    """A seat by its letter, or by its number from 1."""
    if text.isascii() and text.isdecimal() and 1 <= int(text) <= len(NAMES):
        return int(text) - 1
    if len(text) == 1 and "A" <= text.upper() <= "Z":
        return ord(text.upper()) - ord("A")
    raise argparse.ArgumentTypeError(f"expected a seat as a letter or a number, got {text!r}")


def option_of(text: str) -> tuple[str, str]:
    """An option as `name=value`."""
    name, sign, value = text.partition("=")
    if not sign or not name or not value:
        raise argparse.ArgumentTypeError(f"expected name=value, got {text!r}")
    return name, value


def pause_of(text: str) -> float:
    """A pause in seconds: not before now, and not for ever."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0.0 <= seconds <= LONGEST_PAUSE:
        raise argparse.ArgumentTypeError(
            f"expected seconds from 0 to {LONGEST_PAUSE:.0f}, got {text!r}"
        )
    return seconds


def wish_of(argv: list[str]) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="omerta play", description=__doc__)
    parser.add_argument("game", choices=list(GAMES), metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--players", type=int, help="how many play")
    parser.add_argument("--seed", type=int, help="a number that makes chance repeatable")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the texts")
    parser.add_argument(
        "--level", help="how well the computer players play: relaxed, casual, sharp, master"
    )
    parser.add_argument("--seat", type=seat_of, default=0, help="where you sit: A, B, C ...")
    parser.add_argument("--option", type=option_of, action="append", default=[], help="name=value")
    parser.add_argument("--pause", type=pause_of, default=0.0, help="seconds after each event")
    wish = parser.parse_args(argv)
    seats = GAMES[wish.game].seats
    wish.players = (4 if 4 in seats else seats[0]) if wish.players is None else wish.players
    wish.level = levels(wish.game)[0] if wish.level is None else present_name(wish.level)
    if wish.players not in seats:
        parser.error(f"expected {seats[0]} to {seats[-1]} players, got {wish.players}")
    if wish.seat >= wish.players:
        parser.error(f"there are only {wish.players} seats")
    if wish.level not in levels(wish.game):
        parser.error(f"level {wish.level}: expected one of {', '.join(levels(wish.game))}")
    try:
        GAMES[wish.game].deal(GAMES[wish.game].options(dict(wish.option)), wish.players)
    except BadOption as bad:
        parser.error(str(bad))
    return wish


def main(argv: list[str]) -> int:
    """`omerta play GAME [--players N] [--seed N] [--lang L] [--level L] [--seat S] ...`"""
    wish = wish_of(argv)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    texts = Texts(wish.lang, NAMES[: wish.players], wish.seat)
    sitting = Sitting(wish, texts)
    with contextlib.suppress(AttributeError, ValueError):
        complete_with(sitting)
    label = NAMES[wish.seat][0] if wish.players <= 5 else str(wish.seat + 1)
    print(texts.say("cli.play.you", seat=wish.seat, text_seat=label))
    for seat in range(wish.players):
        if seat != wish.seat:
            print(f"  {texts.name(seat)}: {texts.say(f'server.level.{wish.level}')}")
    print(f"  {texts.say(f'server.level_about.{wish.level}')}")
    try:
        return play(sitting)
    except EOFError:
        print()
        print(texts.say("cli.play.goodbye"))
        return 0
    except KeyboardInterrupt:
        print()
        print(texts.say("cli.play.goodbye"))
        return 130
