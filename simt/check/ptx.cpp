#include "ptx.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>

namespace strider::kernel_check {
namespace {

/// One instruction: `op.modifier.modifier operand, operand`, under a predicate or not.
struct instruction {
    std::string text;
    std::string predicate;  // p or !p
    std::string op;
    std::vector<std::string> modifiers;
    std::vector<std::string> operands;
};

std::string trimmed(std::string text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string::npos) return "";
    return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : text) {
        if (c == '{' || c == '[') ++depth;
        if (c == '}' || c == ']') --depth;
        if (c == at && depth == 0)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    for (std::string& part : parts) part = trimmed(part);
    if (parts.size() == 1 && parts[0].empty()) parts.clear();
    return parts;
}

instruction parse(const std::string& statement) {
    instruction result{statement, {}, {}, {}, {}};
    std::string rest = statement;
    if (rest[0] == '@') {
        const std::size_t end = rest.find_first_of(" \t");
        result.predicate = rest.substr(1, end - 1);
        rest = end == std::string::npos ? "" : trimmed(rest.substr(end));
    }
    const std::size_t end = std::min(rest.find_first_of(" \t\n"), rest.size());
    std::string name = rest.substr(0, end);
    std::size_t colons;
    while ((colons = name.find("::")) != std::string::npos) name.replace(colons, 2, "_");
    result.modifiers = split(name, '.');
    if (!result.modifiers.empty()) {
        result.op = result.modifiers.front();
        result.modifiers.erase(result.modifiers.begin());
    }
    result.operands = split(trimmed(rest.substr(end)), ',');
    return result;
}

const std::map<std::string, std::string, std::less<>> register_types{{"b8", "unsigned char"},
                                                                     {"u8", "unsigned char"},
                                                                     {"s8", "signed char"},
                                                                     {"b16", "unsigned short"},
                                                                     {"u16", "unsigned short"},
                                                                     {"s16", "short"},
                                                                     {"b32", "unsigned"},
                                                                     {"u32", "unsigned"},
                                                                     {"s32", "int"},
                                                                     {"b64", "unsigned long long"},
                                                                     {"u64", "unsigned long long"},
                                                                     {"s64", "long long"},
                                                                     {"f32", "float"},
                                                                     {"f64", "double"},
                                                                     {"pred", "bool"}};

const std::map<std::string, std::string, std::less<>> special_registers{
    {"laneid", "::simt::lane_index()"},
    {"lanemask_eq", "(1u << ::simt::lane_index())"},
    {"lanemask_lt", "::simt::ptx::lanes_before()"},
    {"lanemask_le", "(::simt::ptx::lanes_before() << 1 | 1u)"},
    {"lanemask_gt", "~(::simt::ptx::lanes_before() << 1 | 1u)"},
    {"lanemask_ge", "~::simt::ptx::lanes_before()"},
    {"warpid", "(::simt::ptx::thread_in_block() / 32)"},
    {"nwarpid", "64u"},
    {"smid", "::simt::ptx::multiprocessor()"},
    {"nsmid", "4u"},
    {"gridid", "0ull"},
    {"clock", "static_cast<unsigned>(clock64())"},
    {"clock_hi", "static_cast<unsigned>(clock64() >> 32)"},
    {"clock64", "static_cast<unsigned long long>(clock64())"},
    {"globaltimer", "__globaltimer()"},
    {"globaltimer_lo", "static_cast<unsigned>(__globaltimer())"},
    {"globaltimer_hi", "static_cast<unsigned>(__globaltimer() >> 32)"},
    {"dynamic_smem_size", "0u"},
    {"tid", "::simt::thread_index()"},
    {"ntid", "::simt::block_extent()"},
    {"ctaid", "::simt::block_index()"},
    {"nctaid", "::simt::grid_extent()"},
};

/// Thrown where the table does not have something.
struct not_in_table {};

class ptx_block {
public:
    explicit ptx_block(const assembly& statement) : statement_(statement) {}

