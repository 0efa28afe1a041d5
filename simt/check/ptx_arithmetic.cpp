#include <optional>

#include "ptx_table.hpp"

namespace strider::kernel_check {
namespace {

std::string conversion(const instruction& i) {
    const std::string to = type(i, 1), from = type(i, 0);
    if (has(i, "sat") || has(i, "rm") || has(i, "rp") || has(i, "rz")) throw not_in_table();
    const char* const how = has(i, "rni")   ? "nearest"
                            : has(i, "rzi") ? "zero"
                            : has(i, "rmi") ? "down"
                            : has(i, "rpi") ? "up"
                                            : "none";
    return "::strider::executor::ptx::convert<" + to + ">(" + typed(from, operand(i, 1)) +
           ", ::strider::executor::ptx::rounding::" + how + ")";
}

// What computes one value from up to four: @a, @b, @c stand for the operands in the instruction's type @T, @A to @D for
// the same as unsigned numbers, @p for the last as a predicate, @cc for whether the carry goes out.
struct pattern {
    const char* op;
    const char* text;
};
constexpr pattern of_floats[] = {
    {"add", "@a + @b"},
    {"sub", "@a - @b"},
    {"mul", "@a * @b"},
    {"div", "@a / @b"},
    {"fma", "std::fma(@a, @b, @c)"},
    {"mad", "std::fma(@a, @b, @c)"},
    {"neg", "-@a"},
    {"abs", "std::fabs(@a)"},
    {"rcp", "1 / @a"},
    {"sqrt", "std::sqrt(@a)"},
    {"rsqrt", "1 / std::sqrt(@a)"},
    {"ex2", "std::exp2(@a)"},
    {"lg2", "std::log2(@a)"},
    {"sin", "std::sin(@a)"},
    {"cos", "std::cos(@a)"},
    {"tanh", "std::tanh(@a)"},
};
constexpr pattern of_all[] = {
    {"mov", "@a"},
    {"min", "::strider::executor::ptx::least(@a, @b)"},
    {"max", "::strider::executor::ptx::most(@a, @b)"},
    {"selp", "(@p ? @a : @b)"},
};
constexpr pattern of_integers[] = {
    {"add", "::strider::executor::ptx::add(@a, @b, false, @cc)"},
    {"addc", "::strider::executor::ptx::add(@a, @b, true, @cc)"},
    {"sub", "::strider::executor::ptx::subtract(@a, @b, false, @cc)"},
    {"subc", "::strider::executor::ptx::subtract(@a, @b, true, @cc)"},
    {"div", "static_cast<@T>(@a / @b)"},
    {"rem", "static_cast<@T>(@a % @b)"},
    {"neg", "static_cast<@T>(0 - @a)"},
    {"abs", "static_cast<@T>(@a < 0 ? 0 - @a : @a)"},
    {"and", "static_cast<@T>(@a & @b)"},
    {"or", "static_cast<@T>(@a | @b)"},
    {"xor", "static_cast<@T>(@a ^ @b)"},
    {"shl", "::strider::executor::ptx::shift_left(@a, @B)"},
    {"shr", "::strider::executor::ptx::shift_right(@a, @B)"},
    {"bfe", "::strider::executor::ptx::extract(@a, @B, @C)"},
    {"bfi", "::strider::executor::ptx::insert(@a, @b, @C, @D)"},
    {"lop3", "::strider::executor::ptx::lookup(@A, @B, @C, @D)"},
};
constexpr pattern of_bits_32[] = {{"popc", "__popc(@A)"},
                                  {"clz", "__clz(static_cast<int>(@A))"},
                                  {"brev", "__brev(@A)"},
                                  {"sad", "__usad(@A, @B, @C)"}};
constexpr pattern of_bits_64[] = {
    {"popc", "__popcll(@a)"}, {"clz", "__clzll(static_cast<long long>(@a))"}, {"brev", "__brevll(@a)"}};

std::string fill_in(std::string_view text, const instruction& i) {
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '@') {
            result += text[at];
            continue;
        }
        const char what = text[++at];
        if (what == 'T') {
            result += type(i);
        } else if (what == 'p') {
            result += value(operand(i, i.operands.size() - 1));
        } else if (text.substr(at).starts_with("cc")) {
            result += has(i, "cc") ? "true" : "false";
            ++at;
        } else if (what >= 'a') {
            result += typed(type(i), operand(i, static_cast<std::size_t>(what - 'a') + 1));
        } else {
            result += typed("unsigned", operand(i, static_cast<std::size_t>(what - 'A') + 1));
        }
    }
    return result;
}
template <std::size_t Size>
std::optional<std::string> look_up(const pattern (&patterns)[Size], const instruction& i) {
    for (const pattern& one : patterns)
        if (i.op == one.op) return fill_in(one.text, i);
    return std::nullopt;
}

