#include "shared_arrays.hpp"

#include <algorithm>

namespace strider::kernel_check {
namespace {

// The words that parentheses follow without declaring anything.
bool takes_arguments(const code& in, std::size_t i) {
    return in.is(i, "__align__") || in.is(i, "alignas") || in.is(i, "__attribute__") || in.is(i, "decltype");
}

bool is_label_end(const code& in, std::size_t i) { return in.is(i, ":") && !in.is(i - 1, ":") && !in.is(i + 1, ":"); }

bool uses(const code& in, std::size_t first, std::size_t last, const std::string& name) {
    for (std::size_t i = first; i < last; ++i)
        if (in.is(i, name) && !in.is(i - 1, ".") && !(in.is(i - 1, ">") && in.is(i - 2, "-"))) return true;
    return false;
}

}  // namespace

// Empty where the declaration is of another form.
std::vector<std::string> shared_arrays::names(std::size_t first, std::size_t semicolon) const {
    std::vector<std::string> result(1);
    bool extents = false, of_class = false;
    for (std::size_t i = first; i < semicolon; ++i) {
        if (in_.is(i, "struct") || in_.is(i, "union")) {
            of_class = true;
        } else if (takes_arguments(in_, i)) {
            i = behind_closing(in_, i + 1, "(", ")") - 1;
        } else if (in_.is(i, "(")) {
            const std::size_t behind = behind_closing(in_, i, "(", ")");
            if (extents || in_.is(i + 1, "*") || !in_.is_identifier(behind)) return {};  // not ALIGNED(16) float a[4]
            i = behind - 1;
        } else if (in_.is(i, "<")) {
            i = behind_closing(in_, i, "<", ">") - 1;
        } else if (in_.is(i, "{")) {  // of a class without a name
            if (!of_class) return {};
            i = behind_closing(in_, i, "{", "}") - 1;
        } else if (in_.is(i, "[")) {
            if (in_.is(i + 1, "[")) return {};
            i = behind_closing(in_, i, "[", "]") - 1;
            extents = true;
        } else if (in_.is(i, ",")) {
            result.emplace_back();
            extents = false;
        } else if (is_label_end(in_, i)) {
            return {};
        } else if (in_.is_identifier(i) && !extents) {
            result.back() = in_.tokens[i].text;
            of_class = false;
        }
    }
    if (std::any_of(result.begin(), result.end(), [](const std::string& name) { return name.empty(); })) return {};
    return result;
}

std::size_t shared_arrays::braces_around(std::size_t token) const {
    for (int depth = 0; token > 0;) {
        --token;
        if (in_.is(token, "}")) ++depth;
        if (in_.is(token, "{") && --depth < 0) break;
    }
    return token;
}

// Where labels could jump over the beginning of a reference.
bool shared_arrays::of_switch(std::size_t brace) const {
    if (brace == 0 || !in_.is(brace - 1, ")")) return false;
    const auto condition = opening_of(in_, brace - 1, "(", ")");
    return condition && *condition > 0 && in_.is(*condition - 1, "switch");
}

void shared_arrays::know(const std::string& name, std::size_t from) {
    known_.push_back({name, from, behind_closing(in_, braces_around(from), "{", "}")});
}

bool shared_arrays::declare(std::size_t first, std::size_t semicolon) {
    const std::vector<std::string> all = names(first, semicolon);
    const std::size_t brace = braces_around(first), end = behind_closing(in_, brace, "{", "}");
    // Of what nobody uses nvcc makes no array.
    const bool used = std::any_of(all.begin(), all.end(), [&](auto& name) { return uses(in_, semicolon, end, name); });
    if (!used || of_switch(brace)) return false;
    const std::string declaration = "strider_shared_" + std::to_string(++declarations_);
    changes_.add({in_.begin(first), in_.begin(first), "struct " + declaration + " { "});
    for (std::size_t i = first; i < semicolon; ++i)
        if (in_.is(i, "__shared__") || in_.is(i, "static")) changes_.add({in_.begin(i), in_.end(i), ""});
    std::string references = "; }";
    for (const std::string& name : all) {
        references += "; STRIDER_EMULATOR_SHARED(" + declaration + ", " + name + ", " + std::to_string(++arrays_) + ")";
        know(name, semicolon);
    }
    changes_.add({in_.begin(semicolon), in_.begin(semicolon), references});
    return true;
}

void shared_arrays::capture(std::size_t bracket) {
    if (known_.empty() || bracket == 0 || in_.is(bracket + 1, "[")) return;
    const std::size_t before = bracket - 1, behind = behind_closing(in_, bracket, "[", "]");
    if ((in_.is_identifier(before) && !in_.is(before, "return")) || in_.is(before, "]") || in_.is(before, ")") ||
        in_.is(before, ">") || in_.is(before, "["))
        return;
    const bool by_reference = in_.is(bracket + 1, "&") && (in_.is(bracket + 2, "]") || in_.is(bracket + 2, ","));
    std::size_t body = behind;
    while (body < in_.size() && !in_.is(body, "{") && !in_.is(body, ";")) ++body;
    if (by_reference || !in_.is(body, "{")) return;
    const std::size_t end = behind_closing(in_, body, "{", "}");
    std::string captures;
    for (const auto& [name, from, to] : known_) {
        const bool is_here = from < bracket && bracket < to && captures.find("&" + name) == std::string::npos;
        if (!is_here || !uses(in_, body, end, name) || uses(in_, bracket, body, name)) continue;
        captures += (captures.empty() && in_.is(bracket + 1, "]") ? "&" : ", &") + name;
    }
    if (!captures.empty()) changes_.add({in_.begin(behind - 1), in_.begin(behind - 1), captures});
}

std::set<int> shared_arrays::lines_of_stores() const {
    std::set<int> lines;
    for (const auto& [name, from, to] : known_) {
        for (std::size_t i = from; i < to; ++i) {
            if (!in_.is(i, name) || !in_.is(i + 1, "[")) continue;
            std::size_t behind = i + 1;
            while (in_.is(behind, "[")) behind = behind_closing(in_, behind, "[", "]");
            if (in_.is(behind, "+") || in_.is(behind, "-") || in_.is(behind, "*") || in_.is(behind, "/")) ++behind;
            if (!in_.is(behind, "=") || in_.is(behind + 1, "=")) continue;
            for (; behind < to && !in_.is(behind, ";"); ++behind) lines.insert(in_.tokens[behind].line);
        }
    }
    return lines;
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
