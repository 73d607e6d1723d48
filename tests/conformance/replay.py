"""Replays a record and makes the checks of CONFORMANCE.md in their order."""

from collections import Counter

from table import RANK, Table, top
from variant import QUESTION, Rules


class Broken(Exception):
    """A check failed: the number of the rule, and the place."""

    def __init__(self, rule, at):
        super().__init__(f"breaks rule {rule} at {at}")
        self.rule, self.at = rule, at


def gold_of(card):
    """The rank of a gold card."""
    return int(card[1:])


class Replay:
    """The replay of one record. `visit(place, table)` is called before each
    decision."""

    def __init__(self, record, visit=lambda place, table: None):
        self.record, self.visit = record, visit
        self.rules = Rules(record["variant"], record["players"])
        self.table, self.at = None, "game"
        self.nuggets = [0] * self.rules.sides
        self.total = [0] * self.rules.sides
        self.played, self.first, self.nth = 0, None, Counter()

    def must(self, holds, rule):
        if not holds:
            raise Broken(rule, self.at)

    def do(self, action):
        """Do an action, which the checks found to be legal."""
        table, trick = self.table, self.table.trick
        kind = {"bid": "", "play": ""}.get(
            table.phase, "c" if table.phase == "change" else "a")
        key = trick, kind
        self.nth[key] += 1
        self.visit(f"{self.played + 1}.{trick}.{kind}{self.nth[key]}", table)
        table.apply(action)

    # ---- The game --------------------------------------------------------

    def run(self):
        """Raises Broken at the first check that fails."""
        end = "9.7" if self.rules.cumulative else "9.4"
        for entry in self.record["rounds"]:
            self.at = str(self.played + 1)
            self.must(not self.is_over(), end)
            self.nth.clear()
            self.round(entry)
            self.played += 1
        self.at = "game"
        self.must(self.is_over(), end)
        self.must([side + 1 for side in self.winners()]
                  == self.record["winners"],
                  "9.7" if self.rules.cumulative else "9.5")

    def is_over(self):
        """9.4, 9.7."""
        if self.rules.cumulative:
            return self.played == 3
        rich = sum(nuggets >= 2 for nuggets in self.nuggets)
        if self.rules.sole:
            return rich == 1 or self.played == 3
        return rich > 0

    def winners(self):
        """9.5, 9.7."""
        rules = self.rules
        left = top(range(rules.sides),
                   self.total if rules.cumulative else self.nuggets)
        if rules.sole:  # the same editions compare the last bids
            left = top(left, self.table.score()["bid"])
        return left

    # ---- A round ---------------------------------------------------------

    def round(self, entry):
        self.deal(entry)
        self.before_tricks(entry)
        for trick in entry["tricks"]:
            self.full_trick(trick)
        self.last_trick(entry["end"])
        self.at = str(self.played + 1)
        self.check_score(entry["score"])
        winners = self.table.winners()
        self.must([side + 1 for side in winners] == entry["winners"], "9.3")
        for side, points in enumerate(entry["score"]["points"]):
            self.total[side] += points
        for side in winners:
            self.nuggets[side] += 1

    def deal(self, entry):
        """1.3, 3.1, 2.2."""
        rules = self.rules
        hands = [hand.split() for hand in entry["hands"]]
        cards = sum(hands, entry["extras"].split())
        self.must(set(cards) <= rules.deck, "1.3")
        self.must(len(cards) == len(set(cards)) == len(rules.deck)
                  and len(hands) == rules.players
                  and all(len(hand) == rules.hand for hand in hands), "3.1")
        first = entry["first"] - 1
        if self.first is not None:
            self.must(first == (self.first + 1) % rules.players, "2.2")
        self.first = first
        self.table = Table(rules, first, hands)

    def before_tricks(self, entry):
        """Answers and bids."""
        table, steps = self.table, list(entry.get("asked", []))
        while table.phase != "bid" and table.trick == 0:
            self.answer(steps)
        for i, bid in enumerate(entry["bids"]):
            if "auction" in self.rules.house:
                self.must(bid is None, self.rules.number("auction", 1))
        while table.phase == "bid":
            self.bid(entry["bids"][table.turn])
        while table.trick == 0:
            self.answer(steps)
        if steps:
            self.must(False, self.answer_rule(steps[0]["question"], True))

    def bid(self, text):
        """4.4, 4.1."""
        table, down = self.table, text[0] == "-"
        card = text.lstrip("-")
        self.must(not down or "misere" in self.rules.house, "4.4")
        self.must(card in table.hands[table.turn], "4.1")
        self.do(("bid", card, down))

    def answer_rule(self, question, ended=False):
        """The number of the rule that a wrong answer breaks."""
        house = {name: part for part, name in QUESTION.items()}[question]
        second = (self.table.doubler is not None if question == "stakes"
                  else question == "call" and ended)
        return self.rules.number(house, 2 if second else 1)

    def answer(self, steps):
        """One step of answers."""
        table, question = self.table, self.table.phase
        self.must(steps, self.answer_rule(question, True))
        step, rule = steps.pop(0), self.answer_rule(question)
        seats = table.order() if question == "give" else [table.turn]
        self.must(step["question"] == question, rule)
        self.must([one["seat"] - 1 for one in step["answers"]] == seats, rule)
        for one in step["answers"]:
            self.must(one["answer"] in table.answers(), rule)
            self.do(("answer", question, one["answer"]))

    # ---- A trick ---------------------------------------------------------

    def begin_trick(self, entry):
        """The leader, changes and plays of a trick."""
        table = self.table
        self.at = f"{self.played + 1}.{table.trick}"
        self.leader(entry["leader"] - 1)
        asked, changed = list(table.queue), set()
        for change in entry["changes"]:
            self.change(change, changed, asked)
        while table.phase == "change":
            self.do(("keep",))
        for card in entry["plays"].split():
            self.play(card)

    def leader(self, seat):
        """6.1, 7.3."""
        table, last = self.table, self.table.last
        if seat == table.leader:
            return
        if last is None:
            raise Broken("6.1", self.at)
        right, named = played(last, table.leader), played(last, seat)
        tied = isinstance(named, str) and RANK[named] == RANK[right]
        raise Broken("7.3" if tied else "6.1", self.at)

    def change(self, change, changed, asked):
        """5.5, 5.1, 5.2."""
        table = self.table
        seat, of = change["seat"] - 1, change["of"] - 1
        self.must(seat not in changed, "5.5")
        self.must(table.phase == "change" and seat in table.queue, "5.1")
        gold = gold_of(change["gold"])
        self.must(change["gold"][0] == "G" and gold in table.gold[seat], "5.1")
        self.must(change["card"] in table.hands[seat], "5.1")
        self.must(of in table.may_change(seat), "5.2")
        while table.turn != seat:
            self.do(("keep",))
        changed.add(seat)
        self.do(("change", gold, change["card"], of))

    def play(self, card):
        """6.3, 6.2."""
        table = self.table
        seat = table.turn
        if card[0] == "G":
            rank = gold_of(card)
            self.must(rank in table.gold[seat], "6.3")
            self.must(table.plays, "6.2")
            self.do(("play", rank))
        else:
            self.must(card in table.playable(seat), "6.3")
            self.do(("play", card))

    def full_trick(self, entry):
        """7.1 to 7.3."""
        before = self.table.last
        self.begin_trick(entry)
        last = self.table.last
        self.must(last is not before, "6.3")
        right = last["award"]
        self.must(entry["award"] == (None if right is None else f"G{right}"),
                  "7.1")
        winner = entry["winner"] and entry["winner"] - 1
        if winner != last["winner"]:
            raise Broken(self.winner_rule(last, winner), self.at)

    def winner_rule(self, last, named):
        """The number of the rule that a wrong winner breaks."""
        rules, table = self.rules, self.table
        if "nullify" in rules.house:
            nobody = last["winner"] is None
            return rules.number("nullify", 2 if nobody else 1)
        if "trump" in rules.house:
            return rules.number("trump", 2)
        tied = named is not None and table.power(played(last, named)) == (
            table.power(played(last, last["winner"])))
        return "7.3" if tied else "7.2"

    def last_trick(self, entry):
        """6.4, 8.1."""
        table, tricks = self.table, self.table.trick
        self.begin_trick(entry)
        self.must(table.trick == tricks, "6.4")
        self.must(entry["seat"] - 1 == table.turn, "6.3")
        self.must(not table.playable(table.turn), "6.4")
        self.do(("pass",))

    # ---- The score -------------------------------------------------------

    def check_score(self, score):
        """4.2, 4.3, 7.2, 9.1, 9.2."""
        right = self.table.score()
        for key, values in right.items():
            self.must(len(score[key]) == len(values), "9.2")
            for side, value in enumerate(values):
                self.must(score[key][side] == value,
                          self.score_rule(key, side, right))

    def score_rule(self, key, side, right):
        rules = self.rules
        if key == "bid":
            if "auction" in rules.house:
                return rules.number("auction", 3)
            return "4.2" if rules.players == 4 else "4.3"
        if key == "bid_points" and "misere" in rules.house and (
                right["bid"][side] == right["taken"][side] == 0):
            return rules.number("misere", 1)
        if key == "gold_points" and "gold-rush" in rules.house:
            return rules.number("gold-rush", 1)
        return {"taken": "7.2", "bid_points": "9.1"}.get(key, "9.2")


def played(last, seat):
    """The card that a seat played to a full trick."""
    return last["plays"][(seat - last["leader"]) % len(last["plays"])]
