#include "scopes.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace strider::kernel_check {
namespace {

/// CUDA's variables, which are macros here.
constexpr std::array<std::string_view, 4> device_variables{"threadIdx", "blockIdx", "blockDim", "gridDim"};
/// What stands before a name without making it a declaration.
constexpr std::array<std::string_view, 12> no_types{"return", "case",      "else",     "throw",    "sizeof", "new",
                                                    "delete", "co_return", "co_yield", "typename", "in",     "goto"};
constexpr std::array<std::string_view, 16> types{"dim3",  "uint3",    "int3",  "int",   "unsigned", "auto",
                                                 "const", "volatile", "char",  "float", "double",   "size_t",
                                                 "long",  "short",    "uchar", "T"};
constexpr std::array<std::string_view, 4> macros_of_nvcc{"__CUDACC__", "__NVCC__", "__CUDACC_EXTENDED_LAMBDA__",
                                                         "__CUDACC_RELAXED_CONSTEXPR__"};

std::string answer(std::string_view directive, bool arch_is_defined, bool arch_has_value) {
    const auto is_defined = [&](std::string_view name) {
        return is_one_of(name, macros_of_nvcc) || (arch_is_defined && name == "__CUDA_ARCH__");
    };
    const std::string_view word = directive_word(directive);
    const std::size_t behind = static_cast<std::size_t>(word.data() - directive.data()) + word.size();
    const code rest(directive.substr(behind));
    if (word == "ifdef" || word == "ifndef") {
        if (rest.size() == 0 || !is_defined(rest.tokens[0].text)) return std::string(directive);
        return word == "ifdef" ? "#if 1" : "#if 0";
    }
    std::string result(directive.substr(0, behind));
    std::size_t token = 0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        std::size_t last = i;
        std::string value;
        if (rest.is(i, "defined")) {
            const std::size_t name = rest.is(i + 1, "(") ? i + 2 : i + 1;
            last = rest.is(i + 1, "(") ? i + 3 : i + 1;
            if (last >= rest.size()) break;
            if (is_defined(rest.tokens[name].text)) value = "1";
        } else if (rest.is(i, "__CUDA_ARCH__")) {
            if (arch_has_value) value = "900";
        } else if (is_one_of(rest.tokens[i].text, macros_of_nvcc)) {
            value = "1";
        }
        if (!value.empty()) {
            result += rest.source.substr(token, rest.begin(i) - token);
            result += value;
            token = rest.end(last);
        }
        i = last;
    }
    return result.append(rest.source.substr(token));
}

}  // namespace

condition_answers answered(std::string_view directive, bool arch_is_defined, bool arch_has_value) {
    return {answer(directive, arch_is_defined, arch_has_value), answer(directive, true, true),
            directive.find("__CUDA_ARCH__") != std::string_view::npos};
}

bool scopes::in_namespace() const {
    return std::all_of(open_.begin(), open_.end(), [](const scope& one) { return one.is_namespace; });
}

bool scopes::in_block_of_lane() const {
    static constexpr std::array<std::string_view, 8> before_block{"{",    "}",  ";",     ":",
                                                                  "else", "do", "const", "noexcept"};
    if (open_.empty() || !open_.back().where.device || open_.back().is_constexpr || parentheses_ != 0) return false;
    const std::size_t brace = open_.back().brace;
    if (brace == 0) return false;
    if (!in_.is(brace - 1, ")")) return is_one_of(in_.tokens[brace - 1].text, before_block);
    const auto open = opening_of(in_, brace - 1, "(", ")");
    return open && *open > 0 && !in_.is(*open - 1, "switch");
}

std::size_t scopes::function_begin() const {
    const auto function = std::ranges::find_if(open_, &scope::is_function);
    return function == open_.end() ? 0 : function->brace;
}

bool scopes::in_c(std::size_t i) const {
    const auto is_c = [&](std::size_t word) { return in_.is(word, "\"C\""); };
    for (std::size_t k = statement_begin(i); k < i; ++k)
        if (is_c(k)) return true;
    return std::any_of(open_.begin(), open_.end(),
                       [&](const scope& one) { return one.brace > 0 && is_c(one.brace - 1); });
}

std::size_t scopes::statement_begin(std::size_t i) const {
    while (i > 0 && !in_.is(i - 1, ";") && !in_.is(i - 1, "{") && !in_.is(i - 1, "}")) --i;
    return i;
}

