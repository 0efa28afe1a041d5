// mma.h: matrices distributed over the lanes of a warp, and their products. CUDA does not define which lane holds which
// element. Here lane i holds the i-th part of the rows, or of the columns of matrix_b, in order.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/emulator/dialect/half.hpp>
#include <strider/emulator/dialect/tensor_core.hpp>

namespace nvcuda::wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
using strider::emulation::tensor_core::tf32;  ///< stored as float with 10 significant bits of mantissa
}  // namespace precision
namespace experimental {
namespace precision {
using strider::emulation::tensor_core::b1;
using strider::emulation::tensor_core::s4;
using strider::emulation::tensor_core::u4;
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental

namespace detail {

namespace core = strider::emulation::tensor_core;

/// Storage of an element: several narrow elements share a word, and fill repeats the lowest bits.
template <class T>
struct holding {
    using storage = T;
    static constexpr int per_storage = 1;
};
template <>
struct holding<core::tf32> : holding<float> {};
template <class Word, int Count>
struct packed {
    using storage = Word;
    static constexpr int per_storage = Count;
};
template <>
struct holding<core::s4> : packed<int, 8> {};
template <>
struct holding<core::u4> : packed<unsigned, 8> {};
template <>
struct holding<core::b1> : packed<unsigned, 32> {};

/// The shapes that mma.h allows for factors of this type; accumulators allow all shapes.
template <class T>
constexpr bool has_shape(int rows, int columns, int depth) {
    const auto is = [=](int m, int n, int k) { return rows == m && columns == n && depth == k; };
    if constexpr (std::is_same_v<T, core::b1>)
        return is(8, 8, 128);
    else if constexpr (std::is_same_v<T, core::s4> || std::is_same_v<T, core::u4>)
        return is(8, 8, 32);
    else if constexpr (std::is_same_v<T, core::tf32>)
        return is(16, 16, 8);
    else if constexpr (std::is_same_v<T, double>)
        return is(8, 8, 4);
    else
        return is(16, 16, 16) || is(32, 8, 16) || is(8, 32, 16);
}

}  // namespace detail

template <class Use, int Rows, int Columns, int Depth, class T, class Layout = void>
class fragment {
public:
    static constexpr bool is_sum = std::is_same_v<Use, accumulator>;
    /// A line is a row, or a column of matrix_b.
    static constexpr int lines = std::is_same_v<Use, matrix_b> ? Columns : Rows, line = is_sum ? Columns : Depth;
    static constexpr int num_elements = lines * line / 32,
                         num_storage_elements = num_elements / detail::holding<T>::per_storage;
    using element_type = T;
    using storage_element_type = typename detail::holding<T>::storage;
    static_assert(is_sum || detail::has_shape<T>(Rows, Columns, Depth), "mma.h has no such matrix");