    std::string run() {
        std::string text = statement_.text;
        for (std::size_t at = 0; (at = text.find("%%", at)) != std::string::npos; ++at) text.erase(at, 1);
        for (std::size_t at; (at = text.find("//")) != std::string::npos;) text.erase(at, text.find('\n', at) - at);
        std::string body;
        std::string one;
        int vector = 0;  // braces of an operand; others are scopes
        for (const char c : text) {
            if (c == '{' && trimmed(one).empty()) continue;
            if (c == '}' && vector == 0) continue;
            if (c == '{') ++vector;
            if (c == '}') --vector;
            if (c != ';') {
                one += c;
                continue;
            }
            if (!trimmed(one).empty()) body += translated(trimmed(one));
            one.clear();
        }
        if (!trimmed(one).empty()) body += translated(trimmed(one));
        return "do { " + before() + body + after() + "} while (0)";
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
        for (const auto& out : statement_.outputs) {
            const std::string n = std::to_string(number++), type = type_of(out.constraint);
            text += "auto&& strider_out" + n + " = " + out.expression + "; " + type + " strider_" + n;
            text += out.constraint[0] == '+' ? " = ::simt::ptx::as<" + type + ">(strider_out" + n + "); " : "{}; ";
        }
        for (const auto& in : statement_.inputs) {
            const std::string type = type_of(in.constraint);
            text += "const " + type + " strider_" + std::to_string(number++) + " = ::simt::ptx::as<" + type + ">(" +
                    in.expression + "); ";
        }
        return text;
    }
    std::string after() const {
        std::string text;
        for (std::size_t n = 0; n < statement_.outputs.size(); ++n)
            text += "::simt::ptx::put(strider_out" + std::to_string(n) + ", strider_" + std::to_string(n) + "); ";
        return text;
    }

    std::string translated(const std::string& text) {
        if (text.starts_with(".reg")) return registers(text);
        const instruction one = parse(text);
        std::string statement;
        try {
            statement = ptx_statement(one);
        } catch (const not_in_table&) {
            std::string shown = text;
            std::replace_if(shown.begin(), shown.end(), [](char c) { return c == '"' || c == '\\' || c == '\n'; }, ' ');
            return "::simt::ptx::unknown(\"the PTX instruction `" + shown + "`\"); ";
        }
        if (one.predicate.empty()) return statement;
        const bool negated = one.predicate[0] == '!';
        return std::string("if (") + (negated ? "!" : "") + variable(one.predicate.substr(negated ? 1 : 0)) + ") { " +
               statement + "} ";
    }

    /// .reg .b32 a, b<4>;
    static std::string registers(const std::string& text) {
        const std::size_t dot = text.find('.', 4);
        const std::size_t end = text.find_first_of(" \t", dot);
        const auto type = register_types.find(text.substr(dot + 1, end - dot - 1));
        if (type == register_types.end()) return "";
        std::string declared;
        for (const std::string& name : split(trimmed(text.substr(end)), ',')) {
            const std::size_t count = name.find('<');
            const int many = count == std::string::npos ? 0 : std::atoi(name.c_str() + count + 1);
            for (int i = 0; i < std::max(many, 1); ++i)
                declared += "[[maybe_unused]] " + type->second + " " +
                            variable(name.substr(0, count) + (many > 0 ? std::to_string(i) : "")) + "{}; ";
        }
        return declared;
    }

    static std::string variable(std::string name) {
        std::erase(name, '%');
        if (name.empty()) throw not_in_table();
        if (name.find_first_not_of("0123456789") == std::string::npos) return "strider_" + name;
        std::replace(name.begin(), name.end(), '$', '_');
        return "strider_ptx_" + name;
    }

