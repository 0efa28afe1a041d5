// The library's calls of "reduce": what `strider reduce FILE` reports, fed piece by piece.
//
// The pieces are whole chunks of the canonical order of all elements, so the result does not depend on how they were
// cut. Elements are widened to i64 or f64 first, so that kernels are compiled for these alone: the order of a reduction
// follows what is accumulated, so the bits are those of the narrow elements. Unsigned elements are moved down by 2^63,
// which keeps their order.
//
// Sums of integers are exact: the sum modulo 2^64 has their low bits, and the sum of the same elements as f64 says how
// often it has wrapped. That one is wrong by less than 2^62 as long as there are fewer than 2^42 elements.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <ladders/harness/typed_call.hpp>
#include <ladders/library_memory.hpp>
#include <strider/dot.hpp>
#include <strider/reduce.hpp>

namespace strider::ladders::reduce {

/// What elements of type T are accumulated as.
template <class T>
using wide_of = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;

/// 2^63 for unsigned elements, else 0.
template <class T>
inline constexpr std::uint64_t moved = std::is_unsigned_v<T> ? std::uint64_t{1} << 63 : 0;

template <class T>
wide_of<T> widen(T element) {
    if constexpr (std::is_unsigned_v<T>) return static_cast<std::int64_t>(element ^ moved<T>);
    return static_cast<wide_of<T>>(element);
}
template <class T>
T narrow(wide_of<T> value) {
    if constexpr (std::is_unsigned_v<T>) return static_cast<T>(static_cast<std::uint64_t>(value) ^ moved<T>);
    return static_cast<T>(value);
}

/// The integer that is `wrapped` modulo 2^64, and within 2^62 of `near`.
inline wide_integer unwrapped(std::int64_t wrapped, double near) {
    const double turns = std::nearbyint((near - static_cast<double>(wrapped)) * 0x1p-64);
    return wrapped + static_cast<wide_integer>(turns) * (wide_integer{1} << 64);
}

/// Sum, extremes and their places, of elements that are widened to type Wide, by the library on `Policy`.
template <class Policy, class Wide>
class wide_summary final : public streamed_summary {
public:
    wide_summary(const Policy& policy, bool on_device, element_type type, std::uint64_t elements)
        : policy_(policy),
          on_device_(on_device),
          type_(type),
          shape_(elements),
          sums_(shape_.chunks),
          near_sums_(is_integer ? shape_.chunks : 0),
          least_(shape_.chunks),
          greatest_(shape_.chunks) {}

    std::uint64_t granularity() const override { return shape_.chunk; }

    void start_at(std::uint64_t first) override {
        if (first > shape_.elements || (first % shape_.chunk != 0 && first != shape_.elements)) {
            throw std::logic_error("summary: starts at element " + std::to_string(first) + ": give a multiple of " +
                                   std::to_string(shape_.chunk));
        }
        first_ = next_ = first;
    }

    void add(const void* elements, std::uint64_t count) override {
        if (count > shape_.elements - next_) {
            throw std::logic_error("summary: " + std::to_string(next_ + count) + " elements were added where " +
                                   std::to_string(shape_.elements) + " were announced");
        }
        if (count % shape_.chunk != 0 && next_ + count != shape_.elements) {
            throw std::logic_error("summary: a piece of " + std::to_string(count) + " elements: give a multiple of " +
                                   std::to_string(shape_.chunk) + " in every piece but the last");
        }
        const std::uint64_t group =
            std::max<std::uint64_t>(1, memory_for<Policy>::group_bytes / (shape_.chunk * sizeof(Wide))) * shape_.chunk;
        for (std::uint64_t done = 0; done < count; done += group) {
            const std::uint64_t size = std::min(group, count - done);
            add_group(widened(elements, done, size), size);
        }
    }

    void end_at(std::uint64_t elements) override {
        if (elements > shape_.elements || elements <= next_) {
            throw std::logic_error("summary: ends at element " + std::to_string(elements) + " after " +
                                   std::to_string(next_) + " of " + std::to_string(shape_.elements));
        }
        shape_.elements = elements;
        shape_.chunks = chunks_of(elements);
        for_each_kind(*this, [&](auto& kind) { kind.resize(shape_.chunks); });
    }

    /// The first chunk and how many of them, and each kind of partial results of these.
    std::string partials() const override {
        const std::uint64_t chunks[] = {first_ / shape_.chunk, chunks_of(next_ - first_)};
        std::string bytes(reinterpret_cast<const char*>(chunks), sizeof chunks);
        for_each_kind(*this, [&](const auto& kind) {
            bytes.append(reinterpret_cast<const char*>(kind.data() + chunks[0]), chunks[1] * sizeof kind[0]);
        });
        return bytes;
    }

    void take(std::string_view bytes) override {
        std::uint64_t chunks[2] = {};
        bytes.copy(reinterpret_cast<char*>(chunks), sizeof chunks);
        std::size_t at = sizeof chunks;
        for_each_kind(*this, [&](auto& kind) {
            at += bytes.copy(reinterpret_cast<char*>(kind.data() + chunks[0]), chunks[1] * sizeof kind[0], at);
        });
        chunks_done_ += chunks[1];
    }

