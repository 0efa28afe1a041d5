#include <lab/measure/own_rungs.hpp>

#include <dlfcn.h>
#include <fmt/format.h>
#include "check/base/process.hpp"
#include "check/check.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include <lab/base/errors.hpp>
#include <lab/base/load_module.hpp>
#include <lab/base/location.hpp>

namespace strider::lab {
namespace {

namespace fs = std::filesystem;
using kernel_check::process_result;
using words = std::vector<std::string>;

bool is_there(const fs::path& file) {
    std::error_code unreadable;
    return fs::exists(file, unreadable);
}

words operator+(words first, const words& more) {
    first.insert(first.end(), more.begin(), more.end());
    return first;
}

/// What every compiler is told: where headers are, and what the module exports.
words header_options(const std::string& file) {
    const fs::path ladders = data_path("ladders/harness/own_rung.hpp");
    if (ladders.empty()) {
        throw usage_error(fmt::format(
            "{} cannot be compiled: the ladders' headers (ladders/harness/own_rung.hpp) are not here", file));
    }
    words options = {"-I" + ladders.parent_path().parent_path().parent_path().string()};
    const std::vector<fs::path> headers = kernel_check::default_toolchain().include_folders;
    const auto has_library = [](const fs::path& folder) { return is_there(folder / "strider/core/target.hpp"); };
    if (std::none_of(headers.begin(), headers.end(), has_library)) {
        throw usage_error(
            fmt::format("{} cannot be compiled: the library's headers are not here (Debian: libstrider-dev)", file));
    }
    for (const fs::path& folder : headers) options.push_back("-I" + folder.string());
    return options + words{"-include", "ladders/harness/own_rung.hpp"};
}

void compile(const std::string& file, const words& command) {
    process_result result;
    try {
        result = kernel_check::run_process(command, {}, kernel_check::compiler_limit);
    } catch (const std::runtime_error& failure) {
        throw usage_error(fmt::format("{} cannot be compiled: {}", file, failure.what()));
    }
    if (result.timed_out) throw usage_error(fmt::format("{}: the compiler did not finish within ten minutes", file));
    if (result.succeeded()) return;
    throw compile_error(file, std::move(result.output));
}

const words host_options = {"-std=c++20", "-O3", "-DNDEBUG", "-fPIC", "-fvisibility=hidden"};

/// As strider_emulator_kernels() compiles the project's own rungs; the emulator is linked to it.
void compile_for_emulator(const std::string& file, const fs::path& module) {
    if (!build_targets("strider_emulator_own strider_emulator_program"))
        throw usage_error(fmt::format("{} cannot be compiled: the emulator could not be built", file));
    const kernel_check::toolchain tools = kernel_check::default_toolchain();
    fs::path device;
    for (const fs::path& folder : module_folders()) {
        if (device.empty() && is_there(folder / "libstrider_emulator_device.a"))
            device = folder / "libstrider_emulator_device.a";
    }
    if (device.empty()) {
        throw usage_error(
            fmt::format("{} cannot be compiled: libstrider_emulator_device.a is not beside the modules", file));
    }
    const std::string object = module.string() + ".o";
    // Two steps: the flags of the instrumentation would link the compiler's own runtime.
    compile(file, words{tools.compiler} + host_options + tools.compile_flags +
                      words{"-include", "strider/emulator/dialect/memory_functions.hpp"} + header_options(file) +
                      words{"-Wno-unknown-pragmas", "-DSTRIDER_EMULATOR", "-x", "c++", "-c", file, "-o", object});
    compile(file, words{tools.compiler, "-shared", "-Wl,--no-undefined", "-u", ladders::open_device_symbol, object,
                        device.string()} +
                      tools.link_inputs + words{"-o", module.string()});
}

void compile_for_gpu(const std::string& file, const fs::path& module) {
    compile(file, words{STRIDER_NVCC, "-shared", "-std=c++20", "-O3", "-DNDEBUG", "-arch=native", "-cudart=static",
                        "-Xcompiler=-fPIC,-fvisibility=hidden"} +
                      header_options(file) + words{"-x", "cu", file, "-o", module.string()});
}

void compile_for_cpu(const std::string& file, const fs::path& module) {
    compile(file, words{kernel_check::default_toolchain().compiler, "-shared"} + host_options + header_options(file) +
                      words{"-x", "c++", file, "-o", module.string(), "-ltbb"});
}

void* symbol_of(void* library, const char* name) {
    void* const found = ::dlsym(library, name);
    if (!found) throw std::logic_error(fmt::format("a module of own rungs exports no {}", name));
    return found;
}

void check_rungs(const own_module& own, const opened_device& on, std::string_view pattern) {
    if (own.rungs.empty()) {
        throw usage_error(
            fmt::format("{} registers no rung: give it a `static const registration`, as "
                        "examples/own_rung has",
                        own.file));
    }
    const std::vector<const ladders::rung*> ours = rungs_of(on, pattern);
    for (const ladders::rung& candidate : own.rungs) {
        if (!candidate.pattern || candidate.pattern != pattern) {
            throw usage_error(fmt::format("{}: rung {} is of the {} ladder, not of {}", own.file, candidate.number,
                                          candidate.pattern ? candidate.pattern : "(unnamed)", pattern));
        }
        if (!candidate.name || !candidate.run) {
            throw usage_error(
                fmt::format("{}: rung {} has no .{}", own.file, candidate.number, candidate.name ? "run" : "name"));
        }
        const auto same = [&](const ladders::rung& other) { return other.number == candidate.number; };
        const bool is_ours = std::any_of(ours.begin(), ours.end(), [&](auto* other) { return same(*other); });
        if (!is_ours && std::count_if(own.rungs.begin(), own.rungs.end(), same) == 1) continue;
        throw usage_error(
            fmt::format("{}: there are two rungs {}; give yours another .number", own.file, candidate.number));
    }
}

}  // namespace

bool is_kernel_file(const std::string& file) {
    const std::string kind = fs::path(file).extension();
    if (kind != ".cu" && kind != ".cpp") {
        throw usage_error(fmt::format("{} is not a rung file: name a .cu, or a .cpp for the cpu device", file));
    }
    return kind == ".cu";
}

own_module open_own_rungs(const std::string& file, const opened_device& on, std::string_view pattern) {
    if (!is_there(file)) throw usage_error(fmt::format("{} is not there", file));
    // Kept until the process ends: the emulator reads the lines of findings from the module's file.
    static const kernel_check::temporary_folder folder;
    const fs::path module = folder.path() / "own.so";
    const auto compile_for = on.name == "emulator" ? compile_for_emulator
                             : on.name == "gpu"    ? compile_for_gpu
                                                   : compile_for_cpu;
    compile_for(file, module);
    // Never closed, as the other modules.
    void* const library = ::dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) throw usage_error(fmt::format("{} cannot be loaded: {}", file, ::dlerror()));

    own_module own{file, on.device,
                   *reinterpret_cast<ladders::own_rungs_function>(symbol_of(library, ladders::own_rungs_symbol))()};
    for (ladders::rung& candidate : own.rungs) candidate.kind = ladders::rung_kind::own;
    check_rungs(own, on, pattern);
    if (on.name == "emulator") {
        const auto open =
            reinterpret_cast<ladders::open_device_function>(symbol_of(library, ladders::open_device_symbol));
        std::string why;
        own.device = open("emulator", why);
    }
    return own;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