    /// An operand that is read.
    static std::string value(const std::string& operand) {
        if (operand.empty()) throw not_in_table();
        if (operand[0] == '%' && std::isdigit(static_cast<unsigned char>(operand[1])) == 0) {
            const std::size_t dot = operand.find('.');
            const auto special = special_registers.find(operand.substr(1, dot - 1));
            if (special != special_registers.end())
                return special->second + (dot == std::string::npos ? "" : operand.substr(dot));
        }
        if (operand.starts_with("0f") || operand.starts_with("0F"))
            return "__builtin_bit_cast(float, 0x" + operand.substr(2) + "u)";
        if (operand.starts_with("0d") || operand.starts_with("0D"))
            return "__builtin_bit_cast(double, 0x" + operand.substr(2) + "ull)";
        if (std::isdigit(static_cast<unsigned char>(operand[0])) != 0 || operand[0] == '-') {
            std::string number = operand;
            if (number.back() == 'U') number.back() = 'u';
            return number;
        }
        if (operand[0] == '!') return "!" + variable(operand.substr(1));
        if (operand[0] == '{') {
            const std::vector<std::string> parts = split(operand.substr(1, operand.size() - 2), ',');
            if (parts.size() != 2) throw not_in_table();
            return "::simt::ptx::pack(" + typed("unsigned", parts[0]) + ", " + typed("unsigned", parts[1]) + ")";
        }
        return variable(operand);
    }
    static std::string typed(const std::string& type, const std::string& operand) {
        return "::simt::ptx::as<" + type + ">(" + value(operand) + ")";
    }
    static std::string assign(const std::string& operand, const std::string& expression) {
        if (operand == "_") return "static_cast<void>(" + expression + "); ";
        return "::simt::ptx::put(" + variable(operand) + ", " + expression + "); ";
    }

    static bool has(const instruction& i, std::string_view modifier) {
        return std::find(i.modifiers.begin(), i.modifiers.end(), modifier) != i.modifiers.end();
    }
    static std::string type(const instruction& i, std::size_t from_last = 0) {
        for (auto m = i.modifiers.rbegin(); m != i.modifiers.rend(); ++m)
            if (const auto known = register_types.find(*m); known != register_types.end() && from_last-- == 0)
                return known->second;
        throw not_in_table();
    }
    static const std::string& operand(const instruction& i, std::size_t n) {
        if (n >= i.operands.size()) throw not_in_table();
        return i.operands[n];
    }

    /// A pointer to `type` for the operand [address + offset].
    static std::string pointer(const instruction& i, const std::string& type, const std::string& operand) {
        if (operand.size() < 3 || operand[0] != '[') throw not_in_table();
        const std::string inner = operand.substr(1, operand.size() - 2);
        const std::size_t plus = inner.find('+');
        const std::string base = trimmed(inner.substr(0, plus));
        std::string address = typed("unsigned long long", base);
        if (has(i, "shared") || has(i, "shared_cta"))
            address = "reinterpret_cast<unsigned long long>(__cvta_shared_to_generic(" + address + "))";
        return "::simt::ptx::at<" + type + ">(" + address + ", " +
               (plus == std::string::npos ? "0" : trimmed(inner.substr(plus + 1))) + ")";
    }

    static std::string scope_of(const instruction& i) {
        return has(i, "cta")   ? "::simt::scope::block"
               : has(i, "sys") ? "::simt::scope::system"
                               : "::simt::scope::device";
    }
    static std::string order_of(const instruction& i) {
        for (const char* order : {"acq_rel", "acquire", "release"})
            if (has(i, order)) return std::string("::simt::order::") + order;
        return has(i, "sc") ? "::simt::order::seq_cst" : "::simt::order::relaxed";
    }

    static std::string ptx_statement(const instruction& i) {
        if (i.op == "ld" || i.op == "ldu" || i.op == "st") return memory(i);
        if (i.op == "atom" || i.op == "red") return atomic(i);
        if (i.op == "bar" || i.op == "barrier" || i.op == "membar" || i.op == "fence") return synchronisation(i);
        if (i.op == "shfl" || i.op == "vote" || i.op == "match" || i.op == "redux" || i.op == "activemask")
            return warp(i);
        if (i.op == "prefetch" || i.op == "prefetchu" || i.op == "discard" || i.op == "applypriority" ||
            i.op == "pragma")
            return "";
        if (i.op == "nanosleep") return "__nanosleep(" + typed("unsigned", operand(i, 0)) + "); ";
        if (i.op == "trap") return "__trap(); ";
        if (i.op == "mov" && operand(i, 0)[0] == '{') return unpack(i);
        if (i.op == "setp") return comparison(i);
        return assign(operand(i, 0), arithmetic(i));
    }

