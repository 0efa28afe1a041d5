// Elements of local arrays, rows and member arrays whose address is taken or bound to a reference. Compilers check
// their indices, but let them be one too large: `&a[4]` may be an end.
#include <array>

#include "translator.hpp"

namespace strider::kernel_check {
namespace {

constexpr std::array<std::string_view, 8> before_operand{"(", ",", "=", "{", "}", ";", "?", ":"};
constexpr std::array<std::string_view, 7> behind_operand{")", ",", "=", "}", ";", "?", ":"};
constexpr std::array<std::string_view, 4> updates{"+", "-", "*", "/"};
constexpr std::array<std::string_view, 3> copies{"memcpy", "memmove", "memset"};
constexpr std::array<std::string_view, 3> casts{"reinterpret_cast", "static_cast", "const_cast"};

bool is_part_of_another(const code& in, std::size_t bracket) {
    const std::size_t name = bracket - 1;
    if (in.is(name, "]")) return true;
    return in.is_identifier(name) && name >= 2 &&
           (in.is(name - 1, ".") || (in.is(name - 1, ">") && in.is(name - 2, "-")));
}

/// The bracket or brace that is open before the token.
std::size_t open_before(const code& in, std::size_t at) {
    for (int depth = 0; at-- > 0;) {
        if (in.is(at, ")") || in.is(at, "}") || in.is(at, "]")) ++depth;
        if ((in.is(at, "(") || in.is(at, "{") || in.is(at, "[")) && --depth < 0) return at;
    }
    return 0;
}

/// Whether the function whose arguments begin here accesses what a pointer among them points to.
bool accesses_arguments(const code& in, std::size_t opening, bool first) {
    if (opening == 0 || !in.is_identifier(opening - 1)) return false;
    const std::string_view name = in.tokens[opening - 1].text;
    if (name.starts_with("atomic") || name.starts_with("__ld") || name.starts_with("__st")) return first;
    if (!is_one_of(name, copies)) return false;
    const std::size_t closing = behind_closing(in, opening, "(", ")") - 1;  // of no bytes, a copy accesses nothing
    std::size_t bytes = closing;
    while (bytes > opening && !in.is(bytes - 1, ",")) --bytes;
    return in.is(bytes, "sizeof") || (bytes < closing && in.tokens[bytes].kind == token_kind::literal);
}

/// Whether the address that the `&` takes is used for an access: `*(volatile T*)&`, `atomicAdd(&`.
bool is_accessed(const code& in, std::size_t at) {
    while (at > 0) {
        const std::size_t before = at - 1;
        if (in.is(before, "*")) return true;
        if (in.is(before, ",")) return accesses_arguments(in, open_before(in, before), false);
        if (in.is(before, ")")) {  // of a cast
            at = opening_of(in, before, "(", ")").value_or(0);
        } else if (in.is(before, "(") && before > 0 && in.is(before - 1, ">")) {
            const auto open = opening_of(in, before - 1, "<", ">");
            if (!open || *open == 0 || !is_one_of(in.tokens[*open - 1].text, casts)) return false;
            at = *open - 1;
        } else if (in.is(before, "(") && before > 0 && in.is_identifier(before - 1)) {
            return accesses_arguments(in, before, true);
        } else if (in.is(before, "(")) {
            at = before;
        } else {
            return false;
        }
    }
    return false;
}

/// Whether the `&` is no operator of two operands.
bool takes_address(const code& in, std::size_t at) {
    return at > 0 && !in.is(at - 1, "]") && !in.is(at - 1, "&") &&
           (!in.is_identifier(at - 1) || in.is(at - 1, "return")) && in.tokens[at - 1].kind != token_kind::literal;
}

}  // namespace

/// f(x.a[i])   becomes   f(STRIDER_EMULATOR_ELEMENTS (x.a)[i])
void translator::element(std::size_t bracket) {
    if (bracket < 2 || in_.begin(bracket) < kept_to_ || !scopes_.function_sides().device) return;
    const bool is_local = std::ranges::any_of(
        local_arrays_, [&](const local_array& one) { return one.end > bracket && in_.is(bracket - 1, one.name); });
    if (!is_local && !is_part_of_another(in_, bracket)) return;
    const std::size_t behind = behind_closing(in_, bracket, "[", "]");
    if (behind >= in_.size()) return;
    const bool is_update = is_one_of(in_.tokens[behind].text, updates) && in_.is(behind + 1, "=");
    if (!is_update && !is_one_of(in_.tokens[behind].text, behind_operand)) return;
    const auto first = callee_begin(in_, bracket);
    if (!first || *first == 0 || in_.is(*first, ":")) return;
    const std::size_t before = *first - 1;
    if (in_.is(*first, "(") && (in_.is_identifier(before) || in_.is(before, ">") || in_.is(before, "]"))) return;
    if (in_.is(before, "&")) {
        if (!takes_address(in_, before) || !is_accessed(in_, before)) return;
    } else if (!is_one_of(in_.tokens[before].text, before_operand) && (is_local || !in_.is(before, "return"))) {
        return;
    } else if (in_.is(before, ",") && !in_.is(open_before(in_, before), "(")) {
        return;  // it may be declared here
    } else if (in_.is(before, "=") && !(before >= 2 && in_.is(before - 2, "&"))) {
        return;  // a value, of which a compiler knows that it is loaded
    }
    edits_.add({in_.begin(*first), in_.begin(*first), "STRIDER_EMULATOR_ELEMENTS ("});
    edits_.add({in_.begin(bracket), in_.begin(bracket), ")"});
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
