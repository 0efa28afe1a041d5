#include "sides.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "scopes.hpp"
#include "source_code.hpp"

namespace strider::kernel_check {
namespace {

/// What stands before a name that is used, not declared.
constexpr std::array<std::string_view, 9> before_a_use{"return", "else", "case",      "throw",   "do",
                                                       "in",     "new",  "co_return", "co_yield"};
constexpr std::array<std::string_view, 13> no_variables{"const",  "constexpr", "extern",   "operator", "struct",
                                                        "class",  "union",     "enum",     "typedef",  "using",
                                                        "friend", "namespace", "constinit"};
constexpr std::array<std::string_view, 5> unevaluated{"decltype", "sizeof", "noexcept", "static_assert", "requires"};
constexpr std::array<std::string_view, 8> host_containers{"vector", "string", "map",           "set",
                                                          "list",   "deque",  "unordered_map", "unordered_set"};

bool is_capital(std::string_view word) {
    return word.size() > 1 && std::none_of(word.begin(), word.end(), [](unsigned char c) { return std::islower(c); }) &&
           std::isupper(static_cast<unsigned char>(word[0]));
}

/// A source as it is walked through: where its tokens stand.
class walk {
public:
    walk(std::string_view source, const kernel_names& kernels) : in(source), kernels_(kernels), scopes_(in, kernels) {}

    /// Calls `at(i)` for every token, before it is entered in the scopes.
    template <class At>
    void tokens(At at) {
        auto directive = in.directives.begin();
        for (std::size_t i = 0; i < in.size(); ++i) {
            for (; directive != in.directives.end() && directive->next <= i; ++directive) enter(*directive);
            at(i);
            if (in.is(i, "(")) ++parentheses_;
            if (in.is(i, ")")) --parentheses_;
            const bool was_outside = in_namespace();
            if (in.is(i, "{") && was_outside) body_ = i;
            scopes_.at_token(i);
            if (in_namespace()) body_ = 0;
        }
    }

    bool in_namespace() const { return scopes_.in_namespace(); }
    bool in_parentheses() const { return parentheses_ != 0; }
    bool is_conditional() const { return conditions_ > (is_guarded_ ? 1 : 0); }
    sides where() const { return scopes_.function_sides(); }
    /// The tokens that declare the function around.
    std::pair<std::size_t, std::size_t> head() const { return {statement_begin(body_), body_}; }

    std::size_t statement_begin(std::size_t i) const {
        while (i > 0 && !in.is(i - 1, ";") && !in.is(i - 1, "{")) {
            if (!in.is(i - 1, "}")) {
                --i;
                continue;
            }
            const auto open = in.is(i, ",") ? opening_of(in, i - 1, "{", "}") : std::nullopt;  // a = {1}, b
            if (!open) break;
            i = *open;
        }
        return i;
    }
    bool holds(std::size_t first, std::size_t last, std::string_view word) const {
        for (std::size_t k = first; k < last; ++k)
            if (in.is(k, word)) return true;
        return false;
    }
    /// Whether these tokens hold a macro that may say anything of a function.
    bool holds_unknown_macro(std::size_t first, std::size_t last) const {
        for (std::size_t k = first; k < last; ++k)
            if (in.is_identifier(k) && is_capital(in.tokens[k].text) &&
                !kernels_.side_macros.contains(in.tokens[k].text))
                return true;
        return false;
    }
    sides said_by(std::size_t first, std::size_t last) const {
        sides result;
        for (std::size_t k = first; k < last; ++k) {
            const std::string_view word = in.tokens[k].text;
            const auto macro = kernels_.side_macros.find(word);
            const bool is_macro = macro != kernels_.side_macros.end();
            result.host = result.host || word == "__host__" || (is_macro && macro->second.host);
            result.device =
                result.device || word == "__device__" || word == "__global__" || (is_macro && macro->second.device);
        }
        return result;
    }

    const code in;

private:
    void enter(const code::directive& directive) {
        const std::string_view word = directive_word(directive.text);
        if (word.starts_with("if")) {
            // #ifndef before everything else is the guard of a header.
            if (conditions_++ == 0 && word == "ifndef" && directive.next == 0) is_guarded_ = true;
        }
        if (word == "endif") --conditions_;
        scopes_.at_condition(word);
    }