    static std::string unpack(const instruction& i) {
        const std::vector<std::string> parts = split(i.operands[0].substr(1, i.operands[0].size() - 2), ',');
        if (parts.size() != 2 || type(i) != "unsigned long long") throw not_in_table();
        const std::string both = typed("unsigned long long", operand(i, 1));
        return assign(parts[0], "static_cast<unsigned>(" + both + ")") +
               assign(parts[1], "static_cast<unsigned>(" + both + " >> 32)");
    }

    static std::string memory(const instruction& i) {
        const bool loads = i.op != "st";
        const std::string& place = operand(i, loads ? 1 : 0);
        const std::string& registers = operand(i, loads ? 0 : 1);
        const std::string T = type(i);
        const bool ordered = has(i, "relaxed") || has(i, "acquire") || has(i, "release");
        if (ordered) {
            if (loads)
                return assign(registers, "::simt::ptx::load(" + pointer(i, T, place) + ", " + order_of(i) + ", " +
                                             scope_of(i) + ")");
            return "::simt::ptx::store(" + pointer(i, T, place) + ", " + typed(T, registers) + ", " + order_of(i) +
                   ", " + scope_of(i) + "); ";
        }
        const std::string qualified = has(i, "volatile") || has(i, "cv") ? "volatile " + T : T;
        const int lanes = has(i, "v4") ? 4 : has(i, "v2") ? 2 : 1;
        if (lanes == 1)
            return loads ? assign(registers, "static_cast<" + T + ">(*" + pointer(i, qualified, place) + ")")
                         : "*" + pointer(i, qualified, place) + " = " + typed(T, registers) + "; ";
        const std::string vector = "::simt::ptx::vector<" + T + ", " + std::to_string(lanes) + ">";
        const std::vector<std::string> parts = split(registers.substr(1, registers.size() - 2), ',');
        if (parts.size() != static_cast<std::size_t>(lanes)) throw not_in_table();
        std::string text;
        if (loads) {
            text = "{ const " + vector + " strider_v = *" + pointer(i, vector, place) + "; ";
            for (int k = 0; k < lanes; ++k) text += assign(parts[k], "strider_v.lane[" + std::to_string(k) + "]");
            return text + "} ";
        }
        for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + typed(T, part);
        return "*" + pointer(i, vector, place) + " = " + vector + "{{" + text + "}}; ";
    }

    static std::string atomic(const instruction& i) {
        static const std::map<std::string, std::string, std::less<>> functions{
            {"add", "Add"}, {"min", "Min"},   {"max", "Max"}, {"and", "And"}, {"or", "Or"},
            {"xor", "Xor"}, {"exch", "Exch"}, {"cas", "CAS"}, {"inc", "Inc"}, {"dec", "Dec"}};
        const bool returns = i.op == "atom";
        std::string name, T = type(i);
        for (const std::string& m : i.modifiers)
            if (const auto known = functions.find(m); known != functions.end()) name = known->second;
        if (name.empty()) throw not_in_table();
        if (name == "Add" && T == "long long") T = "unsigned long long";  // the same bits
        std::string call = "atomic" + name +
                           (has(i, "cta")   ? "_block"
                            : has(i, "sys") ? "_system"
                                            : "") +
                           "(" + pointer(i, T, operand(i, returns ? 1 : 0));
        for (std::size_t n = returns ? 2 : 1; n < i.operands.size(); ++n) call += ", " + typed(T, i.operands[n]);
        const std::string fence = has(i, "cta")   ? "__threadfence_block(); "
                                  : has(i, "sys") ? "__threadfence_system(); "
                                                  : "__threadfence(); ";
        const bool acquires = has(i, "acquire") || has(i, "acq_rel"), releases = has(i, "release") || has(i, "acq_rel");
        return (releases ? fence : "") + (returns ? assign(i.operands[0], call + ")") : call + "); ") +
               (acquires ? fence : "");
    }

