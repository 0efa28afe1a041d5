#include "translate.hpp"

#include <algorithm>
#include <array>

#include "architecture.hpp"
#include "translator.hpp"

namespace strider::kernel_check {
namespace {

constexpr form all_forms[] = {
    {"__global__", &translator::kernel, false, "callee_expressions"},
    {"__launch_bounds__", &translator::bounds, false, "launch_bounds"},
    {"__cluster_dims__", &translator::cluster, false, "cluster_reduce"},
    {"<<<", &translator::launch, true, "callee_expressions"},
    {"void", &translator::kernel_as_address, false, "launch_by_address"},  // (void*)kernel
    {"__shared__", &translator::shared, true, "launch_words"},
    {"[", &translator::bracket, false, "shared_layout"},
    {"__device__", &translator::variable, false, "device_variables"},
    {"__constant__", &translator::variable, false, "device_variables"},
    {"__managed__", &translator::variable, false, "managed_memory"},
    {"asm", &translator::inline_assembly, true, "inline_ptx"},
    {"__asm__", &translator::inline_assembly, true, "inline_ptx"},
    {"__asm", &translator::inline_assembly, true, "inline_ptx"},
    {"__noinline__", &translator::noinline, false, "both_sides"},
    {"operator", &translator::allocation_function, false, "own_operator_new"},
    {"__CUDA_ARCH__", &translator::architecture, false, "both_sides"},
    {"assert", &translator::assertion, false, "device_assert"},
    {"thrust", &translator::algorithm, false, "thrust_algorithms"},
    {"<<", &translator::shift, true, "ptx_numbers"},
    {">>", &translator::shift, true, "ptx_numbers"},
    {"(", &translator::cast, true, "ptx_numbers"},
    {"static_cast", &translator::static_cast_to, true, "ptx_numbers"},
    {"typename", &translator::name_type, false, "ptx_numbers"},
    {"class", &translator::name_type, false, "ptx_numbers"},
    {"using", &translator::name_type, false, "ptx_numbers"},
    {"typedef", &translator::name_type, false, "ptx_numbers"},
};

}  // namespace

std::span<const form> forms() { return all_forms; }

translation translator::run() {
    auto directive = in_.directives.begin();
    for (std::size_t i = 0; i <= in_.size(); ++i) {
        for (; directive != in_.directives.end() && directive->next == i; ++directive) at_directive(*directive);
        if (i < in_.size()) at_token(i);
    }
    result_.text = edited("\n");
    result_.lines.shared_stores = shared_arrays_.lines_of_stores();
    return std::move(result_);
}

std::string translator::run_on_host() {
    auto directive = in_.directives.begin();
    for (std::size_t i = 0; i < in_.size(); ++i) {
        for (; directive != in_.directives.end() && directive->next == i; ++directive)
            scopes_.at_condition(directive_word(directive->text));
        scopes_.at_token(i);
        status_of_call(i);
        if (in_.is(i, "operator")) allocation_function(i);
    }
    return edited("\n");
}

std::optional<std::string> translator::run_in_macro(const std::vector<std::string>& parameters, int line) {
    macro_parameters_ = &parameters;
    first_line_ = line;
    for (std::size_t i = 0; i < in_.size(); ++i) rewrite(i);
    if (!edits_.any()) return std::nullopt;
    return edited("\\\n");
}

void translator::refuse(int line, const std::string& why) const {
    throw translation_error(file_name_ + ":" + std::to_string(line + first_line_ - 1) + ": " + why);
}

std::string translator::edited(std::string_view line_end) {
    try {
        return edits_.apply(in_.source, line_end);
    } catch (const overlap& at) {
        const std::string_view above = in_.source.substr(0, at.position);
        refuse(1 + static_cast<int>(std::count(above.begin(), above.end(), '\n')),
               "a launch or declaration stands inside of another that is translated; give it a statement of its own");
    }
}

// ---- Directives

void translator::at_directive(const code::directive& directive) {
    const auto begin = static_cast<std::size_t>(directive.text.data() - in_.source.data());
    if (begin < kept_to_) return;  // in an assembly statement, with its branches
    if (const auto name = included_name(directive.text); !name.empty()) {
        const auto at = static_cast<std::size_t>(name.data() - in_.source.data());
        if (const std::string found = resolve_(std::string(name)); found != name)
            replace(at - 1, at + name.size() + 1, '"' + found + '"');  // also in place of <name>
    }
    if (const auto macro = defined_macro(directive.text)) {
        const std::string_view body = directive.text.substr(macro->body);
        translator inner(body, file_name_, kernels_, resolve_);
        if (const auto text = inner.run_in_macro(macro->parameters, directive.line))
            replace(begin + macro->body, begin + directive.text.size(), *text);
    }
    const std::string_view word = directive_word(directive.text);
    const auto number = static_cast<std::size_t>(&directive - in_.directives.data());
    if (scopes_.in_namespace() && !kernels_.architecture_macros.empty() && number >= defined_to_)
        if (std::size_t last = 0; auto text = definitions_of_device(in_, number, kernels_, last)) {
            behind_directives_[last] = std::move(*text);
            defined_to_ = last + 1;
        }
    if (word.starts_with("if") || word.starts_with("elif")) condition(directive, begin);
    if (const auto defined = behind_directives_.find(number); defined != behind_directives_.end()) {
        const std::size_t end = begin + directive.text.size();
        const auto lines = std::count(directive.text.begin(), directive.text.end(), '\n');
        replace(end, end, "\n" + defined->second + "#line " + std::to_string(directive.line + lines + 1));
    }
    scopes_.at_condition(word);
}

/// A condition that asks for nvcc's macros is answered as nvcc would: for the device in what only it compiles.
void translator::condition(const code::directive& directive, std::size_t begin) {
    const sides where = scopes_.function_sides();
    const bool on_device = where.device && !where.host, somewhere = !where.device && !where.host;
    condition_answers answers = answered(directive.text, on_device, on_device || somewhere);
    if (where.device && asks_for_architecture(directive.text, kernels_)) {
        answers.device = with_names_of_device(answers.device, kernels_);
        if (on_device) answers.host = answers.device;
        answers.asks_for_device = true;
    }
    if (answers.host == directive.text && answers.device == directive.text) return;
    edits_.add({begin, begin + directive.text.size(), answers.host, answers.device, true});
    if (answers.asks_for_device && where.device && where.host) scopes_.double_function();
}

// ---- Code

void translator::at_token(std::size_t i) {
    if (in_.is(i, "}")) {
        if (scopes_.closes_kernel(i)) end_kernel(i);
        if (const auto body = scopes_.closes_doubled(i)) edits_.twice(*body);
    }
    if (const auto name = scopes_.at_token(i)) replace(in_.begin(i), in_.end(i), *name);
    if (in_.is(i, "{") && i == body_) scopes_.opened_kernel();
    if (scopes_.function_sides().device) result_.lines.device.insert(in_.tokens[i].line);
    variable_of_host(i);
    local_arrays(i);
    if (kernels_.architecture_macros.contains(in_.tokens[i].text) && scopes_.function_sides().device) {
        const bool host_too = scopes_.function_sides().host;
        const std::string name(in_.tokens[i].text), of_device = on_device_prefix + name;
        edits_.add({in_.begin(i), in_.end(i), host_too ? name : of_device, of_device, true});
        if (host_too) scopes_.double_function();
    }
    if (in_.is(i, "main") && in_.is(i + 1, "(") && scopes_.in_namespace()) result_.has_main = true;
    rewrite(i);
}

void translator::rewrite(std::size_t i) {
    status_of_call(i);
    for (const form& one : all_forms)
        if ((one.in_macros || macro_parameters_ == nullptr) &&
            (one.word == "<<<" ? in_.is_triple(i, "<") : in_.spells(i, one.word)))
            return (this->*one.rewrite)(i);
}

void translator::noinline(std::size_t at) {
    if (at > 0 && in_.is(at - 1, "(")) return;  // a macro would break the standard library's use
    replace(in_.begin(at), in_.end(at), "__attribute__((noinline))");
}

/// void* operator new(std::size_t bytes) {   becomes   ... { const hidden_lane hidden;
void translator::allocation_function(std::size_t at) {
    if (!scopes_.in_namespace() || !(in_.is(at + 1, "new") || in_.is(at + 1, "delete"))) return;
    std::size_t i = behind_closing(in_, in_.is(at + 2, "[") ? at + 4 : at + 2, "(", ")");
    if (in_.is(i, "noexcept")) i = in_.is(i + 1, "(") ? behind_closing(in_, i + 1, "(", ")") : i + 1;
    if (in_.is(i, "{")) replace(in_.end(i), in_.end(i), " const ::strider::emulation::hidden_lane hidden;");
}

/// thrust::sort(first, ...)   becomes   thrust::sort(called("thrust::sort") ->* first, ...)
void translator::algorithm(std::size_t token) {
    static constexpr std::array<std::string_view, 76> algorithms{"adjacent_difference",
                                                                 "all_of",
                                                                 "any_of",
                                                                 "binary_search",
                                                                 "copy",
                                                                 "copy_if",
                                                                 "copy_n",
                                                                 "count",
                                                                 "count_if",
                                                                 "equal",
                                                                 "equal_range",
                                                                 "exclusive_scan",
                                                                 "exclusive_scan_by_key",
                                                                 "fill",
                                                                 "fill_n",
                                                                 "find",
                                                                 "find_if",
                                                                 "find_if_not",
                                                                 "for_each",
                                                                 "for_each_n",
                                                                 "gather",
                                                                 "gather_if",
                                                                 "generate",
                                                                 "generate_n",
                                                                 "inclusive_scan",
                                                                 "inclusive_scan_by_key",
                                                                 "inner_product",
                                                                 "is_partitioned",
                                                                 "is_sorted",
                                                                 "is_sorted_until",
                                                                 "lower_bound",
                                                                 "max_element",
                                                                 "merge",
                                                                 "merge_by_key",
                                                                 "min_element",
                                                                 "minmax_element",
                                                                 "mismatch",
                                                                 "none_of",
                                                                 "partition",
                                                                 "partition_copy",
                                                                 "partition_point",
                                                                 "reduce",
                                                                 "reduce_by_key",
                                                                 "remove",
                                                                 "remove_copy",
                                                                 "remove_copy_if",
                                                                 "remove_if",
                                                                 "replace",
                                                                 "replace_copy",
                                                                 "replace_if",
                                                                 "reverse",
                                                                 "reverse_copy",
                                                                 "scatter",
                                                                 "scatter_if",
                                                                 "sequence",
                                                                 "set_difference",
                                                                 "set_intersection",
                                                                 "set_symmetric_difference",
                                                                 "set_union",
                                                                 "shuffle",
                                                                 "sort",
                                                                 "sort_by_key",
                                                                 "stable_partition",
                                                                 "stable_sort",
                                                                 "stable_sort_by_key",
                                                                 "swap_ranges",
                                                                 "tabulate",
                                                                 "transform",
                                                                 "transform_exclusive_scan",
                                                                 "transform_if",
                                                                 "transform_inclusive_scan",
                                                                 "transform_reduce",
                                                                 "unique",
                                                                 "unique_by_key",
                                                                 "unique_copy",
                                                                 "upper_bound"};
    if (scopes_.function_sides().device || !in_.is(token + 1, ":") || !in_.is(token + 2, ":") ||
        !in_.is(token + 4, "(") || !is_one_of(in_.tokens[token + 3].text, algorithms) || in_.is(token + 5, ")") ||
        in_.is(token + 5, "{"))
        return;
    replace(in_.end(token + 4), in_.end(token + 4),
            "::strider::emulation::program::called(\"thrust::" + std::string(in_.tokens[token + 3].text) + "\") ->* ");
}

/// Its message shows the condition, which so stays as it is.
void translator::assertion(std::size_t at) {
    const std::size_t behind = behind_closing(in_, at + 1, "(", ")");
    if (in_.is(at + 1, "(")) kept_to_ = std::max(kept_to_, in_.end(behind - 1));
}

void translator::architecture(std::size_t at) {
    const std::string host = scopes_.function_sides().host ? "__CUDA_ARCH__" : "900";
    edits_.add({in_.begin(at), in_.end(at), host, "900", true});
}

std::vector<std::string> included_files(std::string_view source) {
    std::vector<std::string> names;
    for (const code::directive& directive : code(source).directives)
        if (const auto name = included_name(directive.text); !name.empty()) names.emplace_back(name);
    return names;
}

std::string translate_host(std::string_view source, std::string_view file_name) {
    return translator(source, file_name, {}, [](auto& name) { return name; }).run_on_host();
}

translation translate(std::string_view source, std::string_view file_name, const kernel_names& kernels,
                      const include_resolver& resolve) {
    return translator(source, file_name, kernels, resolve).run();
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
