#include <lab/grade/calls.hpp>

#include <cxxabi.h>
#include <fmt/format.h>
#include "check/base/process.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

namespace strider::lab {
namespace {

bool starts_with_one(std::string_view name, std::initializer_list<std::string_view> prefixes) {
    return std::ranges::any_of(prefixes, [&](std::string_view one) { return name.starts_with(one); });
}

/// Functions of C without files, processes and other ways out.
bool is_plain_c(std::string_view name) {
    static const std::set<std::string_view> known{
        "abort",   "abs",          "aligned_alloc", "atof",     "atoi",    "atol",      "bsearch",      "calloc",
        "clock",   "div",          "exit",          "fflush",   "fprintf", "fputc",     "fputs",        "free",
        "fwrite",  "gettimeofday", "labs",          "llabs",    "malloc",  "memchr",    "memcmp",       "memcpy",
        "memmove", "memset",       "printf",        "putc",     "putchar", "puts",      "qsort",        "rand",
        "realloc", "snprintf",     "sprintf",       "srand",    "stderr",  "stdout",    "strcat",       "strchr",
        "strcmp",  "strcpy",       "strlen",        "strncmp",  "strncpy", "strrchr",   "strstr",       "strtod",
        "strtol",  "strtoul",      "time",          "vfprintf", "vprintf", "vsnprintf", "clock_gettime"};
    static const std::set<std::string_view> mathematics{
        "acos",   "acosh",     "asin",      "asinh", "atan",      "atan2", "atanh", "cbrt",   "ceil",   "copysign",
        "cos",    "cosh",      "erf",       "erfc",  "exp",       "exp10", "exp2",  "expm1",  "fabs",   "fdim",
        "floor",  "fma",       "fmax",      "fmin",  "fmod",      "frexp", "hypot", "ilogb",  "ldexp",  "lgamma",
        "llrint", "llround",   "log",       "log10", "log1p",     "log2",  "logb",  "lrint",  "lround", "modf",
        "nan",    "nearbyint", "nextafter", "pow",   "remainder", "rint",  "round", "scalbn", "sin",    "sincos",
        "sinh",   "sqrt",      "tan",       "tanh",  "tgamma",    "trunc"};
    if (known.contains(name) || mathematics.contains(name)) return true;
    const bool has_suffix = name.ends_with('f') || name.ends_with('l');
    return has_suffix && mathematics.contains(name.substr(0, name.size() - 1));
}

/// Calls of CUDA that leave the input on the device: no memory of both sides, no host functions.
bool is_plain_cuda(std::string_view name) {
    static const std::set<std::string_view> known{
        "cudaMalloc",           "cudaMallocAsync",     "cudaMallocPitch",
        "cudaMemGetInfo",       "cudaMemcpy",          "cudaMemcpyAsync",
        "cudaMemcpy2D",         "cudaMemcpyToSymbol",  "cudaMemcpyToSymbolAsync",
        "cudaMemcpyFromSymbol", "cudaMemset",          "cudaMemsetAsync",
        "cudaMemset2D",         "cudaPeekAtLastError", "cudaRuntimeGetVersion",
        "cudaDriverGetVersion"};
    return known.contains(name) ||
           starts_with_one(name,
                           {"cudaFree", "cudaGet", "cudaDevice", "cudaThread", "cudaStreamCreate", "cudaStreamDestroy",
                            "cudaStreamSync", "cudaStreamWait", "cudaEvent", "cudaFunc", "cudaLaunchKernel",
                            "cudaLaunchCooperativeKernel", "cudaMemcpyBatch", "cudaMemcpy3DBatch", "cudaOccupancy"});
}

bool is_of_the_language(std::string_view raw, std::string_view name) {
    if (raw == name)
        return starts_with_one(
            raw, {"__tsan_", "__sanitizer_", "__ubsan_", "__cxa_", "__gxx_", "_Unwind_", "strider_emulator_",
                  "__stack_chk", "__dso_handle", "_GLOBAL_", "__tls_", "__errno", "__assert"});
    for (const std::string_view forbidden : {"fstream", "filebuf", "filesystem", "std::thread", "know_managed"})
        if (name.find(forbidden) != std::string_view::npos) return false;
    return starts_with_one(name, {"std::", "operator new", "operator delete", "vtable for ", "typeinfo ", "VTT for ",
                                  "__gnu_cxx::", "__cxxabiv1::", "strider::emulation::"});
}

std::string demangled(const std::string& raw) {
    int failed = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(raw.c_str(), nullptr, nullptr, &failed),
                                                           &std::free);
    return name ? name.get() : raw;
}

/// "MAIN.cu:7", the first line that has the word; else "MAIN.cu".
std::string place_of(const std::string& word, const std::filesystem::path& source) {
    std::ifstream in(source);
    const std::string file = source.filename().string();
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        for (std::size_t at = 0; (at = line.find(word, at)) != std::string::npos; at += word.size()) {
            const auto is_name = [&](std::size_t i) {
                return i < line.size() && (std::isalnum(static_cast<unsigned char>(line[i])) != 0 || line[i] == '_');
            };
            if ((at == 0 || !is_name(at - 1)) && !is_name(at + word.size())) return fmt::format("{}:{}", file, number);
        }
    }
    return file;
}

