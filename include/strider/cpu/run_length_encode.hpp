// Runs on all cores, in two passes: how many begin in every stretch, and where the last one does; then, with what the
// stretches before it have, a core writes those that end in its stretch. No core waits for another.
//
// Which elements begin a run is kept as bits, as in a compaction (cpu/compact.hpp). Honours the caller's
// tbb::task_arena.
//
// Source: two passes and a scan of the counts between them, after G. Blelloch, Prefix Sums and Their Applications
// (1990).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <strider/core/policy.hpp>
#include <strider/core/selection.hpp>
#include <strider/cpu/compact.hpp>
#include <strider/cpu/parallel.hpp>

namespace strider {

namespace cpu_backend {

/// Of a stretch: how many runs begin in it, and where the last of them does.
struct beginning_runs {
    std::uint64_t count, last;
};

/// Calls `visit(first, count, words, begin)` for each batch of the elements from `first` to `end`: so many begin a run,
/// those whose bits are set.
template <class T, class Selector, class Visit>
void visit_batches(const T* input, std::uint64_t first, std::uint64_t end, const Selector& starts, Visit visit) {
    constexpr std::uint64_t batch = batch_bytes / sizeof(T);
    bits_of_batch<T> words;
    for (; first < end; first += batch) {
        const std::uint64_t count = std::min(batch, end - first);
        const std::uint64_t begin = select_batch(input + first, count, first == 0, starts, words.data());
        visit(first, count, words.data(), begin);
    }
}

template <class T, class Selector>
beginning_runs count_runs(const T* input, std::uint64_t first, std::uint64_t end, const Selector& starts) {
    beginning_runs found{0, 0};
    visit_batches(input, first, end, starts,
                  [&](std::uint64_t at, std::uint64_t count, const std::uint64_t* words, std::uint64_t begin) {
                      found.count += begin;
                      if (begin == 0) return;
                      std::uint64_t w = (count - 1) / flags_a_word;
                      while (words[w] == 0) --w;
                      found.last = at + w * flags_a_word + static_cast<unsigned>(std::bit_width(words[w]) - 1);
                  });
    return found;
}

/// The values of the runs that begin from `first` to `end`; `take(run, bounds, count)` gets those that end there, some
/// at a time: run + i is from bounds[i] to bounds[i + 1]. `before` is of all elements before.
template <class T, class Selector, class Take>
void write_runs(const T* input, std::uint64_t first, std::uint64_t end, bool last, const beginning_runs& before,
                T* values, const Selector& starts, const Take& take) {
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
    visit_batches(input, first, end, starts,
                  [&](std::uint64_t at, std::uint64_t count, std::uint64_t* words, std::uint64_t begin) {
                      move_batch(input + at, count, words, begin, to);
                      to += begin;
                      if (at == 0) words[0] &= ~std::uint64_t{1};  // before the first run none ends
                      for (std::uint64_t w = 0; w * flags_a_word < count; ++w) {
                          for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
                              end_run(at + w * flags_a_word + static_cast<unsigned>(std::countr_zero(bits)));
                          }
                      }
                  });
    if (last) end_run(end);
    hand_on();
}

/// The first element of every run to the front of `values`; `take` gets all runs, as in write_runs, on any core and in
/// any order; how many there are.
template <class T, class Selector, class Take>
std::uint64_t find_runs(const T* input, std::uint64_t elements, T* values, const Selector& starts, const Take& take) {
    constexpr std::uint64_t stretch = 8 * (batch_bytes / sizeof(T));
    const std::uint64_t stretches = elements / stretch + (elements % stretch != 0);
    std::vector<beginning_runs> before(stretches);
    const auto for_all = [&](auto go) {
        const auto some = [&](std::uint64_t from, std::uint64_t to) {
            for (std::uint64_t s = from; s < to; ++s) go(s, s * stretch, std::min((s + 1) * stretch, elements));
        };
        if (elements < parallel_from) return some(0, stretches);
        in_parallel(tbb::blocked_range<std::uint64_t>(0, stretches),
                    [&](const auto& range) { some(range.begin(), range.end()); });
    };
    for_all([&](std::uint64_t s, std::uint64_t first, std::uint64_t end) {
        before[s] = count_runs(input, first, end, starts);
    });
    beginning_runs sum{0, 0};
    for (beginning_runs& one : before) {
        const beginning_runs here = one;
        one = sum;
        sum = {sum.count + here.count, here.count != 0 ? here.last : sum.last};
    }
    for_all([&](std::uint64_t s, std::uint64_t first, std::uint64_t end) {
        write_runs(input, first, end, end == elements, before[s], values, starts, take);
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
