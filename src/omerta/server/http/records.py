"""Finished games: the record that everybody may have, and its check."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence

from msgspec import to_builtins
from pydantic import ValidationError

from omerta.core import CHANCE, Answer, BadOption, Game, Record
from omerta.games import UnknownEdition, edition
from omerta.server.http.forms import Correction, GameRecord, RecordAnswer, ThrownDeal
from omerta.server.table import entries as log
from omerta.server.table import fair
from omerta.server.table.entries import Entry
from omerta.server.table.fold import fold, pairs
from omerta.server.telling.messages import thrown_deal


def record_of(entries: Sequence[Entry]) -> GameRecord:
    """The record of a finished game, with the label and the choices of every random event."""
    table = fold(entries)
    assert table.phase in ("over", "closed"), "the record of a running game contains the deal"
    began = next(entry.at for entry in entries if isinstance(entry.body, log.Dealt))
    outcome = None if table.game is None else table.rulebook.outcome(table.game)
    return GameRecord(
        format="omerta-record-2" if table.hashes else "omerta-record-1",
        id=table.id,
        game=table.rulebook.name,
        version=table.rulebook.version,
        options=table.options,
        names=[chair.name for chair in table.chairs],
        began=began,
        ended=table.ended_at,
        winners=[] if outcome is None else list(outcome.winners),
        game_id=table.game_id,
        commit=table.commit,
        server_seed=table.server_seed,
        seeds=[chair.seed for chair in table.chairs],
        hashes=table.hashes,
        thrown=[ThrownDeal.model_validate(to_builtins(thrown_deal(one))) for one in table.thrown],
        called_off=bool(table.hashes) and table.is_called_off,
        answers=_answers(table.new_game(), pairs(table.answers)),
        taken_back=[
            Correction(
                place=kept // 2,
                answers=[
                    RecordAnswer(seat=seat, choice=choice, label="", of=[])
                    for seat, choice in pairs(answers)
                ],
            )
            for kept, answers in table.corrections
        ],
    )


def _answers(game: Game, answers: list[tuple[int, int]]) -> list[RecordAnswer]:
    found: list[RecordAnswer] = []
    for place, (seat, choice) in enumerate(answers):
        ask = game.asked(seat)
        label, of = "", []
        if seat == CHANCE and ask is not None:
            label, of = fair.label(place, ask.point.name), list(ask.choices)
        found.append(RecordAnswer(seat=seat, choice=choice, label=label, of=of))
        game.answer(seat, choice)
    return found


# Records as text.


class BadRecord(ValueError):
    """Something that is not the record of a game, and why."""


def write(record: GameRecord) -> str:
    """The record as people read it: a header, the deal as a position, and the moves.

    The header carries everything that `read` needs, so the text can be checked as well.
    """
    answers = [Answer(answer.seat, answer.choice) for answer in record.answers]
    rulebook = edition(record.game, record.version)
    played = Record(rulebook, record.options, len(record.seeds), answers)
    began = datetime.datetime.fromtimestamp(record.began / 1000, datetime.UTC)
    changed = {
        option.name: record.options[option.name]
        for option in rulebook.option_table
        if record.options.get(option.name, option.default) != option.default
    }
    return played.text(
        {
            "format": record.format,
            "id": record.id,
            "options": json.dumps(changed),
            "names": json.dumps(record.names, ensure_ascii=False),
            "date": began.strftime("%Y-%m-%d %H:%M UTC"),
            "times": f"{record.began} {record.ended}",
            "winners": " ".join(map(str, record.winners)),
            "fair-game": record.game_id,
            "fair-commit": record.commit,
            "fair-server-seed": record.server_seed,
            "fair-seeds": json.dumps(record.seeds),
            **_sealed(record),
            "answers": _line(record.answers),
            **_corrections(record),
        }
    )


def _sealed(record: GameRecord) -> dict[str, str]:
    """What the second format knows besides."""
    if record.format == "omerta-record-1":
        return {}
    thrown = [one.model_dump() for one in record.thrown]
    return {
        "fair-hashes": " ".join(record.hashes),
        "fair-thrown": json.dumps(thrown, ensure_ascii=False),
        "called-off": "yes" if record.called_off else "no",
    }


def _corrections(record: GameRecord) -> dict[str, str]:
    lines = [f"{taken.place} {_line(taken.answers)}" for taken in record.taken_back]
    return {"taken-back": " | ".join(lines)} if lines else {}


def _line(answers: Sequence[RecordAnswer]) -> str:
    return " ".join(f"{answer.seat}:{answer.choice}" for answer in answers)


def read(text: str) -> GameRecord:
    """The inverse of `write`; the JSON of the lobby is read too. `BadRecord` says what is wrong."""
    try:
        if text.lstrip().startswith("{"):
            record = GameRecord.model_validate_json(text)
            edition(record.game, record.version)
            return record
        return _from_header(text)
    except UnknownEdition as unknown:
        raise BadRecord(f"this record cannot be replayed: {unknown}") from None
    except KeyError as missing:
        raise BadRecord(f"this is not the record of a game: it has no {missing}") from None
    except (ValidationError, ValueError, TypeError, RecursionError, BadOption) as error:
        raise BadRecord(f"this is not the record of a game: {error}") from None


def _from_header(text: str) -> GameRecord:
    header: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("```"):
            break
        key, _, value = line.partition(":")
        header[key.strip()] = value.strip()
    rulebook = edition(header["game"], int(header["version"]))
    began, ended = header["times"].split()
    taken_back = []
    for words in filter(None, header.get("taken-back", "").split(" | ")):
        place, _, line = words.partition(" ")
        taken_back.append(Correction(place=int(place), answers=_from_line(line)))
    return GameRecord.model_validate(
        {
            "format": header.get("format", "omerta-record-1"),
            "id": header["id"],
            "game": header["game"],
            "version": int(header["version"]),
            "options": rulebook.options(json.loads(header["options"])).values,
            "names": json.loads(header["names"]),
            "began": int(began),
            "ended": int(ended),
            "winners": [int(seat) for seat in header["winners"].split()],
            "game_id": header["fair-game"],
            "commit": header["fair-commit"],
            "server_seed": header["fair-server-seed"],
            "seeds": json.loads(header["fair-seeds"]),
            "hashes": header.get("fair-hashes", "").split(),
            "thrown": json.loads(header.get("fair-thrown", "[]")),
            "called_off": header.get("called-off") == "yes",
            "answers": _from_line(header["answers"]),
            "taken_back": taken_back,
        }
    )


def _from_line(line: str) -> list[RecordAnswer]:
    answers = []
    for word in line.split():
        seat, _, choice = word.partition(":")
        answers.append(RecordAnswer(seat=int(seat), choice=int(choice), label="", of=[]))
    return answers
