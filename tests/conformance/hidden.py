"""Endings solved with all hands open, and worlds counted."""

from table import text_of

MOST = 10 ** 6  # no value is as high


def value_for(table, side):
    """The value of a finished round for a side."""
    points = table.score()["points"]
    own = points.pop(side)
    return own - max(points)


def key_of(table):
    """What the rest of the round depends on."""
    return (table.phase, tuple(table.queue), table.leader, tuple(table.plays),
            tuple(map(frozenset, table.hands)),
            tuple(tuple(sorted(gold)) for gold in table.gold),
            tuple(table.bids), frozenset(table.down), tuple(table.taken),
            tuple(table.rush))


def after(table, action):
    """A copy of a table after an action."""
    copy = table.copy()
    copy.apply(action)
    return copy


def value(table, side, seen, low=-MOST, high=MOST):
    """The value of a position: alpha-beta search with a table of bounds. It is
    exact between `low` and `high`, else a bound on its side of them."""
    if table.phase == "over":
        return value_for(table, side)
    key = key_of(table)
    least, most = seen.get(key, (-MOST, MOST))
    if least >= high or least == most:
        return least
    if most <= low:
        return most
    low, high = max(low, least), min(high, most)
    alpha, beta = low, high
    own = table.rules.side_of[table.turn] == side
    best = -MOST if own else MOST
    for action in table.legal():
        one = value(after(table, action), side, seen, alpha, beta)
        if own:
            best = max(best, one)
            alpha = max(alpha, best)
        else:
            best = min(best, one)
            beta = min(beta, best)
        if alpha >= beta:
            break
    seen[key] = (least if best <= low else best, most if best >= high else best)
    return best


def solve(table):
    """The value for the side on turn, and of each action by its text."""
    side, seen = table.rules.side_of[table.turn], {}
    moves = {text_of(action): value(after(table, action), side, seen)
             for action in table.legal()}
    return max(moves.values()), moves


def worlds(table):
    """The number of ways in which the cards may lie that a seat cannot see."""
    seat, cards, places = table.turn, [], []  # a place: its room, void suits
    for other, hand in enumerate(table.hands):
        if other != seat:
            unknown = [card for card in hand
                       if seat not in table.known.get(card, ())]
            cards += unknown
            places.append((len(unknown), frozenset(table.void[other])))
    for other in table.down:
        if other != seat:
            cards.append(table.bids[other])
            places.append((1, frozenset()))
    return ways(sorted(cards), tuple(places), {})


def ways(cards, places, seen):
    """The number of ways to lay cards in places with exact room."""
    if not cards:
        return 1
    key = len(cards), places
    if key not in seen:
        suit, rest, n = cards[0][0], cards[1:], 0
        for i, (room, void) in enumerate(places):
            if room and suit not in void:
                n += ways(rest, places[:i] + ((room - 1, void),)
                          + places[i + 1:], seen)
        seen[key] = n
    return seen[key]
