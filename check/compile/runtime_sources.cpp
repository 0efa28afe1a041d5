#include "runtime_sources.hpp"

#include <fstream>

#include "check/runtime/runtime_source.hpp"
#include "compile.hpp"

namespace strider::kernel_check {
namespace {

namespace fs = std::filesystem;
namespace program = emulation::program;

/// Makes all names of the object its own: several sources may define the same ones.
process_result isolate(const std::string& object) {
    const std::string joined = object + ".joined.o";
    process_result how =
        run_process({"ld", "-r", "--force-group-allocation", object, "-o", joined}, {}, compiler_limit);
    if (!how.succeeded()) return how;
    return run_process({"objcopy", "--keep-global-symbol=" + std::string(program::module_macro), joined, object}, {},
                       compiler_limit);
}

/// Empty where all went well.
std::string compile(const toolchain& tools, const fs::path& folder, const std::string& object) {
    const auto request =
        nlohmann::json::parse(std::ifstream(folder / program::runtime_source_request)).get<program::runtime_source>();
    std::vector<std::string> arguments = request.arguments;
    arguments.push_back(std::string("-D") + program::module_macro + "=\"" + folder.filename().string() + "\"");
    arguments.push_back("-fdebug-prefix-map=" + (folder / "").string() + "=");
    try {
        process_result how = compile_source(tools, folder / request.file, arguments, object, /*cuda=*/true).how;
        if (how.succeeded()) how = isolate(object);
        return how.succeeded() ? "" : first_error(how.output) + "\n";
    } catch (const std::exception& error) {
        return std::string(error.what()) + "\n";
    }
}

}  // namespace

std::vector<std::string> compile_runtime_sources(const toolchain& tools, const fs::path& folder) {
    std::vector<std::string> objects;
    if (!fs::exists(folder)) return objects;
    for (const fs::directory_entry& source : fs::directory_iterator(folder)) {
        if (fs::exists(source.path() / program::runtime_source_log)) continue;
        const std::string object = (source.path() / "object.o").string();
        const std::string log = compile(tools, source.path(), object);
        objects.push_back(log.empty() ? object : failed_source);
        std::ofstream(source.path() / program::runtime_source_log) << log;
    }
    return objects;
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
