#include "uninstrumented_assembly.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string_view>

#include "module.hpp"

namespace strider::emulation {

namespace {

using assembly_lines = std::vector<std::string>;

/// The second word of a line of assembly such as "	.globl	name": a directive that says something of a symbol.
std::optional<std::string_view> symbol_of_directive(std::string_view line) {
    static constexpr std::string_view directives[] = {".globl", ".weak",   ".type",     ".size",      ".local", ".comm",
                                                      ".lcomm", ".hidden", ".internal", ".protected", ".global"};
    const auto word = [&line] {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        const std::string_view one = line.substr(0, line.find_first_of(" \t,"));
        line.remove_prefix(one.size());
        return one;
    };
    const std::string_view directive = word();
    for (const std::string_view known : directives)
        if (directive == known) return word();
    return std::nullopt;
}

/// What each function of the assembly names: all that it may call is among that.
class named_by_functions {
public:
    explicit named_by_functions(const assembly_lines& lines) {
        std::set<std::string>* names = nullptr;
        for (const std::string& line : lines) {
            if (line.ends_with(':') && !line.starts_with('.'))
                names = &all_[line.substr(0, line.size() - 1)];
            else if (names != nullptr && line.starts_with('\t') && !line.starts_with("\t."))
                add_names(line, *names);
        }
    }

    bool has(const std::string& function) const { return all_.contains(function); }
    /// Whether it calls only functions of this assembly and of shared libraries. The emulator is part of the program.
    bool calls_no_emulator(const std::string& function, const definitions& own) const {
        std::set<std::string> reached{function};
        std::vector<std::string> open{function};
        while (!open.empty()) {
            const auto at = all_.find(open.back());
            const bool is_called_by_compiler = open.back().starts_with("__");
            if (at == all_.end() && own.is_function(open.back()) && !is_called_by_compiler) return false;
            open.pop_back();
            if (at == all_.end()) continue;
            for (const std::string& name : at->second)
                if (reached.insert(name).second) open.push_back(name);
        }
        return true;
    }

private:
    static void add_names(const std::string& line, std::set<std::string>& to) {
        const auto is_of_name = [](unsigned char c) {
            return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '$';
        };
        for (std::size_t at = line.find_first_of("\t ", 1); at < line.size();) {
            if (!is_of_name(line[at])) {
                ++at;
                continue;
            }
            const std::size_t begin = at + (line[at] == '$' ? 1 : 0);
            while (at < line.size() && is_of_name(line[at])) ++at;
            const bool is_register = begin > 0 && line[begin - 1] == '%';
            if (!is_register && begin < at && std::isdigit(static_cast<unsigned char>(line[begin])) == 0)
                to.insert(line.substr(begin, at - begin));
        }
    }

    std::map<std::string, std::set<std::string>> all_;
};

/// An entry of `name`: the program's own function goes on at `own`.
void write_entry(std::ostream& out, const std::string& name, bool is_global, std::uintptr_t own,
                 const uninstrumented_host& host) {
    const std::string entry = entry_prefix + name;
    const auto address = [](const void* of) { return std::to_string(reinterpret_cast<std::uintptr_t>(of)); };
    out << "\t.text\n" << (is_global ? "\t.weak\t" + entry + '\n' : "");
    out << "\t.type\t" << entry << ", @function\n" << entry << ":\n";
    for (const void* const word : host.zero_words)
        out << "\tmovabsq\t$" << address(word) << ", %r11\n\tcmpq\t$0, (%r11)\n\tjne\t1f\n";
    out << "\tmovabsq\t$" << address(host.lanes_begin) << ", %r10\n\tmovq\t%rsp, %r11\n\tsubq\t(%r10), %r11\n"
        << "\tmovabsq\t$" << address(host.lanes_bytes) << ", %r10\n\tcmpq\t(%r10), %r11\n\tjb\t1f\n"
        << "\tjmp\t" << name << "\n1:\tjmp\t" << own << "\n\t.size\t" << entry << ", .-" << entry << '\n';
}

using name_set = std::set<std::string, std::less<>>;

name_set globals_of(const assembly_lines& lines) {
    name_set globals;
    for (const std::string& line : lines)
        if (line.starts_with("\t.globl\t") || line.starts_with("\t.weak\t"))
            globals.emplace(*symbol_of_directive(line));
    return globals;
}

void write_entries(std::ostream& out, const assembly_lines& lines, const name_set& globals, const std::string& source,
                   const definitions& own, const uninstrumented_host& host) {
    const named_by_functions named(lines);
    for (const std::uintptr_t place : host.functions) {
        const std::uintptr_t function = own_module().base + place, room = room_for_jump(function);
        for (const symbol& one : own.function_at(function))
            if (room != 0 && own.address(one.name, source) == function && named.has(one.name) &&
                named.calls_no_emulator(one.name, own))
                write_entry(out, one.name, globals.contains(one.name), room + jump_bytes, host);
    }
}

}  // namespace

std::uintptr_t room_for_jump(std::uintptr_t function) {
#if defined(__x86_64__)
    constexpr std::string_view branch_target = "\xF3\x0F\x1E\xFA",
                               idle[] = {"\x90\x90\x90\x90\x90", std::string_view("\x0F\x1F\x44\0\0", jump_bytes)};
    const auto begins_with = [&](std::string_view code) {
        return std::memcmp(reinterpret_cast<const void*>(function), code.data(), code.size()) == 0;
    };
    if (begins_with(branch_target)) function += branch_target.size();
    return begins_with(idle[0]) || begins_with(idle[1]) ? function : 0;
#else
    static_cast<void>(function);
    return 0;
#endif
}

bool edit_assembly(const std::string& assembly, const definitions& own, const uninstrumented_host& host) {
    std::ifstream in(assembly);
    assembly_lines lines;
    name_set shared;
    std::string source;
    for (std::string line; std::getline(in, line); lines.push_back(std::move(line))) {
        if (constexpr std::string_view file = "\t.file\t\""; line.starts_with(file) && source.empty())
            source = line.substr(file.size(), line.size() - file.size() - 1);
        const auto says = [&](const char* what) { return line.find(what) != std::string::npos; };
        const bool is_of_variable = says(",") && (says("object") || says(".comm\t"));
        const auto name = is_of_variable ? symbol_of_directive(line) : std::nullopt;
        if (!name) continue;
        if (own.is_variable(std::string(*name)) && own.address(std::string(*name), source) != 0) shared.emplace(*name);
    }
    std::ofstream out(assembly);
    for (const std::string& line : lines) {
        const std::string_view text = line;
        if (text.ends_with(':') && shared.contains(text.substr(0, text.size() - 1))) continue;
        if (const auto name = symbol_of_directive(line); name && shared.contains(*name)) continue;
        out << line << '\n';
    }
    const name_set globals = globals_of(lines);
    for (const std::string& one : shared)  // of static ones other sources may have the name as well
        if (!globals.contains(one)) out << "\t.set\t" << one << ", " << own.address(one, source) << '\n';
    write_entries(out, lines, globals, source, own, host);
    return static_cast<bool>(out.flush());
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
