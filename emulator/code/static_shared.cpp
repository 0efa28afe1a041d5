// The static shared arrays of kernels, which the module's symbol table knows by name.
#include <strider/emulator/launch.hpp>
#include <strider/emulator/shared_array.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "array_table.hpp"
#include "module.hpp"

namespace strider::emulation {

namespace {

// "void tiled<16>(int*)::left" is `left` of "tiled<16>(int*)": templates' own symbols begin with their result.
std::string function_of(const std::string& array) {
    const std::size_t end = array.rfind(")::");
    if (end == std::string::npos) return "";
    const std::string function = array.substr(0, end + 1);
    return function.starts_with("void ") ? function.substr(5) : function;
}

// In the order of their functions' initialisation.
std::vector<shared_array*>& listed_arrays() {
    static auto* const all = new std::vector<shared_array*>;
    return *all;
}

struct array_name {
    std::string function, array;
};

// Of "strider::emulation::shared_array_of<&(tiled<16>(int*)::strider_shared_1::left), 1024ul, 4ul, 1u>".
array_name name_of(const shared_array& array) {
    const module_symbol* symbol = find_symbol(own_module().variables, reinterpret_cast<std::uintptr_t>(&array));
    if (symbol == nullptr) return {};
    const std::string& name = symbol->name;
    const std::size_t function = name.find("<&(") + 3, declaration = name.rfind("::strider_shared_"),
                      member = name.find("::", declaration + 2) + 2;
    return {name.substr(function, declaration - function), name.substr(member, name.find(')', member) - member)};
}

std::size_t round_up(std::size_t value, std::size_t to) { return (value + to - 1) / to * to; }

// Behind an array, at least; and behind those of a function, so that a report names an array of the right one.
constexpr std::size_t zone_bytes = 1024, function_zone_bytes = 4096;
// What a program may want of dynamic shared memory, which follows the arrays.
constexpr std::size_t dynamic_alignment = 16 * 1024;

// The red zones are multiples of the function's strictest alignment: each array is aligned as on a GPU, where they
// stand from offset 0 one behind the other.
void lay_out_function(array_table& table, const std::string& function,
                      std::vector<std::pair<shared_array*, std::string>>& arrays) {
    std::sort(arrays.begin(), arrays.end(),
              [](const auto& a, const auto& b) { return a.first->number < b.first->number; });
    std::size_t zone = zone_bytes;
    for (const auto& [array, name] : arrays) zone = std::max(zone, array->alignment);
    table.alignment = std::max(table.alignment, zone);
    const std::size_t begin = round_up(table.bytes, zone);
    std::size_t on_gpu = 0, zones = 0;
    for (const auto& [array, name] : arrays) {
        on_gpu = round_up(on_gpu, array->alignment);
        array->offset = begin + on_gpu + zones;
        table.arrays.push_back({array->offset, array->bytes, function + "::" + name});
        on_gpu += array->bytes;
        zones += zone;
    }
    table.bytes = begin + on_gpu + zones + function_zone_bytes;
}

array_table lay_out() {
    array_table table;
    table.alignment = dynamic_alignment;
    if (listed_arrays().empty()) return table;
    // Functions of one name, in several sources, have their arrays apart.
    std::map<std::pair<std::string, unsigned>, std::vector<std::pair<shared_array*, std::string>>> functions;
    std::map<std::pair<std::string, unsigned>, unsigned> known;
    for (shared_array* array : listed_arrays()) {
        auto [function, name] = name_of(*array);
        const unsigned before = known[{function + "::" + name, array->number}]++;
        functions[{std::move(function), before}].emplace_back(array, std::move(name));
    }
    for (auto& [function, arrays] : functions) lay_out_function(table, function.first, arrays);
    table.bytes = round_up(table.bytes, dynamic_alignment);
    table.extents.resize(table.bytes / 4);
    for (const module_symbol& array : table.arrays)
        for (std::size_t at = array.begin / 4; 4 * at < array.begin + array.bytes; ++at)
            table.extents[at] = {static_cast<std::uint32_t>(array.begin),
                                 static_cast<std::uint32_t>(array.begin + array.bytes)};
    return table;
}

std::vector<static_shared> find_static_shared(const void* kernel) {
    const module_image& module = own_module();
    const module_symbol* const symbol = find_symbol(module.functions, reinterpret_cast<std::uintptr_t>(kernel));
    const std::string exact = symbol == nullptr ? "" : function_of(symbol->name + "::"), name = kernel_name(kernel);
    std::map<std::string, static_shared> instances;
    for (const auto* arrays : {&module.thread_locals, &block_arrays().arrays})
        for (const module_symbol& array : *arrays) {
            const std::string function = function_of(array.name);
            if (function.empty() || plain_name(function) != name) continue;
            static_shared& of = instances[function];
            of.bytes += array.bytes;
            of.arrays += (of.arrays.empty() ? "" : ", ") + plain_name(array.name) + " " + std::to_string(array.bytes);
        }
    if (const auto known = instances.find(exact); known != instances.end()) return {known->second};
    std::vector<static_shared> result;
    for (auto& [function, one] : instances) result.push_back(std::move(one));
    return result;
}

}  // namespace

shared_array::shared_array(std::size_t bytes, std::size_t alignment, unsigned number)
    : bytes(bytes), alignment(alignment), number(number), offset(0) {
    listed_arrays().push_back(this);
}

const array_table& block_arrays() {
    static const auto* const table = new array_table(lay_out());
    return *table;
}

std::size_t constant_bytes() {
    std::size_t bytes = 0;
    for (const module_symbol& one : own_module().constants) bytes += one.bytes;
    return bytes;
}

const std::vector<static_shared>& static_shared_of(const void* kernel) {
    static std::mutex mutex;
    static auto& known = *new std::map<const void*, std::vector<static_shared>>;
    const std::lock_guard guard(mutex);
    auto at = known.find(kernel);
    if (at == known.end()) at = known.emplace(kernel, find_static_shared(kernel)).first;
    return at->second;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
