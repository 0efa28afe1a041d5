#include "places.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <filesystem>
#include <map>
#include <mutex>

#include <strider/emulator/lane.hpp>
#include <strider/emulator/launch.hpp>

#include "module.hpp"
#include "uninstrumented_assembly.hpp"

extern char** environ;

namespace strider::emulation {

namespace {

// What a program printed; empty if it could not be run.
std::string output_of(const std::vector<std::string>& command) {
    int ends[2];
    if (pipe(ends) != 0) return "";
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    std::string result;
    char buffer[4096];
    for (ssize_t got; (got = read(ends[0], buffer, sizeof(buffer))) > 0;) result.append(buffer, got);
    close(ends[0]);
    if (failed == 0) waitpid(child, nullptr, 0);
    return result;
}

// "/a/b.cu:12 (discriminator 3)" or "??:?".
source_line parse_line(const std::string& printed) {
    const std::size_t colon = printed.rfind(':', printed.find(" ("));
    source_line result;
    if (colon == std::string::npos) return result;
    std::from_chars(printed.data() + colon + 1, printed.data() + printed.size(), result.line);
    if (result.line == 0) return result;
    result.file = printed.substr(0, colon);
    std::error_code ignored;
    const auto here = std::filesystem::current_path(ignored).string() + "/";
    if (result.file.starts_with(here)) result.file.erase(0, here.size());
    return result;
}

bool in_own_module(std::uintptr_t address) {
    for (const auto& segment : own_module().segments)
        if (address - segment.begin < segment.end - segment.begin) return true;
    return false;
}

bool of_the_emulator(const std::string& file) {
    return file.find("include/strider/emulator/") != std::string::npos ||
           file.find("include/strider/check/") != std::string::npos;
}

// Thrust's headers, marked so by the checker (see check/compile/thrust.cpp), and the standard library's.
bool of_library_header(const std::string& file) {
    return file.find("/./") != std::string::npos || file.find("/include/c++/") != std::string::npos;
}

// Kernels that were launched through a wrapper, by the wrapper's address. Never destroyed, as modules are.
std::mutex given_names_mutex;
auto& given_names = *new std::map<const void*, std::string>;

std::vector<code_place> run_addr2line(const std::string& module, const std::vector<std::uintptr_t>& offsets) {
    std::vector<std::string> command{"addr2line", "-e", module, "-a", "-i"};
    for (const std::uintptr_t offset : offsets) command.push_back(fmt::format("{:#x}", offset));
    const std::string printed = output_of(command);
    std::vector<code_place> places;
    // Per address: the address, then the line of each inlined call, the innermost first.
    for (std::size_t from = 0, end; (end = printed.find('\n', from)) != std::string::npos; from = end + 1) {
        const std::string line = printed.substr(from, end - from);
        if (line.starts_with("0x")) {
            places.emplace_back();
            continue;
        }
        if (places.empty()) break;
        code_place& at = places.back();
        at.chain += line + "\n";
        const source_line parsed = parse_line(line);
        at.outer = parsed;
        const bool wanted = at.line.line == 0 || of_library_header(at.line.file);
        if (wanted && parsed.line != 0 && !of_the_emulator(parsed.file)) at.line = parsed;
    }
    places.resize(offsets.size());
    return places;
}

}  // namespace

namespace {

// Places of the own module that were looked up before: a report may be made anew with every finding.
std::mutex known_places_mutex;
auto& known_places = *new std::map<std::uintptr_t, code_place>;

bool find_cached(std::uintptr_t address, code_place& place) {
    const std::lock_guard guard(known_places_mutex);
    const auto known = known_places.find(address);
    if (known == known_places.end()) return false;
    place = known->second;
    return true;
}

void remember(std::uintptr_t address, const code_place& place) {
    const std::lock_guard guard(known_places_mutex);
    known_places[address] = place;
}

}  // namespace

std::vector<code_place> look_up(std::span<const void* const> addresses) {
    std::vector<code_place> places(addresses.size());
    struct wanted {
        std::vector<std::uintptr_t> offsets;
        std::vector<std::size_t> indices;
    };
    std::map<std::string, wanted> modules;
    for (std::size_t i = 0; i < addresses.size(); ++i) {
        const auto address = reinterpret_cast<std::uintptr_t>(addresses[i]);
        Dl_info other{};
        if (find_cached(address, places[i])) continue;
        const bool own = in_own_module(address);
        if (!own && (address == 0 || dladdr(addresses[i], &other) == 0)) continue;
        wanted& here = modules[own ? own_module().path : other.dli_fname];
        // Return addresses: the call is the instruction before.
        const std::uintptr_t base = own ? own_module().base : reinterpret_cast<std::uintptr_t>(other.dli_fbase);
        here.offsets.push_back(address - 1 - base);
        here.indices.push_back(i);
    }
    for (const auto& [path, here] : modules) {
        const std::vector<code_place> found = run_addr2line(path, here.offsets);
        for (std::size_t i = 0; i < found.size(); ++i) {
            places[here.indices[i]] = found[i];
            if (path == own_module().path)
                remember(reinterpret_cast<std::uintptr_t>(addresses[here.indices[i]]), found[i]);
        }
    }
    return places;
}

source_line line_of(const void* pc) { return look_up({&pc, 1}).front().line; }

void name_kernel(const void* kernel, const char* name) {
    const std::lock_guard guard(given_names_mutex);
    given_names[kernel] = name;
}

std::string kernel_name(const void* kernel) {
    {
        const std::lock_guard guard(given_names_mutex);
        if (const auto given = given_names.find(kernel); given != given_names.end()) return plain_name(given->second);
    }
    const module_symbol* symbol = find_symbol(own_module().functions, reinterpret_cast<std::uintptr_t>(kernel));
    if (symbol != nullptr) return plain_name(symbol->name);
    return fmt::format("kernel@{}", kernel);
}

std::string kernel_instance(const void* kernel) {
    const module_symbol* symbol = find_symbol(own_module().functions, reinterpret_cast<std::uintptr_t>(kernel));
    return symbol != nullptr ? symbol->name : kernel_name(kernel);
}

namespace {

// "user::fill", for "std::vector<int> user::fill<int>(int const&) [clone .constprop.0]": without return type, template
// arguments and parameters.
std::string qualified_name(const std::string& demangled) {
    std::string name;
    int depth = 0;
    for (const char c : demangled) {
        if (c == '>' || c == ')') --depth;
        if (depth == 0 && c != '>' && c != ')' && c != '<' && c != '(') name += c;
        if (c == '<' || c == '(') ++depth;
    }
    for (const char* behind : {" [clone", " const"})
        if (const std::size_t at = name.find(behind); at != std::string::npos) name.erase(at);
    return name.substr(name.rfind(' ') + 1);
}

bool of_a_library(const module_symbol& function) {
    constexpr std::array<std::string_view, 10> libraries{"strider::emulation::",
                                                         "strider_emulator_",
                                                         "__tsan_",
                                                         "boost::",
                                                         "make_fcontext",
                                                         "thrust::",
                                                         "cub::",
                                                         "cuda::",
                                                         "std::",
                                                         "__gnu_cxx::"};
    const std::string name = qualified_name(function.name);
    return std::any_of(libraries.begin(), libraries.end(), [&](auto library) { return name.starts_with(library); });
}

const module_symbol* function_at(const void* return_address) {
    return find_symbol(own_module().functions, reinterpret_cast<std::uintptr_t>(return_address) - 1);
}

std::atomic<const void*> of_library = nullptr;

}  // namespace

library_call::library_call() { of_library = calling_user(); }
library_call::~library_call() { of_library = nullptr; }

const void* in_user_code(const void* pc) {
    const module_symbol* const function = function_at(pc);
    if (function == nullptr || !on_lane() || !of_a_library(*function)) return pc;
    const void* call = calling_user();
    if (call == nullptr) call = of_library;
    return call == nullptr ? pc : call;
}

const void* in_host_code(const void* pc) {
    const module_symbol* const function = function_at(pc);
    if (function == nullptr || !of_a_library(*function)) return pc;
    const void* const call = calling_user();
    return call == nullptr ? pc : call;
}

const void* calling_user() {
    const void* user = nullptr;
    const auto look_at = [](_Unwind_Context* frame, void* result) {
        const auto address = reinterpret_cast<const void*>(_Unwind_GetIP(frame));
        const module_symbol* const function = function_at(address);
        if (function == nullptr || of_a_library(*function)) return _URC_NO_REASON;
        *static_cast<const void**>(result) = address;
        return _URC_END_OF_STACK;
    };
    _Unwind_Backtrace(look_at, &user);
    return user;
}

host_call call_of_user() {
    host_call innermost;
    const auto look_at = [](_Unwind_Context* frame, void* result) {
        auto& call = *static_cast<host_call*>(result);
        const auto address = reinterpret_cast<const void*>(_Unwind_GetIP(frame));
        const module_symbol* const function = function_at(address);
        if (function == nullptr || of_a_library(*function)) return _URC_NO_REASON;
        const std::string name = qualified_name(function->name);
        if (name.starts_with("cu")) {  // cudaMalloc, cuMemAlloc, cublasCreate
            call.name = name;
            return _URC_NO_REASON;
        }
        if (room_for_jump(function->begin) == 0) return _URC_NO_REASON;  // no checked code: the runtime's own
        call.at = address;
        return _URC_END_OF_STACK;
    };
    _Unwind_Backtrace(look_at, &innermost);
    return innermost;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
