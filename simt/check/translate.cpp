#include "translate.hpp"

#include <algorithm>
#include <optional>

#include "lexer.hpp"

namespace strider::kernel_check {
namespace {

/// The tokens that carry meaning, with the source they were cut from.
struct code {
    std::string_view source;
    std::vector<token> tokens;  // no blanks, no comments, no directives
    struct directive {
        std::string_view text;
        int line;
        std::size_t next;  // index of the token that follows
    };
    std::vector<directive> directives;

    explicit code(std::string_view text) : source(text) {
        for (const token& t : lex(text)) {
            if (t.kind == token_kind::preprocessor) {
                directives.push_back({t.text, t.line, tokens.size()});
            } else if (t.kind != token_kind::space) {
                tokens.push_back(t);
            }
        }
    }

    std::size_t size() const { return tokens.size(); }
    bool is(std::size_t i, std::string_view text) const { return i < size() && tokens[i].text == text; }
    bool is_identifier(std::size_t i) const { return i < size() && tokens[i].kind == token_kind::identifier; }
    std::size_t begin(std::size_t i) const { return static_cast<std::size_t>(tokens[i].text.data() - source.data()); }
    std::size_t end(std::size_t i) const { return begin(i) + tokens[i].text.size(); }
    /// Source text from token `first` up to and with token `last`.
    std::string text(std::size_t first, std::size_t last) const {
        return std::string(source.substr(begin(first), end(last) - begin(first)));
    }
    /// The same in one line, without comments.
    std::string line(std::size_t first, std::size_t last) const {
        std::string joined;
        for (std::size_t i = first; i <= last; ++i) {
            if (i > first && end(i - 1) != begin(i)) joined += ' ';
            joined += tokens[i].text;
        }
        std::replace(joined.begin(), joined.end(), '\n', ' ');
        return joined;
    }
    /// Three `character`s in a row with nothing between them begin at token i.
    bool is_triple(std::size_t i, std::string_view character) const {
        return is(i, character) && is(i + 1, character) && is(i + 2, character) && end(i) == begin(i + 1) &&
               end(i + 1) == begin(i + 2);
    }
};

struct edit {
    std::size_t begin, end;
    std::string replacement;
};

/// Index behind the bracket that closes the one at `open`, or size() where none does.
std::size_t behind_closing(const code& in, std::size_t open, std::string_view opening, std::string_view closing) {
    int depth = 0;
    for (std::size_t i = open; i < in.size(); ++i) {
        if (in.is(i, opening)) ++depth;
        if (in.is(i, closing) && --depth == 0) return i + 1;
    }
    return in.size();
}

/// Index of the bracket that opens the one at `close`.
std::optional<std::size_t> opening_of(const code& in, std::size_t close, std::string_view opening,
                                      std::string_view closing) {
    int depth = 0;
    for (std::size_t i = close + 1; i-- > 0;) {
        if (in.is(i, closing)) ++depth;
        if (in.is(i, opening) && --depth == 0) return i;
        if (in.is(i, ";")) break;
    }
    return std::nullopt;
}

/// First token of the expression that ends before `<<<`: a name with its scopes and template arguments, an array
/// element, a member, or a parenthesised expression.
std::optional<std::size_t> callee_begin(const code& in, std::size_t chevrons) {
    std::size_t i = chevrons;
    while (i > 0) {
        std::size_t last = i - 1;
        if (in.is(last, ">")) {
            const auto open = opening_of(in, last, "<", ">");
            if (!open || *open == 0) return std::nullopt;
            last = *open - 1;
        }
        while (in.is(last, "]")) {
            const auto open = opening_of(in, last, "[", "]");
            if (!open || *open == 0) return std::nullopt;
            last = *open - 1;
        }
        if (in.is(last, ")")) {
            const auto open = opening_of(in, last, "(", ")");
            return open;
        }
        if (!in.is_identifier(last)) return std::nullopt;
        i = last;
        if (i >= 2 && in.is(i - 1, ":") && in.is(i - 2, ":")) {
            i -= 2;
            if (i == 0 || !(in.is_identifier(i - 1) || in.is(i - 1, ">"))) return i;  // ::kernel
        } else if (i >= 1 && in.is(i - 1, ".")) {
            i -= 1;
        } else if (i >= 2 && in.is(i - 1, ">") && in.is(i - 2, "-")) {
            i -= 2;
        } else {
            return i;
        }
    }
    return std::nullopt;
}

/// The kernel's own name in a callee: `a::b<int>` is b.
std::string unqualified_name(const code& in, std::size_t first, std::size_t chevrons) {
    std::string name;
    for (std::size_t i = first; i < chevrons; ++i) {
        if (in.is(i, "<")) {
            i = behind_closing(in, i, "<", ">") - 1;
        } else if (in.is_identifier(i)) {
            name = in.tokens[i].text;
        }
    }
    return name;
}

/// Index of the name of the kernel that the `__global__` at token i declares.
std::optional<std::size_t> name_behind(const code& in, std::size_t i) {
    for (std::size_t k = i + 1; k + 1 < in.size() && !in.is(k, ";") && !in.is(k, "{"); ++k) {
        const std::size_t next = in.is(k + 1, "<") ? behind_closing(in, k + 1, "<", ">") : k + 1;  // k<int>(
        if (!in.is_identifier(k) || !in.is(next, "(")) continue;
        if (!in.tokens[k].text.starts_with("__")) return k;
        k = behind_closing(in, k + 1, "(", ")") - 1;  // __launch_bounds__(256) and its kin
    }
    return std::nullopt;
}

/// include, if, define, ...
std::string_view directive_word(std::string_view directive) {
    const std::size_t begin = std::min(directive.find_first_not_of(" \t", 1), directive.size());
    return directive.substr(begin, directive.find_first_of(" \t\r\n\"<(/\\", begin) - begin);
}

/// What stands between the quotes of #include "name"; empty for every other directive.
std::string_view included_name(std::string_view directive) {
    const std::string_view word = directive_word(directive);
    if (word != "include") return {};
    const std::size_t after = static_cast<std::size_t>(word.data() - directive.data()) + word.size();
    const std::size_t open = directive.find_first_not_of(" \t", after);
    if (open == std::string_view::npos || directive[open] != '"') return {};
    const std::size_t close = directive.find('"', open + 1);
    return close == std::string_view::npos ? std::string_view() : directive.substr(open + 1, close - open - 1);
}

class translator {
public:
    translator(std::string_view source, std::string_view file_name, const kernel_names& kernels,
               const include_resolver& resolve)
        : in_(source), file_name_(file_name), kernels_(kernels), resolve_(resolve) {}

