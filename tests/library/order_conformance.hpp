// The suite of the order: every backend has the bits of the golden vectors (docs/order.md), which
// tests/order/reference.py computes without the library.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <lab/base/golden_vectors.hpp>
#include <strider/convolve.hpp>
#include <strider/dot.hpp>
#include <strider/exact.hpp>
#include <strider/half.hpp>
#include <strider/histogram.hpp>
#include <strider/map.hpp>
#include <strider/reduce.hpp>
#include <strider/reduce_by_key.hpp>
#include <strider/scan.hpp>
#include <strider/scatter.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/segmented_scan.hpp>
#include <strider/views.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

/// A sum that the library does not know.
struct own_sum {
    template <class T>
    STRIDER_HOST_DEVICE constexpr T operator()(const T& a, const T& b) const {
        return a + b;
    }
};

/// x * scale + shift, and the composition of two, which compilers would contract.
struct scaling {
    float scale, shift;
};
struct composition {
    STRIDER_HOST_DEVICE constexpr scaling operator()(const scaling& a, const scaling& b) const {
        const exact<float> scale = b.scale;
        return {scale * a.scale, scale * a.shift + b.shift};
    }
};

struct squared {
    STRIDER_HOST_DEVICE constexpr float operator()(float x) const { return x * x; }
};

/// Bits and numbers of an element type's parts.
template <class T, class Number, class Unsigned, unsigned Fraction>
struct golden_type {
    using type = T;
    using number = Number;
    using bits = Unsigned;
    static constexpr unsigned fraction = Fraction;
};

/// `Ranges`: only the calls that several ranks make of one range.
template <class Backend, bool Ranges = false>
class OrderConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }

    static void expect_golden_bits(const char* text) {
        std::uint64_t checked = 0;
        for (const golden::line& line : golden::lines_of(text)) {
            const bool scans = line.call.ends_with("scan");
            const std::uint64_t most = scans ? Backend::largest_scan : Backend::largest;
            for (const auto& [n, right] : line.vectors) {
                if (golden::elements_of(line.call, n) > most) continue;
                const std::string what = line.call + ' ' + line.type + ' ' + line.op + ' ' + line.input;
                SCOPED_TRACE(what + ' ' + std::to_string(n));
                const std::string found = bits_of(line, n);
                if (found.empty()) continue;  // not a call of this backend
                EXPECT_EQ(found, right);
                ++checked;
            }
        }
        EXPECT_GT(checked, 30U);
    }

    /// The results of a row's sum and sum of squares, in a batch of `rows` others, at a place, with gaps between rows.
    static void expect_row(const std::vector<float>& row, std::uint64_t rows, std::uint64_t place, std::uint64_t gap) {
        SCOPED_TRACE(std::to_string(row.size()) + " elements, row " + std::to_string(place) + " of " +
                     std::to_string(rows) + ", gap " + std::to_string(gap));
        const std::uint64_t length = row.size(), stride = length + gap;
        std::vector<float> batch = random_elements<float>(rows * stride, rows + place);
        std::ranges::copy(row, batch.begin() + static_cast<std::ptrdiff_t>(place * stride));
        const buffer<float> there(batch), sums(std::vector<float>(rows, 0.0f));
        const std::span<float> results(sums.address(), rows);
        reduce_rows(here(), matrix_view<const float>(there.address(), rows, length, stride), results);
        EXPECT_TRUE(same_bits(sums.values()[place], reduce(serial{}, row)));
        if (gap != 0) return;
        segmented_reduce(here(), views::transform(there.range(), squared{}), length, results);
        std::vector<float> squares(length);
        transform(serial{}, row, squares, squared{});
        EXPECT_TRUE(same_bits(sums.values()[place], reduce(serial{}, squares)));
    }

