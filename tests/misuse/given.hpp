// What the calls of calls.inc are given.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include <strider/adjacent_difference.hpp>
#include <strider/compact.hpp>
#include <strider/convolve.hpp>
#include <strider/gather.hpp>
#include <strider/histogram.hpp>
#include <strider/map.hpp>
#include <strider/reduce.hpp>
#include <strider/reduce_by_key.hpp>
#include <strider/run_length_encode.hpp>
#include <strider/scan.hpp>
#include <strider/scatter.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/segmented_scan.hpp>
#include <strider/sort.hpp>
#include <strider/summary.hpp>
#include <strider/top_k.hpp>
#include <strider/transpose.hpp>
#include <strider/views.hpp>

using namespace strider;

/// Has no operators.
struct point {
    int x, y;
};
/// As std::mdspan, whose data_handle() returns a reference.
struct view_of_two_dimensions {
    using pointer = int*;
    const pointer& data_handle() const;
    std::size_t extent(int) const;
    std::size_t stride(int) const;
};
extern view_of_two_dimensions mdspan;
/// As cuda::std::span, of which std::ranges does not know that it is borrowed; and an owner with the same members.
struct span_of_cuda {
    int* begin() const;
    int* end() const;
    int* data() const;
    std::size_t size() const;
};
struct owner : span_of_cuda {
    ~owner();
};
struct plus_one_unless_told {
    int operator()(int x, std::uint64_t more = 1) const;
};

extern std::vector<int> integers;
extern const std::vector<int> integers_to_read;
extern std::vector<std::uint8_t> bytes;
extern std::vector<std::uint32_t> counts;
extern const std::vector<std::uint32_t> counts_to_read;
extern std::vector<float> floats;
extern std::vector<double> numbers;
extern std::vector<std::complex<float>> complex_numbers;
extern std::vector<point> points;
extern std::vector<std::string> words;
extern std::vector<bool> booleans;
extern bool flags[3];
extern std::list<int> list;
extern matrix_view<int> matrix;
extern matrix_view<const int> matrix_to_read;
extern matrix_view<double> image;
extern matrix_view<const double> image_to_read;
extern matrix_view<std::string> of_words;
extern std::uint64_t* how_many;
inline const auto counted = views::counted_at(integers_to_read, how_many);
inline constexpr even_bins tens{10, 0, 10};

// Where results go.
extern bool* a_bool;
extern int* an_int;
extern float* a_float;
extern double* a_double;
extern extremes<int>* both;
extern located<int>* place;
extern summary<int>* whole;
extern outside* none_outside;

inline constexpr auto added = [](int a, int b) { return a + b; };
inline constexpr auto negated = [](int x) { return -x; };
inline constexpr auto by_index = [](int x, std::uint64_t i) { return x + static_cast<int>(i); };
inline constexpr auto is_even = [](int x) { return x % 2 == 0; };
inline constexpr auto are_equal = [](int a, int b) { return a == b; };
inline constexpr auto are_near = [](const point& a, const point& b) { return a.x == b.x; };
inline constexpr auto joined_length = [](const std::string& a, const std::string& b) { return a.size() + b.size(); };
// SPDX-License-Identifier: Apache-2.0
