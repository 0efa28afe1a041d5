// Shared memory: arrays of a fixed size, and the dynamic one.
#include "translator.hpp"

namespace strider::kernel_check {

void translator::shared(std::size_t i) {
    std::size_t first = i;  // of the declaration
    while (first > 0 && is_specifier(first - 1)) --first;
    std::size_t last = i;
    while (last < in_.size() && !in_.is(last, ";") && !in_.is(last, "="))
        last = in_.is(last, "{") ? behind_closing(in_, last, "{", "}") : last + 1;
    for (std::size_t k = first; k < last; ++k)
        if (in_.is(k, "extern")) return dynamic_shared(first, last);
    const bool is_local = macro_parameters_ == nullptr && !scopes_.in_namespace();
    if (is_local && in_.is(last, ";") && shared_arrays_.declare(first, last)) return;
    for (std::size_t k = first; k < last; ++k)
        if (in_.is(k, "static")) replace(in_.begin(k), in_.end(k), "");
    // In C++ an alignment stands before the storage class, which __shared__ becomes.
    if (in_.is(i + 1, "alignas") && in_.is(i + 2, "(")) {
        const std::size_t behind = behind_closing(in_, i + 2, "(", ")");
        replace(in_.begin(i), in_.end(behind - 1), in_.text(i + 1, behind - 1) + " __shared__");
    }
}

bool translator::is_specifier(std::size_t i) const {
    if (in_.is(i, ")")) {  // __align__(8)
        const auto open = opening_of(in_, i, "(", ")");
        return open && *open > 0 && (in_.is(*open - 1, "__align__") || in_.is(*open - 1, "alignas"));
    }
    if (in_.is(i, "(") || in_.is_identifier(i) || in_.is(i, "*") || in_.is(i, ":"))
        return !in_.is(i, "(") || (i > 0 && (in_.is(i - 1, "__align__") || in_.is(i - 1, "alignas")));
    return in_.tokens[i].kind == token_kind::literal && i > 0 && in_.is(i - 1, "(");
}

/// extern __shared__ T name[];   or one structure, becomes a reference of that name and type to the block's dynamic
/// shared memory, or outside of a function a function that gives it.
void translator::dynamic_shared(std::size_t first, std::size_t last) {
    const int line = in_.tokens[first].line;
    std::string element;
    std::size_t extents = first;
    while (extents < last && !in_.is(extents, "[")) ++extents;
    const std::size_t name_at = extents - 1;
    for (std::size_t k = first; k < name_at; ++k) {
        if (in_.is(k, "__align__") || in_.is(k, "alignas") || in_.is(k, "__attribute__")) {
            k = behind_closing(in_, k + 1, "(", ")") - 1;  // the memory is aligned for any type
        } else if (!in_.is(k, "extern") && !in_.is(k, "__shared__") && !in_.is(k, "__device__")) {
            if (!element.empty() && in_.end(k - 1) != in_.begin(k)) element += ' ';
            element += in_.tokens[k].text;
        }
    }
    const bool is_type = !element.empty() && element.find('\n') == std::string::npos;  // a string without an end
    const bool in_macro = macro_parameters_ != nullptr, ends = in_.is(last, ";") || (in_macro && last == in_.size());
    if (!is_type || !ends || !in_.is_identifier(name_at) || in_.is(name_at - 1, "#")) {
        if (in_macro) return;  // which nothing may use
        refuse(line, "expected `extern __shared__ TYPE NAME[];`");
    }
    const std::string name(in_.tokens[name_at].text), array = extents < last ? in_.line(extents, last - 1) : "";
    const std::string memory =
        "*reinterpret_cast<" + element + " (*)" + array + ">(::strider::emulation::dynamic_shared_memory())";
    if (in_macro) {
        replace(in_.begin(first), in_.end(last - 1), element + " (&" + name + ")" + array + " = " + memory);
    } else if (scopes_.in_namespace()) {
        const std::string function = "strider_" + name;
        replace(in_.begin(first), in_.begin(last),
                "[[maybe_unused]] static inline " + element + " (&" + function + "())" + array + " { return " + memory +
                    "; }");
        scopes_.rename(name, function + "()");
    } else {
        replace(in_.begin(first), in_.begin(last), element + " (&" + name + ")" + array + " = " + memory);
        scopes_.rename(name, name);
        shared_arrays_.know(name, last);
    }
    scopes_.skip_names_to(last);
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