    storage_element_type x[num_storage_elements];
};

/// Rounds a float to tf32: to nearest, ties away from zero.
STRIDER_EMULATOR_ARITHMETIC float __float_to_tf32(float value) {
    return __builtin_bit_cast(float, (__builtin_bit_cast(std::uint32_t, value) + 0x1000u) & 0xffffe000u);
}

namespace detail {

/// The address of the calling lane's i-th part, in a matrix whose leading dimension is `stride`.
template <class Fragment>
STRIDER_EMULATOR_ARITHMETIC std::size_t place(int i, unsigned stride, bool by_lines) {
    constexpr int packed = Fragment::num_elements / Fragment::num_storage_elements;
    const int index = static_cast<int>(strider::emulation::lane_index()) * Fragment::num_elements + i * packed;
    const int line = index / Fragment::line, along = index % Fragment::line;
    return (by_lines ? std::size_t{stride} * line + along : std::size_t{stride} * along + line) / packed;
}

template <class T>
struct named_in_ptx : std::type_identity<T> {};
template <class Format>
struct named_in_ptx<strider::emulation::small_float<Format>> : std::type_identity<Format> {};
template <class T>
using ptx_type = typename named_in_ptx<T>::type;

/// The i-th factor that a lane holds; b1 come in words.
template <class T, class Fragment>
STRIDER_EMULATOR_ROUTINE core::number<ptx_type<T>> number_at(const Fragment& part, int i) {
    constexpr int per_word = std::is_same_v<T, core::b1> ? 1 : holding<T>::per_storage;
    const auto value = part.x[i / per_word];
    if constexpr (std::is_class_v<std::remove_const_t<decltype(value)>>)
        return value.__x;
    else if constexpr (std::is_same_v<T, core::tf32>)
        return __builtin_bit_cast(unsigned, value);
    else if constexpr (std::is_same_v<T, double>)
        return value;
    else
        return core::element<T>(static_cast<unsigned>(value), i % per_word);
}

/// A lane's part of sum = a * b + addend. Sums are float if Sum or Addend is float.
template <class Sum, class A, class B, class Addend>
struct lane_product : strider::emulation::warp_operation {
    using factor = typename A::element_type;
    using wide =
        std::conditional_t<std::is_same_v<typename Addend::element_type, float>, float, typename Sum::element_type>;

    const A* a;
    const B* b;
    const Addend* addend;
    Sum* sum;
    bool option;  ///< of core::product