    static std::string synchronisation(const instruction& i) {
        if (i.op == "membar" || i.op == "fence") {
            if (has(i, "proxy") || has(i, "mbarrier_init")) throw not_in_table();
            return has(i, "cta")   ? "__threadfence_block(); "
                   : has(i, "sys") ? "__threadfence_system(); "
                                   : "__threadfence(); ";
        }
        if (has(i, "cluster") || has(i, "arrive") || has(i, "wait")) throw not_in_table();
        if (has(i, "warp")) return "__syncwarp(" + typed("unsigned", operand(i, 0)) + "); ";
        if (has(i, "red")) {
            if (operand(i, 1) != "0") throw not_in_table();
            const std::string predicate = typed("int", i.operands.back());
            const char* const which = has(i, "popc") ? "count" : has(i, "and") ? "and" : "or";
            return assign(operand(i, 0),
                          "static_cast<unsigned>(__syncthreads_" + std::string(which) + "(" + predicate + "))");
        }
        std::string arguments = typed("unsigned", operand(i, 0));
        if (i.operands.size() > 1) arguments += ", " + typed("unsigned", i.operands[1]);
        return "::simt::ptx::barrier(" + arguments + "); ";
    }

    static std::string warp(const instruction& i) {
        if (i.op == "activemask") return assign(operand(i, 0), "__activemask()");
        if (!has(i, "sync")) throw not_in_table();
        const std::string mask = typed("unsigned", i.operands.back());
        if (i.op == "shfl") {
            const std::size_t bar = operand(i, 0).find('|');
            const std::string kind = has(i, "up")     ? "up"
                                     : has(i, "down") ? "down"
                                     : has(i, "bfly") ? "exchange"
                                                      : "index";
            return assign(
                trimmed(i.operands[0].substr(0, bar)),
                "::simt::ptx::shuffle(::simt::ptx::shuffle_kind::" + kind + ", " + typed("unsigned", operand(i, 1)) +
                    ", " + typed("unsigned", operand(i, 2)) + ", " + typed("unsigned", operand(i, 3)) + ", " + mask +
                    ", " +
                    (bar == std::string::npos ? "nullptr" : "&" + variable(trimmed(i.operands[0].substr(bar + 1)))) +
                    ")");
        }
        if (i.op == "vote") {
            const std::string kind = has(i, "all") ? "all" : has(i, "any") ? "any" : has(i, "ballot") ? "ballot" : "";
            if (kind.empty()) throw not_in_table();
            return assign(operand(i, 0), "__" + kind + "_sync(" + mask + ", " + value(operand(i, 1)) + ")");
        }
        if (i.op == "match" && has(i, "any"))
            return assign(operand(i, 0), "__match_any_sync(" + mask + ", " + typed(type(i), operand(i, 1)) + ")");
        if (i.op == "redux")
            for (const char* kind : {"add", "min", "max", "and", "or", "xor"})
                if (has(i, kind))
                    return assign(operand(i, 0), std::string("__reduce_") + kind + "_sync(" + mask + ", " +
                                                     typed(type(i), operand(i, 1)) + ")");
        throw not_in_table();
    }

