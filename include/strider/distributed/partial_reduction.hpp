// One rank's part of a reduction over ranks in the canonical order of all elements (pattern/canonical_order.hpp).
//
// Each rank reduces the chunks that it has all elements of. If ranks share a chunk, they reduce it one after the other:
// each hands the next the chunk's accumulators, at most 16 KiB, whatever the chunk's size. A rank first takes the chunk
// that it shares with the next rank, so that all accumulators are on their way at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>

#include <strider/core/operators.hpp>
#include <strider/core/source.hpp>
#include <strider/distributed/policy.hpp>
#include <strider/pattern/canonical_order.hpp>
#include <strider/reduce.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace detail {

/// Accumulators of a chunk: one for each element of a row, or for each lane.
template <class T, class Operator>
inline constexpr std::uint64_t chunk_accumulators =
    is_commutative<Operator, T> ? canonical_order::row_elements(sizeof(T)) : canonical_order::lanes;

/// Element i of a source, rounded, before an operator sees it.
template <class Source>
STRIDER_HOST_DEVICE auto rounded_element(const Source& source, std::uint64_t i) {
#if defined(__CUDA_ARCH__) || (defined(STRIDER_DEVICE_CODE) && !defined(__CUDACC__))
    return rounded<Source>(source(i));
#else
    auto value = source(i);
    asm("" : "+m"(value));
    return value;
#endif
}

/// Accumulator i takes its share of a chunk's elements from `position` to `end`; the source's first element is element
/// `position`. `full` is the size of every chunk but the last.
template <class Source, class Operator, class T>
struct continue_chunk {
    Source source;
    std::uint64_t position, end, full;
    Operator op;
    T* accumulators;

    STRIDER_HOST_DEVICE void operator()(std::uint64_t i) const {
        std::uint64_t first, step, last = end, behind;  // the accumulator's: `behind` is its first of all
        if constexpr (is_commutative<Operator, T>) {
            step = chunk_accumulators<T, Operator>;
            behind = i;
            first = position <= i ? i : position + (i + step - position % step) % step;
        } else {
            const std::uint64_t run = (full + canonical_order::lanes - 1) / canonical_order::lanes;
            step = 1;
            behind = i * run;
            first = position <= behind ? behind : position;
            last = end < behind + run ? end : behind + run;
        }
        if (first >= last) return;
        T value = rounded_element(source, first - position);
        if (first != behind) value = op(accumulators[i], value);
        for (std::uint64_t index = first + step; index < last; index += step) {
            value = op(value, rounded_element(source, index - position));
        }
        accumulators[i] = value;
    }
};

/// Remembers the first exception of several steps; the steps after it still run.
class first_failure {
public:
    template <class Step>
    void guard(Step step) {
        try {
            step();
        } catch (const lost_peer&) {
            throw;
        } catch (...) {
            if (!failure_) failure_ = std::current_exception();
        }
    }
    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    std::exception_ptr failure_;
};

/// One rank's part of the reduction of the elements of all ranks.
template <class Policy, class Operator, class T>
class partial_reduction {
    using local = decltype(Policy::local);

public:
    partial_reduction(const Policy& policy, const cut& parts, const canonical_order::chunk_shape& shape, Operator op)
        : policy_(policy), shape_(shape), op_(op), first_(parts.begin(rank())), end_(parts.end(rank())) {
        for (int r = rank() - 1; r >= 0 && before_ < 0; --r) {
            if (parts.size(r) != 0) before_ = r;
        }
        for (int r = rank() + 1; r < parts.ranks() && after_ < 0; ++r) {
            if (parts.size(r) != 0) after_ = r;
        }
    }

    /// Memory for the accumulators of two runs.
    static std::size_t memory_bytes() {
        return 4 * exchange_memory<local>::rounded(chunk_accumulators<T, Operator> * sizeof(T));
    }

