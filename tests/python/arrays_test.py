#!/usr/bin/env python3
"""The calls on arrays, beside NumPy's: arrays_test.py [-v]. PYTHONPATH names the package."""
import sys
import unittest
import warnings

try:
    import numpy as np
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st
except ImportError as missing:
    print(f"left out: {missing}")
    sys.exit(77)
import strider

settings.register_profile("strider", max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("strider")

INTEGERS = ["bool", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]
FLOATS = ["f2", "f4", "f8"]


@st.composite
def arrays(draw, kinds=INTEGERS + FLOATS, least=0, most_dimensions=3):
    """Arrays of any shape and order, some with gaps, now and then long enough for all cores."""
    kind = np.dtype(draw(st.sampled_from(kinds)))
    if draw(st.integers(0, 9)) == 0:
        shape = (draw(st.sampled_from([4097, 40_000, 300_000])),)
    else:
        shape = tuple(draw(st.lists(st.integers(least, 40), min_size=1, max_size=most_dimensions)))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    step = draw(st.sampled_from([1, 1, 2, -1]))
    whole = tuple(length * abs(step) for length in shape)
    if kind.kind == "b":
        made = rng.integers(0, 2, whole).astype(bool)
    elif kind.kind == "f":
        made = rng.standard_normal(whole).astype(kind)
    else:
        limits = np.iinfo(kind)
        made = rng.integers(limits.min, limits.max, whole, dtype=kind, endpoint=True)
    made = made[tuple(slice(None, None, step) for _ in whole)]
    return np.asfortranarray(made) if draw(st.booleans()) else made


def axes(x):
    return [None, *range(-x.ndim, x.ndim)]


def same_bits(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


class Reductions(unittest.TestCase):
    @given(arrays())
    def test_sums_are_numpys_within_rounding(self, x):
        for axis in axes(x):
            found, right = np.asarray(strider.sum(x, axis)), np.asarray(np.sum(x, axis, dtype=None if x.dtype != "f2" else "f4"))
            self.assertEqual(found.shape, right.shape)
            if x.dtype.kind != "f":
                self.assertTrue(same_bits(found, right), (found, right))
            else:
                magnitude = np.sum(np.abs(x.astype("f8")), axis)
                self.assertEqual(found.dtype, x.dtype)
                self.assertTrue(np.all(np.abs(found - np.sum(x.astype("f8"), axis)) <= 64 * np.finfo(x.dtype).eps * magnitude + 1e-300))

    @given(arrays(least=1))
    def test_extremes_are_numpys(self, x):
        for axis in axes(x):
            for ours, theirs in [(strider.min, np.min), (strider.max, np.max)]:
                self.assertTrue(same_bits(np.asarray(ours(x, axis, keepdims=True)), np.asarray(theirs(x, axis, keepdims=True))))
        self.assertEqual(strider.argmin(x), np.argmin(x))
        self.assertEqual(strider.argmax(x), np.argmax(x))

    @given(arrays(kinds=INTEGERS, least=1), st.integers(0, 7))
    def test_several_axes(self, x, chosen):
        axis = tuple(d - x.ndim * (d % 2) for d in range(x.ndim) if chosen >> d & 1)
        for keepdims in (False, True):
            for ours, theirs in [(strider.sum, np.sum), (strider.max, np.max)]:
                self.assertTrue(same_bits(np.asarray(ours(x, axis, keepdims=keepdims)), np.asarray(theirs(x, axis, keepdims=keepdims))))
            self.assertTrue(np.allclose(strider.mean(x, axis, keepdims=keepdims), np.mean(x.astype("f8"), axis, keepdims=keepdims)))
        for wrong, error, message in [((0, -x.ndim), ValueError, "each axis once"), (1.0, TypeError, "an integer"), ((0, "1"), TypeError, "an integer"),
                                      ((3,), ValueError, "of an array of")]:
            with self.assertRaisesRegex(error, message):
                strider.sum(x, wrong)

    @given(arrays(least=1))
    def test_places_of_extremes(self, x):
        if x.dtype.kind == "f":
            x[x > 2] = np.nan
        for axis in axes(x):
            for ours, theirs in [(strider.argmin, np.argmin), (strider.argmax, np.argmax)]:
                self.assertTrue(same_bits(np.asarray(ours(x, axis)), np.asarray(theirs(x, axis))))
                self.assertTrue(same_bits(ours(x, axis, keepdims=True), theirs(x, axis, keepdims=True)))

    @given(arrays(kinds=["i4", "i8", "u8", "f8", "f4"]))
    def test_products(self, x):
        right = np.prod(x, dtype=None if x.dtype.kind != "f" else x.dtype)
        if x.dtype.kind == "f":
            self.assertTrue(np.isclose(strider.prod(x), right, rtol=1e-2, atol=1e-30))
        else:
            self.assertEqual(strider.prod(x), right)

    @given(arrays(kinds=["f4", "f8", "i8"]))
    def test_bits_are_the_same_everywhere(self, x):
        flat = np.ascontiguousarray(x).reshape(-1)
        self.assertTrue(same_bits(strider.sum(x), strider.sum(x, backend="serial")))
        self.assertTrue(same_bits(strider.sum(x), strider.sum(flat, keepdims=True)[0]))
        self.assertTrue(same_bits(strider.cumsum(x), strider.cumsum(x, backend="serial")))
        rows = np.ascontiguousarray(x).reshape(-1, x.shape[-1]) if x.size else x.reshape(0, 1)
        sums = strider.sum(rows, axis=-1)
        for row, found in zip(rows[:50], sums):
            self.assertTrue(same_bits(found, strider.sum(row)))

    def test_nan_and_nothing(self):
        x = np.array([1.0, np.nan, -2.0])
        for call in (strider.sum, strider.min, strider.max, strider.mean):
            self.assertTrue(np.isnan(call(x)))
        self.assertEqual((strider.argmin(x), strider.argmax(x)), (1, 1))
        self.assertEqual(strider.sum([]), 0)
        for call in (strider.var, strider.std):
            with self.assertRaisesRegex(ValueError, f"^{call.__name__}: there are 0 elements, and ddof is 0: give more elements"):
                call([])
        self.assertEqual(strider.prod(np.empty((0, 3)), axis=0).tolist(), [1, 1, 1])
        for call in (strider.min, strider.max, strider.mean, strider.argmin):
            with self.assertRaisesRegex(ValueError, "there are no elements"):
                call([])

    @given(arrays(least=1), st.integers(0, 1))
    def test_variances_are_numpys_within_rounding(self, x, ddof):
        for axis in axes(x):
            count = x.size if axis is None else x.shape[axis]
            if count <= ddof:
                with self.assertRaisesRegex(ValueError, "give more elements"):
                    strider.var(x, axis, ddof=ddof)
                continue
            found, wide = np.asarray(strider.var(x, axis, ddof=ddof, keepdims=True)), x.astype("f8")
            self.assertEqual((found.dtype, found.shape), (x.dtype if x.dtype.kind == "f" else "f8", x.sum(axis, keepdims=True).shape))
            right = np.var(wide, axis, ddof=ddof, keepdims=True)
            bound = 64 * np.finfo(found.dtype).eps * (right + np.mean(wide * wide, axis, keepdims=True)) + 1e-300
            self.assertTrue(np.all(np.abs(found - right) <= bound), (found, right))
            self.assertTrue(same_bits(found, np.asarray(strider.var(x, axis, ddof=ddof, keepdims=True, backend="serial"))))
            fits = np.isfinite(found)
            self.assertTrue(same_bits(np.sqrt(found)[fits], np.asarray(strider.std(x, axis, ddof=ddof, keepdims=True))[fits]))

    def test_means_whose_sums_do_not_fit(self):
        for dtype, large, most in [("f4", 3e38, 3.4e38), ("f8", 1.5e308, 1.7e308)]:
            x = np.array([[large, large, large], [1, 2, 3], [large, -large, most], [np.inf, 1, 1], [np.nan, 1, 1]], dtype)
            scale = x.dtype.type(2.0 ** 20)
            right = np.mean(x / scale, 1) * scale
            for backend in ("serial", "cpu"):
                found = strider.mean(x, 1, backend=backend)
                self.assertEqual(found.dtype, dtype)
                self.assertTrue(np.allclose(found, right, rtol=1e-6, equal_nan=True), found)
                self.assertEqual(strider.mean(x[0], backend=backend), x[0, 0])
                self.assertTrue(same_bits(found[1], np.dtype(dtype).type(2)))
        x = np.array([[1e20, 2e20, 4e20], [1, 2, 4]], "f4")
        self.assertTrue(np.allclose(strider.std(x, 1), np.std(x.astype("f8"), 1), rtol=1e-6))
        self.assertEqual(strider.var(x, 1).dtype, "f4")
        self.assertEqual(strider.var(x, 1)[0], np.inf)  # which is what f32 has of it

    def test_dtype_out_and_mean(self):
        x = np.arange(12, dtype="i4").reshape(3, 4)
        out = np.empty(3)
        self.assertIs(strider.sum(x, 1, dtype="f8", out=out), out)
        self.assertEqual(out.tolist(), [6, 22, 38])
        for call, right in [(strider.sum, np.sum), (strider.prod, np.prod), (strider.cumsum, np.cumsum)]:
            for kind in ("i2", "u1", "f4", "u8", bool):
                self.assertTrue(same_bits(call(x, 1, kind), right(x, 1, kind)))
        self.assertEqual(strider.mean(x, 0, "f4").dtype, "f4")
        self.assertEqual(strider.mean(x, axis=0).tolist(), x.mean(axis=0).tolist())
        self.assertEqual(strider.mean(np.ones(5, "f2")).dtype, "f2")
        self.assertEqual(strider.dot(x[0], x[1]), np.dot(x[0], x[1]))
        with self.assertRaisesRegex(ValueError, "give float64 of the shape"):
            strider.sum(x, 1, dtype="f8", out=np.empty(4))


class Scans(unittest.TestCase):
    @given(arrays(kinds=["bool", "i1", "u2", "i4", "i8", "u8"]))
    def test_integers(self, x):
        for axis in axes(x):
            self.assertTrue(same_bits(strider.cumsum(x, axis), np.cumsum(x, axis)))
            flat = x.reshape(-1) if axis is None else x
            if x.dtype != bool:
                self.assertTrue(same_bits(strider.scan(x, "max", axis), np.maximum.accumulate(flat, axis or 0)))

    @given(arrays(kinds=["f4", "f8"]))
    def test_floats(self, x):
        for axis in axes(x):
            bound = 64 * np.finfo(x.dtype).eps * np.cumsum(np.abs(x.astype("f8")), axis) + 1e-300
            found = strider.cumsum(x, axis)
            self.assertEqual(found.dtype, x.dtype)
            self.assertTrue(np.all(np.abs(found - np.cumsum(x.astype("f8"), axis)) <= bound))
            flat = x.reshape(-1) if axis is None else x
            self.assertTrue(same_bits(strider.scan(x, "min", axis), np.minimum.accumulate(flat, axis or 0)))

    def test_out_may_be_the_input(self):
        x = np.arange(5, dtype="i8")
        self.assertIs(strider.cumsum(x, out=x), x)
        self.assertEqual(x.tolist(), [0, 1, 3, 6, 10])
        self.assertEqual(strider.scan(x, "sum", exclusive=True).tolist(), [0, 0, 1, 4, 10])


    def test_identities_are_of_the_type(self):
        for kind in INTEGERS + FLOATS:
            kind = np.dtype(kind)
            least, greatest = (0, 1) if kind.kind == "b" else (-np.inf, np.inf) if kind.kind == "f" else (np.iinfo(kind).min, np.iinfo(kind).max)
            x = np.array([1, 0, 1], kind)
            for backend in ("cpu", "serial"):
                for op, right in [("min", greatest), ("max", least)]:
                    for found in (strider.segment_reduce(x, [0, 0, 1], op, backend=backend),
                                  strider.scan(x, op, exclusive=True, backend=backend)[:2]):
                        self.assertTrue(same_bits(found, np.array([right, 1], kind)), (kind, op, found))

    def test_outputs_over_the_input(self):
        for backend in ("cpu", "serial"):
            memory = np.arange(12.0).reshape(4, 3)
            for x, out in [(slice(3), slice(1, 4)), (slice(1, 4), slice(3)), (slice(3), slice(3))]:
                for axis in (0, 1):
                    right = np.cumsum(memory[x], axis)
                    self.assertTrue(same_bits(strider.scan(memory[x], axis=axis, out=memory[out], backend=backend), right))


class Moves(unittest.TestCase):
    @given(arrays(), st.integers(0, 2**32))
    def test_take_and_compact(self, x, seed):
        rng = np.random.default_rng(seed)
        mask = rng.integers(0, 2, x.shape).astype(bool)
        self.assertTrue(same_bits(strider.compact(x, mask), np.ascontiguousarray(x)[mask]))
        if x.size:
            indices = rng.integers(0, x.size, (3, 7))
            self.assertTrue(same_bits(strider.take(x, indices), np.take(x, indices)))
            self.assertTrue(same_bits(strider.take(x, 0), x[(0,) * x.ndim]))
            for axis in range(-x.ndim, x.ndim):
                indices = rng.integers(0, x.shape[axis], (2, 3))
                self.assertTrue(same_bits(strider.take(x, indices, axis), np.take(x, indices, axis)))
                with self.assertRaisesRegex(IndexError, f"indices go from 0 to {x.shape[axis] - 1}"):
                    strider.take(x, [x.shape[axis]], axis)

    @given(arrays(kinds=["f4", "f8", "i8", "u8"], least=1), st.integers(0, 2**32))
    def test_put_and_index_add(self, x, seed):
        rng = np.random.default_rng(seed)
        flat = np.ascontiguousarray(x).reshape(-1)
        order = rng.permutation(flat.size)
        self.assertTrue(same_bits(strider.put(np.zeros_like(flat), order, flat[order]), flat))
        indices = rng.integers(0, 5, flat.size)
        found = strider.index_add(np.zeros(5, x.dtype), indices, flat)
        self.assertTrue(same_bits(found, strider.index_add(np.zeros(5, x.dtype), indices, flat, backend="serial")))
        for place in range(5):
            self.assertTrue(np.all(found[place] == strider.sum(flat[indices == place]) + x.dtype.type(0)))

    @given(arrays())
    def test_sorts(self, x):
        for axis in axes(x):
            order = np.argsort(x, axis, kind="stable")
            self.assertTrue(same_bits(strider.argsort(x, axis), order))
            self.assertTrue(np.array_equal(strider.sort(x, axis), np.sort(x, axis)))
        self.assertTrue(all(map(same_bits, strider.unique(x, return_counts=True), np.unique(x, return_counts=True))))

    @given(arrays(least=1), st.integers(0, 40))
    def test_the_greatest(self, x, most):
        for axis in range(-x.ndim, x.ndim):
            k = min(most, x.shape[axis])
            last = np.flip(np.argsort(np.flip(x, axis), axis, kind="stable"), axis)  # descending, of equal ones the first
            right = (x.shape[axis] - 1 - last).take(range(k), axis)
            values, places = strider.top_k(x, k, axis)
            self.assertTrue(np.array_equal(places, right) and places.dtype == np.int64)
            self.assertTrue(same_bits(values, np.take_along_axis(x, right, axis)))
            self.assertTrue(np.array_equal(places, strider.top_k(x, k, axis, backend="serial")[1]))
        with self.assertRaisesRegex(ValueError, "k is 3, of rows of 2 elements"):
            strider.top_k([1, 2], 3)

    def test_nans_by_their_signs(self):
        for kind, word in [("f2", "u2"), ("f4", "u4"), ("f8", "u8")]:
            x = np.array([np.nan, 0.0, -np.inf, -0.0, -np.nan, 1.0, -1.0, np.inf], kind)
            order = [4, 2, 6, 1, 3, 5, 7, 0]
            self.assertEqual(strider.argsort(x).tolist(), order)
            self.assertTrue(same_bits(strider.sort(x), x[order]))
            self.assertEqual(strider.top_k(x, 8)[1].tolist(), [0, 7, 5, 1, 3, 6, 2, 4])
            self.assertEqual(strider.unique(x).view(word).tolist(), x[[4, 2, 6, 1, 5, 7, 0]].view(word).tolist())

    def test_a_few_of_many(self):
        x = np.random.default_rng(6).integers(0, 1000, 300_000)
        values, places = strider.top_k(x, 50)
        self.assertEqual(places.tolist(), np.argsort(-x, kind="stable")[:50].tolist())
        self.assertEqual(values.tolist(), x[places].tolist())

    @given(arrays(kinds=["i4", "i8", "f4", "f8"], most_dimensions=1), st.integers(0, 2**32))
    def test_runs_of_keys(self, x, seed):
        keys = np.sort(np.random.default_rng(seed).integers(0, 9, x.size).astype(x.dtype))
        for op, numbers in [("sum", strider.sum), ("max", strider.max)]:
            found, results = strider.reduce_by_key(keys, x, op)
            self.assertTrue(same_bits(found, np.unique(keys)))
            for key, result in zip(found, results):
                self.assertTrue(same_bits(result, numbers(x[keys == key])))
        with self.assertRaisesRegex(ValueError, "two vectors of one length"):
            strider.reduce_by_key([1, 2], [3])

    def test_segments(self):
        x = np.random.default_rng(1).standard_normal(100_000).astype("f4")
        offsets = np.array([0, 0, 5, 90_000, 90_001])
        found = strider.segment_sum(x, offsets)
        for at in range(4):
            self.assertTrue(same_bits(found[at], strider.sum(x[offsets[at]:offsets[at + 1]])))
        for wrong in ([3, 1], [0, 100_001], [-1, 3], []):
            with self.assertRaisesRegex(ValueError, "offsets: give"):
                strider.segment_sum(x, wrong)

    def test_transpose(self):
        for kind in ["u1", "S3", "f2", "f4", "S6", "f8", "c8", "S12", "c16"]:
            x = np.arange(35 * 61).reshape(35, 61).astype(kind)
            for backend in ("cpu", "serial"):
                self.assertTrue(same_bits(strider.transpose(x, backend=backend), np.ascontiguousarray(x.T)))
        with self.assertRaisesRegex(TypeError, "give elements of 1, 2, 3, 4, 6, 8, 12 or 16 bytes"):
            strider.transpose(np.zeros((2, 2), "S5"))

    def test_any_address(self):
        for kind in ["u2", "f4", "i8", "f8", "c8", "c16", "S4"]:
            kind = np.dtype(kind)
            for offset in range(0, 17, 1 if kind.kind != "c" else 4):
                memory = np.zeros(77 * kind.itemsize + offset, "u1")
                x = memory[offset:].view(kind).reshape(7, 11)
                x[...] = np.arange(77).reshape(7, 11)
                for backend in ("cpu", "serial"):
                    self.assertTrue(same_bits(strider.transpose(x, backend=backend), np.ascontiguousarray(x.T)))
                    if kind.itemsize <= 8:
                        self.assertTrue(same_bits(strider.take(x, [3, 76], backend=backend), x.reshape(-1)[[3, 76]]))
                    if kind.kind in "iuf":
                        self.assertEqual(strider.sum(x, backend=backend), 76 * 77 // 2)
                        self.assertEqual(strider.cumsum(x, backend=backend)[-1], 76 * 77 // 2)
        with self.assertRaisesRegex(ValueError, "aligned"):
            strider.sum(np.ones((2, 3)), 1, out=np.zeros(17, "u1")[1:].view("f8"))

    def test_indices_that_are_not_there(self):
        for call in (lambda at: strider.take([1.0, 2.0], at), lambda at: strider.put(np.zeros(2), at, 1.0),
                     lambda at: strider.index_add(np.zeros(2), at, 1.0)):
            for wrong in ([0, 2], [-1]):
                with self.assertRaisesRegex(IndexError, "indices go from 0 to 1; nothing has been written"):
                    call(wrong)
        for call, given in [(strider.take, ()), (strider.put, (1.0,)), (strider.index_add, (1.0,))]:
            for backend in ("cpu", "serial"):
                out = np.full(2, 7.0)
                with self.assertRaisesRegex(IndexError, "nothing has been written"):
                    call(np.zeros(2), [0, 9], *given, out=out, backend=backend)
                self.assertEqual(out.tolist(), [7, 7])
            with self.assertRaisesRegex(IndexError, f"indices go up to {2**63 + 1}: give numbers below 2"):
                call(np.zeros(2), np.array([0, 2**63 + 1], "u8"), *given)

    def test_outputs_over_other_arguments(self):
        for call, right in [(strider.put, [3, 4]), (strider.index_add, [4, 6])]:
            out = np.array([3.0, 4.0])
            self.assertIs(call(np.array([1.0, 2.0]), [0, 1], out, out=out), out)
            self.assertEqual(out.tolist(), right)


class Counts(unittest.TestCase):
    @given(arrays(kinds=["u1", "i2", "i4", "f4", "f8"], least=1), st.integers(1, 40))
    def test_histograms_are_numpys(self, x, bins):
        counts, edges = strider.histogram(x, bins)
        right, right_edges = np.histogram(x, bins)
        self.assertTrue(same_bits(edges, right_edges))
        self.assertEqual(counts.sum(), x.size)
        if x.dtype == "f8":
            self.assertEqual(counts.tolist(), right.tolist())

    def test_histogram_of_booleans(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            counts, edges = strider.histogram([True, False, True], 2)
        self.assertEqual((counts.tolist(), edges.tolist()), ([1, 2], [0.0, 0.5, 1.0]))

    def test_bincount(self):
        x = np.random.default_rng(2).integers(0, 50, 10_000)
        self.assertEqual(strider.bincount(x, minlength=60).tolist(), np.bincount(x, minlength=60).tolist())
        weights = np.random.default_rng(3).standard_normal(x.size)
        self.assertTrue(np.allclose(strider.bincount(x, weights), np.bincount(x, weights)))
        self.assertEqual(strider.bincount([2_000_000])[-1], 1)
        with self.assertRaisesRegex(ValueError, "negative"):
            strider.bincount([-1])
        with self.assertRaisesRegex(ValueError, "minlength is -1"):
            strider.bincount([1], minlength=-1)
        for wrong in ([0.5, 0.5], [0.5], 0.5):
            with self.assertRaisesRegex(ValueError, r"weights have the shape .*, and elements \(3,\): give one weight for each element"):
                strider.bincount([1, 1, 2], wrong)
        with self.assertRaisesRegex(ValueError, f"elements go up to {2**63 + 5}: give numbers below 2"):
            strider.bincount(np.array([2**63 + 5], "u8"))

    def test_integers_of_64_bits_are_exact(self):
        big = 1 << 53
        x, edges = np.array([big, big + 1], "u8"), [0, big + 1, big + 10]
        for kind in ("u8", "i8"):
            for other in ("u8", "i8"):
                self.assertEqual(strider.histogram(x.astype(kind), np.array(edges, other))[0].tolist(), [1, 1])
                self.assertEqual(int(strider.dot(x[1:].astype(kind), np.array([1], other))), big + 1)
        self.assertEqual(strider.dot(np.array([2, 3], "u8"), np.array([-4, 1], "i8")), -5)
        # Each with the other's numbers beyond its own.
        for x, edges, right in [(np.array([0, 5, 2**64 - 1], "u8"), [-9, -5, 0, 6], [0, 0, 2]),
                                (np.array([0, 0, 1], "u8"), [-9, -5], [0]),
                                (np.array([0, 1], "u8"), [-9, 0], [1]),
                                (np.array([-7, 3, 2**63 - 1]), np.array([0, 3, 2**63 + 1], "u8"), [0, 2]),
                                (np.array([-7, -3, -1]), np.array([0, 2**63], "u8"), [0]),
                                (np.array([7, 250], "u1"), np.array([5, 250, 2**63 + 1], "u8"), [1, 1])]:
            for backend in ("cpu", "serial"):
                self.assertEqual(strider.histogram(x, edges, backend=backend)[0].tolist(), right, (x, edges))

    def test_convolution(self):
        x = np.arange(12, dtype="f4").reshape(3, 4)
        mask = np.zeros((3, 3))
        mask[1, 2] = 1
        self.assertEqual(strider.convolve(x, mask, "wrap").tolist(), np.roll(x, -1, 1).tolist())
        for wrong in ("mirror", None, 0):
            with self.assertRaisesRegex(ValueError, "boundary is .*: give one of 'zero', 'replicate', 'symmetric', 'wrap'"):
                strider.convolve(x, mask, wrong)
        # An even mask has its center right of its middle: of two weights, the first is the left neighbour's.
        self.assertEqual(strider.convolve([1.0, 2.0, 4.0], [10.0, 1.0]).tolist(), [1, 12, 24])


if __name__ == "__main__":
    unittest.main()
# SPDX-License-Identifier: Apache-2.0
