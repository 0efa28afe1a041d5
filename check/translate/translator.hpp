// A translation under way. Each subject has a file of its own, which rewrites the forms of the language that belong to
// it; translate.cpp has the table of all forms.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "device_variables.hpp"
#include "edits.hpp"
#include "scopes.hpp"
#include "shared_arrays.hpp"
#include "source_code.hpp"
#include "translate.hpp"

namespace strider::kernel_check {

class translator {
public:
    translator(std::string_view source, std::string_view file_name, const kernel_names& kernels,
               const include_resolver& resolve)
        : in_(source), file_name_(file_name), kernels_(kernels), resolve_(resolve), scopes_(in_, kernels) {}

    translation run();
    std::string run_on_host();
    /// The same for the replacement of a macro with these parameters; nothing where it has nothing to translate.
    std::optional<std::string> run_in_macro(const std::vector<std::string>& parameters, int line);

    // The forms; `at` is the first token of their word.
    void kernel(std::size_t at);
    void cluster(std::size_t at);
    void bounds(std::size_t at);
    void kernel_as_address(std::size_t at);
    void shared(std::size_t at);
    void bracket(std::size_t at) {
        shared_arrays_.capture(at);
        element(at);
    }
    void variable(std::size_t at);
    void variable_of_host(std::size_t at);
    void tell_of(const defined_variables& defined, const std::string& how);
    void launch(std::size_t at);
    void inline_assembly(std::size_t at);
    void noinline(std::size_t at);
    void allocation_function(std::size_t at);
    void architecture(std::size_t at);
    void assertion(std::size_t at);
    void algorithm(std::size_t at);
    void shift(std::size_t at);
    void cast(std::size_t at);
    void static_cast_to(std::size_t at);
    void name_type(std::size_t at);
    void status_of_call(std::size_t call);

private:
    [[noreturn]] void refuse(int line, const std::string& why) const;
    void replace(std::size_t begin, std::size_t end, std::string replacement) {
        if (end > begin) kept_to_ = std::max(kept_to_, end);
        edits_.add({begin, end, std::move(replacement)});
    }
    std::string edited(std::string_view line_end);

    void at_directive(const code::directive& directive);
    void condition(const code::directive& directive, std::size_t begin);
    void at_token(std::size_t i);
    void rewrite(std::size_t i);

    void end_kernel(std::size_t brace);
    void guard_parameters(std::size_t opening, std::size_t brace);
    void local_arrays(std::size_t first);
    void element(std::size_t bracket);
    std::string template_arguments(std::size_t i) const;
    bool is_specifier(std::size_t i) const;
    void dynamic_shared(std::size_t first, std::size_t last);
    void name_null_pointers(std::size_t opening);
    bool deduces(std::size_t first, std::size_t chevrons) const;
    bool is_pasted(std::size_t first, std::size_t chevrons) const;
    bool is_macro_parameter(std::size_t first, std::size_t chevrons) const;
    std::string name_of(std::size_t first, std::size_t chevrons, std::string callee) const;

    bool is_never_read(std::size_t call, std::size_t behind) const;
    bool computes_as_a_gpu(std::size_t i) const;
    bool uses_parameter(std::size_t i) const;
    std::size_t behind_number_type(std::size_t first) const;
    void convert(std::size_t first, std::size_t last, std::size_t open);

    code in_;
    std::string file_name_;
    const kernel_names& kernels_;
    const include_resolver& resolve_;
    edits edits_;
    scopes scopes_;
    shared_arrays shared_arrays_{in_, edits_};
    const std::vector<std::string>* macro_parameters_ = nullptr;
    int first_line_ = 1;
    static constexpr std::size_t nowhere = ~std::size_t{0};
    std::string cluster_;     ///< the blocks of its clusters, as the next kernel, or the one around, says
    std::string bounds_;      ///< the most threads of its blocks, likewise
    std::string parameters_;  ///< of the template that it is
    std::string kernel_;      ///< the last one that is defined here
    bool is_c_ = false;       ///< it has C's linkage
    bool has_block_ = false;  ///< its statements are in a block of their own
    struct local_array {
        std::string_view name;
        std::size_t end;  ///< the token that ends its scope
    };
    std::vector<local_array> local_arrays_;  ///< with guards
    std::size_t body_ = nowhere;             ///< its opening brace
    std::size_t kept_to_ = 0;                ///< where the text ends in which numbers stay as they are
    std::size_t defined_to_ = 0;  ///< the number of the directive up to which the device's macros are defined
    std::map<std::size_t, std::string> behind_directives_;  ///< the device's macros, by a directive's number
    std::set<std::string, std::less<>> types_;              ///< that may be of integers, beside C++'s own
    translation result_;
};

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
