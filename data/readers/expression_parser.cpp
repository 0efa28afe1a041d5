// Conditions from their text: recursive descent; instructions are emitted as operands end.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>

#include <data/readers/expression.hpp>
#include <data/readers/shown.hpp>
#include <data/readers/table.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {

class condition::parser {
public:
    parser(std::string_view text, const std::vector<std::string>* names, condition& into)
        : text_(text), names_(names), into_(into) {
        if (text.size() > longest) {
            throw usage_error(
                fmt::format("--where: the condition has {} characters; {} are the most", text.size(), longest));
        }
        const kind found = disjunction();
        if (!at_end()) refuse(at_, fmt::format("'{}' is not expected here", shown(text_.substr(at_, 1))));
        if (found == kind::number) refuse(0, "this is a number; a condition is wanted, such as x > 0");
    }

private:
    enum class kind { number, condition };

    [[noreturn]] static void refuse(std::size_t place, const std::string& what) {
        throw usage_error(fmt::format("--where, column {}: {}", place + 1, what));
    }
    void skip_spaces() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    bool at_end() {
        skip_spaces();
        return at_ == text_.size();
    }
    bool take(std::string_view word) {
        skip_spaces();
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }
    /// The same of a word, and not of the front of a longer one.
    bool take_word(std::string_view word) {
        const std::size_t start = at_;
        if (take(word) && (at_ == text_.size() || !is_in_word(text_[at_]))) return true;
        at_ = start;
        return false;
    }
    std::size_t here() {
        skip_spaces();
        return at_;
    }

    void emit(operation what) { emit(instruction{what}); }
    void emit(const instruction& step) {
        if (step.what <= operation::index)
            into_.columns_ = std::max(into_.columns_, ++height_);
        else if (step.what > operation::not_)
            --height_;
        into_.program_.push_back(step);
    }
    static void require(kind found, kind wanted, std::size_t place, std::string_view by) {
        if (found == wanted) return;
        refuse(place, wanted == kind::number
                          ? fmt::format("{} takes numbers, and this is a condition", by)
                          : fmt::format("{} takes conditions, and this is a number; compare it, as in x != 0", by));
    }

    kind disjunction() {
        return chain("||", "or", operation::or_, [this] { return conjunction(); });
    }
    kind conjunction() {
        return chain("&&", "and", operation::and_, [this] { return negation(); });
    }
    template <class Next>
    kind chain(std::string_view sign, std::string_view word, operation what, Next next) {
        const std::size_t start = here();
        const kind left = next();
        while (take(sign) || take_word(word)) {
            require(left, kind::condition, start, sign);
            const std::size_t right = here();
            require(next(), kind::condition, right, sign);
            emit(what);
        }
        return left;
    }

    /// `not`, as in Python and SQL, is of the whole comparison behind it; `!`, as in C, of the value.
    kind negation() {
        if (!take_word("not")) return comparison();
        const std::size_t operand = here();
        if (++depth_ > deepest) refuse(operand, fmt::format("more than {} levels inside of each other", deepest));
        require(negation(), kind::condition, operand, "not");
        --depth_;
        emit(operation::not_);
        return kind::condition;
    }

    struct word_operation {
        std::string_view word;
        operation what;
    };

    kind comparison() {
        // The longer words first: <= starts with <.
        static constexpr word_operation words[] = {{"==", operation::equal},      {"!=", operation::unequal},
                                                   {"<=", operation::less_equal}, {">=", operation::greater_equal},
                                                   {"<", operation::less},        {">", operation::greater}};
        const std::size_t start = here(), before_left = into_.program_.size();
        kind left = sum();
        bool compared = false;
        for (;;) {
            const std::size_t before = here();
            const auto* found =
                std::find_if(std::begin(words), std::end(words), [this](const auto& one) { return take(one.word); });
            if (found == std::end(words)) {
                if (text_.substr(before).starts_with('=')) refuse(before, "'=' is not expected here; == compares");
                return left;
            }
            if (compared) refuse(before, "comparisons do not chain; write a < b && b < c");
            require(left, kind::number, start, found->word);
            const std::size_t right = here();
            if (found->what <= operation::unequal && is_text_at(right)) {
                compare_with_text(before_left, right);
                if (found->what == operation::unequal) emit(operation::not_);
            } else {
                require(sum(), kind::number, right, found->word);
                emit(found->what);
            }
            left = kind::condition;
            compared = true;
        }
    }

    bool is_text_at(std::size_t place) const {
        return place < text_.size() && (text_[place] == '\'' || text_[place] == '"');
    }

