// Launches: kernel<<<grid, block>>>(arguments).
#include <algorithm>

#include "translator.hpp"

namespace strider::kernel_check {

/// kernel<<<grid, block>>>(a, b)   becomes   program::launch("kernel", kernel, grid, block)(a, b)
void translator::launch(std::size_t chevrons) {
    const int line = in_.tokens[chevrons].line;
    const auto first = callee_begin(in_, chevrons);
    if (!first) refuse(line, "no kernel's name before `<<<`");
    int depth = 0;
    std::size_t close = chevrons + 3;
    for (; close < in_.size() && !(depth == 0 && in_.is_triple(close, ">")); ++close) {
        if (in_.is(close, "(") || in_.is(close, "{")) ++depth;
        if (in_.is(close, ")") || in_.is(close, "}")) --depth;
        if (in_.is(close, ";")) break;
    }
    if (!in_.is_triple(close, ">") || !in_.is(close + 3, "("))
        refuse(line, "`<<<` without `>>>(` behind it; expected kernel<<<grid, block>>>(arguments)");
    const std::string callee = in_.line(*first, chevrons - 1);
    result_.launches.emplace(unqualified_name(in_, *first, chevrons), file_name_ + ":" + std::to_string(line));
    // clang would inline it, and the kernel with it, into its caller, which is not instrumented.
    const std::string callable =
        deduces(*first, chevrons)
            ? "[=](auto... strider_arguments) __attribute__((noinline)) { " + callee +
                  "(strider_arguments...); }, [=](auto** strider_kernel) -> decltype(void(*strider_kernel = " + callee +
                  ")) { *strider_kernel = " + callee + "; }"
            : callee;
    replace(in_.begin(*first), in_.end(chevrons + 2),
            "::strider::emulation::program::launch(" + name_of(*first, chevrons, callee) + ", " + callable + ", ");
    replace(in_.begin(close), in_.end(close + 2), ")");
    if (deduces(*first, chevrons)) name_null_pointers(close + 3);
}

/// A call whose argument types are deduced takes NULL for a number.
void translator::name_null_pointers(std::size_t opening) {
    const std::size_t behind = behind_closing(in_, opening, "(", ")");
    for (std::size_t i = opening + 1; i + 1 < behind; ++i)
        if (in_.is(i, "NULL") && (in_.is(i - 1, "(") || in_.is(i - 1, ",")) &&
            (in_.is(i + 1, ",") || in_.is(i + 1, ")")))
            replace(in_.begin(i), in_.end(i), "nullptr");
}

/// Whether the callee may be a template whose arguments the call deduces.
bool translator::deduces(std::size_t first, std::size_t chevrons) const {
    if (kernels_.templates.contains(unqualified_name(in_, first, chevrons))) return true;
    if (in_.is(chevrons - 1, ">")) return true;
    return (is_macro_parameter(first, chevrons) || is_pasted(first, chevrons)) && !kernels_.templates.empty();
}
bool translator::is_pasted(std::size_t first, std::size_t chevrons) const {
    for (std::size_t i = first; i < chevrons; ++i)
        if (in_.is(i, "#")) return true;
    return false;
}
bool translator::is_macro_parameter(std::size_t first, std::size_t chevrons) const {
    return macro_parameters_ != nullptr && first + 1 == chevrons &&
           std::find(macro_parameters_->begin(), macro_parameters_->end(), in_.tokens[first].text) !=
               macro_parameters_->end();
}
std::string translator::name_of(std::size_t first, std::size_t chevrons, std::string callee) const {
    if (is_macro_parameter(first, chevrons)) return "#" + callee;
    if (is_pasted(first, chevrons)) return "STRIDER_EMULATOR_TEXT(" + callee + ")";
    std::replace_if(callee.begin(), callee.end(), [](char c) { return c == '\n' || c == '\t' || c == '"'; }, ' ');
    return '"' + callee + '"';
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
