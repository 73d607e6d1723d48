"""The rules of a variant as data: RULES.md and "Variants" in CONFORMANCE.md."""

QUESTION = {"exchange": "give", "auction": "call", "trump": "trump",
            "stakes": "stakes"}
SENTENCES = {"exchange": 2, "trump": 3, "stakes": 2, "auction": 3,
             "gold-rush": 1, "misere": 1, "nullify": 3}
HOUSES = set(SENTENCES) | {"no-zero-gold", "cumulative", "blind-bid",
                           "low-wins", "must-follow"}
TIES = {"de-2024": ("exact", "gold"), "fr-2023": ("exact", "gold"),
        "en-2023": ("exact", "gold"), "bga": ("sole exact", "gold"),
        "five-alchemists": ("exact", "gold")}


class Unknown(Exception):
    """A variant that this program does not know."""


class Rules:
    """The rules of one variant for one number of players."""

    def __init__(self, name, players):
        self.name, self.players = name, players
        self.edition, *parts = name.split("+")
        self.house = set(parts)
        if not self.house <= HOUSES:
            raise Unknown(f"variant '{name}' is not on the page")
        self.sentence = {}  # the number of a house rule's first one, less 1
        count = 0
        for part in parts:
            self.sentence[part] = count
            count += SENTENCES.get(part, 0)
            if part == "nullify" and "trump" not in self.house:
                count -= 1  # its third sentence is about trumps
        self.set_deck()
        self.side_of = [seat % 2 if players == 4 else seat
                        for seat in range(players)]
        self.sides = 2 if players == 4 else players
        self.at_once = players != 4 or "blind-bid" in self.house  # 4.3
        self.questions = [QUESTION[part] for part in parts
                          if part in ("trump", "stakes")]
        self.set_ends()

    def set_deck(self):
        """1.1 to 1.3, 3.1, 9.6."""
        five = self.edition == "five-alchemists"
        if self.players not in ((5,) if five else (3, 4)) or not (
                five or self.edition in TIES or self.edition == "ru-2023"):
            raise Unknown(f"variant '{self.name}' for {self.players} players "
                          "is not on the page")
        three = self.players == 3
        suits = "BPSZ" if three else "BCPSZ"
        top = 9 if three else 11 if five else 10
        self.suits, self.hand = suits, 11 if five else 12
        self.deck = {suit + str(rank) for suit in suits
                     for rank in range(1, top + 1)}
        zeros = 5 if five else 4
        if three and self.edition not in ("en-2023", "fr-2023"):
            zeros = 3
        self.zero = 0 if "no-zero-gold" in self.house else 1  # of each seat
        if not self.zero:
            zeros = 0
        self.gold = [zeros, 2, 2, 2, 1, 1, 1, 1] + ([] if three else [1])

    def set_ends(self):
        """9.1, 9.3 to 9.5, 9.7."""
        three = self.players == 3
        self.over_scores_taken = self.edition == "bga"
        self.ties = TIES.get(self.edition) or (
            ("exact",) if three else ("exact", "gold"))
        self.sole = three and self.edition in ("en-2023", "fr-2023")
        self.cumulative = "cumulative" in self.house

    def number(self, house, k):
        """The number of a sentence of a house rule, counted from 1."""
        return f"13.{self.sentence[house] + k}"


def gold_points(rank):
    """1.2."""
    return 0 if rank == 0 else 1 if rank <= 3 else 2 if rank <= 6 else 3