private:
    static std::string bits_of(const golden::line& line, std::uint64_t n) {
        if (line.type == "f32") return real_bits<golden_type<float, float, std::uint32_t, 23>>(line, n);
        if (line.type == "f64") return real_bits<golden_type<double, double, std::uint64_t, 52>>(line, n);
        if constexpr (!Ranges) {
            if (line.type == "affine") return affine_bits(line, n);
            if (line.type == "f16") return bits_by_plus<golden_type<f16, f16, std::uint16_t, 10>>(line, n);
            if (line.type == "bf16") return bits_by_plus<golden_type<bf16, bf16, std::uint16_t, 7>>(line, n);
            using c64 = golden_type<std::complex<float>, float, std::uint32_t, 23>;
            using c128 = golden_type<std::complex<double>, double, std::uint64_t, 52>;
            return line.type == "c64" ? complex_bits<c64>(line, n) : complex_bits<c128>(line, n);
        }
        return {};
    }

    template <class Type, class T = typename Type::type>
    static std::vector<T> input_of(const golden::line& line, std::uint64_t seed, std::uint64_t n) {
        using bits = typename Type::bits;
        const auto found = golden::input_bits<bits>(line.input, seed, n * (sizeof(T) / sizeof(bits)), Type::fraction);
        std::vector<T> values(n);
        std::memcpy(static_cast<void*>(values.data()), found.data(), n * sizeof(T));
        return values;
    }
    template <class Type, class T = typename Type::type>
    static std::string text_of(const std::vector<T>& results) {
        std::vector<typename Type::bits> bits(results.size() * sizeof(T) / sizeof(typename Type::bits));
        std::memcpy(bits.data(), results.data(), results.size() * sizeof(T));
        return golden::text_of<typename Type::bits>(bits);
    }
    /// The results that `call` writes to a range of so many, which hold T{} before.
    template <class Type, class Call, class T = typename Type::type>
    static std::string written(std::uint64_t count, Call call) {
        const buffer<T> results(std::vector<T>(count, T{}));
        call(std::span<T>(results.address(), count));
        return text_of<Type>(results.values());
    }

    /// The calls that every type has.
    template <class Type, class Operator = plus, class T = typename Type::type>
    static std::string bits_by_plus(const golden::line& line, std::uint64_t n, Operator op = {}) {
        const buffer<T> input(input_of<Type>(line, 1, n));
        if (line.call == "reduce") return text_of<Type>(std::vector<T>{reduce(here(), input.range(), op)});
        if constexpr (!std::is_same_v<T, std::complex<typename Type::number>>) {
            if (line.call == "mean") return text_of<Type>(std::vector<T>{mean(here(), input.range())});
        }
        return written<Type>(n, [&](std::span<T> results) {
            if (line.call == "inclusive_scan") return inclusive_scan(here(), input.range(), results, op);
            if (line.call == "exclusive_scan") return exclusive_scan(here(), input.range(), results, op);
            ADD_FAILURE() << "an unknown call";
        });
    }

    template <class Type>
    static std::string complex_bits(const golden::line& line, std::uint64_t n) {
        if (line.call.starts_with("segmented")) return segment_bits<Type>(line, n);
        return line.op == "plus" ? bits_by_plus<Type>(line, n) : bits_by_plus<Type>(line, n, multiplies{});
    }

    static std::string affine_bits(const golden::line& line, std::uint64_t n) {
        using type = golden_type<scaling, float, std::uint32_t, 23>;
        const buffer<scaling> input(input_of<type>(line, 1, n));
        const scaling unchanged{1, 0};
        if (line.call == "reduce") {
            return text_of<type>(std::vector{reduce(here(), input.range(), composition{}, unchanged)});
        }
        return written<type>(n, [&](auto to) { inclusive_scan(here(), input.range(), to, composition{}, unchanged); });
    }

    template <class Type, class T = typename Type::type>
    static std::string real_bits(const golden::line& line, std::uint64_t n) {
        if (line.op == "multiplies") return bits_by_plus<Type>(line, n, multiplies{});
        if (line.op == "function") return function_bits<Type>(line, n);
        if (line.call == "reduce" || line.call == "mean" || !line.call.find("inclusive") ||
            !line.call.find("exclusive")) {
            return bits_by_plus<Type>(line, n);
        }
        if (line.call == "dot") {
            const buffer<T> first(input_of<Type>(line, 1, n)), second(input_of<Type>(line, 2, n));
            return text_of<Type>(std::vector<T>{dot(here(), first.range(), second.range())});
        }
        if constexpr (!Ranges) {
            if (line.call == "rows" || line.call == "columns" || line.call == "convolve") {
                return matrix_bits<Type>(line, n);
            }
            if (line.call == "scatter_reduce" || line.call == "weighted_histogram") return places_bits<Type>(line, n);
            return line.call == "by_key" ? key_bits<Type>(line, n) : segment_bits<Type>(line, n);
        }
        return {};
    }

    template <class Type, class T = typename Type::type>
    static std::string function_bits(const golden::line& line, std::uint64_t n) {
        const buffer<T> input(input_of<Type>(line, 1, n));
        if (line.call == "reduce") return text_of<Type>(std::vector<T>{reduce(here(), input.range(), own_sum{}, T(0))});
        if (line.call == "inclusive_scan") {
            return written<Type>(n, [&](auto results) { inclusive_scan(here(), input.range(), results, own_sum{}); });
        }
        if constexpr (!Ranges) {
            const buffer<std::int64_t> offsets(golden::offsets_of(n));
            return written<Type>(offsets.range().size() - 1, [&](auto results) {
                segmented_reduce(here(), input.range(), offsets.range(), results, own_sum{}, T(0));
            });
        }
        return {};
    }

    template <class Type, class T = typename Type::type>
    static std::string matrix_bits(const golden::line& line, std::uint64_t n) {
        const std::uint64_t elements = golden::elements_of(line.call, n);
        const buffer<T> input(input_of<Type>(line, 1, elements));
        const auto matrix = [&](std::uint64_t rows) {
            return matrix_view<const T>(input.address(), rows, elements / rows);
        };
        if (line.call == "rows") {
            return written<Type>(golden::rows, [&](auto sums) { reduce_rows(here(), matrix(golden::rows), sums); });
        }
        if (line.call == "columns") {
            return written<Type>(golden::columns, [&](auto sums) { reduce_columns(here(), matrix(n), sums); });
        }
        const std::vector<T> mask = input_of<Type>(line, 2, golden::mask_rows * golden::mask_columns);
        return written<Type>(elements, [&](std::span<T> pixels) {
            convolve(here(), matrix(n), matrix_view(mask.data(), golden::mask_rows, golden::mask_columns),
                     matrix_view(pixels.data(), n, golden::image_columns));
        });
    }

    template <class Type, class T = typename Type::type>
    static std::string segment_bits(const golden::line& line, std::uint64_t n) {
        const buffer<T> input(input_of<Type>(line, 1, n));
        const buffer<std::int64_t> offsets(golden::offsets_of(n));
        const bool scans = line.call != "segments";
        return written<Type>(scans ? n : offsets.range().size() - 1, [&](std::span<T> results) {
            if (line.call == "segmented_inclusive_scan") {
                return segmented_inclusive_scan(here(), input.range(), offsets.range(), results);
            }
            if (line.call == "segmented_exclusive_scan") {
                return segmented_exclusive_scan(here(), input.range(), offsets.range(), results, plus{}, T(0));
            }
            segmented_reduce(here(), input.range(), offsets.range(), results);
        });
    }

    template <class Type, class T = typename Type::type>
    static std::string key_bits(const golden::line& line, std::uint64_t n) {
        const std::vector<std::int64_t> offsets = golden::offsets_of(n);
        std::vector<std::uint32_t> keys(n);
        std::uint64_t runs = 0;
        for (std::size_t k = 1; k < offsets.size(); ++k) {
            std::fill(keys.begin() + offsets[k - 1], keys.begin() + offsets[k], static_cast<std::uint32_t>(k));
            runs += offsets[k] != offsets[k - 1];
        }
        const buffer<T> input(input_of<Type>(line, 1, n));
        const buffer<std::uint32_t> keys_there(keys), unique(keys);
        const buffer<T> totals(std::vector<T>(n, T{}));
        EXPECT_EQ(reduce_by_key(here(), keys_there.range(), input.range(), std::span(unique.address(), n),
                                std::span<T>(totals.address(), n)),
                  runs);
        std::vector<T> found = totals.values();
        found.resize(runs);
        return text_of<Type>(found);
    }

    template <class Type, class T = typename Type::type>
    static std::string places_bits(const golden::line& line, std::uint64_t n) {
        std::vector<std::uint32_t> places(n);
        for (std::uint64_t i = 0; i < n; ++i) {
            places[i] = static_cast<std::uint32_t>(golden::random(3, i) % golden::places);
        }
        const buffer<T> input(input_of<Type>(line, 1, n));
        const buffer<std::uint32_t> there(places);
        if (line.call == "scatter_reduce") {
            const buffer<T> sums(input_of<Type>(line, 2, golden::places));
            scatter_reduce(here(), input.range(), there.range(), std::span<T>(sums.address(), golden::places), plus{});
            return text_of<Type>(sums.values());
        }
        return written<Type>(golden::places, [&](std::span<T> sums) {
            const even_bins<std::uint32_t> bins{golden::places, 0, golden::places};
            weighted_histogram(here(), there.range(), input.range(), bins, sums);
        });
    }
};

