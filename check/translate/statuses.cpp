// Statuses of CUDA's calls that the program does not look at: the runtime is told of the call before.
#include <algorithm>
#include <array>

#include "translator.hpp"

namespace strider::kernel_check {
namespace {

/// What the names of CUDA's calls go on with, behind cuda or cu. Programs name functions of their own so as well.
constexpr std::array<std::string_view, 34> subjects{
    "Array", "Choose", "Create",    "Ctx",      "Destroy", "Device", "Event",  "Free", "Func",
    "Get",   "Graph",  "Host",      "Import",   "Init",    "Ipc",    "Launch", "Link", "Malloc",
    "Mem",   "Module", "Peek",      "Pointer",  "Set",     "Signal", "Stream", "Surf", "Tensor",
    "Tex",   "Thread", "Occupancy", "Profiler", "Runtime", "Wait",   "Driver"};
constexpr std::array<std::string_view, 4> before_conditions{"if", "for", "while", "constexpr"};
constexpr std::array<std::string_view, 4> status_types{"cudaError_t", "cudaError", "CUresult", "auto"};

bool is_call_of_cuda(const code& in, std::size_t i) {
    if (!in.is_identifier(i) || !in.is(i + 1, "(")) return false;
    if (i > 0 && (in.is(i - 1, ".") || in.is(i - 1, ">") || (in.is(i - 1, ":") && in.is(i - 2, ":")))) return false;
    std::string_view name = in.tokens[i].text;
    if (!name.starts_with("cu")) return false;
    name.remove_prefix(name.starts_with("cuda") ? 4 : 2);
    return std::ranges::any_of(subjects, [name](std::string_view one) { return name.starts_with(one); });
}

/// Whether the source declares a function of its own of this name.
bool is_own(const code& in, std::string_view name) {
    for (std::size_t i = 1; i < in.size(); ++i)
        if (in.is(i, name) && is_one_of(in.tokens[i - 1].text, status_types)) return true;
    return false;
}
bool is_in_macro(const code& in, std::string_view variable) {
    return std::ranges::any_of(in.directives, [&](const code::directive& one) {
        return directive_word(one.text) == "define" && one.text.find(variable) != std::string_view::npos;
    });
}

/// Index of the bracket that opens the one at `close`, with statements between them; 0: there is none.
std::size_t opening_over_statements(const code& in, std::size_t close, std::string_view opening,
                                    std::string_view closing) {
    int depth = 0;
    for (; close > 0 && !(in.is(close, opening) && depth == 1); --close)
        depth += in.is(close, closing) - in.is(close, opening);
    return close;
}

bool begins_statement(const code& in, std::size_t i) {
    if (i == 0) return false;
    if (in.is(i - 1, ";") || in.is(i - 1, "{") || in.is(i - 1, "}") || in.is(i - 1, "else") || in.is(i - 1, "do"))
        return true;
    if (in.is(i - 1, ")")) {
        const std::size_t open = opening_over_statements(in, i - 1, "(", ")");
        return open > 0 && is_one_of(in.tokens[open - 1].text, before_conditions);
    }
    return in.is(i - 1, ":") && i > 2 && (in.is(i - 2, "default") || in.is(i - 3, "case"));
}

/// Whether the semicolon ends the last statement of `({ ... })`, whose value is that of the whole.
bool gives_value(const code& in, std::size_t semicolon) {
    if (!in.is(semicolon + 1, "}") || !in.is(semicolon + 2, ")")) return false;
    const std::size_t open = opening_over_statements(in, semicolon + 1, "{", "}");
    return open > 0 && in.is(open - 1, "(");
}

/// Whether the macro of this name is nothing but its argument, as where a program turns its checks off.
bool is_argument(const code& in, std::string_view name) {
    return std::ranges::any_of(in.directives, [&](const code::directive& one) {
        const auto macro = defined_macro(one.text);
        if (!macro || macro->name != name || macro->parameters.size() != 1) return false;
        const code body(one.text.substr(macro->body));
        return std::ranges::all_of(body.tokens, [&](const token& word) {
            return word.text == macro->parameters[0] || word.text == "(" || word.text == ")" || word.text == ";";
        });
    });
}

/// Whether the program may read the variable behind token `i`, before its scope ends or a statement of the same block
/// gives it another value.
bool is_read(const code& in, std::size_t i, std::string_view variable, bool declared) {
    int depth = 0;
    const std::size_t first = i;
    for (; i < in.size(); ++i) {
        if (in.is(i, "{")) ++depth;
        if (in.is(i, "}") && depth-- == 0) return !declared;
        if (!in.is(i, variable)) continue;
        const bool assigned = depth == 0 && in.is(i + 1, "=") && !in.is(i + 2, "=") &&
                              (in.is(i - 1, ";") || in.is(i - 1, "{") || in.is(i - 1, "}"));
        if (!assigned) return true;
        while (!in.is(++i, ";") && i < in.size())
            if (in.is(i, variable)) return true;
        return std::ranges::any_of(in.directives,
                                   [&](const code::directive& one) { return one.next > first && one.next <= i; });
    }
    return true;
}

}  // namespace

/// cudaFree(p);   becomes   unread_status("cudaFree"), cudaFree(p);
void translator::status_of_call(std::size_t call) {
    if (!is_call_of_cuda(in_, call)) return;
    if (macro_parameters_ == nullptr && !scopes_.function_sides().host) return;
    const std::string name(in_.tokens[call].text);
    const std::size_t behind = behind_closing(in_, call + 1, "(", ")");
    if (is_own(in_, name) || behind >= in_.size()) return;
    const std::string told = "::strider::emulation::runtime::unread_status(\"" + name + "\"), ";
    const auto spelled = [&](std::initializer_list<std::string_view> words) {
        std::size_t at = call - std::min(call, words.size());
        return std::ranges::all_of(words, [&](std::string_view word) { return in_.is(at++, word); });
    };
    const bool ends = in_.is(behind, ",") || (in_.is(behind, ";") && !gives_value(in_, behind));
    for (const std::size_t dropped :
         {spelled({"(", "void", ")"}) ? 3 : 0, spelled({"std", ":", ":", "ignore", "="}) ? 5 : 0})
        if (ends && begins_statement(in_, call - dropped))
            return replace(in_.begin(call - dropped), in_.begin(call), told);
    const bool as_void = spelled({"static_cast", "<", "void", ">", "("});
    const bool dropped_by_macro = in_.is(call - 1, "(") && in_.is(behind, ")") && begins_statement(in_, call - 2) &&
                                  is_argument(in_, in_.tokens[call - 2].text);
    if (!as_void && !dropped_by_macro && !is_never_read(call, behind)) return;
    replace(in_.begin(call), in_.begin(call), "(" + told);
    replace(in_.end(behind - 1), in_.end(behind - 1), ")");
}

/// Whether the call, which ends before token `behind`, gives its status to a local variable that nothing reads.
bool translator::is_never_read(std::size_t call, std::size_t behind) const {
    if (call < 3 || !in_.is(call - 1, "=") || !in_.is_identifier(call - 2) || !in_.is(behind, ";")) return false;
    const std::string_view variable = in_.tokens[call - 2].text;
    const auto declares = [&](std::size_t i) {
        return i > 0 && in_.is(i, variable) && is_one_of(in_.tokens[i - 1].text, status_types);
    };
    const bool declared = declares(call - 2);
    std::size_t before = call - 2;
    while (before > scopes_.function_begin() && !declares(before)) --before;
    return declares(before) && (declared || begins_statement(in_, call - 2)) &&
           !is_read(in_, behind + 1, variable, declared) && !is_in_macro(in_, variable);
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
