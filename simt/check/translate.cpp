#include "translate.hpp"

#include <algorithm>
#include <optional>

#include "edits.hpp"
#include "ptx.hpp"
#include "scopes.hpp"
#include "source_code.hpp"

namespace strider::kernel_check {
namespace {

class translator {
public:
    translator(std::string_view source, std::string_view file_name, const kernel_names& kernels,
               const include_resolver& resolve)
        : in_(source), file_name_(file_name), kernels_(kernels), resolve_(resolve), scopes_(in_, kernels) {}

    translation run() {
        auto directive = in_.directives.begin();
        for (std::size_t i = 0; i <= in_.size(); ++i) {
            for (; directive != in_.directives.end() && directive->next == i; ++directive) at_directive(*directive);
            if (i < in_.size()) at_token(i);
        }
        result_.text = edited("\n");
        return std::move(result_);
    }

    /// The same for the replacement of a macro with these parameters; nothing where it has nothing to translate.
    std::optional<std::string> run_in_macro(const std::vector<std::string>& parameters, int line) {
        macro_parameters_ = &parameters;
        first_line_ = line;
        for (std::size_t i = 0; i < in_.size(); ++i) {
            if (in_.is_triple(i, "<")) launch(i);
            if (in_.is(i, "asm") || in_.is(i, "__asm__")) inline_assembly(i);
        }
        if (!edits_.any()) return std::nullopt;
        return edited("\\\n");
    }

private:
    [[noreturn]] void refuse(int line, const std::string& why) const {
        throw translation_error(file_name_ + ":" + std::to_string(line + first_line_ - 1) + ": " + why);
    }

    void replace(std::size_t begin, std::size_t end, std::string replacement) {
        edits_.add({begin, end, std::move(replacement)});
    }

    // ---- Directives

    void at_directive(const code::directive& directive) {
        const auto begin = static_cast<std::size_t>(directive.text.data() - in_.source.data());
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
        if (word.starts_with("if") || word.starts_with("elif")) condition(directive, begin);
        scopes_.at_condition(word);
    }

    /// A condition that asks for nvcc's macros is answered as nvcc would: for the device in what only it compiles.
    void condition(const code::directive& directive, std::size_t begin) {
        const sides where = scopes_.function_sides();
        const bool on_device = where.device && !where.host, somewhere = !where.device && !where.host;
        const condition_answers answers = answered(directive.text, on_device, on_device || somewhere);
        if (answers.host == directive.text && answers.device == directive.text) return;
        edits_.add({begin, begin + directive.text.size(), answers.host, answers.device, true});
        if (answers.asks_for_device && where.device && where.host) scopes_.double_function();
    }

    // ---- Code

    void at_token(std::size_t i) {
        if (in_.is(i, "__global__")) kernel(i);
        if (in_.is(i, "__cluster_dims__") && in_.is(i + 1, "(")) cluster(i);
        if (in_.is(i, "}")) {
            if (scopes_.closes_kernel(i)) end_kernel(i);
            if (const auto body = scopes_.closes_doubled(i)) edits_.twice(*body);
        }
        if (const auto name = scopes_.at_token(i)) replace(in_.begin(i), in_.end(i), *name);
        if (in_.is(i, "{") && i == body_) scopes_.opened_kernel();
        if (in_.is(i, "asm") || in_.is(i, "__asm__") || in_.is(i, "__asm")) inline_assembly(i);
        if (in_.is(i, "main") && in_.is(i + 1, "(") && scopes_.in_namespace()) result_.has_main = true;
        if (in_.is(i, "__shared__")) shared(i);
        if (in_.is(i, "__noinline__") &&
            !(i > 0 && in_.is(i - 1, "(")))  // a macro would break the standard library's use
            replace(in_.begin(i), in_.end(i), "__attribute__((noinline))");
        if (in_.is_triple(i, "<")) launch(i);
        if (in_.is(i, "__CUDA_ARCH__")) {
            const sides where = scopes_.function_sides();
            edits_.add({in_.begin(i), in_.end(i), where.host ? "__CUDA_ARCH__" : "900", "900", true});
        }
        if (in_.is_identifier(i)) kernel_as_address(i);
    }

    /// A kernel that is defined here is known to the program by its name, and says so when a lane has entered it.
    void kernel(std::size_t global) {
        const auto name = name_behind(in_, global);
        if (!name) return;
        std::size_t brace = behind_closing(in_, *name + 1, "(", ")");
        while (brace < in_.size() && !in_.is(brace, "{") && !in_.is(brace, ";")) ++brace;
        if (!in_.is(brace, "{") || brace == body_) return;
        body_ = brace;
        kernel_ = in_.tokens[*name].text;
        replace(in_.end(brace), in_.end(brace), " ::strider::executor::program::entered(\"" + kernel_ + "\");");
    }

