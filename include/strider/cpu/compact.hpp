// Compaction on all cores: a batch at a time, from memory to a core's cache, and from there to its place.
//
// A core takes the next batch and counts the elements that it selects. Once all batches to its left have been counted,
// the place of the batch's elements is known. The core then moves them, while the batch is in its cache: memory is read
// once and written once. If a batch to the left is not counted yet, the core takes another batch. The core that closes
// the gap moves the batches that waited for it. In place, a batch may be overwritten once all batches to its left are
// counted, so it is copied before. If the call also keeps the others, the selected elements are counted first.
//
// The predicate is called once for every element, with the compiler's vectors where possible. Its answers are kept as
// bits. Elements of 4 and 8 bytes are moved by the widest vectors of the processor. Honours the caller's
// tbb::task_arena. Scratch is a bit for every element and, in place, copies of the waiting batches.
//
// Source: the chained scan of S. Yan, G. Long and Y. Zhang, StreamScan (2013), without its waiting.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/batch_turns.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/compact/simd.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/reduce.hpp>
#include <strider/pattern/selection.hpp>

namespace strider {

namespace cpu_backend {

/// Bytes of a batch: they fit a core's own cache, and are enough that cores seldom ask for the next batch together.
inline constexpr std::size_t batch_bytes = std::size_t{1} << 17;

/// Words of a batch: a bit for every element.
template <class T>
inline constexpr std::uint64_t words_of_batch = batch_bytes / sizeof(T) / flags_a_word + 1;

/// Memory for an element that need not have a default.
template <class T>
struct alignas(T) place_for {
    unsigned char bytes[sizeof(T)];
};

/// By a loop: for a few hundred bytes a call of memcpy takes half as long again.
template <class T>
void copy(const T* from, std::uint64_t count, T* to) {
    for (std::uint64_t i = 0; i < count; ++i) std::memcpy(static_cast<void*>(to + i), from + i, sizeof(T));
}

/// The type whose lowest bit says whether a T is selected. (The oldest instruction set cannot compare vectors of 8-byte
/// integers.)
template <class T>
using flag_of =
    std::conditional_t<std::is_floating_point_v<T> || (std::is_integral_v<T> && sizeof(T) == 4), std::uint32_t,
                       std::conditional_t<std::is_integral_v<T> && sizeof(T) == 2, std::uint16_t, std::uint8_t>>;

/// Bit i of `words` says whether element i of `count` is selected; gives how many are. Where they are the `first` of
/// all, the first one has no left neighbour.
template <class T, class Selector>
std::uint64_t select_batch(const T* from, std::uint64_t count, bool first, Selector selector, std::uint64_t* words) {
    constexpr std::uint64_t together = 16 * flags_a_word;
    using flag = flag_of<T>;
    // GCC makes branches of a choice between 1 and 0 where a second comparison of floating point may trap.
    constexpr flag yes = std::is_floating_point_v<T> ? ~flag{0} : 1, no = yes - 1;
    alignas(64) flag memory[together];      // vectors that lie in one line
    flag* const __restrict flags = memory;  // what the selector refers to is elsewhere
    std::uint64_t sum = 0;
    for (std::uint64_t done = 0; done < count; done += together, from += together) {
        const std::uint64_t here = std::min(together, count - done);
        if constexpr (Selector::looks_left) {
            flags[0] = (first && done == 0) || selector(from[-1], from[0]) ? yes : no;
            for (std::uint64_t i = 1; i < here; ++i) flags[i] = selector(from[i - 1], from[i]) ? yes : no;
        } else {
            for (std::uint64_t i = 0; i < here; ++i) flags[i] = selector(from[i]) ? yes : no;
        }
        const std::uint64_t filled = (here + flags_a_word - 1) / flags_a_word;
        std::fill(flags + here, flags + filled * flags_a_word, no);
        sum += pack_flags(sizeof(flag), memory, filled, words + done / flags_a_word);
    }
    return sum;
}

/// Moves the `selected` elements whose bit is set among `count` to `to`. Nothing behind them is touched, which may be
/// another core's.
template <class T>
void move_batch(const T* from, std::uint64_t count, const std::uint64_t* words, std::uint64_t selected, T* to) {
    std::uint64_t word = 0, moved = 0;
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
        word = count / flags_a_word;
        moved = move_simd(sizeof(T), from, words, word, selected, to);
    }
    constexpr unsigned few = 16;  // are found faster one by one
    for (; moved < selected; ++word) {
        const T* const first = from + word * flags_a_word;
        std::uint64_t bits = words[word];
        const auto end = moved + static_cast<unsigned>(std::popcount(bits));
        if (bits == ~std::uint64_t{0}) {
            copy(first, flags_a_word, to + moved);
            moved = end;
        } else if (end - moved <= few) {
            for (; bits != 0; bits &= bits - 1) copy(first + std::countr_zero(bits), 1, to + moved++);
        }
        // Every element is stored, and the next one over it where it does not count.
        for (unsigned i = 0; moved < end; ++i) {
            copy(first + i, 1, to + moved);
            moved += bits >> i & 1;
        }
    }
}

/// A compaction in batches: what is looked at of each, and where it goes.
template <others Others, element_source Source, class T, class Selector>
class batches_of {
public:
    /// The copy of a batch has its left neighbour before it, where that is looked at.
    using memory = std::unique_ptr<place_for<T>[]>;