    /// The partial results of the chunks that end in this rank's part to `partials`, in memory of the backend. from(k)
    /// is the source of this rank's elements from the k-th on.
    template <class From>
    void run(exchange_memory<local>& memory, T* partials, From from) {
        if (first_ == end_) return;
        first_failure failure;
        hand_on(memory, from, failure);
        reduce(partials, from, failure);
        failure.rethrow();
    }

private:
    /// Neighbours send each other the accumulators of the chunks that they share.
    template <class From>
    void hand_on(exchange_memory<local>& memory, From from, first_failure& failure) {
        T* const accumulators = memory.template take<T>(chunk_accumulators<T, Operator>);
        received_ = memory.template take<T>(chunk_accumulators<T, Operator>);
        const std::uint64_t position = first_ % shape_.chunk;
        const bool ends_inside = end_ % shape_.chunk != 0 && end_ != shape_.elements;
        // Between neighbours, while all others are at it too.
        if (ends_inside && (position == 0 || ends_first_chunk())) {
            const std::uint64_t tail = end_ / shape_.chunk * shape_.chunk;
            failure.guard([&] { take(from(tail - first_), 0, end_ - tail, accumulators); });
            send_and_receive(accumulators, end_ - tail, received_, position);
        } else if (position != 0) {
            send_and_receive(nullptr, 0, received_, position);
            if (!ends_first_chunk()) {
                take_head(from, failure);
                send_and_receive(received_, end_ - (first_ - position), nullptr, 0);
            }
        }
    }

    /// The chunks that end here.
    template <class From>
    void reduce(T* partials, From from, first_failure& failure) {
        const std::uint64_t chunk = shape_.chunk;
        const bool starts_inside = first_ % chunk != 0;
        const std::uint64_t whole_from = (first_ + chunk - 1) / chunk;
        const std::uint64_t whole_end = end_ == shape_.elements ? shape_.chunks : end_ / chunk;
        if (whole_from < whole_end) {
            failure.guard([&] {
                canonical_order::chunk_shape mine = shape_;
                mine.elements = std::min(whole_end * chunk, end_) - whole_from * chunk;
                mine.chunks = whole_end - whole_from;
                reduce_chunks(policy_.local, from(whole_from * chunk - first_), mine, 0, mine.chunks, op_,
                              partials + (starts_inside ? 1 : 0));
            });
        }
        if (starts_inside && ends_first_chunk()) {
            take_head(from, failure);
            failure.guard([&] {  // the tree over the accumulators: as over one element each
                canonical_order::chunk_shape tree(filled(first_chunk_end() - first_ / chunk * chunk));
                tree.chunk = tree.elements;
                tree.chunks = 1;
                reduce_chunks(policy_.local, contiguous<T>{received_}, tree, 0, 1, op_, partials);
            });
        }
    }

    int rank() const { return policy_.rank(); }

    /// How many accumulators have an element after the first `position` of a chunk.
    std::uint64_t filled(std::uint64_t position) const {
        if constexpr (is_commutative<Operator, T>) {
            return std::min(position, chunk_accumulators<T, Operator>);
        } else {
            const std::uint64_t run = (shape_.chunk + canonical_order::lanes - 1) / canonical_order::lanes;
            return (position + run - 1) / run;
        }
    }

    /// The end of the chunk in which this rank's elements begin.
    std::uint64_t first_chunk_end() const {
        return std::min((first_ / shape_.chunk + 1) * shape_.chunk, shape_.elements);
    }
    bool ends_first_chunk() const { return end_ >= first_chunk_end(); }
    template <class From>
    void take_head(From from, first_failure& failure) {
        failure.guard(
            [&] { take(from(0), first_ % shape_.chunk, std::min(end_, first_chunk_end()) - first_, received_); });
    }

    template <class Source>
    void take(const Source& source, std::uint64_t position, std::uint64_t count, T* accumulators) {
        for_each_index(
            policy_.local, chunk_accumulators<T, Operator>,
            continue_chunk<Source, Operator, T>{source, position, position + count, shape_.chunk, op_, accumulators});
    }

    /// The accumulators after so many elements of the chunk, to the rank after this one and from the one before it.
    void send_and_receive(const T* sent, std::uint64_t sent_position, T* received, std::uint64_t position) {
        const outgoing to{after_, sent, filled(sent_position) * sizeof(T)};
        const incoming from{before_, received, filled(position) * sizeof(T)};
        policy_.communicator.exchange(policy_.local, std::span(&to, sent_position != 0 ? 1 : 0),
                                      std::span(&from, position != 0 ? 1 : 0));
    }

    const Policy& policy_;
    const canonical_order::chunk_shape& shape_;
    Operator op_;
    std::uint64_t first_, end_;     ///< of this rank's elements
    int before_ = -1, after_ = -1;  ///< the nearest ranks that have elements
    T* received_ = nullptr;         ///< the accumulators of the first chunk, where it begins on another rank
};

}  // namespace detail
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
