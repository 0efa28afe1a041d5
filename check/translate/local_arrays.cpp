// Local arrays and kernels' parameters, which get guards: see local_array.hpp of the emulator.
#include <array>
#include <string>
#include <vector>

#include "translator.hpp"

namespace strider::kernel_check {
namespace {

/// The words that begin no declaration of a local variable, or one that stays as it is: constants may be no copies.
constexpr std::array<std::string_view, 31> no_locals{
    "return",   "delete",   "throw",  "goto",         "else",   "case",      "default", "new",
    "using",    "typedef",  "static", "extern",       "const",  "constexpr", "auto",    "__shared__",
    "operator", "co_await", "if",     "thread_local", "for",    "while",     "do",      "switch",
    "template", "friend",   "asm",    "__constant__", "sizeof", "co_return", "register"};
constexpr std::array<std::string_view, 10> numbers{"int",  "unsigned", "signed", "float", "double",
                                                   "char", "short",    "long",   "bool",  "half"};

bool is_number(std::string_view word) { return is_one_of(word, numbers) || word.ends_with("_t"); }

struct declarator {
    std::size_t name, behind_extents, end;  ///< tokens; the end is its comma or semicolon
    bool is_array() const { return behind_extents != name + 1; }
};

/// Behind the `[4][5]` at the token.
std::size_t behind_extents(const code& in, std::size_t at) {
    while (in.is(at, "[")) at = behind_closing(in, at, "[", "]");
    return at;
}

/// Behind the initialiser from the token on: the comma or semicolon.
std::size_t behind_value(const code& in, std::size_t at) {
    for (; at < in.size() && !in.is(at, ",") && !in.is(at, ";"); ++at) {
        if (in.is(at, "<") || in.is(at, ">")) return in.size();  // arguments of a template, or a comparison
        for (const char* const brackets : {"{}", "()", "[]"})
            if (const std::string_view both(brackets); in.is(at, both.substr(0, 1)))
                at = behind_closing(in, at, both.substr(0, 1), both.substr(1)) - 1;
    }
    return at;
}

/// The name that the declaration of a variable from `first` on declares first, or size(): `A::B<C, 4> *name`.
std::size_t first_name(const code& in, std::size_t first) {
    std::size_t at = first;
    for (; at < in.size(); ++at) {
        if (in.is(at, "<"))
            at = behind_closing(in, at, "<", ">") - 1;
        else if (!in.is_identifier(at) && !in.is(at, ":") && !in.is(at, "*"))
            break;
        else if (is_one_of(in.tokens[at].text, no_locals))
            return in.size();
    }
    if (at < first + 2 || at >= in.size() || !in.is_identifier(at - 1)) return in.size();
    const bool has_type = in.is_identifier(at - 2) || in.is(at - 2, ">") || in.is(at - 2, "*");
    return has_type && in.is_identifier(first) ? at - 1 : in.size();
}

/// The variables of the declaration whose first name this is; none where it is of another form.
std::vector<declarator> declarators(const code& in, std::size_t name) {
    std::vector<declarator> all;
    for (;;) {
        const std::size_t behind = behind_extents(in, name + 1);
        if (!in.is_identifier(name) || in.is(name + 2, "]") || behind >= in.size()) return {};
        if (!in.is(behind, ",") && !in.is(behind, ";") && !in.is(behind, "=") && !in.is(behind, "{")) return {};
        all.push_back({name, behind, behind_value(in, behind)});
        if (all.back().end >= in.size()) return {};
        if (in.is(all.back().end, ";")) return all;
        for (name = all.back().end + 1; in.is(name, "*"); ++name) {
        }
    }
}

}  // namespace

void translator::local_arrays(std::size_t first) {
    if (first == 0 || !(in_.is(first - 1, ";") || in_.is(first - 1, "{") || in_.is(first - 1, "}"))) return;
    if (!in_.is_identifier(first) || !scopes_.in_block_of_lane()) return;
    const std::size_t name = first_name(in_, first);
    if (name >= in_.size()) return;
    const std::vector<declarator> all = declarators(in_, name);
    if (std::none_of(all.begin(), all.end(), [](const declarator& one) { return one.is_array(); })) return;
    std::size_t behind_type = name;
    while (in_.is(behind_type - 1, "*")) --behind_type;
    const std::string type = in_.line(first, behind_type - 1);
    for (const declarator& one : all) {
        const std::string words(in_.tokens[one.name].text), number = std::to_string(local_arrays_.size() + 1);
        const bool is_first = &one == all.data();
        std::string before = is_first ? "" : "; ";
        if (one.is_array()) before += "STRIDER_EMULATOR_LOCAL(" + number + ") ";
        if (is_first)
            edits_.add({in_.begin(first), in_.begin(first), before});
        else
            edits_.add({in_.begin((&one - 1)->end), in_.end((&one - 1)->end), before + type + ' '});
        if (!one.is_array()) continue;
        local_arrays_.push_back({in_.tokens[one.name].text, behind_closing(in_, scopes_.block_begin(), "{", "}")});
        const bool is_set = one.behind_extents != one.end, assigns = in_.is(one.behind_extents, "=");
        const std::size_t at = in_.begin(one.behind_extents), end = in_.begin(one.end);
        edits_.add({at, assigns ? in_.end(one.behind_extents) : at,
                    (is_set ? " STRIDER_EMULATOR_LOCAL_VALUE(" : " STRIDER_EMULATOR_LOCAL_UNSET(") + number + ", " +
                        words + ")"});
        if (is_set) edits_.add({end, end, " STRIDER_EMULATOR_LOCAL_END(" + number + ", " + words + ")"});
    }
}

/// { ... }   becomes   { STRIDER_EMULATOR_GIVEN(a) { STRIDER_EMULATOR_PARAMETER(a) ... } }   for each parameter that
/// may be of a class.
void translator::guard_parameters(std::size_t opening, std::size_t brace) {
    std::string given, guarded;
    const std::size_t end = behind_closing(in_, opening, "(", ")") - 1;
    for (std::size_t first = opening + 1; first < end;) {
        std::size_t behind = first;
        bool is_plain = true;
        for (; behind < end && !in_.is(behind, ","); ++behind) {
            if (in_.is(behind, "<")) behind = behind_closing(in_, behind, "<", ">") - 1;
            const bool is_word = in_.is_identifier(behind) || in_.is(behind, ":") || in_.is(behind, ">");
            if (!is_word || is_number(in_.tokens[behind].text)) is_plain = false;
        }
        if (behind > end) return;
        const bool has_type = behind >= first + 2 && !in_.is(behind - 2, ":");
        if (const std::string name(in_.tokens[behind - 1].text);
            is_plain && has_type && in_.is_identifier(behind - 1)) {
            given += " STRIDER_EMULATOR_GIVEN(" + name + ")";
            guarded += " STRIDER_EMULATOR_PARAMETER(" + name + ")";
        }
        first = behind + 1;
    }
    has_block_ = !given.empty();
    if (has_block_) replace(in_.end(brace), in_.end(brace), given + " {" + guarded);
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