    translation run() {
        auto directive = in_.directives.begin();
        for (std::size_t i = 0; i <= in_.size(); ++i) {
            for (; directive != in_.directives.end() && directive->next == i; ++directive) at_directive(*directive);
            if (i < in_.size()) at_token(i);
        }
        result_.text = edited();
        return std::move(result_);
    }

private:
    [[noreturn]] void refuse(int line, const std::string& why) const {
        throw translation_error(file_name_ + ":" + std::to_string(line) + ": " + why);
    }

    void replace(std::size_t begin, std::size_t end, std::string replacement) {
        edits_.push_back({begin, end, std::move(replacement)});
    }

    void at_directive(const code::directive& directive) {
        if (directive.text.find("<<<") != std::string_view::npos)
            refuse(directive.line, "a launch inside of a macro is not translated; write it as a function");
        if (const auto name = included_name(directive.text); !name.empty()) {
            const auto begin = static_cast<std::size_t>(name.data() - in_.source.data());
            replace(begin, begin + name.size(), resolve_(std::string(name)));
        }
        // Each branch of a condition opens its own braces.
        const std::string_view word = directive_word(directive.text);
        if (word.starts_with("if")) scopes_at_condition_.push_back(scope_is_namespace_);
        if (scopes_at_condition_.empty()) return;
        if (word.starts_with("el")) scope_is_namespace_ = scopes_at_condition_.back();
        if (word == "endif") scopes_at_condition_.pop_back();
    }

    void at_token(std::size_t i) {
        if (in_.is(i, "__global__")) kernel(i);
        if (in_.is(i, "{")) {
            if (i == body_) scopes_at_body_ = scope_is_namespace_.size();
            scope_is_namespace_.push_back(opens_namespace(i));
        }
        if (in_.is(i, "}") && !scope_is_namespace_.empty()) {
            scope_is_namespace_.pop_back();
            if (scope_is_namespace_.size() == scopes_at_body_) end_kernel(i);
        }
        if (in_.is(i, "asm") || in_.is(i, "__asm__"))
            refuse(in_.tokens[i].line,
                   "inline PTX cannot run in the executor; use the intrinsic, or guard it with "
                   "#ifdef __CUDACC__");
        if (in_.is(i, "main") && in_.is(i + 1, "(") && in_namespace()) result_.has_main = true;
        if (in_.is(i, "extern") && in_.is(i + 1, "__shared__")) dynamic_shared(i);
        if (in_.is(i, "__noinline__") &&
            !(i > 0 && in_.is(i - 1, "(")))  // a macro would break the standard library's use
            replace(in_.begin(i), in_.end(i), "__attribute__((noinline))");
        if (in_.is(i, "static") && in_.is(i + 1, "__shared__")) replace(in_.begin(i), in_.end(i), "");
        if (in_.is_triple(i, "<")) launch(i);
    }

    bool in_namespace() const {
        return std::all_of(scope_is_namespace_.begin(), scope_is_namespace_.end(), [](bool is) { return is; });
    }

