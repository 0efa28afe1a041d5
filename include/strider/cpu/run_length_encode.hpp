// Runs on all cores, in two passes. The first marks, as bits, the elements of every stretch that begin a run, counts
// them, and remembers the last. In the second, with the counts of the stretches before, a core writes the runs that end
// in its stretch. The second pass reads the bits, and only those input elements that it writes. No core waits for
// another. Honours the caller's tbb::task_arena.
//
// Source: two passes and a scan of the counts between them, after G. Blelloch, Prefix Sums and Their Applications
// (1990).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include <strider/core/policy.hpp>
#include <strider/cpu/compact.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/pattern/selection.hpp>

namespace strider {

namespace cpu_backend {

/// Some of the elements, and the bits of those that begin a run.
struct stretch_of_runs {
    std::uint64_t first, end;
    std::uint64_t* words;
};

/// The number of runs that begin in a stretch, and where the last of them begins.
struct beginning_runs {
    std::uint64_t count, last;
};

/// Finds the runs that begin in a stretch, and sets its bits.
template <class T, class Selector>
beginning_runs mark_runs(const T* input, const stretch_of_runs& of, const Selector& starts) {
    const auto [first, end, words] = of;
    beginning_runs found{select_batch(input + first, end - first, first == 0, starts, words), 0};
    if (found.count != 0) {
        std::uint64_t w = (end - first - 1) / flags_a_word;
        while (words[w] == 0) --w;
        found.last = first + w * flags_a_word + static_cast<unsigned>(std::bit_width(words[w]) - 1);
    }
    return found;
}

/// The values of the runs that begin in a stretch; `take(run, bounds, count)` gets those that end there, some at a
/// time: run + i is from bounds[i] to bounds[i + 1]. `before` is of all elements before.
template <class T, class Take>
void write_runs(const T* input, const stretch_of_runs& of, bool last, const beginning_runs& before, T* values,
                const Take& take) {
    const std::uint64_t* words = of.words;
    constexpr unsigned together = 1024;
    std::uint64_t bounds[together + 1] = {before.last}, run = before.count == 0 ? 0 : before.count - 1;
    unsigned ended = 0;
    const auto hand_on = [&] {
        if (ended == 0) return;
        take(run, bounds, ended);
        run += ended;
        bounds[0] = bounds[ended];
        ended = 0;
    };
    const auto end_run = [&](std::uint64_t at) {
        bounds[++ended] = at;
        if (ended == together) hand_on();
    };
    T* to = values + before.count;
    for (std::uint64_t at = of.first; at < of.end; at += flags_a_word) {
        for (std::uint64_t bits = *words++; bits != 0; bits &= bits - 1) {
            const std::uint64_t begin = at + static_cast<unsigned>(std::countr_zero(bits));
            copy(input + begin, 1, to++);
            if (begin != 0) end_run(begin);  // before the first run none ends
        }
    }
    if (last) end_run(of.end);
    hand_on();
}

/// The first element of every run to the front of `values`; `take` gets all runs, as in write_runs, on any core and in
/// any order; how many there are.
template <class T, class Selector, class Take>
std::uint64_t find_runs(const T* input, std::uint64_t elements, T* values, const Selector& starts, const Take& take) {
    constexpr std::uint64_t stretch = std::uint64_t{1} << 16;
    static_assert(stretch % flags_a_word == 0, "stretches share no word");
    const std::uint64_t stretches = elements / stretch + (elements % stretch != 0);
    const auto words = std::make_unique_for_overwrite<std::uint64_t[]>(elements / flags_a_word + 1);
    std::vector<beginning_runs> before(stretches);
    const auto for_all = [&](auto go) {
        const auto one = [&](std::uint64_t s) {
            const std::uint64_t first = s * stretch, end = std::min(first + stretch, elements);
            go(s, stretch_of_runs{first, end, words.get() + first / flags_a_word});
        };
        in_parallel(0, stretches, one, tasks_unless(elements < parallel_from));
    };
    for_all([&](std::uint64_t s, const stretch_of_runs& of) { before[s] = mark_runs(input, of, starts); });
    beginning_runs sum{0, 0};
    for (beginning_runs& one : before) {
        const beginning_runs here = one;
        one = sum;
        sum = {sum.count + here.count, here.count != 0 ? here.last : sum.last};
    }
    for_all([&](std::uint64_t s, const stretch_of_runs& of) {
        write_runs(input, of, of.end == elements, before[s], values, take);
    });
    return sum.count;
}

}  // namespace cpu_backend

/// The first element of every run to the front of `values`; `tell(run, begin, end)` is called of each; how many.
template <class T, class Tell, class Selector>
std::uint64_t encode_runs(cpu, const T* input, std::uint64_t elements, T* values, const Tell& tell,
                          const Selector& starts) {
    return cpu_backend::find_runs(input, elements, values, starts,
                                  [&](std::uint64_t run, const std::uint64_t* bounds, unsigned count) {
                                      for (unsigned i = 0; i < count; ++i) tell(run + i, bounds[i], bounds[i + 1]);
                                  });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
