"""Positions of training files, in batches."""

import numpy as np

import shape
import tdata
import windows

# Where a position comes from: colours, the square of the symmetries and the order of a batch are
# drawn by (seed, epoch, batch), so that training that is resumed goes on as if it had not ended.


class Boards:
    """All positions of one size of board, from any number of files."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.games = []
        self.symmetries = windows.symmetries(width, height)

    @property
    def size(self):
        return self.width, self.height

    @property
    def area(self):
        return self.width * self.height

    def finish(self, scale, result_share, holdout, seed, on_classic=False):
        """Lays out the positions in arrays; every `holdout`-th part of the games is kept apart.

        `scale`: the value that is one unit of the logarithm of the odds. `on_classic`: whether the network
        adds to what the classic evaluation says."""
        longest = max(len(game.opening) + len(game.moves) for game in self.games)
        self.points = np.zeros((len(self.games), longest), np.uint16)
        for n, game in enumerate(self.games):
            points = np.concatenate([game.opening, game.moves["played"]])
            self.points[n, : len(points)] = points
        lengths = np.array([len(game.moves) for game in self.games])
        opening = np.array([len(game.opening) for game in self.games])
        records = np.concatenate([game.moves for game in self.games])
        self.game = np.repeat(np.arange(len(self.games)), lengths)
        first = np.repeat(np.cumsum(lengths) - lengths, lengths)
        self.stones = np.arange(len(records)) - first + np.repeat(opening, lengths)
        self.best = records["best"].astype(np.int32)
        results = np.array([game.result for game in self.games])[self.game]
        self.outcome = _outcomes(results, self.stones % 2, records["value"], scale, result_share)
        # A search never asks about a position with one reply to a five.
        kept = records["flags"] & tdata.FORCED == 0
        base = [game.classic for game in self.games]
        if on_classic and all(values is not None for values in base):
            base = np.concatenate(base)
            kept &= base != tdata.DECIDED
            self.base = base.astype(np.float32) / scale
        else:
            self.base = np.zeros(len(records), np.float32)
        threats = [game.threats for game in self.games]
        if any(each is None for each in threats):
            self.threats = None
        else:
            parts = [[getattr(each, name) for each in threats] for name in ("counts", "points", "kinds")]
            self.threats = tdata.Threats(*map(np.concatenate, parts))
            self.ends = np.cumsum(self.threats.counts)
        apart = np.random.default_rng(seed).random(len(self.games)) < holdout
        self.training = np.flatnonzero(kept & ~apart[self.game])
        self.holdout = np.flatnonzero(kept & apart[self.game])
        self.games = None

    def batch(self, positions, random=None, swap_colours=False):
        """What the model needs of some positions: rows of the embedding, ways from the last stones,
        the rest; turned and with other colours at random if there
        is a generator."""
        number = len(positions)
        stones = self.stones[positions]
        board = windows.boards(self.points[self.game[positions]], stones, self.area)
        rows = windows.rows(board, self.width, self.height)
        sides = (stones % 2).astype(np.int32)
        plain, swapped = windows.stored_of_row()
        symmetry = np.zeros(number, int)
        threats = self.threats_of(positions)
        if random is None:
            indices = plain[rows]
        else:
            symmetry = random.integers(len(self.symmetries), size=number)
            swap = random.random(number) < 0.5 if swap_colours else np.zeros(number, bool)
            indices = np.empty(rows.shape, np.int32)
            indices[~swap] = plain[rows[~swap]]
            indices[swap] = swapped[rows[swap]]
            sides = sides ^ swap
            threats[swap] = threats[swap][..., ::-1]
        batch = {
            "sides": sides,
            "sources": self.symmetries[symmetry],
            "outcome": self.outcome[positions],
            "empty": board == 0,
            "best": self.best[positions],
            "base": self.base[positions],
            "moves_count": np.ones(number, np.float32),
        }
        indices = np.concatenate([indices, windows.threat_rows(threats)], axis=2)
        return indices.reshape(-1, indices.shape[2]), self._ways(positions, sides), batch

    def threats_of(self, positions):
        """What Black and White would threaten at each point of some positions."""
        kinds = np.zeros((len(positions), self.area), np.uint8)
        if self.threats is not None:
            ends = self.ends[positions]
            counts = self.threats.counts[positions]
            # The places of all their points, position by position.
            line = np.repeat(np.arange(len(positions)), counts)
            place = np.arange(len(line)) + np.repeat(ends - np.cumsum(counts), counts)
            kinds[line, self.threats.points[place]] = self.threats.kinds[place]
        return np.stack([kinds % shape.THREATS, kinds // shape.THREATS], axis=2)

    def _ways(self, positions, sides):
        """For the last stone of the side to move and then of the other side, and each point, the place
        of its way in the numbers of the ways."""
        game, stones = self.game[positions], self.stones[positions]
        before = np.stack([stones - 2, stones - 1], axis=1)
        points = self.points[game[:, None], np.maximum(before, 0)].astype(np.int32)
        last = np.where(before < 0, self.area, points).T
        start = (2 * sides + np.arange(2)[:, None]) * shape.WAYS
        return windows.ways(self.width, self.height)[last] + start[:, :, None]


def _outcomes(results, sides, values, scale, result_share):
    """The wanted chances of win, draw and loss of the side to move: part what the game's result
    was, part what the search expected."""
    won = np.where(sides == 0, results == 2, results == 0)
    drawn = results == 1
    result = np.stack([won, drawn, ~won & ~drawn], axis=1).astype(np.float32)
    values = values.astype(np.float32)
    expected = 1 / (1 + np.exp(-values.clip(-tdata.PROVEN, tdata.PROVEN) / scale))
    expected = np.where(values > tdata.PROVEN, 1, np.where(values < -tdata.PROVEN, 0, expected))
    search = np.stack([expected, np.zeros_like(expected), 1 - expected], axis=1)
    return (result_share * result + (1 - result_share) * search).astype(np.float32)


def load(paths, result_share, holdout, seed, scale=None, allow_cut=False, on_classic=False):
    """The rule, the positions by size of board, the recipes of all files, which must be of one
    rule, and the checksum of the classic weights whose values the network adds to, 0 for none."""
    rule, sizes, recipes, base = None, {}, [], 0
    for path in paths:
        header, games = tdata.read(path, allow_cut)
        if rule not in (None, header.rule):
            raise tdata.DataError(f"{path}: of rule {header.rule}, the files before it of {rule}")
        rule = header.rule
        weights = tdata.add_classic(path, games)
        if on_classic and base not in (0, weights):
            raise tdata.DataError(f"{path}: its classic values are of other weights")
        base = weights if on_classic else 0
        recipes.append(header.recipe)
        size = header.width, header.height
        sizes.setdefault(size, Boards(*size)).games += [game for game in games if len(game.moves)]
    boards = [one for one in sizes.values() if one.games]
    if not boards:
        raise tdata.DataError(f"{', '.join(paths)}: no positions")
    for one in boards:
        one.finish(scale or shape.SCALE[rule], result_share, holdout, seed, on_classic)
    return rule, boards, recipes, base
