#!/usr/bin/env python3
"""Tests of the trainer's parts: python tools/train/test_tools.py"""

import re
import struct
import tempfile
import unittest
import zlib
from pathlib import Path

import numpy as np

import dataset
import embedding
import export
import model
import sample_data
import shape
import tdata
import windows
from embedding import Sums

SOURCES = Path(__file__).parent / "../../src/eval"
SIZES = [(15, 15), (20, 20), (9, 6), (5, 5)]


def some_boards(number, width, height, seed=1):
    random = np.random.default_rng(seed)
    return random.choice(3, (number, width * height), p=[0.6, 0.2, 0.2]).astype(np.uint8)


def row_by_hand(board, x, y, dx, dy):
    """The row at a point in one direction, point by point."""
    height, width = board.shape
    halves = []
    for sign in [-1, 1]:
        digits = []
        for distance in range(1, shape.REACH + 1):
            column, row = x + sign * distance * dx, y + sign * distance * dy
            if not (0 <= column < width and 0 <= row < height):
                break
            digits.append(int(board[row, column]))
        start = (3 ** len(digits) - 1) // 2
        halves.append(start + sum(digit * 3**n for n, digit in enumerate(digits)))
    return int(board[y, x]) * shape.CODES + halves[0] * shape.HALF_STATES + halves[1]