    /// __cluster_dims__(2, 1, 1) void kernel(...)   is registered by the kernel's name, behind its definition.
    void cluster(std::size_t i) {
        const std::size_t behind = behind_closing(in_, i + 1, "(", ")");
        cluster_ = in_.line(i + 2, behind - 2);
        replace(in_.begin(i), in_.end(behind - 1), "");
    }

    void end_kernel(std::size_t brace) {
        replace(in_.end(brace), in_.end(brace),
                " STRIDER_SIMT_PROGRAM_KERNEL(\"" + kernel_ + "\");" +
                    (cluster_.empty() ? "" : " STRIDER_SIMT_PROGRAM_CLUSTER(\"" + kernel_ + "\", " + cluster_ + ")"));
        cluster_.clear();
    }

    /// (void*)kernel   becomes   (void*)executor::runtime::handle(kernel), which cudaLaunchKernel knows.
    void kernel_as_address(std::size_t i) {
        const std::string_view name = in_.tokens[i].text;
        const bool is_template = kernels_.templates.contains(name);
        if (!is_template && !kernels_.plain.contains(name)) return;
        std::size_t first = i;
        while (first >= 3 && in_.is(first - 1, ":") && in_.is(first - 2, ":") && in_.is_identifier(first - 3))
            first -= 3;
        std::size_t cast = first;
        if (cast > 0 && in_.is(cast - 1, "&")) --cast;
        if (cast > 0 && in_.is(cast - 1, "(") && cast >= 3 && in_.is(cast - 2, ">"))
            --cast;  // reinterpret_cast<void*>(
        if (cast < 4 || !(in_.is(cast - 1, ")") || in_.is(cast - 1, ">")) || !in_.is(cast - 2, "*")) return;
        const std::size_t type = in_.is(cast - 3, "const") ? cast - 4 : cast - 3;
        if (!in_.is(type, "void")) return;
        const std::size_t behind = in_.is(i + 1, "<") && is_template ? behind_closing(in_, i + 1, "<", ">") : i + 1;
        if (in_.is(behind, "(")) return;  // a call
        if (first > 0 && in_.is(first - 1, "&")) --first;
        replace(in_.begin(first), in_.begin(first), "::strider::executor::runtime::handle(");
        replace(in_.end(behind - 1), in_.end(behind - 1), ")");
    }

    // ---- Shared memory

    void shared(std::size_t i) {
        std::size_t first = i;  // of the declaration
        while (first > 0 && is_specifier(first - 1)) --first;
        std::size_t last = i;
        while (last < in_.size() && !in_.is(last, ";") && !in_.is(last, "=")) ++last;
        std::optional<std::size_t> is_extern;
        for (std::size_t k = first; k < last; ++k) {
            if (in_.is(k, "extern") || (in_.is(k, "static") && k != i)) {
                if (in_.is(k, "extern")) is_extern = k;
                if (in_.is(k, "static")) replace(in_.begin(k), in_.end(k), "");
            }
        }
        if (is_extern) return dynamic_shared(first, last);
        // In C++ an alignment stands before the storage class, which __shared__ becomes.
        if (in_.is(i + 1, "alignas") && in_.is(i + 2, "(")) {
            const std::size_t behind = behind_closing(in_, i + 2, "(", ")");
            replace(in_.begin(i), in_.end(behind - 1), in_.text(i + 1, behind - 1) + " __shared__");
        }
    }

    bool is_specifier(std::size_t i) const {
        if (in_.is(i, ")")) {  // __align__(8)
            const auto open = opening_of(in_, i, "(", ")");
            return open && *open > 0 && (in_.is(*open - 1, "__align__") || in_.is(*open - 1, "alignas"));
        }
        if (in_.is(i, "(") || in_.is_identifier(i) || in_.is(i, "*") || in_.is(i, ":"))
            return !in_.is(i, "(") || (i > 0 && (in_.is(i - 1, "__align__") || in_.is(i - 1, "alignas")));
        return in_.tokens[i].kind == token_kind::literal && i > 0 && in_.is(i - 1, "(");
    }

    /// extern __shared__ T name[];   becomes a reference of that name and type to the block's dynamic shared memory, or
    /// outside of a function a function that gives it.
    void dynamic_shared(std::size_t first, std::size_t last) {
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
        if (!in_.is(extents, "[") || !is_type || !in_.is(last, ";"))
            refuse(line, "expected `extern __shared__ TYPE NAME[];`");
        const std::string name(in_.tokens[name_at].text), array = in_.line(extents, last - 1);
        const std::string memory =
            "*reinterpret_cast<" + element + " (*)" + array + ">(::strider::executor::dynamic_shared_memory())";
        if (scopes_.in_namespace()) {
            const std::string function = "strider_" + name;
            replace(in_.begin(first), in_.begin(last),
                    "[[maybe_unused]] static inline " + element + " (&" + function + "())" + array + " { return " +
                        memory + "; }");
            scopes_.rename(name, function + "()");
        } else {
            replace(in_.begin(first), in_.begin(last), element + " (&" + name + ")" + array + " = " + memory);
            scopes_.rename(name, name);
        }
        scopes_.skip_names_to(last);
    }

