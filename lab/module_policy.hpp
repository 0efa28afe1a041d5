// The library on a device that a module holds: rung 90 of a ladder is the library's own call, whose kernels are
// compiled there already. Its data come from the host's memory and go back to it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include <lab/modules.hpp>
#include <strider/core/operators.hpp>

namespace strider::lab {

/// Where a call runs, as strider::cpu says it.
class module_policy {
public:
    explicit module_policy(std::string_view device) : device_(device) {}

    struct byte_counts {
        std::size_t input, output, side_input = 0;
    };

    /// Runs the library's rung of a pattern once. What `with` names as memory is the host's: input and side input are
    /// copied to the device, and the output from there.
    /// Throws usage_error where the module has no such rung, or the device no memory for it.
    void run(std::string_view pattern, ladders::arguments with, const byte_counts& bytes) const;

private:
    std::string device_;
};

/// The scan of `count` values of type u64, f32 or f64, in place, from the operator's identity on.
void scan_values(const module_policy& on, ladders::element_type type, ladders::operation op, bool exclusive,
                 void* values, std::uint64_t count);

/// results[i] = reduce of values[offsets[i]] to values[offsets[i + 1] - 1], of type u64 or f64.
void reduce_segments(const module_policy& on, ladders::element_type type, ladders::operation op, const void* values,
                     std::span<const std::uint64_t> offsets, void* results);

/// out(c, r) = in(r, c), of items of 1, 2, 3, 4, 6, 8, 12 or 16 bytes.
void transpose_items(const module_policy& on, std::size_t bytes, const void* in, std::uint64_t rows,
                     std::uint64_t columns, void* out);

/// Places are below this; `no_place` is none.
inline constexpr std::uint32_t most_places = std::uint32_t{1} << 23, no_place = ~std::uint32_t{0};

/// Writes what of `places` is a place to the front of `kept`, in their order, and gives the number. `kept` has room for
/// all.
std::uint64_t compact_places(const module_policy& on, std::span<const std::uint32_t> places,
                             std::span<std::uint32_t> kept);

/// The operator's name.
template <class Operator>
constexpr ladders::operation operation_of(Operator) {
    if (std::is_same_v<Operator, plus>) return ladders::operation::sum;
    if (std::is_same_v<Operator, multiplies>) return ladders::operation::product;
    return std::is_same_v<Operator, minimum> ? ladders::operation::minimum : ladders::operation::maximum;
}

/// The name of a type.
template <class T>
constexpr ladders::element_type type_of(T = {}) {
    using ladders::element_type;
    if (std::is_floating_point_v<T>) return sizeof(T) == 4 ? element_type::f32 : element_type::f64;
    constexpr element_type integers[][2] = {{element_type::u8, element_type::i8},
                                            {element_type::u16, element_type::i16},
                                            {element_type::u32, element_type::i32},
                                            {element_type::u64, element_type::i64}};
    return integers[sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3][std::is_signed_v<T>];
}

}  // namespace strider::lab
