// NumPy as the judge: it writes the inputs, and finds in the outputs what it computes itself.
#include <gtest/gtest.h>

#include <cstdlib>

#include <tests/lab/cli.hpp>

namespace strider::lab::testing {
namespace {

/// Runs a script in a folder, with `strider(...)` to call the command line.
void expect_true_in_numpy(const std::string& script) {
    if (std::system("/usr/bin/python3 -c 'import numpy' 2>/dev/null") != 0)
        GTEST_SKIP() << "python3-numpy is not installed";
    const scratch_folder folder;
    const std::string whole =
        "import subprocess, numpy as np\n"
        "def strider(*words):\n"
        "    subprocess.run(['" STRIDER_BINARY
        "', *map(str, words)], check=True, stdout=subprocess.DEVNULL)\n"
        "def same(a, b):\n"
        "    assert a.dtype == b.dtype and a.shape == b.shape and np.array_equal(a, b), (a.dtype, a.shape, a, b.dtype, "
        "b.shape, b)\n" +
        script;
    const std::string command =
        "cd '" + folder.path().string() + "' && /usr/bin/python3 '" + folder.file("script.py", whole) + "'";
    EXPECT_EQ(std::system(command.c_str()), 0) << whole;
}

TEST(numpy, scan_of_integers) {
    expect_true_in_numpy(R"(
for kind in '|i1 |u1 <i2 >u2 <i4 >i8 <u8'.split():
    a = np.random.default_rng(1).integers(0, 100, 1000).astype(kind)
    np.save('a.npy', a)
    strider('scan', 'a.npy', '-o', 'o.npy')
    same(np.load('o.npy'), np.cumsum(a, dtype='i8' if a.dtype.kind == 'i' else 'u8'))
    strider('scan', 'a.npy', '-o', 'o.npy', '--operator', 'min')
    same(np.load('o.npy'), np.minimum.accumulate(a.astype(a.dtype.newbyteorder('='))))
)");
}

TEST(numpy, scan_of_floating_point_numbers) {
    expect_true_in_numpy(R"(
for kind in '<f2 >f4 <f8'.split():
    a = np.random.default_rng(2).integers(-9, 9, 1000).astype(kind)
    np.save('a.npy', a)
    strider('scan', 'a.npy', '-o', 'o.npy')
    same(np.load('o.npy'), np.cumsum(a, dtype='f8' if kind == '<f8' else 'f4'))
)");
}

TEST(numpy, types_that_are_computed_with_as_another) {
    expect_true_in_numpy(R"(
for kind in '<f2 |b1'.split():
    a = np.random.default_rng(8).integers(-9, 9, (20, 30)).astype(kind)
    np.save('a.npy', a)
    strider('scan', 'a.npy', '-o', 'o.npy', '--operator', 'max')
    same(np.load('o.npy'), np.maximum.accumulate(a.ravel()))
    strider('compact', 'a.npy', '--where', 'x != 0', '-o', 'o.npy')
    same(np.load('o.npy'), a[a != 0])
    strider('reduce', 'a.npy', '--columns', '--operator', 'min', '-o', 'o.npy')
    same(np.load('o.npy'), a.min(axis=0))
)");
}

TEST(numpy, compact) {
    expect_true_in_numpy(R"(
a = np.random.default_rng(3).normal(size=(37, 41))
a[3, 4] = np.nan
np.save('a.npy', a)
strider('compact', 'a.npy', '--where', 'abs(x) < 0.5 || isnan(x) || i % 10 == 0', '-o', 'o.npy')
flat = a.ravel()
kept = flat[(np.abs(flat) < 0.5) | np.isnan(flat) | (np.arange(flat.size) % 10 == 0)]
assert np.array_equal(np.load('o.npy'), kept, equal_nan=True)
)");
}

TEST(numpy, reduce_parts) {
    expect_true_in_numpy(R"(
a = np.random.default_rng(4).integers(-1000, 1000, (23, 31)).astype('i4')
for order in 'CF':
    np.save('a.npy', np.asarray(a, order=order))
    strider('reduce', 'a.npy', '--rows', '-o', 'o.npy')
    same(np.load('o.npy'), a.sum(axis=1, dtype='i8'))
    strider('reduce', 'a.npy', '--columns', '--operator', 'max', '-o', 'o.npy')
    same(np.load('o.npy'), a.max(axis=0))
np.save('flat.npy', a.ravel())
np.save('offsets.npy', np.array([0, 5, 100, 713]))
strider('reduce', 'flat.npy', '--segments', 'offsets.npy', '-o', 'o.npy')
same(np.load('o.npy'), np.add.reduceat(a.ravel(), [0, 5, 100], dtype='i8'))
)");
}

TEST(numpy, histogram) {
    expect_true_in_numpy(R"(
import json
a = np.random.default_rng(5).normal(size=10000)
np.save('a.npy', a)
for bins, words in ((np.array([-2, -0.5, 0, 0.25, 3]), ('--edges', '-2,-0.5,0,0.25,3')), (64, ()), (7, ('--bins', 7))):
    strider('histogram', 'a.npy', *words, '--format', 'jsonl', '--report', 'o.json')
    found = json.load(open('o.json'))
    counts, edges = np.histogram(a, bins)
    assert found['counts'] == counts.tolist() and found['edges'] == edges.tolist()
b = np.random.default_rng(6).integers(-500, 500, 10000).astype('i2')
np.save('b.npy', b)
strider('histogram', 'b.npy', '--bins', 50, '--range', '-400,400', '--format', 'jsonl', '--report', 'o.json')
found = json.load(open('o.json'))
assert found['counts'] == np.histogram(b, np.arange(-400, 401, 16))[0].tolist()[:-1] + [int(((b >= 384) & (b < 400)).sum())]
assert found['below'] == int((b < -400).sum()) and found['above'] == int((b >= 400).sum())
)");
}

TEST(numpy, transpose) {
    expect_true_in_numpy(R"(
for kind in '|b1 |u1 <i2 >f4 <f8 <c8 >c16 <U3 |S4 <M8[s]'.split():
    a = np.arange(35).astype('i8').astype(kind).reshape(5, 7)
    for order in 'CF':
        np.save('a.npy', np.asarray(a, order=order))
        strider('transpose', 'a.npy', '-o', 'o.npy')
        same(np.load('o.npy'), a.T)
        assert np.load('o.npy').flags.c_contiguous
)");
}

TEST(numpy, convolve) {
    expect_true_in_numpy(R"(
a = np.random.default_rng(7).integers(0, 100, (19, 23)).astype('f8')
m = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 10]], 'f8')
np.save('a.npy', a)
np.save('m.npy', m)
for ours, theirs in (('zero', 'constant'), ('replicate', 'edge'), ('symmetric', 'symmetric'), ('reflect', 'reflect'), ('wrap', 'wrap')):
    p = np.pad(a, 1, mode=theirs)
    expected = sum(m[k, j] * p[k:k + 19, j:j + 23] for k in range(3) for j in range(3))
    strider('convolve', 'a.npy', '--mask', './m.npy', '--boundary', ours, '-o', 'o.npy')
    same(np.load('o.npy'), expected)
)");
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