    /// A column stands to the left, all that was emitted from `left` on: it is compared with the text at `start`.
    void compare_with_text(std::size_t left, std::size_t start) {
        std::vector<instruction>& program = into_.program_;
        if (!names_) refuse(start, "this is a text, and only columns of tables hold texts");
        if (program.size() != left + 1 || program.back().what != operation::element)
            refuse(start, "a text is compared with a column alone, as in name == 'al'");
        const std::string_view inside = quoted(start);
        if (text_[start] == '"' && std::ranges::find(*names_, inside) != names_->end())
            refuse(start, fmt::format("\"{0}\" is a column, too; write '{0}' for the text, `{0}` for the column",
                                      shown(inside)));
        const std::size_t first = std::min(inside.size(), inside.find_first_not_of(" \t"));
        const std::string text(inside.substr(first, inside.find_last_not_of(" \t") + 1 - first));
        const std::size_t place = into_.used_[program.back().column].place;
        const instruction loaded = program.back();
        program.pop_back();
        --height_;
        const bool is_used = std::ranges::any_of(program, [&](const instruction& step) {
            return step.what == operation::element && step.column == loaded.column;
        });
        if (!is_used) into_.used_.pop_back();  // as a number: it was the last one
        emit_column({place, text});
    }

    kind sum() {
        static constexpr word_operation words[] = {{"+", operation::add}, {"-", operation::subtract}};
        return arithmetic(words, [this] { return term(); });
    }
    kind term() {
        static constexpr word_operation words[] = {
            {"*", operation::multiply}, {"/", operation::divide}, {"%", operation::remainder}};
        return arithmetic(words, [this] { return sign(); });
    }
    template <std::size_t Count, class Next>
    kind arithmetic(const word_operation (&words)[Count], Next next) {
        const std::size_t start = here();
        const kind left = next();
        for (;;) {
            const auto* found =
                std::find_if(std::begin(words), std::end(words), [this](const auto& one) { return take(one.word); });
            if (found == std::end(words)) return left;
            require(left, kind::number, start, found->word);
            const std::size_t right = here();
            require(next(), kind::number, right, found->word);
            emit(found->what);
        }
    }

    kind sign() {
        const std::size_t start = here();
        if (++depth_ > deepest) refuse(start, fmt::format("more than {} levels inside of each other", deepest));
        kind found;
        if (take("-")) {
            const std::size_t operand = here();
            require(found = sign(), kind::number, operand, "-");
            emit(operation::negate);
        } else if (take("+")) {
            const std::size_t operand = here();
            require(found = sign(), kind::number, operand, "+");
        } else if (!text_.substr(start).starts_with("!=") && take("!")) {
            const std::size_t operand = here();
            require(found = sign(), kind::condition, operand, "!");
            emit(operation::not_);
        } else {
            found = primary();
        }
        --depth_;
        return found;
    }

    kind primary() {
        const std::size_t start = here();
        if (start == text_.size()) refuse(start, "the condition ends where a value is missing");
        if (take("(")) {
            const kind inside = disjunction();
            close(start);
            return inside;
        }
        const char first = text_[start];
        if ((first >= '0' && first <= '9') || first == '.') return number(start);
        if (first == '\'' || (!names_ && first == '"'))
            refuse(start, "a text is compared with a column of a table alone, by == or != before it: name == 'al'");
        if (names_ && (first == '`' || first == '"')) return named(quoted(start), start);
        std::size_t end = start;
        while (end < text_.size() && is_in_word(text_[end])) ++end;
        const std::string_view word = text_.substr(start, end - start);
        if (word.empty()) refuse(start, fmt::format("a value is missing before '{}'", shown(text_.substr(start, 1))));
        at_ = end;
        const bool is_column = names_ && std::ranges::find(*names_, word) != names_->end();
        if (!is_column && (word == "inf" || word == "nan")) return constant_named(word);
        if (names_ && !text_.substr(here()).starts_with('(')) return named(word, start);
        if (word == "x" || word == "i") {
            emit(word == "x" ? operation::element : operation::index);
            return kind::number;
        }
        return call(word, start);
    }

    kind constant_named(std::string_view word) {
        using limits = std::numeric_limits<double>;
        instruction step{operation::constant};
        step.value = word == "inf" ? limits::infinity() : limits::quiet_NaN();
        step.wide_value = step.value;
        emit(step);
        return kind::number;
    }

    /// What stands in the quotes that begin here.
    std::string_view quoted(std::size_t start) {
        const std::size_t end = text_.find(text_[start], start + 1);
        if (end == std::string_view::npos) refuse(start, "this quote is left open");
        at_ = end + 1;
        return text_.substr(start + 1, end - start - 1);
    }