    // ---- Launches

    /// kernel<<<grid, block>>>(a, b)   becomes   program::launch("kernel", kernel, grid, block)(a, b)
    void launch(std::size_t chevrons) {
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
                ? "[=](auto... strider_arguments) __attribute__((noinline)) { " + callee + "(strider_arguments...); }"
                : callee;
        replace(in_.begin(*first), in_.end(chevrons + 2),
                "::strider::executor::program::launch(" + name_of(*first, chevrons, callee) + ", " + callable + ", ");
        replace(in_.begin(close), in_.end(close + 2), ")");
    }

    /// Whether the callee may be a template whose arguments the call deduces.
    bool deduces(std::size_t first, std::size_t chevrons) const {
        if (kernels_.templates.contains(unqualified_name(in_, first, chevrons))) return true;
        if (in_.is(chevrons - 1, ">")) return true;
        return is_macro_parameter(first, chevrons) && !kernels_.templates.empty();
    }
    bool is_macro_parameter(std::size_t first, std::size_t chevrons) const {
        return macro_parameters_ != nullptr && first + 1 == chevrons &&
               std::find(macro_parameters_->begin(), macro_parameters_->end(), in_.tokens[first].text) !=
                   macro_parameters_->end();
    }
    std::string name_of(std::size_t first, std::size_t chevrons, std::string callee) const {
        if (is_macro_parameter(first, chevrons)) return "#" + callee;
        std::replace_if(callee.begin(), callee.end(), [](char c) { return c == '\n' || c == '\t' || c == '"'; }, ' ');
        return '"' + callee + '"';
    }

    // ---- Assembly

    /// On the device it is PTX, of which the executor has a table; the host's is left alone.
    void inline_assembly(std::size_t word) {
        const sides where = scopes_.function_sides();
        std::size_t open = word + 1;
        while (in_.is_identifier(open)) ++open;  // volatile
        if (!in_.is(open, "(")) return;
        const std::size_t behind = behind_closing(in_, open, "(", ")");
        const assembly parts = read_assembly(in_, open, behind - 1);
        if (macro_parameters_ == nullptr ? !where.device : !parts.may_be_ptx) return;
        if (where.host && !parts.may_be_ptx) return;
        replace(in_.begin(word), in_.end(behind - 1), translate_ptx(parts));
    }

    std::string edited(std::string_view line_end) {
        try {
            return edits_.apply(in_.source, line_end);
        } catch (const overlap& at) {
            const std::string_view above = in_.source.substr(0, at.position);
            refuse(1 + static_cast<int>(std::count(above.begin(), above.end(), '\n')),
                   "a launch or declaration stands inside of another that is translated; give it a statement of its "
                   "own");
        }
    }

    code in_;
    std::string file_name_;
    const kernel_names& kernels_;
    const include_resolver& resolve_;
    edits edits_;
    scopes scopes_;
    const std::vector<std::string>* macro_parameters_ = nullptr;
    int first_line_ = 1;
    static constexpr std::size_t nowhere = ~std::size_t{0};
    std::string cluster_;         ///< the blocks of its clusters, as the next kernel, or the one around, says
    std::string kernel_;          ///< the last one that is defined here
    std::size_t body_ = nowhere;  ///< its opening brace
    translation result_;
};

/// The parameters between the parentheses that begin at `open`, without their names.
std::string parameter_types(const code& in, std::size_t open) {
    std::string types;
    const std::size_t close = behind_closing(in, open, "(", ")") - 1;
    for (std::size_t i = open + 1; i < close; ++i) {
        const bool is_last = in.is(i + 1, ",") || in.is(i + 1, "[") || in.is(i + 1, "=") || i + 1 == close;
        const bool is_name = is_last && in.is_identifier(i) && i > open + 1 && !in.is(i - 1, ",") &&
                             !in.is(i - 1, "const") && !in.is(i, "int") && !in.is(i, "char") && !in.is(i, "long");
        if (is_name || in.is(i, "const") || in.is(i, "__restrict__")) continue;
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
    for (std::size_t i = 0; i < in.size(); ++i) {
        if (!in.is(i, "__global__")) continue;
        bool is_template = false;
        for (std::size_t k = i; k-- > 0 && !in.is(k, ";") && !in.is(k, "{") && !in.is(k, "}");)
            is_template = is_template || in.is(k, "template");
        const auto name = name_behind(in, i);
        if (!name) continue;
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

std::vector<std::string> included_files(std::string_view source) {
    std::vector<std::string> names;
    for (const code::directive& directive : code(source).directives)
        if (const auto name = included_name(directive.text); !name.empty()) names.emplace_back(name);
    return names;
}

translation translate(std::string_view source, std::string_view file_name, const kernel_names& kernels,
                      const include_resolver& resolve) {
    return translator(source, file_name, kernels, resolve).run();
}

}  // namespace strider::kernel_check