class Windows(unittest.TestCase):
    def test_rows_are_those_made_point_by_point(self):
        for width, height in SIZES:
            boards = some_boards(3, width, height)
            rows = windows.rows(boards, width, height)
            for n, board in enumerate(boards.reshape(3, height, width)):
                for y in range(height):
                    for x in range(width):
                        wanted = [row_by_hand(board, x, y, *d) for d in windows.DIRECTIONS]
                        self.assertEqual(list(rows[n, y * width + x]), wanted)

    def test_boards_hold_the_first_stones(self):
        points = np.array([[3, 1, 8, 0], [2, 7, 5, 6]], np.uint16)
        board = windows.boards(points, np.array([3, 0]), 9)
        self.assertEqual(board[0].tolist(), [0, 2, 0, 1, 0, 0, 0, 0, 1])
        self.assertEqual(board[1].sum(), 0)

    def test_swapped_colours_are_those_of_the_swapped_board(self):
        plain, swapped = windows.stored_of_row()
        board = some_boards(2, 15, 15)
        other = np.array([0, 2, 1], np.uint8)[board]
        rows, of_other = windows.rows(board, 15, 15), windows.rows(other, 15, 15)
        self.assertTrue((swapped[rows] == plain[of_other]).all())

    def test_every_stored_row_is_used(self):
        plain, _ = windows.stored_of_row()
        self.assertEqual(sorted(set(plain)), list(range(windows.STORED)))

    def test_turned_boards_have_the_outputs_of_their_symmetry(self):
        weights = model.initial(3)
        table = embedding.rows(weights, embedding.halves_of_rows())
        plain, _ = windows.stored_of_row()
        for width, height in [(15, 15), (20, 20), (9, 6)]:
            board = some_boards(1, width, height)[0].reshape(height, width)
            grid = [np.rot90(board, n) for n in range(4)]
            turned = grid if width == height else [grid[0], grid[2]]
            turned = [t for one in turned for t in (one, one[:, ::-1])]
            sources = windows.symmetries(width, height)
            size = width, height
            self.assertEqual(len(turned), len(sources))

            def value(one, source):
                rows = plain[windows.rows(one.reshape(1, -1), width, height)]
                sums = table[rows].sum(axis=2)
                return model.outputs(weights, sums, np.zeros(1, int), source[None], size)[0]

            for one, source in zip(turned, sources):
                direct = value(np.ascontiguousarray(one), sources[0])
                np.testing.assert_allclose(value(board, source), direct, atol=1e-5)


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = str(Path(self.folder.name) / "some.tdata")
        random = np.random.default_rng(1)
        self.games = [sample_data.game(random, 15, 15) for _ in range(5)]
        self.header = tdata.Header("renju", 15, 15, "a recipe")
        tdata.write(self.path, self.header, self.games)

    def tearDown(self):
        self.folder.cleanup()

    def change(self, at, new):
        data = bytearray(Path(self.path).read_bytes())
        data[at : at + len(new)] = new
        Path(self.path).write_bytes(data)

    def test_files_survive_writing_and_reading(self):
        header, games = tdata.read(self.path)
        self.assertEqual(header, self.header)
        for one, other in zip(games, self.games, strict=True):
            self.assertEqual(one.result, other.result)
            self.assertTrue((one.opening == other.opening).all())
            self.assertTrue((one.moves == other.moves).all())

    def test_damage_is_named(self):
        self.change(200, b"\xff\xff")
        with self.assertRaisesRegex(tdata.DataError, "block at byte .* is damaged"):
            tdata.read(self.path)
        self.change(12, b"\x07")
        with self.assertRaisesRegex(tdata.DataError, "header is damaged"):
            tdata.read(self.path)
        self.change(0, b"X")
        with self.assertRaisesRegex(tdata.DataError, "not a file of training data"):
            tdata.read(self.path)

    def test_a_last_block_that_is_cut_off_can_be_left_out(self):
        data = Path(self.path).read_bytes()
        Path(self.path).write_bytes(data[:-3])
        with self.assertRaisesRegex(tdata.DataError, "cut off"):
            tdata.read(self.path)
        self.assertEqual(len(tdata.read(self.path, allow_cut=True)[1]), 4)

    def test_positions_and_targets(self):
        moves = np.zeros(2, tdata.MOVE)
        moves[0], moves[1] = (30, 31, 0, 0, 0), (40, 41, 31_000, 0, 0)
        game = tdata.Game(2, np.array([7], np.uint16), moves)
        boards = dataset.Boards(15, 15)
        boards.games = [game]
        boards.finish(300, 0.25, 0, 1)
        indices, ways, batch = boards.batch(np.array([0, 1]))
        self.assertEqual(indices.shape, (2 * 225, 6))
        # White has no stone before its first; the other last stones are Black's at 7, White's at 30.
        own, other = ways.reshape(2, 2, -1)
        place = lambda side, whose, way: (2 * side + whose) * shape.WAYS + way
        self.assertEqual((own[0][0], other[0][22]), (place(1, 0, 0), place(1, 1, 1)))
        self.assertEqual((own[1][8], other[1][46]), (place(0, 0, 1), place(0, 1, 2)))
        self.assertEqual(batch["sides"].tolist(), [1, 0])
        self.assertEqual(batch["best"].tolist(), [31, 41])
        self.assertEqual((~batch["empty"]).sum(axis=1).tolist(), [1, 2])
        np.testing.assert_allclose(batch["outcome"], [[0.375, 0, 0.625], [1, 0, 0]])


    def test_classic_values_belong_to_their_file(self):
        path = Path(self.path).with_suffix(".classic")
        moves = sum(len(game.moves) for game in self.games)

        def written(values):
            # The n-th position has n % 3 threats, at the points 0 and 1.
            counts = np.arange(len(values), dtype="<u2") % 3
            points = np.concatenate([np.arange(count, dtype="<u2") for count in counts])
            kinds = np.arange(len(points), dtype="u1") % 64
            data = struct.pack("<8sIII", b"TNGNCLA2", 7, len(values), len(points))
            data += b"".join(part.tobytes() for part in (values, counts, points, kinds))
            path.write_bytes(data + struct.pack("<I", zlib.crc32(data)))

        written(np.arange(moves, dtype="<i2"))
        _, games = tdata.read(self.path)
        self.assertEqual(tdata.add_classic(self.path, games), 7)
        self.assertEqual(np.concatenate([game.classic for game in games]).tolist(), list(range(moves)))
        boards = dataset.Boards(15, 15)
        boards.games = games
        boards.finish(300, 0.25, 0, 1)
        threats = boards.threats_of(np.array([7, 2, 3])).reshape(3, -1)
        # Seven positions have 0 + 1 + 2 + 0 + 1 + 2 + 0 threats before that of the eighth.
        self.assertEqual(threats[:, :4].tolist(), [[6, 0, 0, 0], [1, 0, 2, 0], [0] * 4])
        self.assertFalse(threats[:, 4:].any())
        written(np.arange(moves - 1, dtype="<i2"))
        with self.assertRaisesRegex(tdata.DataError, "where there are"):
            tdata.add_classic(self.path, games)
        path.write_bytes(path.read_bytes()[:-1])
        with self.assertRaisesRegex(tdata.DataError, "damaged"):
            tdata.add_classic(self.path, games)


