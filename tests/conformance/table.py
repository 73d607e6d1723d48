"""One round on the table: whose turn it is, what is legal, what follows.

Seats count from 0 here. A base card is its name; gold is its rank, an int. An
action is a tuple: ("bid", card, down), ("keep",), ("change", gold, card, of),
("play", card), ("pass",), ("answer", question, answer).
"""

from variant import gold_points

RANK = {suit + str(rank): rank for suit in "BCPSZ" for rank in range(1, 12)}


def text_of(action):
    """An action as the page writes it."""
    kind = action[0]
    if kind == "bid":
        return f"bid {'-' if action[2] else ''}{action[1]}"
    if kind == "change":
        return f"change G{action[1]} {action[2]} of {action[3] + 1}"
    if kind == "play":
        card = action[1]
        return f"play {card if isinstance(card, str) else f'G{card}'}"
    return " ".join(str(part) for part in action)


class Table:
    """A round from its deal to the pass that ends it."""

    def __init__(self, rules, first, hands):
        self.rules, self.first = rules, first
        self.hands = [set(hand) for hand in hands]
        self.gold = [[0] * rules.zero for _ in hands]
        self.supply = list(rules.gold)
        self.supply[0] -= rules.zero * rules.players
        self.bids = [None] * rules.players
        self.down = set()  # seats whose bid card lies face down
        self.taken = [0] * rules.sides
        self.rush = [0] * rules.sides  # points of gold-rush
        self.times, self.trump = 1, None
        self.known = {}  # hidden cards: the seats that know where they are
        self.void = [set() for _ in hands]  # suits that a seat showed to lack
        self.leader, self.trick, self.plays = first, 0, []
        self.last = None  # the last full trick: see settle
        self.calls, self.doubler, self.gifts = [], None, []
        self.questions = list(rules.questions)
        self.ask_first()

    def copy(self):
        """A copy on which play can go on. What is over is shared."""
        other = object.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.hands = [set(hand) for hand in self.hands]
        other.gold = [list(gold) for gold in self.gold]
        for name in ("supply", "bids", "taken", "rush", "plays", "queue",
                     "void"):
            setattr(other, name, list(getattr(self, name)))
        other.down = set(self.down)
        other.known = dict(self.known)
        return other

    def order(self, seat=None):
        """The seats in play order."""
        seat, n = self.leader if seat is None else seat, self.rules.players
        return [(seat + i) % n for i in range(n)]

    # ---- What comes next -------------------------------------------------

    def turn_to(self, phase, queue):
        self.phase, self.queue = phase, queue

    @property
    def turn(self):
        return self.queue[0] if self.queue else None

    def ask_first(self):
        if "exchange" in self.rules.house:
            self.turn_to("give", self.order())
        else:
            self.ask_bids()

    def ask_bids(self):
        auction = "auction" in self.rules.house
        self.turn_to("call", [self.first]) if auction else self.turn_to(
            "bid", self.order())

    def ask_next(self):
        """The next question after the bids, or the first trick."""
        if not self.questions:
            self.begin_trick()
            return
        name = self.questions.pop(0)
        self.turn_to(name, [self.first] if name == "trump" else self.order())

    def begin_trick(self):
        """Before a trick each seat that can change a bid is asked: 5.1, 5.4."""
        self.trick, self.plays = self.trick + 1, []
        queue = [seat for seat in self.order()
                 if self.gold[seat] and self.hands[seat]]
        if "auction" in self.rules.house or not queue:
            self.turn_to("play", self.order())
        else:
            self.turn_to("change", queue)

    # ---- What is legal ---------------------------------------------------

    def playable(self, seat):
        """The base cards that a seat may play: 6.2, 6.3."""
        hand = self.hands[seat]
        if not self.plays:
            return hand
        if "must-follow" in self.rules.house:
            led = self.plays[0][0]
            return {card for card in hand if card[0] == led} or hand
        suits = {card[0] for card in self.plays if isinstance(card, str)}
        return {card for card in hand if card[0] not in suits}

    def may_change(self, seat):
        """The seats whose bids a seat may change: 5.2."""
        side = self.rules.side_of
        return [of for of in range(len(side)) if side[of] == side[seat]]

    def answers(self):
        """What the question allows the seat on turn."""
        if self.phase == "give":
            return sorted(self.hands[self.turn])
        if self.phase == "trump":
            return list(self.rules.suits)
        if self.phase == "stakes":
            return ["pass", "double"] if self.doubler is None else [
                "accept", "redouble"]
        return [0] + list(range(max(self.calls, default=0) + 1,
                                len(self.hands[self.turn]) + 1))

    def legal(self):
        """All legal actions of the seat on turn."""
        seat, phase = self.turn, self.phase
        if phase == "bid":
            downs = [False, True] if "misere" in self.rules.house else [False]
            return [("bid", card, down) for card in self.hands[seat]
                    for down in downs]
        if phase == "change":
            return [("keep",)] + [
                ("change", gold, card, of) for gold in set(self.gold[seat])
                for card in self.hands[seat] for of in self.may_change(seat)]
        if phase != "play":
            return [("answer", phase, answer) for answer in self.answers()]
        actions = [("play", card) for card in self.playable(seat)]
        blocked = not actions
        if self.plays:
            actions += [("play", gold) for gold in set(self.gold[seat])]
        return actions + [("pass",)] * blocked  # 6.4

    # ---- What an action does ---------------------------------------------

    def apply(self, action):
        """Do a legal action of the seat on turn."""
        seat, kind = self.queue.pop(0), action[0]
        if kind == "play":
            self.play(seat, action[1])
        elif kind == "change":
            self.change(seat, *action[1:])
        elif kind == "bid":
            self.bid(seat, *action[1:])
        elif kind == "answer":
            getattr(self, "answer_" + action[1])(seat, action[2])
        elif kind == "pass":
            self.turn_to("over", [])
        if not self.queue and self.phase == "change":
            self.turn_to("play", self.order())

    def bid(self, seat, card, down):
        self.leave(seat, card)
        self.bids[seat] = card
        if down:
            self.down.add(seat)
        if not self.queue:
            self.ask_next()

    def leave(self, seat, card):
        """A card leaves a hand."""
        self.hands[seat].remove(card)
        self.known.pop(card, None)

    def change(self, seat, gold, card, of):
        """5.1 to 5.3."""
        self.gold[seat].remove(gold)
        self.supply[gold] += 1
        old = self.bids[of]
        self.leave(seat, card)
        self.hands[seat].add(old)
        self.known[old] = ({of, seat} if of in self.down
                           else set(range(self.rules.players)))
        self.bids[of] = card
        self.down.discard(of)

    def play(self, seat, card):
        self.plays.append(card)
        if isinstance(card, str):
            self.leave(seat, card)
            if "must-follow" in self.rules.house:
                suits = {self.plays[0][0]} - {card[0]}
                self.void[seat] = self.void[seat] | suits
        else:
            self.gold[seat].remove(card)
        if len(self.plays) == self.rules.players:
            self.settle()

    def answer_give(self, seat, card):
        self.gifts.append((seat, card))
        if self.queue:
            return
        n, mates = self.rules.players, self.rules.players == 4
        for giver, gift in self.gifts:
            self.leave(giver, gift)
        for giver, gift in self.gifts:
            to = (giver + (2 if mates else 1)) % n
            self.hands[to].add(gift)
            self.known[gift] = {giver, to}
        self.ask_bids()

    def answer_trump(self, _, suit):
        self.trump = suit
        self.ask_next()

    def answer_stakes(self, seat, word):
        if word in ("double", "redouble"):
            self.times *= 2
        if word == "double":
            self.doubler, side = seat, self.rules.side_of
            self.queue = [one for one in self.order(seat)
                          if side[one] != side[seat]][:1]
        elif not self.queue:
            self.ask_next()

    def answer_call(self, seat, call):
        self.calls.append(call)
        n, called = self.rules.players, any(self.calls)
        quiet = n - 1 if called else n  # passes in a row that end it
        if len(self.calls) >= quiet and not any(self.calls[-quiet:]):
            self.ask_next()
        else:
            self.queue = [(seat + 1) % n]

    # ---- A full trick ----------------------------------------------------

    def settle(self):
        """7.1 to 7.4. `last` gets what followed: see the record's checks."""
        order, plays = self.order(), self.plays
        base = [(RANK[card], i) for i, card in enumerate(plays)
                if isinstance(card, str)]
        low = max(base, key=lambda one: (-one[0], one[1]))
        high = max(base)
        gets = high if "low-wins" in self.rules.house else low
        award = None
        if gets[0] < len(self.supply) and self.supply[gets[0]]:
            award = gets[0]
            self.supply[award] -= 1
            self.gold[order[gets[1]]].append(award)
        winner = self.winning(low)
        if winner is not None:
            self.taken[self.rules.side_of[order[winner]]] += 1
        for seat, card in zip(order, plays):
            if not isinstance(card, str):
                self.supply[card] += 1
                self.rush[self.rules.side_of[seat]] += gold_points(card)
        self.last = dict(leader=self.leader, plays=list(plays), award=award,
                         winner=None if winner is None else order[winner])
        self.leader = order[low[1]]
        self.begin_trick()

    def power(self, card):
        """The strength of a card in 7.2; equal cards have the same."""
        if not isinstance(card, str):
            return 2, card
        return int(card[0] == self.trump), RANK[card]

    def winning(self, low):
        """The index of the card that wins; None for nobody."""
        if "low-wins" in self.rules.house:
            return low[1]
        powers = [self.power(card) for card in self.plays]
        able = range(len(powers))
        if "nullify" in self.rules.house:
            able = [i for i in able
                    if powers[i][0] == 1 or powers.count(powers[i]) == 1]
        return max(able, key=lambda i: (powers[i], i), default=None)

    # ---- The score -------------------------------------------------------

    def side_bid(self, side):
        """4.2 to 4.4."""
        seats = [seat for seat in range(self.rules.players)
                 if self.rules.side_of[seat] == side]
        if "auction" in self.rules.house:
            order = self.order(self.first)
            return max((call for i, call in enumerate(self.calls)
                        if order[i % len(order)] in seats), default=0)
        return max(0 if seat in self.down else RANK[self.bids[seat]]
                   for seat in seats)

    def bid_points(self, side):
        """9.1."""
        bid, taken = self.side_bid(side), self.taken[side]
        if "misere" in self.rules.house and bid == taken == 0:
            return 6
        if taken < bid:
            return 0
        if taken == bid:
            return 2 * bid
        return taken if self.rules.over_scores_taken else bid

    def gold_points(self, side):
        """9.2."""
        held = sum(gold_points(rank) for seat, gold in enumerate(self.gold)
                   if self.rules.side_of[seat] == side for rank in gold)
        rush = "gold-rush" in self.rules.house
        return held + (self.rush[side] if rush else 0)

    def score(self):
        """The score of the round, lists by side."""
        sides = range(self.rules.sides)
        score = {"taken": list(self.taken),
                 "bid": [self.side_bid(side) for side in sides],
                 "bid_points": [self.times * self.bid_points(side)
                                for side in sides],
                 "gold_points": [self.times * self.gold_points(side)
                                 for side in sides]}
        score["points"] = [sum(two) for two in zip(score["bid_points"],
                                                   score["gold_points"])]
        return score

    def winners(self):
        """9.3: the sides that win the round."""
        score, side_of = self.score(), self.rules.side_of
        best = [max((rank for seat, gold in enumerate(self.gold)
                     if side_of[seat] == side for rank in gold), default=-1)
                for side in range(self.rules.sides)]
        left = top(range(self.rules.sides), score["points"])
        for step in self.rules.ties:
            if step == "gold":
                left = top(left, best)
                continue
            exact = [side for side in left
                     if score["taken"][side] == score["bid"][side]]
            if exact and (step == "exact" or len(exact) == 1):
                left = exact
        return left


def top(sides, values):
    """The sides whose value is the greatest."""
    most = max(values[side] for side in sides)
    return [side for side in sides if values[side] == most]
