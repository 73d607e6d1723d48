#!/usr/bin/env python3
"""Checks an engine in Python against the conformance set.

    python3 check.py FOLDER

FOLDER is what `make conformance` writes. The engine, in the files beside this
one, was written from its README.md and RULES.md. Exits with 1 if the two differ
or the folder is damaged.
"""

import json
import os
import sys

from hidden import solve, worlds
from replay import Broken, Replay
from table import text_of
from variant import Unknown


class Damaged(Exception):
    """A file that is missing or not whole."""


def read_json(path, number, line):
    try:
        if not line.endswith("\n"):
            raise ValueError
        data = json.loads(line)
        if not isinstance(data, dict):
            raise ValueError
        return data
    except ValueError:
        raise Damaged(f"{path}:{number}: not a JSON object, or cut off"
                      ) from None


def read(folder, name, count=None):
    """The objects of a file, one a line."""
    path = os.path.join(folder, name)
    try:
        with open(path, encoding="utf-8", newline="\n") as file:
            lines = list(file)
    except UnicodeDecodeError:
        raise Damaged(f"{path}: not UTF-8") from None
    except OSError as error:
        raise Damaged(f"{path}: {error.strerror}") from None
    items = [read_json(path, i + 1, line) for i, line in enumerate(lines)]
    if count is not None and len(items) != count:
        raise Damaged(f"{path}: {len(items)} lines, expected {count}")
    return items


def read_index(folder):
    """The index: the number of lines of each file, and counts of what is rare."""
    index = read(folder, "files.json", 1)[0]
    files = index.get("files")
    if index.get("format") != "aurum-conformance/1" or not (
            isinstance(files, dict)):
        raise Damaged(f"{folder}/files.json: expected the format "
                      "aurum-conformance/1")
    return index


class Check:
    """The check of a folder: what was compared, and what differs."""

    def __init__(self, folder):
        self.folder, self.index = folder, read_index(folder)
        self.files = self.index["files"]
        self.counts, self.wrong = {}, 0
        self.rules, self.level_ends = {}, 0

    def report(self, name, line, text):
        self.wrong += 1
        print(f"{name}:{line}: {text}")

    def items(self, kind, variant):
        name = f"{kind}/{variant}.jsonl"
        if name not in self.files:
            raise Damaged(f"{self.folder}/files.json: no {name}")
        items = read(self.folder, name, self.files[name])
        self.counts[kind] = self.counts.get(kind, 0) + len(items)
        return name, items

    def run(self):
        for file in sorted(self.files):
            if file.startswith("games/") and file.endswith(".jsonl"):
                self.variant(file[len("games/"):-len(".jsonl")])
        if not self.counts.get("games"):
            raise Damaged(f"{self.folder}/files.json: no games")
        for key, mine in (("rules", self.rules),
                          ("level_ends", self.level_ends)):
            text = compared(key, mine, self.index[key])
            if text:
                self.report("files.json", 1, text)

    def variant(self, variant):
        places = {}  # (game, place) -> what is expected there
        tests = {"legal": legal, "endings": ending, "worlds": world}
        for kind, test in tests.items():
            name, items = self.items(kind, variant)
            for i, item in enumerate(items):
                places.setdefault((item["game"], item["at"]), []).append(
                    (name, i + 1, item, test))
        name, games = self.items("games", variant)
        for i, game in enumerate(games):
            self.game(name, i + 1, game, places)
        for (game, at), expected in places.items():
            for file, line, _, _ in expected:
                self.report(file, line, f"game {game} has no place {at}")
        name, mutants = self.items("mutants", variant)
        for i, mutant in enumerate(mutants):
            self.mutant(name, i + 1, mutant)

    def game(self, name, number, game, places):
        def visit(place, table):
            for file, line, item, test in places.pop((number, place), ()):
                text = test(table, item)
                if text:
                    self.report(file, line, text)
        replay = Replay(game, visit)
        try:
            replay.run()
        except Broken as broken:
            self.report(name, number, str(broken))
        rich = sum(nuggets >= 2 for nuggets in replay.nuggets)
        self.level_ends += rich > 1 and not replay.rules.cumulative

    def mutant(self, name, line, mutant):
        rule, at = mutant["rule"], mutant["at"]
        self.rules[rule] = self.rules.get(rule, 0) + 1
        try:
            Replay(mutant["record"]).run()
            self.report(name, line, f"breaks no rule, expected {rule} at {at}")
        except Broken as broken:
            if (broken.rule, broken.at) != (rule, at):
                self.report(name, line, f"{broken}, expected {rule} at {at}")


# ---- What may be expected at a place: each returns a difference, or None -----

def compared(what, mine, theirs):
    return None if mine == theirs else f"{what} {mine}, expected {theirs}"


def legal(table, item):
    mine = sorted(text_of(action) for action in table.legal())
    return (compared("seat", table.turn + 1, item["seat"])
            or compared("legal", mine, sorted(item["legal"])))


def ending(table, item):
    best, moves = solve(table)
    return (compared("value", best, item["value"])
            or compared("values", moves, item["moves"]))


def world(table, item):
    return compared("worlds", worlds(table), item["worlds"])


def main(arguments):
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__.strip(),
              file=sys.stdout if arguments == ["--help"] else sys.stderr)
        return 0 if arguments == ["--help"] else 2
    try:
        check = Check(arguments[0])
        check.run()
    except (Damaged, Unknown) as problem:
        print(f"check: {problem}", file=sys.stderr)
        return 1
    except (KeyError, TypeError, ValueError, IndexError) as problem:
        print(f"check: a value is missing or of a wrong type: {problem!r}",
              file=sys.stderr)
        return 1
    counts = ", ".join(f"{n} {kind}" for kind, n in check.counts.items())
    print(f"{counts}: {check.wrong or 'none'} differ")
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
