// Finds an instruction's form in the table, and fills in the C++ of its row.
#include <algorithm>
#include <cctype>

#include "ptx_operands.hpp"
#include "ptx_table.hpp"

namespace strider::kernel_check::ptx {
namespace {

struct slot {
    std::vector<std::string> names;
    bool optional = false, open = false, idle = false;  // may be missing; has a choice; changes nothing
};
std::vector<std::string> choices(std::string_view text) {
    std::vector<std::string> names;
    for (std::string name : split(std::string(text), '|')) {
        if (name.front() == '.') name.erase(0, 1);
        if (const auto set = sets_of_qualifiers.find(name); set != sets_of_qualifiers.end())
            for (const std::string& one : split(set->second, '|')) names.push_back(one);
        else
            names.push_back(name);
    }
    return names;
}
/// The slots of a form; the first is the instruction's name.
std::vector<slot> slots_of(std::string_view name) {
    std::vector<slot> slots;
    for (std::size_t position = 0; position < name.size();) {
        if (name[position] == '.') ++position;
        const char bracket = name[position];
        const bool required = position == 0 || name[position - 1] == '.';
        const bool has_bracket = bracket == '(' || bracket == '[' || bracket == '{';
        if (has_bracket) ++position;
        const std::size_t end = std::min(name.find_first_of(has_bracket ? ")]}" : ".[{", position), name.size());
        std::vector<std::string> names = choices(name.substr(position, end - position));
        slots.push_back({names, !required, !required || names.size() > 1, bracket == '['});
        position = end + (has_bracket ? 1 : 0);
    }
    return slots;
}

bool is_type(const std::string& qualifier) { return register_types.contains(qualifier); }

struct match {
    std::size_t unfit = 0;    ///< the first qualifier that fits no slot
    std::size_t fitting = 0;  ///< how many fit
    bool complete = false;
    bool has_choice = false;  ///< qualifiers were chosen that are not types
};
/// Qualifiers may stand in any order, as for ptxas; types keep theirs.
match compare(const instruction& i, const std::vector<slot>& slots) {
    match result;
    std::vector<bool> taken(i.modifiers.size());
    const auto fits = [&](std::size_t at, const std::vector<std::string>& parts) {
        if (at + parts.size() > taken.size()) return false;
        for (std::size_t n = 0; n < parts.size(); ++n)
            if (taken[at + n] || i.modifiers[at + n] != parts[n]) return false;
        return true;
    };
    /// Takes the first qualifiers that are one of the slot's names.
    const auto take = [&](const slot& candidate) {
        bool behind_type = false;
        for (std::size_t position = 0; position < taken.size(); ++position) {
            const bool type = is_type(i.modifiers[position]);
            for (const std::string& name : candidate.names) {
                const std::vector<std::string> parts = split(name, '.');
                if (!fits(position, parts) || (type && behind_type)) continue;
                std::fill_n(taken.begin() + static_cast<long>(position), parts.size(), true);
                result.fitting += parts.size();
                result.has_choice |= candidate.open && !candidate.idle && !type;
                return true;
            }
            behind_type |= type && !taken[position];
        }
        return false;
    };
    result.complete = true;
    for (std::size_t s = 1; s < slots.size(); ++s) result.complete &= take(slots[s]) || slots[s].optional;
    result.unfit = static_cast<std::size_t>(std::find(taken.begin(), taken.end(), false) - taken.begin());
    result.complete &= result.unfit == taken.size();
    return result;
}

std::string qualifiers(const instruction& i) {
    std::string list;
    for (const std::string& one : i.modifiers)
        if (!is_type(one)) list += ", ::strider::emulation::ptx::q_" + one;
    return list;
}
std::string fill_in(std::string_view text, const instruction& i) {
    std::string result;
    const auto operand_of = [&](char letter, char first) {
        return operand(i, static_cast<std::size_t>(letter - first) + 1);
    };
    for (std::size_t position = 0; position < text.size(); ++position) {
        if (text[position] == '$') result += "::strider::emulation::ptx::";
        if (text[position] != '@' && text[position] != '$') result += text[position];
        if (text[position] != '@') continue;
        const char what = text[++position];
        const char next = position + 1 < text.size() ? text[position + 1] : ' ';
        if (what == 'q') {
            result += qualifiers(i);
        } else if (what == 'o') {
            result += i.op;
        } else if (what == 'p') {
            result += typed("bool", i.operands.size() > 3 ? i.operands.back() : throw not_in_table());
        } else if (what == '0') {
            result += typed("unsigned", operand(i, 0));
        } else if (what >= 'a' && what <= 'd') {
            result += typed(type(i), operand_of(what, 'a'));
        } else if (what >= 'A' && what <= 'D') {
            result += typed("unsigned", operand_of(what, 'A'));
        } else {
            const std::string named = what == 'L'   ? "unsigned long long"
                                      : what == 'W' ? "::strider::emulation::ptx::wide<" + type(i) + ">"
                                                    : type(i, what == 'T'   ? 0
                                                              : what == 'U' ? 1
                                                                            : 2);
            const bool of_operand = next >= 'a' && next <= 'd';
            result += of_operand ? typed(named, operand_of(next, 'a')) : named;
            if (of_operand) ++position;
        }
    }
    return result;
}

}  // namespace

std::string translate_instruction(const instruction& i) {
    static const std::vector<std::vector<slot>> all_slots = [] {
        std::vector<std::vector<slot>> result;
        for (const form& row : forms()) result.push_back(slots_of(row.name));
        return result;
    }();
    match best{.unfit = i.modifiers.size()};
    for (std::size_t n = 0; n < all_slots.size(); ++n) {
        const form& row = forms()[n];
        const std::vector<slot>& slots = all_slots[n];
        if (std::ranges::find(slots[0].names, i.op) == slots[0].names.end()) continue;
        const match fit = compare(i, slots);
        if (!fit.complete) {
            if (fit.fitting >= best.fitting) best = fit;
            continue;
        }
        if (row.write != nullptr) return row.write(i);
        const std::string_view text = row.text;
        if (fit.has_choice && text.find("@q") == text.npos) throw not_in_table();
        const std::string filled = fill_in(text, i);
        return filled.ends_with(";") ? filled + " " : assign(operand(i, 0), filled);
    }
    throw not_in_table{best.unfit < i.modifiers.size() ? i.modifiers[best.unfit] : ""};
}

}  // namespace strider::kernel_check::ptx
// SPDX-License-Identifier: Apache-2.0