class Numbers(unittest.TestCase):
    def test_ways_and_their_gradient(self):
        random = np.random.default_rng(2)
        numbers = random.normal(size=(2, 2, shape.WAYS)).astype(np.float32)
        ways = random.integers(numbers.size, size=(2, 5, 30))
        wanted = numbers.reshape(-1)[ways[0]] + numbers.reshape(-1)[ways[1]]
        np.testing.assert_allclose(embedding.near({"ways": numbers}, ways), wanted)
        gradient = random.normal(size=(5, 30)).astype(np.float32)
        sums = np.zeros(numbers.size, np.float32)
        for each in ways:
            np.add.at(sums, each.reshape(-1), gradient.reshape(-1))
        found = embedding.gradient_of_ways(gradient, ways)
        np.testing.assert_allclose(found.reshape(-1), sums, atol=1e-5)

    def test_sums_and_their_gradient(self):
        random = np.random.default_rng(1)
        table = random.normal(size=(50, shape.CHANNELS)).astype(np.float32)
        indices = random.integers(50, size=(200, 4)).astype(np.int32)
        gradient = random.normal(size=(200, shape.CHANNELS)).astype(np.float32)
        wanted = np.zeros_like(table)
        np.add.at(wanted, indices.reshape(-1), np.repeat(gradient, 4, axis=0))
        for threads in [1, 2, 3]:
            sums = Sums(threads)
            forward = sums.forward(table, indices)
            np.testing.assert_allclose(forward, table[indices].sum(axis=1), atol=1e-5)
            np.testing.assert_allclose(sums.backward(gradient, indices, 50), wanted, atol=1e-4)

    def test_constants_are_those_of_the_engine(self):
        text = (SOURCES / "nnue/shape.rs").read_text()
        names = [
            "SHAPE", "REACH", "CENTRES", "CHANNELS", "POINT_CHANNELS", "HIDDEN", "OUTCOMES", "ONE",
            "EMBEDDING_SHIFT", "POINT_SHIFT", "HEAD_SHIFT", "POOL_SHIFT", "MAX_EMBEDDING",
            "MAX_FIRST", "MAX_WEIGHT", "MAX_WAY", "REGIONS",
        ]
        for name in names:
            found = re.search(rf"const {name}: \w+ = (\d+);", text)
            self.assertTrue(found, name)
            self.assertEqual(int(found[1]), getattr(shape, name), name)
        scales = (SOURCES / "win_rate.rs").read_text()
        for rule, scale in shape.SCALE.items():
            found = re.search(rf"RuleKind::{rule.capitalize()} => ([\d.]+),", scales)
            self.assertEqual(float(found[1]), scale)

    def test_weights_that_were_written_can_be_read(self):
        weights = model.initial(4)
        for name in ("rows", "threats"):
            weights[name] += np.random.default_rng(4).normal(0, 0.1, weights[name].shape).astype(np.float32)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "net.bin"
            written = export.write(path, weights, "standard", 1, "made for a test")
            read, value = export.read(path)
            data = path.read_bytes()
            path.write_bytes(data[:-1])
            with self.assertRaisesRegex(tdata.DataError, "damaged"):
                export.read(path)
            # The same network as a file of the shape before.
            at = 40 + len("made for a test") + 2 * shape.CHANNELS * windows.STORED
            older = data[:12] + b"\x02\x00" + data[14:at] + data[at + 2 * shape.CHANNELS * windows.THREAT_ROWS : -4]
            path.write_bytes(older + struct.pack("<I", zlib.crc32(older)))
            without, _ = export.read(path)
        self.assertFalse(without["threats"].any())
        for name in read.keys() - {"threats"}:
            np.testing.assert_array_equal(without[name], read[name])
        self.assertEqual(value, written)
        self.assertEqual(read.keys(), weights.keys())
        # The decomposition of the rows may be another one; the integers may not.
        for one, other in zip(export.quantised(read), export.quantised(weights), strict=True):
            np.testing.assert_array_equal(one, other)

    def test_the_file_begins_as_documented(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "net.bin"
            value = export.write(path, model.initial(1), "renju", 0xABCD, "made for a test")
            data = path.read_bytes()
        self.assertEqual(data[:8], b"TNGNNET\n")
        self.assertEqual(struct.unpack_from("<8H", data, 8), (2, 2, 3, 4, 32, 16, 9, 32))
        self.assertEqual(struct.unpack_from("<IQI", data, 24), (0xABCD, value, 15))
        self.assertEqual(data[40:55], b"made for a test")


if __name__ == "__main__":
    unittest.main()
