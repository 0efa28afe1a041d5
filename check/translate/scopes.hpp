// Where in a source the translator is: namespaces, functions and the sides they run on, names that mean something else
// here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edits.hpp"
#include "source_code.hpp"
#include "translate.hpp"

namespace strider::kernel_check {

/// A directive with nvcc's macros answered: for the host's pass (or the only one), and for the device's.
struct condition_answers {
    std::string host, device;
    bool asks_for_device = false;
};
/// `arch_is_defined` and `arch_has_value` say of __CUDA_ARCH__ what the first answer assumes.
condition_answers answered(std::string_view directive, bool arch_is_defined, bool arch_has_value);

class scopes {
public:
    scopes(const code& in, const kernel_names& kernels) : in_(in), kernels_(kernels) {}

    /// To be called for every token in turn; what it is to be replaced by, where its name means something else here.
    std::optional<std::string> at_token(std::size_t i);
    /// To be called for every directive, with its word.
    void at_condition(std::string_view word);

    bool in_namespace() const;
    /// Whether what is declared here is extern "C", by itself or by braces around.
    bool in_c(std::size_t i) const;
    /// The sides of the function around, if any.
    sides function_sides() const { return open_.empty() ? sides{} : open_.back().where; }

    /// Whether a declaration here is of a variable of a lane, which no label jumps over: in a block of device code.
    bool in_block_of_lane() const;

    /// The opening brace around.
    std::size_t block_begin() const { return open_.empty() ? 0 : open_.back().brace; }

    /// The opening brace of the function around; 0: there is none.
    std::size_t function_begin() const;

    /// From here to the end of the scope, `name` is `replacement`.
    void rename(const std::string& name, const std::string& replacement);
    void skip_names_to(std::size_t token) { skip_to_ = token; }

    /// The brace that was met last is the kernel's.
    void opened_kernel() { kernel_depth_ = open_.size(); }
    /// Whether this closing brace, not yet met, ends the kernel.
    bool closes_kernel(std::size_t i);

    /// The function around is to be there twice.
    void double_function();
    /// The body that this closing brace, not yet met, ends, if it is to be there twice.
    std::optional<doubled_body> closes_doubled(std::size_t i) const;

private:
    struct scope {
        bool is_namespace = false;
        sides where;
        std::size_t brace = 0;
        bool is_function = false;  // the outermost braces of one
        bool doubled = false;
        bool is_constexpr = false;
        int parentheses = 0;  // open before it
    };
    struct renamed {
        std::string name, replacement;
        std::size_t depth;  // it ends with the scope of this depth
    };

    scope opened_by(std::size_t brace) const;
    bool declares(std::size_t i) const;
    std::size_t statement_begin(std::size_t i) const;

    const code& in_;
    const kernel_names& kernels_;
    std::vector<scope> open_;
    std::vector<std::vector<scope>> at_condition_;
    std::vector<renamed> renamed_;
    int parentheses_ = 0;
    std::size_t skip_to_ = 0;
    std::size_t kernel_depth_ = 0;
};

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