    /// A column of the table, which x is where there is no other; or the row's index.
    kind named(std::string_view word, std::size_t start) {
        const bool is_name = std::find(names_->begin(), names_->end(), word) != names_->end();
        if (!is_name && word == "i") {
            emit(operation::index);
            return kind::number;
        }
        std::size_t column = 0;
        try {
            if (word != "x" || names_->size() != 1) column = column_named(std::string(word), *names_);
        } catch (const usage_error& unknown) {
            refuse(start,
                   fmt::format("{}{}", unknown.what(),
                               text_[start] == '"' ? "; a text stands behind == or !=, as in name == 'al'" : ""));
        }
        emit_column({column});
        return kind::number;
    }

    void emit_column(const used_column& one) {
        std::vector<used_column>& used = into_.used_;
        const auto found = std::ranges::find(used, one);
        instruction load{operation::element};
        load.column = static_cast<std::size_t>(found - used.begin());
        if (found == used.end()) used.push_back(one);
        emit(load);
    }

    /// Names of columns have letters of other scripts, too.
    bool is_in_word(char letter) const { return is_letter(letter) || (names_ && (letter & 0x80) != 0); }

    static bool is_letter(char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
               (letter >= '0' && letter <= '9') || letter == '_';
    }

    kind number(std::size_t start) {
        const char* const from = text_.data() + start;
        const char* const end = text_.data() + text_.size();
        instruction step{operation::constant};
        const auto [stop, error] = std::from_chars(from, end, step.value);
        if (error == std::errc::invalid_argument) refuse(start, "a '.' alone is not a number");
        if (error == std::errc::result_out_of_range) refuse(start, "this number is beyond what f64 holds");
        step.wide_value = step.value;
        if (std::all_of(from, stop, [](char digit) { return digit >= '0' && digit <= '9'; })) {
            std::from_chars(from, stop, step.wide_value);  // an integer is itself
            into_.is_wide_ = into_.is_wide_ || step.wide_value != static_cast<long double>(step.value);
        }
        at_ = static_cast<std::size_t>(stop - text_.data());
        if (at_ < text_.size() && (is_letter(text_[at_]) || text_[at_] == '.')) {
            refuse(at_, fmt::format("'{}' follows a number", shown(text_.substr(at_, 1))));
        }
        emit(step);
        return kind::number;
    }

    kind call(std::string_view word, std::size_t start) {
        struct function {
            std::string_view name;
            operation what;
            bool several;
            kind gives;
        };
        static constexpr function functions[] = {{"abs", operation::absolute, false, kind::number},
                                                 {"sqrt", operation::square_root, false, kind::number},
                                                 {"isnan", operation::is_nan, false, kind::condition},
                                                 {"isfinite", operation::is_finite, false, kind::condition},
                                                 {"min", operation::minimum, true, kind::number},
                                                 {"max", operation::maximum, true, kind::number}};
        const auto* found = std::find_if(std::begin(functions), std::end(functions),
                                         [word](const function& called) { return called.name == word; });
        if (found == std::end(functions)) {
            refuse(start,
                   fmt::format("'{}' is not known; x, i, abs, sqrt, min, max, isnan and isfinite are", shown(word)));
        }
        const std::size_t open = here();
        if (!take("(")) refuse(open, fmt::format("a '(' is missing after {}", word));
        unsigned arguments = 0;
        do {
            const std::size_t argument = here();
            require(disjunction(), kind::number, argument, word);
            if (++arguments > 1 && found->several) emit(found->what);
            if (arguments > 1 && !found->several) refuse(argument, fmt::format("{} takes one number", word));
        } while (take(","));
        close(open);
        if (arguments == 1 && found->several) refuse(start, fmt::format("{} takes two numbers or more", word));
        if (!found->several) emit(found->what);
        return found->gives;
    }

    void close(std::size_t open) {
        const std::size_t place = here();
        if (!take(")")) refuse(place, fmt::format("a ')' is missing for the '(' of column {}", open + 1));
    }

    std::string_view text_;
    const std::vector<std::string>* names_;  ///< of a table's columns; null where the condition is on elements
    condition& into_;
    std::size_t at_ = 0;
    std::size_t height_ = 0;  ///< of the stack, after what was emitted
    unsigned depth_ = 0;
};

condition::condition(std::string_view text) { parser(text, nullptr, *this); }
condition::condition(std::string_view text, const std::vector<std::string>& names) { parser(text, &names, *this); }

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