/// mul, mad and madc of integers: the lower or higher half of the product, or all of it.
std::string product(const instruction& i) {
    const std::string all = "::strider::executor::ptx::wide<@T>";
    const std::string text = has(i, "wide") ? "static_cast<" + all + ">(@a) * @b"
                             : has(i, "hi") ? "::strider::executor::ptx::high_product(@a, @b)"
                                            : "static_cast<@T>(static_cast<unsigned long long>(@a) * "
                                              "static_cast<unsigned long long>(@b))";
    if (i.op == "mul") return fill_in(text, i);
    const std::string sum = fill_in(has(i, "wide") ? all : "@T", i);
    return "::strider::executor::ptx::add(static_cast<" + sum + ">(" + fill_in(text, i) + "), " +
           typed(sum, operand(i, 3)) + ", " + (i.op == "madc" ? "true" : "false") + fill_in(", @cc)", i);
}

}  // namespace

std::string arithmetic(const instruction& i) {
    if (i.op == "cvta") {
        if (!has(i, "shared")) return typed("unsigned long long", operand(i, 1));
        return has(i, "to") ? "__cvta_generic_to_shared(reinterpret_cast<const void*>(" +
                                  typed("unsigned long long", operand(i, 1)) + "))"
                            : "reinterpret_cast<unsigned long long>(__cvta_shared_to_generic(" +
                                  typed("unsigned long long", operand(i, 1)) + "))";
    }
    if (i.op == "cvt") return conversion(i);
    const std::string T = type(i);
    if (T == "float" || T == "double") {
        const bool flushes = has(i, "ftz") && !has(i, "approx");  // approximations may as well
        if (has(i, "rz") || has(i, "rm") || has(i, "rp") || has(i, "sat") || flushes) throw not_in_table();
        if (const auto found = look_up(of_floats, i)) return *found;
    }
    if (const auto found = look_up(of_all, i)) return *found;
    if (T == "float" || T == "double") throw not_in_table();
    if (i.op == "mul" || i.op == "mad" || i.op == "madc") return product(i);
    if (i.op == "not") return fill_in(T == "bool" ? "!@a" : "static_cast<@T>(~@a)", i);
    if (i.op == "bfind")
        return fill_in("::strider::executor::ptx::highest_bit(@a, ", i) + (has(i, "shiftamt") ? "true)" : "false)");
    if (i.op == "shf")
        return std::string(has(i, "l") ? "__funnelshift_l" : "__funnelshift_r") + (has(i, "clamp") ? "c" : "") +
               fill_in("(@A, @B, @C)", i);
    if (i.op == "prmt" && i.modifiers.size() == 1) return fill_in("strider::executor::permuted_bytes(@A, @B, @C)", i);
    if (const auto found = look_up(of_integers, i)) return *found;
    const auto found = T == "unsigned long long" ? look_up(of_bits_64, i) : look_up(of_bits_32, i);
    if (!found) throw not_in_table();
    return *found;
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
