"""What the page has to do for an event: whole views against what has changed of them.

    python -m bench.folding

The events are those of random games of Mafia City, once with whole views and once with changes;
Node reads each and folds it with the page's own code (web/src/net/folding.ts).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from omerta.server.table.clock import now
from omerta.server.table.entries import Entry
from omerta.server.table.fold import fold
from omerta.server.telling.events import News
from omerta.server.telling.sights import Sight
from scripts import web

sys.path.insert(0, str(Path(__file__).parent))
from tables import any_move, begun

EVENTS = 2000
SCRIPT = """
import { readFileSync } from 'node:fs';
import { folded, isRight } from './folding.js';

function read(texts) {
  let view = null;
  for (const text of texts) {
    const event = JSON.parse(text);
    view = folded(view, event);
    if (!isRight(view, event)) throw new Error('this is not what the server sees');
  }
}

const streams = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const best = {};
for (let round = 0; round < 60; round++) {
  for (const [name, texts] of Object.entries(streams)) {
    const begun = process.hrtime.bigint();
    read(texts);
    const each = Number(process.hrtime.bigint() - begun) / texts.length / 1000;
    best[name] = Math.min(best[name] ?? Infinity, each);
  }
}
console.log(JSON.stringify(best));
"""


def main() -> int:
    """Measure and report."""
    told = streams()
    with tempfile.TemporaryDirectory(prefix="omerta-folding-") as place:
        folder = Path(place)
        node = web.find_node().node
        rolldown = str(web.WEB / "node_modules" / "rolldown" / "bin" / "cli.mjs")
        source = str(web.WEB / "src" / "net" / "folding.ts")
        subprocess.run(
            [node, rolldown, source, "--file", str(folder / "folding.js")],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
        (folder / "run.js").write_text(SCRIPT, encoding="utf-8")
        (folder / "streams.json").write_text(json.dumps(told), encoding="utf-8")
        words = [node, str(folder / "run.js"), str(folder / "streams.json")]
        done = subprocess.run(words, check=True, capture_output=True, text=True)
    for name, took in json.loads(done.stdout).items():
        size = sum(map(len, told[name])) / len(told[name])
        print(f"{name:16} {size:7.0f} bytes {took:7.1f} us for an event")
    return 0


def streams() -> dict[str, list[str]]:
    """The same events twice, as the first seat is sent them."""
    told: dict[str, list[str]] = {"whole views": [], "what has changed": []}
    seed = 0
    while len(told["whole views"]) < EVENTS:
        seed += 1
        rng = Random(seed)
        table = fold(begun(seed, 5, calm=False))
        sight: Sight | None = None
        while table.phase == "playing":
            plan = any_move(table, rng)
            entry = Entry(table.id, table.seq + 1, now(), plan.body, plan.heard)
            heard = table.apply(entry, plan.game)
            if heard.mask & 1:
                text, sight = News(table, heard).to(0, sight)
                told["what has changed"].append(text.decode())
                told["whole views"].append(News(table, heard).to(0)[0].decode())
    return told


if __name__ == "__main__":
    sys.exit(main())