    bool opens_namespace(std::size_t brace) const {
        for (std::size_t i = brace; i-- > 0;) {
            if (in_.is(i, ";") || in_.is(i, "{") || in_.is(i, "}") || in_.is(i, ")")) return false;
            if (in_.is(i, "namespace") || in_.is(i, "extern")) return true;
        }
        return false;
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
        replace(in_.end(brace), in_.end(brace), " ::simt::program::entered(\"" + kernel_ + "\");");
    }

    void end_kernel(std::size_t brace) {
        replace(in_.end(brace), in_.end(brace), " STRIDER_SIMT_PROGRAM_KERNEL(\"" + kernel_ + "\");");
        scopes_at_body_ = nowhere;
    }

    /// extern __shared__ T name[];   becomes a reference of that name and type to the block's dynamic shared memory.
    void dynamic_shared(std::size_t first) {
        const int line = in_.tokens[first].line;
        if (in_namespace())
            refuse(line, "`extern __shared__` stands outside of a function; move it into the kernel that uses it");
        std::size_t type = first + 2;
        while (in_.is(type, "__align__") || in_.is(type, "alignas"))
            type = behind_closing(in_, type + 1, "(", ")");  // the memory is aligned for any type
        std::size_t extents = type;
        while (extents < in_.size() && !in_.is(extents, "[") && !in_.is(extents, ";")) ++extents;
        std::size_t last = extents;
        while (last < in_.size() && !in_.is(last, ";")) ++last;
        if (!in_.is(extents, "[") || extents < type + 2 || !in_.is(last, ";"))
            refuse(line, "expected `extern __shared__ TYPE NAME[];`");
        const std::string element = in_.line(type, extents - 2), name = in_.line(extents - 1, extents - 1),
                          array = in_.line(extents, last - 1);
        replace(in_.begin(first), in_.begin(last),
                element + " (&" + name + ")" + array + " = *reinterpret_cast<" + element + " (*)" + array +
                    ">(::simt::dynamic_shared_memory())");
    }

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
        const std::string callee = in_.text(*first, chevrons - 1);
        const bool plain = kernels_.plain.contains(unqualified_name(in_, *first, chevrons)) &&
                           !kernels_.templates.contains(unqualified_name(in_, *first, chevrons));
        // clang would inline it, and the kernel with it, into its caller, which is not instrumented.
        const std::string callable = plain ? callee
                                           : "[=](auto... strider_arguments) __attribute__((noinline)) { " + callee +
                                                 "(strider_arguments...); }";
        replace(in_.begin(*first), in_.end(chevrons + 2),
                "::simt::program::launch(\"" + one_line(callee) + "\", " + callable + ", ");
        replace(in_.begin(close), in_.end(close + 2), ")");
    }

    static std::string one_line(std::string text) {
        std::replace_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\t' || c == '"'; }, ' ');
        return text;
    }

    std::string edited() {
        std::stable_sort(edits_.begin(), edits_.end(), [](const edit& a, const edit& b) { return a.begin < b.begin; });
        std::string text;
        std::size_t at = 0;
        for (const edit& e : edits_) {
            if (e.begin < at) {
                const std::string_view above = in_.source.substr(0, e.begin);
                refuse(1 + static_cast<int>(std::count(above.begin(), above.end(), '\n')),
                       "a launch or declaration stands inside of another that is translated; give it a statement of "
                       "its own");
            }
            const std::string_view replaced = in_.source.substr(e.begin, e.end - e.begin);
            text += in_.source.substr(at, e.begin - at);
            text += e.replacement;
            // Lines are kept: a replacement that has fewer of them than the original is followed by the rest.
            const auto before = std::count(replaced.begin(), replaced.end(), '\n');
            const auto after = std::count(e.replacement.begin(), e.replacement.end(), '\n');
            if (before > after) text.append(static_cast<std::size_t>(before - after), '\n');
            at = e.end;
        }
        text += in_.source.substr(at);
        return text;
    }

    code in_;
    std::string file_name_;
    const kernel_names& kernels_;
    const include_resolver& resolve_;
    std::vector<edit> edits_;
    std::vector<bool> scope_is_namespace_;
    std::vector<std::vector<bool>> scopes_at_condition_;
    static constexpr std::size_t nowhere = ~std::size_t{0};
    std::string kernel_;                    ///< the last one that is defined here
    std::size_t body_ = nowhere;            ///< its opening brace
    std::size_t scopes_at_body_ = nowhere;  ///< around it, while it is open
    translation result_;
};

}  // namespace

void collect_kernels(std::string_view source, kernel_names& names) {
    const code in(source);
    for (std::size_t i = 0; i < in.size(); ++i) {
        if (!in.is(i, "__global__")) continue;
        bool is_template = false;
        for (std::size_t k = i; k-- > 0 && !in.is(k, ";") && !in.is(k, "{") && !in.is(k, "}");)
            is_template = is_template || in.is(k, "template");
        if (const auto name = name_behind(in, i))
            (is_template ? names.templates : names.plain).emplace(in.tokens[*name].text);
    }
}

std::vector<std::string> local_includes(std::string_view source) {
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