    summary finish() override {
        if (chunks_done_ != shape_.chunks || shape_.elements == 0) {
            throw std::logic_error("summary: finished after " + std::to_string(chunks_done_) + " of " +
                                   std::to_string(shape_.chunks) + " chunks: add all of them, and at least one");
        }
        const auto sum = detail::canonical_nan(reduced(sums_, plus{}));
        const auto least = reduced(least_, detail::first_extreme<minimum>{});
        const auto greatest = reduced(greatest_, detail::first_extreme<maximum>{});

        summary found;
        found.elements = shape_.elements;
        with_narrow_type([&]<class T>(T) {
            const auto mean_of = [&](auto total) {
                return static_cast<double>(total) / static_cast<double>(shape_.elements);
            };
            if constexpr (is_integer) {
                found.sum = unwrapped(sum, reduced(near_sums_, plus{}));
                found.sum += static_cast<wide_integer>(shape_.elements) * moved<T>;
                found.mean = mean_of(found.sum);
            } else {
                found.mean = mean_of(found.sum_f64 = sum);
            }
            const T minimum = narrow<T>(least.value), maximum = narrow<T>(greatest.value);
            std::memcpy(found.minimum, &minimum, sizeof(T));
            std::memcpy(found.maximum, &maximum, sizeof(T));
        });
        found.argmin = least.index;
        found.argmax = greatest.index;
        return found;
    }

private:
    static constexpr bool is_integer = std::is_integral_v<Wide>;

    template <class Function>
    void with_narrow_type(Function function) {
        with_type(type_, [&](auto zero) {
            if constexpr (std::is_same_v<wide_of<decltype(zero)>, Wide>) function(zero);
        });
    }

    const Wide* widened(const void* elements, std::uint64_t first, std::uint64_t count) {
        const Wide* found = nullptr;
        with_narrow_type([&]<class T>(T) {
            const T* const from = static_cast<const T*>(elements) + first;
            if constexpr (std::is_same_v<T, Wide>) {
                found = from;
            } else {
                wide_.resize(count);
                std::transform(from, from + count, wide_.begin(), widen<T>);
                found = wide_.data();
            }
        });
        return found;
    }

    std::uint64_t chunks_of(std::uint64_t elements) const {
        return elements / shape_.chunk + (elements % shape_.chunk != 0);
    }

    template <class Summary, class Function>
    static void for_each_kind(Summary& of, Function function) {
        function(of.sums_);
        if constexpr (is_integer) function(of.near_sums_);
        function(of.least_);
        function(of.greatest_);
    }

    void add_group(const Wide* given, std::uint64_t count) {
        memory_for<Policy> memory(policy_), of_elements(policy_, on_device_);
        const contiguous<Wide> elements{of_elements.read(given, count)};
        canonical_order::chunk_shape group = shape_;  // the chunks of the whole, of which these are some
        group.elements = count;
        group.chunks = chunks_of(count);
        const auto reduce_group = [&](const auto& source, auto op, auto& results) {
            reduce_chunks(policy_, source, group, 0, group.chunks, op,
                          memory.write(results.data() + next_ / shape_.chunk, group.chunks));
        };
        const transformed places{elements, strider::with_index{detail::locate<Wide>{next_}}};
        reduce_group(elements, plus{}, sums_);
        if constexpr (is_integer) reduce_group(transformed{elements, detail::convert_to<double>{}}, plus{}, near_sums_);
        reduce_group(places, detail::first_extreme<minimum>{}, least_);
        reduce_group(places, detail::first_extreme<maximum>{}, greatest_);
        memory.finish();
        next_ += count;
        chunks_done_ += group.chunks;
    }

    template <class T, class Operator>
    T reduced(const std::vector<T>& partials, Operator op) {
        memory_for<Policy> memory(policy_);
        return reduce_partials(policy_, memory.read(partials.data(), partials.size()), partials.size(), op);
    }

    Policy policy_;
    bool on_device_;  ///< elements are there; partial results are the host's
    element_type type_;
    canonical_order::chunk_shape shape_;
    // One partial result a chunk; those that were not added or taken yet are nothing.
    std::vector<Wide> sums_;
    std::vector<double> near_sums_;  ///< of integers
    std::vector<located<Wide>> least_, greatest_;
    std::vector<Wide> wide_;
    std::uint64_t first_ = 0, next_ = 0;  ///< the elements that were added here
    std::uint64_t chunks_done_ = 0;
};

template <class Policy>
class calls final : public library_on<Policy> {
public:
    using library_on<Policy>::library_on;

    std::unique_ptr<streamed_summary> summarize(element_type type, std::uint64_t elements) override {
        return with_type(type, [&](auto zero) -> std::unique_ptr<streamed_summary> {
            return std::make_unique<wide_summary<Policy, wide_of<decltype(zero)>>>(policy_, on_device_, type, elements);
        });
    }

#if !defined(STRIDER_SIMT)
    void dot(element_type type, const void* first, const void* second, std::uint64_t elements, void* result) override {
        accumulated(type, [&]<class T>(T) {
            auto memory = this->memory();
            const std::span from(memory.read(static_cast<const T*>(first), elements), elements);
            const std::span with(memory.read(static_cast<const T*>(second), elements), elements);
            strider::dot_into(this->policy_, from, with, memory.write(static_cast<T*>(result), 1));
            memory.finish();
        });
    }
#endif
#if defined(__CUDACC__)
    void reduce(element_type type, operation op, const items_in_memory<const void>& values, void* result) override {
        accumulated(type, [&]<class T>(T) {
            with_operator(op, [&](auto combine) {
                auto memory = this->memory();
                const std::span from(memory.read(static_cast<const T*>(values.data), values.count), values.count);
                strider::reduce_into(this->policy_, from, memory.write(static_cast<T*>(result), 1), combine);
                memory.finish();
            });
        });
    }
#endif

private:
    template <class Entry>
    static void accumulated(element_type type, Entry entry) {
        if (type == element_type::f32) return entry(float{});
        type == element_type::f64 ? entry(double{}) : entry(std::int64_t{});
    }

    using library_on<Policy>::policy_, library_on<Policy>::on_device_;
};

}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
