// The static shared arrays of kernels, which the module's symbol table knows by name.
#include <strider/simt/launch.hpp>

#include <map>
#include <mutex>

#include "module.hpp"
#include "places.hpp"

namespace strider::executor {

namespace {

// "void tiled<16>(int*)::left" is `left` of "tiled<16>(int*)": templates' own symbols begin with their result.
std::string function_of(const std::string& array) {
    const std::size_t end = array.rfind(")::");
    if (end == std::string::npos) return "";
    const std::string function = array.substr(0, end + 1);
    return function.starts_with("void ") ? function.substr(5) : function;
}

std::vector<static_shared> find_static_shared(const void* kernel) {
    const module_image& module = own_module();
    const module_symbol* const symbol = find_symbol(module.functions, reinterpret_cast<std::uintptr_t>(kernel));
    const std::string exact = symbol == nullptr ? "" : function_of(symbol->name + "::"), name = kernel_name(kernel);
    std::map<std::string, static_shared> instances;
    for (const module_symbol& array : module.thread_locals) {
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

const std::vector<static_shared>& static_shared_of(const void* kernel) {
    static std::mutex mutex;
    static auto& known = *new std::map<const void*, std::vector<static_shared>>;
    const std::lock_guard guard(mutex);
    auto at = known.find(kernel);
    if (at == known.end()) at = known.emplace(kernel, find_static_shared(kernel)).first;
    return at->second;
}

}  // namespace strider::executor