    batches_of(const Source& input, std::uint64_t elements, T* output, const Selector& selector, std::uint64_t batch)
        : input_(input), elements_(elements), output_(output), selector_(selector), batch_(batch) {
        if constexpr (in_memory) in_place_ = input.data == output;
        if constexpr (Others == others::appended) {
            const transformed<Source, as_count<Selector>> counts{input, {selector}};
            if (elements != 0) total_ = reduce_source(cpu{}, counts, elements, plus{});
        }
    }

    std::uint64_t count() const { return elements_ / batch_ + (elements_ % batch_ != 0); }

    /// Its elements: where they stand, or copied to `copied` where they may be written over, or are made.
    const T* source_of(std::uint64_t which, memory& copied) const {
        const std::uint64_t first = which * batch_, before_it = Selector::looks_left && which > 0 ? 1 : 0;
        if constexpr (in_memory) {
            if (!in_place_) return input_.data + first;
        }
        const std::uint64_t wanted = size_of(which) + before_it;
        if (!copied) copied = std::make_unique_for_overwrite<place_for<T>[]>(batch_ + 1);
        T* const to = reinterpret_cast<T*>(copied.get()) + 1;
        if constexpr (in_memory) {
            copy(input_.data + first - before_it, wanted, to - before_it);
        } else {
            for (std::uint64_t i = 0; i < wanted; ++i) {
                const T element = input_(first - before_it + i);
                copy(&element, 1, to - before_it + i);
            }
        }
        return to;
    }

    /// How many of its elements are selected; a bit for each to `words`.
    std::uint64_t select(std::uint64_t which, const T* from, std::uint64_t* words) const {
        return select_batch(from, size_of(which), which == 0, selector_, words);
    }

    /// Its elements to their places, behind `before` selected elements of the batches before.
    void move(std::uint64_t which, const T* from, std::uint64_t* words, std::uint64_t before,
              std::uint64_t selected) const {
        const std::uint64_t first = which * batch_, size = size_of(which);
        // In place, a batch that stays where it is may be looked at by its right neighbour: it is not written.
        if (in_place_ && before == first && selected == size) return;
        move_batch(from, size, words, selected, output_ + before);
        if constexpr (Others == others::appended) {
            const std::uint64_t filled = (size + flags_a_word - 1) / flags_a_word;
            for (std::uint64_t w = 0; w < filled; ++w) words[w] = ~words[w];
            if (size % flags_a_word != 0) words[filled - 1] &= (std::uint64_t{1} << size % flags_a_word) - 1;
            move_batch(from, size, words, size - selected, output_ + total_ + (first - before));
        }
    }

private:
    static constexpr bool in_memory = is_contiguous<Source>;

    std::uint64_t size_of(std::uint64_t which) const { return std::min(batch_, elements_ - which * batch_); }

    const Source& input_;
    const std::uint64_t elements_;
    T* const output_;
    const Selector& selector_;
    const std::uint64_t batch_;
    bool in_place_ = false;
    std::uint64_t total_ = 0;  ///< selected elements, where the others go behind them
};

/// How many elements are selected. A batch is moved as soon as all batches before it have been looked at.
template <others Others, class Source, class T, class Selector>
std::uint64_t select_batches(const batches_of<Others, Source, T, Selector>& batches, std::uint64_t cores) {
    struct looked_at {
        const T* from;
        typename batches_of<Others, Source, T, Selector>::memory copied;
        std::uint64_t selected, before;
    };
    const auto looks = std::make_unique_for_overwrite<looked_at[]>(batches.count());
    const auto words = std::make_unique_for_overwrite<std::uint64_t[]>(batches.count() * words_of_batch<T>);
    std::uint64_t before = 0;  // how many the settled batches have selected
    const auto make = [&] {
        return batch_worker{
            [&](std::uint64_t which) {
                looked_at& look = looks[which];
                look.from = batches.source_of(which, look.copied);
                look.selected = batches.select(which, look.from, words.get() + which * words_of_batch<T>);
            },
            [&](std::uint64_t which, bool) {
                looked_at& look = looks[which];
                batches.move(which, look.from, words.get() + which * words_of_batch<T>, look.before, look.selected);
                look.copied.reset();
            }};
    };
    in_turns(batches.count(), cores, make, [&](std::uint64_t which) {
        looks[which].before = before;
        before += looks[which].selected;
    });
    return before;
}

}  // namespace cpu_backend

/// Selected elements to the front of `output`, and the others behind them where they are wanted; how many are selected.
template <others Others, element_source Source, class T, class Selector>
std::uint64_t select_elements(cpu, const Source& input, std::uint64_t elements, T* output, const Selector& selector) {
    constexpr std::uint64_t most = cpu_backend::batch_bytes / sizeof(T);
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    const std::uint64_t workers =
        elements < cpu_backend::parallel_from ? 1 : std::min(cores, elements / most + (elements % most != 0));
    const cpu_backend::batches_of<Others, Source, T, Selector> batches(input, elements, output, selector, most);
    return cpu_backend::select_batches(batches, workers);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