    const kernel_names& kernels_;
    scopes scopes_;
    std::size_t body_ = 0;  ///< the brace that opens the outermost body around
    int parentheses_ = 0, conditions_ = 0;
    bool is_guarded_ = false;
};

/// Whether the identifier at i, no function of a namespace, is declared there.
bool declares(const code& in, std::size_t i) {
    if (i == 0) return false;
    if (in.is_identifier(i - 1)) return !is_one_of(in.tokens[i - 1].text, before_a_use);
    if (in.is(i - 1, ">")) return i < 2 || !in.is(i - 2, "-");
    if (!in.is(i - 1, "*") && !in.is(i - 1, "&")) return in.is(i - 1, "[") || in.is(i + 1, "...");
    std::size_t type = i - 1;
    while (type > 0 && (in.is(type, "*") || in.is(type, "&") || in.is(type, "const"))) --type;
    if (in.is(type, ">")) return true;
    return in.is_identifier(type) &&
           (type == 0 || in.is(type - 1, ";") || in.is(type - 1, "{") || in.is(type - 1, "}") || in.is(type - 1, "(") ||
            in.is(type - 1, ",") || in.is(type - 1, ":") || in.is_identifier(type - 1));
}

class collector {
public:
    collector(std::string_view source, const kernel_names& kernels, side_names& names)
        : at_(source, kernels), in_(at_.in), names_(names) {}

    void run() {
        for (const code::directive& directive : in_.directives)
            if (const auto macro = defined_macro(directive.text)) names_.ambiguous.insert(macro->name);
        at_.tokens([this](std::size_t i) { look_at(i); });
    }

private:
    void look_at(std::size_t i) {
        if (!in_.is_identifier(i)) return;
        const std::string name(in_.tokens[i].text);
        if (!at_.in_namespace() || at_.in_parentheses()) {
            if (declares(in_, i)) names_.ambiguous.insert(name);
            return;
        }
        const std::size_t first = at_.statement_begin(i);
        if (i == first || at_.holds(first, i, "=") || at_.holds(first, i, "(")) return;
        if (in_.is(i + 1, "(")) return function(first, i, name);
        if (in_.is(i + 1, "=") || in_.is(i + 1, ";") || in_.is(i + 1, "[") || in_.is(i + 1, "{"))
            return variable(first, i, name);
        if (in_.is(i + 1, ",")) names_.ambiguous.insert(name);
    }

    void function(std::size_t first, std::size_t i, const std::string& name) {
        std::size_t behind = behind_closing(in_, i + 1, "(", ")");
        while (in_.is(behind, "noexcept") || in_.is(behind, "const")) ++behind;
        const bool is_plain = (in_.is(behind, "{") || in_.is(behind, ";")) && !in_.is(i - 1, ":") &&
                              !at_.holds(first, i, "template") && !at_.holds(first, i, "constexpr") &&
                              !at_.holds(first, i, "operator") && !at_.holds(first, i, "using") &&
                              !at_.holds(first, i, "typedef") && !at_.holds(first, i, "class") &&
                              !at_.holds(first, i, "friend") && !at_.holds_unknown_macro(first, i);
        const sides said = at_.said_by(first, i);
        names_.functions[name] |= !is_plain                           ? side_names::unknown
                                  : at_.holds(first, i, "__global__") ? side_names::kernel
                                  : said.host && said.device          ? side_names::both
                                  : said.device                       ? side_names::device
                                                                      : side_names::host;
    }

    void variable(std::size_t first, std::size_t i, const std::string& name) {
        const sides said = at_.said_by(first, i);
        bool is_plain = !said.host && !said.device && !at_.holds_unknown_macro(first, i) && !at_.is_conditional();
        for (std::size_t k = first; k < i && is_plain; ++k)
            is_plain = !is_one_of(in_.tokens[k].text, no_variables) && !in_.tokens[k].text.starts_with("__") &&
                       !in_.is(k, ":") && !in_.is(k, "template");
        is_plain ? names_.variables.insert(name) : names_.ambiguous.insert(name);
    }

    walk at_;
    const code& in_;
    side_names& names_;
};

class examiner {
public:
    examiner(std::string_view source, std::string_view file_name, const kernel_names& kernels, const side_names& names)
        : at_(source, kernels), in_(at_.in), file_name_(file_name), names_(names) {}