    STRIDER_EMULATOR_ROUTINE static void run(strider::emulation::warp_operation* const* lanes) {
        constexpr int step = std::is_same_v<factor, core::b1> ? 32 : 1, depth = A::line / step;
        constexpr int columns = B::lines, part_of_a = A::num_elements / step, part_of_b = B::num_elements / step;
        core::number<ptx_type<factor>> left[A::lines * depth], right[depth * columns];
        wide sums[A::lines * columns] = {};
        bool option = false;
        for (int lane = 0; lane < 32; ++lane) {
            const auto* const part = static_cast<const lane_product*>(lanes[lane]);
            const A& a = part == nullptr ? core::absent<A> : *part->a;
            const B& b = part == nullptr ? core::absent<B> : *part->b;
            for (int i = 0; i < part_of_a; ++i) left[lane * part_of_a + i] = number_at<factor>(a, i);
            for (int i = 0; i < part_of_b; ++i) {
                const int index = lane * part_of_b + i;
                right[index % depth * columns + index / depth] = number_at<factor>(b, i);
            }
            if (part == nullptr) continue;
            for (int i = 0; i < Sum::num_elements; ++i)
                sums[lane * Sum::num_elements + i] = static_cast<wide>(part->addend->x[i]);
            option = part->option;
        }
        core::multiply<ptx_type<factor>, ptx_type<factor>>(
            left, right, {A::lines, columns, depth, option, std::is_same_v<factor, core::tf32> ? 2 : 1}, sums);
        for (int lane = 0; lane < 32; ++lane)
            if (const auto* const part = static_cast<const lane_product*>(lanes[lane]); part != nullptr)
                for (int i = 0; i < Sum::num_elements; ++i)
                    part->sum->x[i] = static_cast<typename Sum::element_type>(sums[lane * Sum::num_elements + i]);
    }
};
template <class Sum, class A, class B, class Addend>
STRIDER_EMULATOR_ROUTINE void multiply(strider::emulation::site caller, Sum& sum, const A& a, const B& b,
                                       const Addend& addend, bool option) {
    using product = lane_product<Sum, A, B, Addend>;
    product own{{product::run}, &a, &b, &addend, &sum, option};
    strider::emulation::run_together(caller, own);
}

}  // namespace detail

template <class Use, int Rows, int Columns, int Depth, class T, class Layout, class Value>
STRIDER_EMULATOR_ARITHMETIC void fill_fragment(fragment<Use, Rows, Columns, Depth, T, Layout>& part,
                                               const Value& value) {
    using type = fragment<Use, Rows, Columns, Depth, T, Layout>;
    auto filling = static_cast<typename type::storage_element_type>(value);
    if constexpr (type::num_elements != type::num_storage_elements) {
        constexpr unsigned parts = type::num_elements / type::num_storage_elements, mask = (1ull << 32 / parts) - 1;
        filling = static_cast<typename type::storage_element_type>((static_cast<unsigned>(filling) & mask) *
                                                                   (0xffffffffu / mask));
    }
    for (int i = 0; i < type::num_storage_elements; ++i) part.x[i] = filling;
}
template <class Use, int Rows, int Columns, int Depth, class T, class Layout, class From>
STRIDER_EMULATOR_ARITHMETIC void load_matrix_sync(fragment<Use, Rows, Columns, Depth, T, Layout>& part,
                                                  const From* from, unsigned stride) {
    using type = fragment<Use, Rows, Columns, Depth, T, Layout>;
    constexpr bool by_lines = std::is_same_v<Layout, row_major> == std::is_same_v<Use, matrix_a>;
    constexpr bool packed = type::num_elements != type::num_storage_elements;
    static_assert(by_lines || !packed, "small elements lie side by side");
    using stored = std::conditional_t<packed, typename type::storage_element_type, From>;
    const auto* const elements = static_cast<const stored*>(static_cast<const void*>(from));
    for (int i = 0; i < type::num_storage_elements; ++i) part.x[i] = elements[detail::place<type>(i, stride, by_lines)];
}
template <int Rows, int Columns, int Depth, class T, class From>
STRIDER_EMULATOR_ARITHMETIC void load_matrix_sync(fragment<accumulator, Rows, Columns, Depth, T>& part,
                                                  const From* from, unsigned stride, layout_t layout) {
    using type = fragment<accumulator, Rows, Columns, Depth, T>;
    for (int i = 0; i < type::num_elements; ++i)
        part.x[i] = from[detail::place<type>(i, stride, layout == mem_row_major)];
}
template <int Rows, int Columns, int Depth, class T, class To>
STRIDER_EMULATOR_ARITHMETIC void store_matrix_sync(To* to, const fragment<accumulator, Rows, Columns, Depth, T>& part,
                                                   unsigned stride, layout_t layout) {
    using type = fragment<accumulator, Rows, Columns, Depth, T>;
    for (int i = 0; i < type::num_elements; ++i)
        to[detail::place<type>(i, stride, layout == mem_row_major)] = part.x[i];
}

/// sum = a * b + addend, by all lanes of the warp.
template <int Rows, int Columns, int Depth, class A, class LayoutA, class B, class LayoutB, class T, class C>
STRIDER_EMULATOR_INTRINSIC void mma_sync(fragment<accumulator, Rows, Columns, Depth, T>& sum,
                                         const fragment<matrix_a, Rows, Columns, Depth, A, LayoutA>& a,
                                         const fragment<matrix_b, Rows, Columns, Depth, B, LayoutB>& b,
                                         const fragment<accumulator, Rows, Columns, Depth, C>& addend,
                                         bool saturates = false) {
    static_assert(std::is_same_v<A, B> && !std::is_same_v<A, detail::core::b1>);
    detail::multiply(STRIDER_EMULATOR_CALLER, sum, a, b, addend, saturates);
}
/// sum = addend + the number of bits that differ, or that both have.
STRIDER_EMULATOR_INTRINSIC void bmma_sync(
    fragment<accumulator, 8, 8, 128, int>& sum,
    const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major>& a,
    const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major>& b,
    const fragment<accumulator, 8, 8, 128, int>& addend, experimental::bmmaBitOp operation = experimental::bmmaBitOpXOR,
    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
    detail::multiply(STRIDER_EMULATOR_CALLER, sum, a, b, addend, operation == experimental::bmmaBitOpXOR);
}

}  // namespace nvcuda::wmma
// SPDX-License-Identifier: Apache-2.0
