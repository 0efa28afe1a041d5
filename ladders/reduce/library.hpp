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
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <ladders/library_memory.hpp>
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
    wide_summary(const Policy& policy, element_type type, std::uint64_t elements)
        : policy_(policy),
          type_(type),
          shape_(elements),
          memory_(policy),
          sums_(memory_.template scratch<Wide>(shape_.chunks)),
          near_sums_(is_integer ? memory_.template scratch<double>(shape_.chunks) : nullptr),
          least_(memory_.template scratch<located<Wide>>(shape_.chunks)),
          greatest_(memory_.template scratch<located<Wide>>(shape_.chunks)) {}

    std::uint64_t granularity() const override { return shape_.chunk; }

    void add(const void* elements, std::uint64_t count) override {
        if (count > shape_.elements - added_) {
            throw std::logic_error("summary: " + std::to_string(added_ + count) + " elements were added where " +
                                   std::to_string(shape_.elements) + " were announced");
        }
        if (count % shape_.chunk != 0 && added_ + count != shape_.elements) {
            throw std::logic_error("summary: a piece of " + std::to_string(count) + " elements: give a multiple of " +
                                   std::to_string(shape_.chunk) + " in every piece but the last");
        }
        const std::uint64_t group =
            std::max<std::uint64_t>(1, memory_.group_bytes / (shape_.chunk * sizeof(Wide))) * shape_.chunk;
        for (std::uint64_t done = 0; done < count; done += group) {
            const std::uint64_t size = std::min(group, count - done);
            add_group(widened(elements, done, size), size);
        }
    }

    summary finish() override {
        if (added_ != shape_.elements || added_ == 0) {
            throw std::logic_error("summary: finished after " + std::to_string(added_) + " of " +
                                   std::to_string(shape_.elements) + " elements: add all of them, and at least one");
        }
        const auto sum = detail::canonical_nan(reduce_partials(policy_, sums_, shape_.chunks, plus{}));
        const auto least = reduce_partials(policy_, least_, shape_.chunks, detail::first_extreme<minimum>{});
        const auto greatest = reduce_partials(policy_, greatest_, shape_.chunks, detail::first_extreme<maximum>{});

        summary found;
        found.elements = shape_.elements;
        with_narrow_type([&]<class T>(T) {
            const auto mean_of = [&](auto total) {
                return static_cast<double>(total) / static_cast<double>(shape_.elements);
            };
            if constexpr (is_integer) {
                found.sum = unwrapped(sum, reduce_partials(policy_, near_sums_, shape_.chunks, plus{}));
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

    void add_group(const Wide* from_host, std::uint64_t count) {
        memory_for<Policy> group_memory(policy_);
        const contiguous<Wide> elements{group_memory.read(from_host, count)};
        canonical_order::chunk_shape group = shape_;  // the chunks of the whole, of which these are some
        group.elements = count;
        group.chunks = (count + shape_.chunk - 1) / shape_.chunk;
        const auto reduce_group = [&](const auto& source, auto op, auto* results) {
            reduce_chunks(policy_, source, group, 0, group.chunks, op, results + added_ / shape_.chunk);
        };
        const transformed places{elements, strider::with_index{detail::locate<Wide>{added_}}};
        reduce_group(elements, plus{}, sums_);
        if constexpr (is_integer) reduce_group(transformed{elements, detail::convert_to<double>{}}, plus{}, near_sums_);
        reduce_group(places, detail::first_extreme<minimum>{}, least_);
        reduce_group(places, detail::first_extreme<maximum>{}, greatest_);
        group_memory.finish();
        added_ += count;
    }

    Policy policy_;
    element_type type_;
    canonical_order::chunk_shape shape_;
    memory_for<Policy> memory_;
    // One partial result a chunk.
    Wide* sums_;
    double* near_sums_;  ///< of integers
    located<Wide>* least_;
    located<Wide>* greatest_;
    std::vector<Wide> wide_;
    std::uint64_t added_ = 0;
};

template <class Policy>
class calls final : public library {
public:
    explicit calls(const Policy& policy) : policy_(policy) {}

    std::unique_ptr<streamed_summary> summarise(element_type type, std::uint64_t elements) override {
        return with_type(type, [&](auto zero) -> std::unique_ptr<streamed_summary> {
            return std::make_unique<wide_summary<Policy, wide_of<decltype(zero)>>>(policy_, type, elements);
        });
    }

private:
    Policy policy_;
};

}  // namespace strider::ladders::reduce