    void run() {
        at_.tokens([this](std::size_t i) { look_at(i); });
    }

private:
    void look_at(std::size_t i) const {
        if (at_.in_namespace() || at_.is_conditional() || !in_.is_identifier(i)) return;
        const sides where = at_.where();
        if (where.host == where.device) return;
        const auto [first, brace] = at_.head();
        if (at_.holds(first, brace, "template") || at_.holds(first, brace, "constexpr") ||
            at_.holds(first, brace, "class") || at_.holds(first, brace, "struct") ||
            at_.holds_unknown_macro(first, brace))
            return;
        const auto function = name_before(first, brace);
        if (!function) return;
        const std::string caller = std::string(where.host                              ? "__host__"
                                               : at_.holds(first, brace, "__global__") ? "__global__"
                                                                                       : "__device__") +
                                   " function(\"" + *function + "\")";
        if (where.device) container(i, caller);
        if (i == 0 || in_.is(i - 1, ".") || in_.is(i - 1, ">") || in_.is(i - 1, ":") || declares(in_, i)) return;
        const std::string_view name = in_.tokens[i].text;
        for (std::size_t k = at_.statement_begin(i); k < i; ++k)
            if (is_one_of(in_.tokens[k].text, unevaluated)) return;
        if (names_.ambiguous.contains(name)) return;
        if (where.device && names_.variables.contains(name) && !names_.functions.contains(name))
            refuse(i, "identifier \"" + std::string(name) + "\" is undefined in device code");
        const auto known = names_.functions.find(name);
        if (!in_.is(i + 1, "(") || known == names_.functions.end() || names_.variables.contains(name)) return;
        if (where.device && known->second == side_names::host) refuse_call("__host__", std::string(name), i, caller);
        if (where.host && known->second == side_names::device) refuse_call("__device__", std::string(name), i, caller);
        if (where.host && known->second == side_names::kernel)
            refuse(i, "a __global__ function call must be configured");
    }

    /// std::vector<int> name(...)   in device code
    void container(std::size_t i, const std::string& caller) const {
        if (!is_one_of(in_.tokens[i].text, host_containers) || i < 3 || !in_.is(i - 1, ":") || !in_.is(i - 2, ":") ||
            !in_.is(i - 3, "std"))
            return;
        const std::size_t behind = in_.is(i + 1, "<") ? behind_closing(in_, i + 1, "<", ">") : i + 1;
        if (!in_.is_identifier(behind)) return;
        if (!in_.is(behind + 1, "(") && !in_.is(behind + 1, ";") && !in_.is(behind + 1, "{") &&
            !in_.is(behind + 1, "="))
            return;
        refuse_call("__host__", in_.line(i - 3, behind - 1) + "::" + std::string(in_.tokens[i].text), i, caller);
    }

    /// The function's name in its head.
    std::optional<std::string> name_before(std::size_t first, std::size_t brace) const {
        for (std::size_t k = first; k + 1 < brace; ++k) {
            const bool is_attribute = in_.tokens[k].text.starts_with("__") || in_.is(k, "alignas");
            if (!in_.is_identifier(k) || !in_.is(k + 1, "(")) continue;
            if (!is_attribute) return std::string(in_.tokens[k].text);
            k = behind_closing(in_, k + 1, "(", ")") - 1;
        }
        return std::nullopt;
    }

    [[noreturn]] void refuse_call(const std::string& side, const std::string& callee, std::size_t i,
                                  const std::string& caller) const {
        refuse(i, "calling a " + side + " function(\"" + callee + "\") from a " + caller + " is not allowed");
    }
    [[noreturn]] void refuse(std::size_t i, const std::string& words) const {
        throw translation_error(file_name_ + ":" + std::to_string(in_.tokens[i].line) +
                                ": nvcc does not compile it: error: " + words);
    }

    walk at_;
    const code& in_;
    std::string file_name_;
    const side_names& names_;
};

}  // namespace

void collect_sides(std::string_view source, const kernel_names& kernels, side_names& names) {
    collector(source, kernels, names).run();
}

void expect_sides(std::string_view source, std::string_view file_name, const kernel_names& kernels,
                  const side_names& names) {
    examiner(source, file_name, kernels, names).run();
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
