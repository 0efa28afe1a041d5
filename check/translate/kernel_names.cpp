#include "kernel_names.hpp"

#include <vector>

#include "source_code.hpp"

namespace strider::kernel_check {
namespace {

/// Whether a pointer or reference follows in the parameter, so that `const` is of what it points to.
bool points_on(const code& in, std::size_t i) {
    while (i < in.size() && !in.is(i, ",") && !in.is(i, ")") && !in.is(i, "*") && !in.is(i, "&")) ++i;
    return in.is(i, "*") || in.is(i, "&");
}

/// The parameters between the parentheses that begin at `open`, without their names.
std::string parameter_types(const code& in, std::size_t open) {
    std::string types;
    const std::size_t close = behind_closing(in, open, "(", ")") - 1;
    for (std::size_t i = open + 1; i < close; ++i) {
        const bool is_last = in.is(i + 1, ",") || in.is(i + 1, "[") || in.is(i + 1, "=") || i + 1 == close;
        const bool is_name = is_last && in.is_identifier(i) && i > open + 1 && !in.is(i - 1, ",") &&
                             !in.is(i - 1, "const") && !in.is(i, "int") && !in.is(i, "char") && !in.is(i, "long");
        if (is_name || in.is(i, "__restrict__") || (in.is(i, "const") && !points_on(in, i))) continue;
        types.append(in.tokens[i].text) += ' ';
    }
    return types;
}

bool has_defaults(const code& in, std::size_t open) {
    for (std::size_t i = open; i < behind_closing(in, open, "(", ")"); ++i)
        if (in.is(i, "=")) return true;
    return false;
}

}  // namespace

void collect_kernels(std::string_view source, kernel_names& names) {
    const code in(source);
    std::vector<bool> is_kernel(in.size());  // by token
    for (std::size_t i = 0; i < in.size(); ++i) {
        if (!in.is(i, "__global__")) continue;
        bool is_template = false;
        for (std::size_t k = i; k-- > 0 && !in.is(k, ";") && !in.is(k, "{") && !in.is(k, "}");)
            is_template = is_template || in.is(k, "template");
        const auto name = name_behind(in, i);
        if (!name) continue;
        is_kernel[*name] = true;
        const std::string text(in.tokens[*name].text);
        if (is_template) {
            names.templates.insert(text);
            continue;
        }
        const auto known = names.parameters.emplace(text, parameter_types(in, *name + 1)).first;
        // Of overloads, and of arguments that are left out, the call knows which.
        if (known->second != parameter_types(in, *name + 1) || has_defaults(in, *name + 1))
            names.templates.insert(text);
        names.plain.insert(text);
    }
    // A function of the host may have a kernel's name, and the call chooses.
    for (std::size_t i = 1; i < in.size(); ++i)
        if (in.is(i - 1, "void") && in.is(i + 1, "(") && names.plain.contains(in.tokens[i].text) && !is_kernel[i])
            names.templates.emplace(in.tokens[i].text);
    for (const code::directive& directive : in.directives) {
        const auto macro = defined_macro(directive.text);
        if (!macro) continue;
        sides where;
        for (const token& t : lex(directive.text.substr(macro->body))) {
            where.host = where.host || t.text == "__host__";
            where.device = where.device || t.text == "__device__" || t.text == "__global__";
        }
        if (where.host || where.device) {
            sides& known = names.side_macros[macro->name];
            known = {known.host || where.host, known.device || where.device};
        }
    }
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
