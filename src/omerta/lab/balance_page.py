"""One page with charts of what came out: nothing in it comes from elsewhere.

Words are HTML and shapes are SVG that stretches, so that a narrow window stays readable.
"""

from __future__ import annotations

from html import escape
from typing import Final

from omerta.lab.balance_words import BalanceWords
from omerta.lab.statistics import Told

STYLE: Final = """
:root {
  color-scheme: light dark;
  --paper: #fbf6ea; --card: #fffdf7; --ink: #241c10; --dim: #6b5d47; --line: #dccdaa;
  --bar: #b98436; --soft: #ecd7a8; --par: #8a2f28; --sure: #1f5fa8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0b1226; --card: #131d38; --ink: #f5ecd9; --dim: #b9c0d4; --line: #34486f;
    --bar: #d2a455; --soft: #4a3d22; --par: #ff9c8f; --sure: #8fc1ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 46rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.45 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0.4rem 0; }
h2 { font-size: 1.1rem; margin: 0 0 0.6rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem;
  padding: 0.9rem; margin: 1rem 0; }
p, figcaption { color: var(--dim); font-size: 0.9rem; margin: 0.3rem 0; overflow-wrap: anywhere; }
figure { margin: 0 0 0.9rem; }
figure:last-child { margin-bottom: 0; }
.row { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
.row b { font-weight: 600; }
.row span { color: var(--dim); font-variant-numeric: tabular-nums; }
.sure b, .sure span { color: var(--sure); }
svg { display: block; width: 100%; height: 0.9rem; margin-top: 0.15rem; }
svg.columns { height: 6rem; }
.ground { fill: var(--line); opacity: 0.45; }
.bar { fill: var(--bar); }
.soft { fill: var(--soft); }
.par { fill: var(--par); }
.ends { display: flex; justify-content: space-between; color: var(--dim); font-size: 0.8rem; }
"""


def page(told: Told, words: BalanceWords) -> str:
    """The whole page."""
    parts = [section(words.say("length"), spreads(words, told["numbers"]))]
    if told["points"]:
        parts.append(section(words.say("points"), spreads(words, told["points"])))
    if told["endings"]:
        named = [(words.thing(row), row) for row in told["endings"]]
        parts.append(section(words.say("endings"), shares(words, named)))
    for key in ("order", "seats"):
        if told[key]:
            named = [(words.place(key, number), row) for number, row in enumerate(told[key])]
            drawn = shares(words, named, told["par"])
            drawn += f"<p>{escape(words.par(told['par']))}</p>"
            parts.append(section(words.say(key), drawn))
    for count, rows in told["deeds"].items():
        parts.append(section(words.count(count), comparison(words, rows)))
    for count, rows in told["fates"].items():
        named = [(words.thing(row), row) for row in rows]
        parts.append(section(words.count(count), shares(words, named)))
    title = escape(words.title(told))
    settings = "".join(f"<p>{escape(line)}</p>" for line in words.settings(told))
    return (
        f'<!doctype html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{title}</h1>\n{settings}\n"
        + "\n".join(parts)
        + f"\n<p>{escape(words.say('reading'))}</p>\n</body>\n</html>\n"
    )


def section(title: str, content: str) -> str:
    """A part of the page."""
    return f"<section>\n<h2>{escape(title)}</h2>\n{content}</section>"


def figure(name: str, said: str, drawing: str, *, sure: bool = False, under: str = "") -> str:
    """A thing with its numbers, and how it is drawn."""
    row = f'<div class="row"><b>{escape(name)}</b><span>{escape(said)}</span></div>'
    return f"<figure{mark(sure=sure)}>{row}\n{drawing}{under}</figure>\n"


def mark(*, sure: bool) -> str:
    """The class of what is no accident."""
    return ' class="sure"' if sure else ""


def svg(label: str, shapes: str, kind: str = "line") -> str:
    """A drawing a hundred wide, which stretches, with words for those who do not see it."""
    return (
        f'<svg class="{kind}" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(label)}">{shapes}</svg>\n'
    )


def box(kind: str, left: float, top: float, wide: float, high: float) -> str:
    """A rectangle."""
    return (
        f'<rect class="{kind}" x="{left:.2f}" y="{top:.2f}" width="{max(wide, 0.0):.2f}" '
        f'height="{max(high, 0.0):.2f}"/>'
    )


def spreads(words: BalanceWords, rows: Told) -> str:
    """Columns: how many games had which number."""
    drawn = ""
    for name, row in rows.items():
        usual = words.range(f"{row['tenth']:.0f}", f"{row['ninth']:.0f}")
        mean = words.decimal(row["mean"], ".1f")
        said = f"{words.say('mean')} {mean} · {words.say('tenths')}: {usual}"
        columns = row["columns"]
        most = max(count for _, _, count in columns)
        wide = 100 / len(columns)
        shapes = "".join(
            box("bar", place * wide + wide * 0.06, 10 - 10 * count / most, wide * 0.88, 10)
            for place, (_, _, count) in enumerate(columns)
        )
        ends = f"<span>{row['least']:.0f}</span><span>{row['most']:.0f}</span>"
        under = f'<div class="ends">{ends}</div>'
        label = f"{words.number_name(name)}: {said}"
        drawing = svg(label, shapes, "columns")
        drawn += figure(words.number_name(name), said, drawing, under=under)
    return drawn


def shares(words: BalanceWords, rows: list[tuple[str, Told]], par: float | None = None) -> str:
    """Bars with their intervals, and a line where par is."""
    highest = max([row["high"] for _, row in rows] + [par or 0.0])
    scale = 100 / min(1.0, highest * 1.1) if highest else 100.0
    drawn = ""
    for name, row in rows:
        interval = words.range(words.percent(row["low"]), words.percent(row["high"]))
        off = words.off_par(row, par)
        said = f"{words.percent(row['share'])} ({interval})"
        shapes = box("ground", 0, 4, 100, 2) + box("soft", 0, 2, row["share"] * scale, 6)
        shapes += box("bar", row["low"] * scale, 3, (row["high"] - row["low"]) * scale, 4)
        if par is not None:
            shapes += box("par", par * scale - 0.25, 0, 0.5, 10)
        told = f"{said}, {off}" if off else said
        drawn += figure(name, told, svg(f"{name}: {told}", shapes), sure=bool(off))
    return drawn


def comparison(words: BalanceWords, rows: list[Told]) -> str:
    """How much more, or less, winners do: bars from the middle."""
    reach = max(max(abs(row["low"]), abs(row["high"])) for row in rows) or 1.0
    drawn = ""
    for row in rows:
        name = words.thing(row)
        said = " · ".join(
            [
                f"{words.say('winners')} {words.decimal(row['winners'], '.2f')}",
                f"{words.say('others')} {words.decimal(row['others'], '.2f')}",
                words.decimal(row["more"], "+.2f"),
            ]
        )
        middle = 50 + 48 * row["more"] / reach
        left, right = 50 + 48 * row["low"] / reach, 50 + 48 * row["high"] / reach
        shapes = box("ground", 0, 4, 100, 2)
        shapes += box("soft", min(50, middle), 2, abs(middle - 50), 6)
        shapes += box("bar", left, 3, max(right - left, 0.4), 4) + box("par", 49.75, 0, 0.5, 10)
        sure = row["low"] > 0 or row["high"] < 0
        drawn += figure(name, said, svg(f"{name}: {said}", shapes), sure=sure)
    return drawn
