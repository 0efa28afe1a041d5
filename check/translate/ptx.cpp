#include "ptx.hpp"

#include <algorithm>
#include <cstdlib>

#include "ptx_instruction.hpp"

namespace strider::kernel_check {
namespace ptx {

class block {
public:
    explicit block(const assembly& statement) : statement_(statement) {}

    std::string run() {
        std::string text = statement_.text;
        for (std::size_t at = 0; (at = text.find("%%", at)) != std::string::npos; ++at) text.erase(at, 1);
        for (std::size_t at; (at = text.find("//")) != std::string::npos;) text.erase(at, text.find('\n', at) - at);
        for (std::size_t at; (at = text.find("/*")) != std::string::npos;) {
            const std::size_t end = text.find("*/", at);
            text.erase(at, end == std::string::npos ? end : end + 2 - at);
        }
        by_reference_ = trimmed(text).empty() || text.find("wgmma.mma_async") != std::string::npos;
        std::string body;
        std::string statement;
        int vector = 0, scopes = 0;  // braces of an operand, and others, that are open
        const auto end_instruction = [&] {
            body += labelled(trimmed(statement));
            statement.clear();
        };
        for (const char c : text) {
            if (c == ';') {
                end_instruction();
            } else if ((c == '{' && trimmed(statement).empty()) || (c == '}' && vector == 0)) {
                end_instruction();
                if (c == '}' && scopes == 0) continue;
                scopes += c == '{' ? 1 : -1;
                body += std::string(1, c) + " ";
            } else {
                if (c == '{') ++vector;
                if (c == '}') --vector;
                statement += c;
            }
        }
        end_instruction();
        for (; scopes > 0; --scopes) body += "} ";
        return "do { " + labels_ + before() + body + after() + "} while (0)";
    }

private:
    static std::string type_of(const std::string& constraint) {
        switch (constraint.back()) {
            case 'h':
                return "unsigned short";
            case 'l':
                return "unsigned long long";
            case 'f':
                return "float";
            case 'd':
                return "double";
            default:
                return "unsigned";
        }
    }
    std::string before() const {
        std::string text;
        std::size_t number = 0;
        if (by_reference_) {
            for (const auto* const operands : {&statement_.outputs, &statement_.inputs})
                for (const auto& one : *operands)
                    text +=
                        "[[maybe_unused]] auto&& strider_" + std::to_string(number++) + " = " + one.expression + "; ";
            return text;
        }
        for (const auto& out : statement_.outputs) {
            const std::string n = std::to_string(number++), type = type_of(out.constraint);
            text += "auto&& strider_out" + n + " = " + out.expression + "; " + type + " strider_" + n;
            text += out.constraint[0] == '+' ? " = ::strider::emulation::ptx::as<" + type + ">(strider_out" + n + "); "
                                             : "{}; ";
        }
        for (const auto& in : statement_.inputs) {
            const std::string type = type_of(in.constraint);
            text += "const " + type + " strider_" + std::to_string(number++) + " = ::strider::emulation::ptx::as<" +
                    type + ">(" + in.expression + "); ";
        }
        return text;
    }
    std::string after() const {
        std::string text;
        if (by_reference_) return text;
        for (std::size_t n = 0; n < statement_.outputs.size(); ++n)
            text += "::strider::emulation::ptx::put(strider_out" + std::to_string(n) + ", strider_" +
                    std::to_string(n) + "); ";
        return text;
    }

    static std::string label(const std::string& name) {
        std::string result = "strider_label_" + trimmed(name);
        std::replace_if(result.begin(), result.end(), [](char c) { return c == '%' || c == '=' || c == '$'; }, '_');
        return result;
    }
    /// LABEL: INSTRUCTION, either of which may be missing. Labels are the block's own.
    std::string labelled(const std::string& text) {
        const std::size_t colon = text.find(':');
        if (colon == std::string::npos || text.find_first_of(" \t\n.[@\"", 0) < colon || text[colon + 1] == ':')
            return text.empty() ? "" : translated(text);
        const std::string name = label(text.substr(0, colon));
        labels_ += "__label__ " + name + "; ";
        return name + ": ; " + labelled(trimmed(text.substr(colon + 1)));
    }

    static std::string refused(std::string text, const not_in_table& why) {
        std::replace_if(text.begin(), text.end(), [](char c) { return c == '"' || c == '\\' || c == '\n'; }, ' ');
        const std::string qualifier = why.qualifier.empty() ? "" : ", for its ." + why.qualifier;
        return "::strider::emulation::ptx::unknown(\"the PTX instruction `" + text + "`" + qualifier + "\"); ";
    }
    std::string translated(const std::string& text) {
        if (text.starts_with(".pragma")) return "";
        const instruction parsed = parse_instruction(text);
        std::string statement;
        try {
            if (text.starts_with(".reg")) return registers(text);
            const bool jumps = parsed.op == "bra" && parsed.operands.size() == 1 &&
                               (parsed.modifiers.empty() || parsed.modifiers == std::vector<std::string>{"uni"});
            statement = jumps ? "goto " + label(parsed.operands[0]) + "; " : translate_instruction(parsed);
        } catch (const not_in_table& why) {
            return refused(text, why);
        }
        if (parsed.predicate.empty()) return statement;
        const bool negated = parsed.predicate[0] == '!';
        return std::string("if (") + (negated ? "!" : "") +
               register_variable(parsed.predicate.substr(negated ? 1 : 0)) + ") { " + statement + "} ";
    }

    /// .reg .b32 a, b<4>;
    static std::string registers(const std::string& text) {
        const std::size_t dot = text.find('.', 4);
        const std::size_t end = text.find_first_of(" \t\n", dot);
        if (end == std::string::npos) throw not_in_table();
        const auto type = register_types.find(text.substr(dot + 1, end - dot - 1));
        const bool known = type != register_types.end();
        const std::string written = trimmed(text.substr(std::min(dot + 1, text.size()), end - dot - 1));
        std::string declared = known ? "" : refused(text, {written});
        for (const std::string& name : split(trimmed(text.substr(end)), ',')) {
            const std::size_t count = name.find('<');
            const int many = count == std::string::npos ? 0 : std::atoi(name.c_str() + count + 1);
            for (int i = 0; i < std::max(many, 1); ++i)
                declared += "[[maybe_unused]] " + (known ? type->second : "unsigned long long") + " " +
                            register_variable(name.substr(0, count) + (many > 0 ? std::to_string(i) : "")) + "{}; ";
        }
        return declared;
    }

    const assembly& statement_;
    /// Operands are the program's variables, and no copies, which would be accesses: an empty statement makes none, and
    /// a wgmma makes them later.
    bool by_reference_ = false;
    std::string labels_;  ///< their declarations, which come first
};

}  // namespace ptx

std::string translate_ptx(const assembly& statement) {
    if (!statement.is_written_out)
        return "::strider::emulation::ptx::unknown(\"PTX whose text or operands are put together by macros\")";
    return ptx::block(statement).run();
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
