// Where the compiler, the headers and the libraries are: beside the running program if that is installed, else in the
// build tree that made it.
#include "check/base/options.hpp"
#include "check/base/process.hpp"

#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "compile.hpp"
#include "toolchain_paths.hpp"

namespace strider::kernel_check {
namespace {

namespace fs = std::filesystem;

constexpr int oldest_version = 12;

/// The number that a compiler's macros give a name, or 0.
int value_of(const std::string& macros, const std::string& name) {
    std::istringstream lines(macros);
    std::string define, macro, value;
    while (lines >> define >> macro && std::getline(lines, value)) {
        if (macro == name) return std::atoi(value.c_str());
    }
    return 0;
}

/// g++'s alone. Of pointers into local arrays the instrumentation of accesses knows nothing; of copies that are called
/// for see memory_functions.hpp. What clears the guards of local arrays, see local_array.hpp, are stores that nothing
/// reads.
#define STRIDER_OWN_FLAGS_OF_GNU                                                                                     \
    "-fsanitize=object-size", "-fsanitize=bounds-strict", "-fno-dse", "-fno-builtin-memcpy", "-fno-builtin-memmove", \
        "-fno-builtin-memset"

/// A function that ends without `return` returns, as in nvcc's host code. g++ leaves the end of such a function to its
/// sanitizer, and clang to its option.
constexpr const char *returns_of_clang = "-fno-strict-return", *returns_of_gnu = "-fsanitize=unreachable";

/// The flags for kernels of this compiler; none where it is not there, or too old.
std::vector<std::string> flags_of(const std::string& compiler) {
    std::string macros;
    try {
        macros = run_process({compiler, "-dM", "-E", "-x", "c++", "/dev/null"}, {}, compiler_limit).output;
    } catch (const std::runtime_error&) {
        return {};
    }
    if (const int clang = value_of(macros, "__clang_major__"); clang != 0) {
        return clang < oldest_version ? std::vector<std::string>{}
                                      : std::vector<std::string>{returns_of_clang, STRIDER_KERNEL_FLAGS_OF_CLANG};
    }
    const int gnu = value_of(macros, "__GNUC__");
    if (gnu < oldest_version) return {};
    std::vector<std::string> flags{returns_of_gnu, STRIDER_OWN_FLAGS_OF_GNU, STRIDER_KERNEL_FLAGS_OF_GNU};
    if (gnu >= 14) flags.insert(flags.end(), {STRIDER_KERNEL_FLAGS_SINCE_GNU_14});
    return flags;
}

/// Takes the flags of a compiler, the first of which is for returns.
void add_flags(toolchain& tools, const std::vector<std::string>& flags) {
    tools.returns = flags.front();
    tools.compile_flags.insert(tools.compile_flags.end(), flags.begin(), flags.end());
    // g++ shows the access of a structure of two 8-byte members like that of a vector of 16. These checks tell them
    // apart, but keep accesses inside of loops.
    if (tools.returns == returns_of_gnu)
        tools.alignment_flags = {"-fsanitize=alignment", "-DSTRIDER_EMULATOR_CHECKS_ALIGNMENT"};
}

/// The compiler of an installed program, which may not be what it was built by.
void choose_compiler(toolchain& tools) {
    for (const char* const compiler : {STRIDER_COMPILER, "g++", "clang++"}) {
        const std::vector<std::string> flags = flags_of(compiler);
        if (flags.empty()) continue;
        tools.compiler = compiler;
        add_flags(tools, flags);
        return;
    }
    throw unusable_file("found no g++ or clang++ " + std::to_string(oldest_version) +
                        " or newer to compile CUDA programs with (Debian: apt-get install g++)");
}

toolchain find_toolchain() {
    toolchain tools;
    // Fortified, memcpy is a function of a system header: findings would name its line. Conversions that are written
    // compute as on a GPU; of the others the compiler tells. Where a call takes a structure from memory or stores one
    // there, g++ shows no access, unless the function is inlined. What writes behind local arrays, by whatever pointer,
    // mostly hits the value that the stack protector keeps there. Functions begin with room for a jump
    // to the uninstrumented build.
    tools.compile_flags = {"-O1",
                           "-g1",
                           "-U_FORTIFY_SOURCE",
                           "-fsanitize=float-cast-overflow",
                           "-finline-small-functions",
                           "-fstack-protector-strong",
                           "-fpatchable-function-entry=5"};
    std::error_code none;
    const fs::path prefix = fs::read_symlink("/proc/self/exe", none).parent_path().parent_path();
    const auto link = [&](const std::vector<std::string>& more) {
        tools.link_inputs.insert(tools.link_inputs.end(), more.begin(), more.end());
    };
    if (const fs::path headers = prefix / STRIDER_INSTALLED_INCLUDES;
        fs::exists(headers / "strider/check/runtime/program.hpp", none)) {
        choose_compiler(tools);
        tools.include_folders = {headers};
        if (const fs::path cache = cache_folder(); !cache.empty()) tools.cache = cache / "headers";
        const fs::path libraries = prefix / STRIDER_INSTALLED_LIBRARIES;
        link({"-L" + libraries.string(), "-lstrider_emulator_program", "-lstrider_emulator"});
        // The Python package brings the others.
        const std::string context = std::string(STRIDER_BOOST_CONTEXT).substr(3);
        if (fs::exists(libraries / STRIDER_TBB, none)) {
            link({(libraries / context).string(), (libraries / STRIDER_TBB).string(),
                  "-Wl,-rpath," + libraries.string()});
        } else {
            link({STRIDER_BOOST_CONTEXT, "-ltbb"});
        }
    } else {
        tools.compiler = STRIDER_COMPILER;  // the flags are for this one
#ifdef __clang__
        add_flags(tools, {returns_of_clang, STRIDER_KERNEL_FLAGS});
#else
        add_flags(tools, {returns_of_gnu, STRIDER_OWN_FLAGS_OF_GNU, STRIDER_KERNEL_FLAGS});
#endif
        tools.include_folders = {STRIDER_BUILD_INCLUDES};
        tools.cache = STRIDER_BUILD_CACHE;
        link({STRIDER_BUILD_LIBRARIES, STRIDER_BOOST_CONTEXT, "-ltbb"});
    }
    link({"-ldl", "-lpthread"});
    if (tools.returns != returns_of_gnu)
        tools.cache.clear();  // only g++ takes a precompiled header where it is as told
    return tools;
}

}  // namespace

fs::path cache_folder() {
    const auto folder = [](const char* name) {
        const char* const value = std::getenv(name);
        return fs::path(value ? value : "");
    };
    fs::path cache = folder("XDG_CACHE_HOME");
    if (cache.empty() && !folder("HOME").empty()) cache = folder("HOME") / ".cache";
    return cache.empty() ? cache : cache / "strider";
}

toolchain default_toolchain() {
    static const toolchain found = find_toolchain();
    return found;
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
