#include <strider/check/shims/nvrtc/nvrtc.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <strider/check/runtime/error.hpp>

#include "check/base/run_options.hpp"
#include "check/runtime/runtime_source.hpp"

namespace fs = std::filesystem;
namespace program = strider::emulation::program;

struct _nvrtcProgram {
    std::string source, name;
    std::vector<std::pair<std::string, std::string>> headers;  // name and text
    std::vector<std::string> expressions;
    std::string module;  // once it is compiled
    std::string log;
};

namespace {

void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

/// The source, and behind it the kernels that the program names by expressions.
std::string whole_source(const _nvrtcProgram& of) {
    std::string text = of.source;
    for (std::size_t i = 0; i < of.expressions.size(); ++i) {
        const std::string& name = of.expressions[i];
        text += "\n[[maybe_unused]] static const bool strider_named_" + std::to_string(i) +
                " = (::strider::emulation::runtime::name_function(" + program::module_macro + ", \"" + name +
                "\", ::strider::emulation::runtime::handle(&" + name.substr(name.find_first_not_of("& ")) +
                ")), true);";
    }
    return text;
}

std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

nvrtcResult copy_out(const std::string& text, std::size_t* bytes, char* to) {
    if (bytes != nullptr) *bytes = text.size() + 1;
    if (to != nullptr) std::memcpy(to, text.c_str(), text.size() + 1);
    return bytes != nullptr || to != nullptr ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_INPUT;
}

}  // namespace

const char* nvrtcGetErrorString(nvrtcResult result) {
    static constexpr const char* names[] = {"NVRTC_SUCCESS",
                                            "NVRTC_ERROR_OUT_OF_MEMORY",
                                            "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                            "NVRTC_ERROR_INVALID_INPUT",
                                            "NVRTC_ERROR_INVALID_PROGRAM",
                                            "NVRTC_ERROR_INVALID_OPTION",
                                            "NVRTC_ERROR_COMPILATION",
                                            "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                            "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                            "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                            "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                            "NVRTC_ERROR_INTERNAL_ERROR"};
    return result >= 0 && result < std::size(names) ? names[result] : "NVRTC_ERROR unknown";
}
nvrtcResult nvrtcVersion(int* major, int* minor) {
    *major = 13;
    *minor = 0;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram* made, const char* source, const char* name, int header_count,
                               const char* const* headers, const char* const* header_names) {
    if (made == nullptr || source == nullptr) return NVRTC_ERROR_INVALID_INPUT;
    *made = new _nvrtcProgram{
        source, name != nullptr ? fs::path(name).filename().string() : "default_program", {}, {}, "", ""};
    if (fs::path((*made)->name).extension() != ".cu") (*made)->name += ".cu";
    for (int i = 0; i < header_count; ++i) (*made)->headers.emplace_back(header_names[i], headers[i]);
    return NVRTC_SUCCESS;
}
nvrtcResult nvrtcDestroyProgram(nvrtcProgram* of) {
    if (of == nullptr || *of == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
    delete *of;
    *of = nullptr;
    return NVRTC_SUCCESS;
}
nvrtcResult nvrtcAddNameExpression(nvrtcProgram of, const char* expression) {
    if (of == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
    if (!of->module.empty()) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    of->expressions.emplace_back(expression);
    return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetLoweredName(nvrtcProgram of, const char* expression, const char** name) {
    if (of == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
    if (of->module.empty()) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    for (const std::string& one : of->expressions)
        if (one == expression) return *name = one.c_str(), NVRTC_SUCCESS;
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram handle, int count, const char* const* options) {
    if (handle == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
    const std::string folder = program::asked().runtime_sources;
    if (folder.empty()) {
        strider::emulation::runtime::refuse_call(__builtin_return_address(0), "nvrtcCompileProgram",
                                                 "run the program by `strider check`, which compiles the source");
        return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
    }
    program::runtime_source request{handle->name, {}};
    std::string all = whole_source(*handle);
    for (int i = 0; i < count; ++i) {
        const std::string option = options[i];
        const bool counts = option.starts_with("-D") || option.starts_with("-U") || option.starts_with("-I");
        if (counts) request.arguments.push_back(option);
        // Of two words: -D NAME
        if (counts && option.size() == 2 && i + 1 < count) request.arguments.back() += options[++i];
    }
    const std::string source = all;
    for (const std::string& one : request.arguments) all += '\0' + one;
    for (const auto& [name, text] : handle->headers) all += '\0' + name + '\0' + text;
    char module[24];
    std::snprintf(module, sizeof(module), "%016zx", std::hash<std::string>()(all));
    const fs::path place = fs::path(folder) / module;
    if (!fs::exists(place / program::runtime_source_log)) {
        write(place / handle->name, source);
        for (const auto& [name, text] : handle->headers) write(place / name, text);
        request.arguments.insert(request.arguments.begin(), "-I" + place.string());
        write(place / program::runtime_source_request, nlohmann::json(request).dump());
        std::fflush(nullptr);
        std::_Exit(program::needs_source_status);
    }
    handle->module = module;
    handle->log = read(place / program::runtime_source_log);
    return handle->log.empty() ? NVRTC_SUCCESS : NVRTC_ERROR_COMPILATION;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram of, std::size_t* bytes) {
    return of == nullptr ? NVRTC_ERROR_INVALID_PROGRAM : copy_out(program::module_mark + of->module, bytes, nullptr);
}
nvrtcResult nvrtcGetPTX(nvrtcProgram of, char* text) {
    return of == nullptr ? NVRTC_ERROR_INVALID_PROGRAM : copy_out(program::module_mark + of->module, nullptr, text);
}
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram of, std::size_t* bytes) {
    return of == nullptr ? NVRTC_ERROR_INVALID_PROGRAM : copy_out(of->log, bytes, nullptr);
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram of, char* text) {
    return of == nullptr ? NVRTC_ERROR_INVALID_PROGRAM : copy_out(of->log, nullptr, text);
}
// SPDX-License-Identifier: Apache-2.0