scopes::scope scopes::opened_by(std::size_t brace) const {
    scope result;
    result.brace = brace;
    result.parentheses = parentheses_;
    const std::size_t first = statement_begin(brace);
    bool names_namespace = false, has_parameters = false, is_type = false;
    for (std::size_t k = first; k < brace; ++k) {
        const std::string_view word = in_.tokens[k].text;
        if (word == "namespace" || (word == "extern" && in_.tokens[k + 1].kind == token_kind::literal))
            names_namespace = true;
        if (word == ")") has_parameters = true;
        if (word == "struct" || word == "class" || word == "union" || word == "enum") is_type = true;
        if (word == "constexpr") result.is_constexpr = true;
        if (word == "__host__") result.where.host = true;
        if (word == "__device__" || word == "__global__") result.where.device = true;
        if (const auto macro = kernels_.side_macros.find(word); macro != kernels_.side_macros.end()) {
            result.where.host = result.where.host || macro->second.host;
            result.where.device = result.where.device || macro->second.device;
        }
    }
    result.is_namespace = names_namespace && !has_parameters;
    if (result.where.host || result.where.device) {
        result.is_function = has_parameters;
    } else if (!open_.empty() && (open_.back().where.host || open_.back().where.device)) {
        result.where = open_.back().where;
        result.is_constexpr = open_.back().is_constexpr;
    } else if (has_parameters && !is_type) {
        result.where.host = true;
    }
    return result;
}

std::optional<std::string> scopes::at_token(std::size_t i) {
    const std::string_view word = in_.tokens[i].text;
    if (word == "(") ++parentheses_;
    if (word == ")") --parentheses_;
    if (word == "{") {
        open_.push_back(opened_by(i));
        parentheses_ = 0;
    }
    if (word == "}" && !open_.empty()) {
        parentheses_ = open_.back().parentheses;
        open_.pop_back();
        std::erase_if(renamed_, [&](const renamed& one) { return one.depth > open_.size(); });
    }
    if (word == ";" && parentheses_ == 0)  // parameters of a declaration alone
        std::erase_if(renamed_, [&](const renamed& one) { return one.depth > open_.size(); });
    if (!in_.is_identifier(i) || i <= skip_to_) return std::nullopt;
    const bool is_variable = is_one_of(word, device_variables);
    const auto known = std::find_if(renamed_.rbegin(), renamed_.rend(), [&](auto& one) { return one.name == word; });
    if (!is_variable && known == renamed_.rend()) return std::nullopt;
    const bool is_member = i > 0 && (in_.is(i - 1, ".") || (in_.is(i - 1, ">") && i > 1 && in_.is(i - 2, "-")));
    if (is_member) return is_variable ? std::optional("strider_" + std::string(word)) : std::nullopt;
    if (declares(i)) {
        const std::string name(word), replacement = is_variable ? "strider_" + name : name;
        renamed_.push_back({name, replacement, open_.size() + (parentheses_ > 0 ? 1 : 0)});
        return replacement;
    }
    return known == renamed_.rend() ? std::nullopt : std::optional(known->replacement);
}

bool scopes::declares(std::size_t i) const {
    if (i == 0) return false;
    const std::size_t before = i - 1;
    if (in_.is_identifier(before)) return !is_one_of(in_.tokens[before].text, no_types);
    if ((in_.is(before, "&") || in_.is(before, "*")) && before > 0) {
        // Of other types: a parameter, or the beginning of a statement. Elsewhere it may be a product.
        const std::string_view type = in_.tokens[before - 1].text;
        const bool begins = statement_begin(i) == before - 1 && in_.is_identifier(before - 1);
        return is_one_of(type, types) || (in_namespace() && parentheses_ > 0) || (begins && !is_one_of(type, no_types));
    }
    if (!in_.is(before, ",")) return false;
    // dim3 grid(1), blockDim(2);
    const std::size_t first = statement_begin(i);
    return is_one_of(in_.tokens[in_.is(first, "const") ? first + 1 : first].text, types) && parentheses_ == 0;
}

void scopes::at_condition(std::string_view word) {
    // Each branch of a condition opens its own braces.
    if (word.starts_with("if")) at_condition_.push_back(open_);
    if (at_condition_.empty()) return;
    if (word.starts_with("el")) {
        const std::vector<scope> now = std::exchange(open_, at_condition_.back());
        for (std::size_t k = 0; k < std::min(open_.size(), now.size()); ++k)
            open_[k].doubled = open_[k].doubled || now[k].doubled;
    }
    if (word == "endif") at_condition_.pop_back();
}

void scopes::rename(const std::string& name, const std::string& replacement) {
    renamed_.push_back({name, replacement, open_.size()});
}

bool scopes::closes_kernel(std::size_t i) {
    if (!in_.is(i, "}") || kernel_depth_ == 0 || open_.size() != kernel_depth_) return false;
    kernel_depth_ = 0;
    return true;
}

void scopes::double_function() {
    for (scope& one : open_) {
        if (!one.is_function) continue;
        one.doubled = !one.is_constexpr;
        for (auto& saved : at_condition_)
            for (scope& same : saved)
                if (same.brace == one.brace) same.doubled = one.doubled;
        return;
    }
}

std::optional<doubled_body> scopes::closes_doubled(std::size_t i) const {
    if (open_.empty() || !open_.back().doubled) return std::nullopt;
    const std::size_t brace = open_.back().brace;
    return doubled_body{in_.end(brace), in_.begin(i), in_.tokens[brace].line};
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