/// The name as it stands in the source.
std::string short_name(std::string name) {
    for (const char* const file : {"fstream", "filebuf", "filesystem"})
        if (name.find(file) != std::string::npos) return file == std::string("filebuf") ? "fstream" : file;
    if (name.find("know_managed") != std::string::npos) return "__managed__";
    name = name.substr(0, name.find('('));
    return name.substr(0, name.find('<'));
}

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string output_of(const std::vector<std::string>& command) {
    return kernel_check::run_process(command, {}, kernel_check::compiler_limit).output;
}

std::string calls_library(const std::filesystem::path& source) {
    return source.filename().string() + " calls Thrust or CUB, which the assignment does not allow";
}

}  // namespace

std::string forbidden_include(const std::filesystem::path& source, const assignment& task) {
    static const std::regex library(R"(#\s*include\s*[<"](thrust|cub)/)");
    return !task.libraries && std::regex_search(text_of(source), library) ? calls_library(source) : "";
}

std::string forbidden_call(const std::filesystem::path& object, const std::filesystem::path& source,
                           const assignment& task) {
    const std::string text = text_of(source);
    std::istringstream symbols(output_of({"nm", "--portability", object.string()}));
    std::string refusal;
    bool uses_library = false;
    const bool allows_all = std::ranges::find(task.allowed, "*") != task.allowed.end();
    for (std::string line; std::getline(symbols, line);) {
        const std::string raw = line.substr(0, line.find(' '));
        const char kind = line.size() > raw.size() + 1 ? line[raw.size() + 1] : ' ';
        const std::string name = demangled(raw), called = short_name(name);
        uses_library = uses_library || name.find("thrust::") != std::string::npos || name.find("cub::") == 0;
        const bool is_known =
            is_of_the_language(raw, name) || is_plain_cuda(called) || (raw == name && is_plain_c(raw));
        const auto refuse = [&](const char* does) {
            if (refusal.empty())
                refusal = fmt::format("{} {} {}, which the assignment does not allow", place_of(called, source), does,
                                      called);
        };
        const bool is_allowed = allows_all || std::ranges::find(task.allowed, called) != task.allowed.end();
        if (kind == 'U' && !is_known && !is_allowed) refuse("calls");
        // One of its own would take the place of ours.
        const bool takes_a_place =
            raw == name ? is_plain_c(raw) || is_of_the_language(raw, name) : name.starts_with("strider::emulation::");
        if ((kind == 'T' || kind == 'D' || kind == 'B') && takes_a_place) refuse("defines");
    }
    if (uses_library && !task.libraries) return calls_library(source);
    if (!refusal.empty() || allows_all) return refusal;
    static const std::regex call_of_the_system(R"(\t(syscall|sysenter|int\s+\$0x80|svc)\b)");
    if (text.find("asm") != std::string::npos &&
        std::regex_search(output_of({"objdump", "-d", object.string()}), call_of_the_system))
        return fmt::format("{} calls the system by assembly, which the assignment does not allow",
                           place_of("asm", source));
    return "";
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