    static std::string compared(const instruction& i, const std::string& a, const std::string& b) {
        static const std::map<std::string, std::string, std::less<>> signs{
            {"eq", "=="}, {"ne", "!="}, {"lt", "<"},  {"le", "<="}, {"gt", ">"},
            {"ge", ">="}, {"lo", "<"},  {"ls", "<="}, {"hi", ">"},  {"hs", ">="}};
        for (const std::string& m : i.modifiers)
            if (const auto sign = signs.find(m); sign != signs.end())
                return "(" + typed(type(i), a) + " " + sign->second + " " + typed(type(i), b) + ")";
        throw not_in_table();
    }
    static std::string comparison(const instruction& i) {
        const std::size_t bar = operand(i, 0).find('|');
        std::string result = compared(i, operand(i, 1), operand(i, 2));
        if (i.operands.size() > 3)
            result = "(" + result +
                     (has(i, "and")  ? " && "
                      : has(i, "or") ? " || "
                                     : " != ") +
                     value(i.operands[3]) + ")";
        std::string text = assign(trimmed(i.operands[0].substr(0, bar)), result);
        if (bar != std::string::npos) text += assign(trimmed(i.operands[0].substr(bar + 1)), "!" + result);
        return text;
    }

    /// The value of what computes one from its operands.
    static std::string arithmetic(const instruction& i) {
        const auto a = [&](const std::string& T) { return typed(T, operand(i, 1)); };
        const auto b = [&](const std::string& T) { return typed(T, operand(i, 2)); };
        const auto c = [&](const std::string& T) { return typed(T, operand(i, 3)); };
        const std::string& op = i.op;
        if (op == "cvta") {
            if (has(i, "shared"))
                return has(i, "to")
                           ? "__cvta_generic_to_shared(reinterpret_cast<const void*>(" + a("unsigned long long") + "))"
                           : "reinterpret_cast<unsigned long long>(__cvta_shared_to_generic(" +
                                 a("unsigned long long") + "))";
            return a("unsigned long long");
        }
        if (op == "cvt") return conversion(i);
        const std::string T = type(i);
        const bool cc = has(i, "cc"), floats = T == "float" || T == "double";
        const std::string flag = cc ? "true" : "false";
        const auto call = [](const std::string& name, std::initializer_list<std::string> arguments) {
            std::string text = name + "(";
            for (const std::string& one : arguments) text += (text.back() == '(' ? "" : ", ") + one;
            return text + ")";
        };
        const auto cast = [&](const std::string& expression) { return "static_cast<" + T + ">(" + expression + ")"; };
        if (op == "mov") return a(T);
        if (floats) {
            if (has(i, "rz") || has(i, "rm") || has(i, "rp") || has(i, "sat") || has(i, "ftz")) throw not_in_table();
            if (op == "add") return a(T) + " + " + b(T);
            if (op == "sub") return a(T) + " - " + b(T);
            if (op == "mul") return a(T) + " * " + b(T);
            if (op == "div") return a(T) + " / " + b(T);
            if (op == "fma" || op == "mad") return call("std::fma", {a(T), b(T), c(T)});
            if (op == "rcp") return "1 / " + a(T);
            if (op == "rsqrt") return "1 / std::sqrt(" + a(T) + ")";
            for (const auto& [name, function] : std::map<std::string, std::string>{{"sqrt", "sqrt"},
                                                                                   {"abs", "fabs"},
                                                                                   {"ex2", "exp2"},
                                                                                   {"lg2", "log2"},
                                                                                   {"sin", "sin"},
                                                                                   {"cos", "cos"},
                                                                                   {"tanh", "tanh"}})
                if (op == name) return "std::" + function + "(" + a(T) + ")";
            if (op == "neg") return "-" + a(T);
        }
        if (op == "add" || op == "addc")
            return call("::simt::ptx::add", {a(T), b(T), op == "addc" ? "true" : "false", flag});
        if (op == "sub" || op == "subc")
            return call("::simt::ptx::subtract", {a(T), b(T), op == "subc" ? "true" : "false", flag});
        if (op == "mul" || op == "mad" || op == "madc") {
            const std::string W = "::simt::ptx::wide<" + T + ">";
            const std::string product = has(i, "wide") ? "static_cast<" + W + ">(" + a(T) + ") * " + b(T)
                                        : has(i, "hi") ? "::simt::ptx::high_product(" + a(T) + ", " + b(T) + ")"
                                                       : cast("static_cast<unsigned long long>(" + a(T) +
                                                              ") * static_cast<unsigned long long>(" + b(T) + ")");
            if (op == "mul") return product;
            const std::string sum = has(i, "wide") ? W : T;
            return call("::simt::ptx::add",
                        {"static_cast<" + sum + ">(" + product + ")", c(sum), op == "madc" ? "true" : "false", flag});
        }
        if (op == "div") return cast(a(T) + " / " + b(T));
        if (op == "rem") return cast(a(T) + " % " + b(T));
        if (op == "neg") return cast("0 - " + a(T));
        if (op == "abs") return cast(a(T) + " < 0 ? 0 - " + a(T) + " : " + a(T));
        if (op == "min") return call("::simt::ptx::least", {a(T), b(T)});
        if (op == "max") return call("::simt::ptx::most", {a(T), b(T)});
        if (op == "and") return cast(a(T) + " & " + b(T));
        if (op == "or") return cast(a(T) + " | " + b(T));
        if (op == "xor") return cast(a(T) + " ^ " + b(T));
        if (op == "not") return T == "bool" ? "!" + value(operand(i, 1)) : cast("~" + a(T));
        if (op == "shl") return call("::simt::ptx::shift_left", {a(T), b("unsigned")});
        if (op == "shr") return call("::simt::ptx::shift_right", {a(T), b("unsigned")});
        if (op == "shf")
            return call(std::string(has(i, "l") ? "__funnelshift_l" : "__funnelshift_r") + (has(i, "clamp") ? "c" : ""),
                        {a("unsigned"), b("unsigned"), c("unsigned")});
        const bool is_64 = T == "unsigned long long";
        if (op == "popc") return call(is_64 ? "__popcll" : "__popc", {a(T)});
        if (op == "clz") return call(is_64 ? "__clzll" : "__clz", {a(is_64 ? "long long" : "int")});
        if (op == "brev") return call(is_64 ? "__brevll" : "__brev", {a(T)});
        if (op == "bfe") return call("::simt::ptx::extract", {a(T), b("unsigned"), c("unsigned")});
        if (op == "bfi")
            return call("::simt::ptx::insert", {a(T), b(T), c("unsigned"), typed("unsigned", operand(i, 4))});
        if (op == "bfind") return call("::simt::ptx::highest_bit", {a(T), has(i, "shiftamt") ? "true" : "false"});
        if (op == "lop3")
            return call("::simt::ptx::lookup",
                        {a("unsigned"), b("unsigned"), c("unsigned"), typed("unsigned", operand(i, 4))});
        if (op == "prmt" && i.modifiers.size() == 1)
            return call("__byte_perm", {a("unsigned"), b("unsigned"), c("unsigned")});
        if (op == "selp") return "(" + value(operand(i, 3)) + " ? " + a(T) + " : " + b(T) + ")";
        if (op == "sad" && T == "unsigned") return call("__usad", {a(T), b(T), c(T)});
        throw not_in_table();
    }

    static std::string conversion(const instruction& i) {
        const std::string to = type(i, 1), from = type(i, 0);
        if (has(i, "sat") || has(i, "rm") || has(i, "rp") || has(i, "rz")) throw not_in_table();
        const char* const how = has(i, "rni")   ? "nearest"
                                : has(i, "rzi") ? "zero"
                                : has(i, "rmi") ? "down"
                                : has(i, "rpi") ? "up"
                                                : "none";
        return "::simt::ptx::convert<" + to + ">(" + typed(from, operand(i, 1)) + ", ::simt::ptx::rounding::" + how +
               ")";
    }

    const assembly& statement_;
};

}  // namespace

std::string translate_ptx(const assembly& statement) {
    if (!statement.text_is_known) return "::simt::ptx::unknown(\"PTX whose text is put together by macros\")";
    return ptx_block(statement).run();
}

}  // namespace strider::kernel_check
