#include "warnings.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <sstream>

namespace strider::kernel_check {
namespace {

bool continues_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The first name behind a quote, which compilers print in one of several ways.
std::string quoted_name(std::string_view text) {
    const std::size_t quote = text.find_first_of("'\x98");  // the last byte of the opening one in UTF-8
    std::size_t end = quote == std::string_view::npos ? text.size() : quote + 1;
    // A local array: '<unnamed>.strider_local_1::a[i]'.
    if (const std::size_t local = text.find("strider_local_"); local != std::string_view::npos)
        end = text.find("::", local) + 2;
    const std::size_t begin = end;
    while (end < text.size() && continues_name(text[end])) ++end;
    return std::string(text.substr(begin, end - begin));
}

/// "In function 'void ns::k(int*) [with T = int]'" names k.
std::string function_name(std::string_view text) {
    const std::size_t end = std::min(text.find('('), text.size());
    std::size_t begin = end;
    while (begin > 0 && continues_name(text[begin - 1])) --begin;
    return std::string(text.substr(begin, end - begin));
}

/// Of "conversion from 'float' to 'int' may change value" and the like.
bool converts_to_integer(std::string_view text) {
    const std::size_t to = text.find(" to ");
    const std::string name = to == std::string_view::npos ? "float" : quoted_name(text.substr(to));
    return name != "float" && name != "double";
}

}  // namespace

std::vector<emulation::finding> notes_of_compiler(const std::string& compiler_output, const kernel_names& kernels,
                                                  const device_lines& lines) {
    std::vector<emulation::finding> notes;
    std::istringstream in(compiler_output);
    std::string function;
    for (std::string line; std::getline(in, line);) {
        if (const std::size_t at = line.find(": In "); at != std::string::npos)
            function = function_name(std::string_view(line).substr(at));
        const std::size_t warning = line.find(": warning: ");
        const bool of_local = line.find("uninitialized]") != std::string::npos;
        const bool of_fraction = line.ends_with("[-Wfloat-conversion]") && converts_to_integer(line);
        if (warning == std::string::npos || !(of_local || of_fraction || line.ends_with("[-Wreturn-type]"))) continue;
        emulation::finding note;
        note.note = true;
        const std::size_t column = line.rfind(':', warning - 1), row = line.rfind(':', column - 1);
        std::from_chars(line.data() + row + 1, line.data() + column, note.where.line);
        note.where.file = line.substr(0, row);
        const auto known = lines.find(note.where.file);
        if (known == lines.end() || (of_local && !known->second.device.contains(note.where.line)) ||
            (of_fraction && !known->second.shared_stores.contains(note.where.line)))
            continue;
        if (kernels.plain.contains(function) || kernels.templates.contains(function)) note.kernel = function;
        if (of_local) {
            note.kind = emulation::finding_kind::uninitialised_read;
            note.message = "the local variable '" + quoted_name(std::string_view(line).substr(warning)) +
                           "' may be read before it is written, says the compiler";
            note.fix = "give the variable a value where it is declared";
        } else if (of_fraction) {
            note.kind = emulation::finding_kind::unsupported;
            note.message =
                "an array of integers in shared memory is assigned a floating-point value: fractions are lost";
            note.fix = "give the array the type of the values; if the fraction is to be lost, convert by a cast";
        } else {
            note.kind = emulation::finding_kind::unsupported;
            note.message =
                "a function with a result can end here without `return`: the emulator goes on, but the program may "
                "die on a GPU machine";
            note.fix = "return a value, or make the function void";
        }
        note.occurrences = 1;
        const auto same = [&](const emulation::finding& one) {
            return one.where == note.where && one.message == note.message;
        };
        if (std::none_of(notes.begin(), notes.end(), same)) notes.push_back(std::move(note));
    }
    return notes;
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