inline constexpr const char* golden_calls =
#include "tests/order/golden/calls.txt"
    ;
inline constexpr const char* golden_types =
#include "tests/order/golden/types.txt"
    ;

TYPED_TEST_SUITE_P(OrderConformance);
TYPED_TEST_P(OrderConformance, GoldenVectorsOfCalls) { this->expect_golden_bits(golden_calls); }
TYPED_TEST_P(OrderConformance, GoldenVectorsOfTypes) { this->expect_golden_bits(golden_types); }
/// A row's result depends on its values alone: not on the batch, its place or the stride.
TYPED_TEST_P(OrderConformance, RowsDependOnTheirValuesAlone) {
    for (const std::uint64_t length : {1, 33, 1000, 2049, 8193}) {
        const std::vector<float> row = random_elements<float>(length, 9);
        for (const std::uint64_t rows : {1, 3, 8, 257}) {
            if (rows * length > TypeParam::largest) continue;
            this->expect_row(row, rows, 0, 0);
            this->expect_row(row, rows, rows - 1, 0);
            this->expect_row(row, rows, rows / 2, 3);
        }
    }
}
REGISTER_TYPED_TEST_SUITE_P(OrderConformance, GoldenVectorsOfCalls, GoldenVectorsOfTypes, RowsDependOnTheirValuesAlone);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
