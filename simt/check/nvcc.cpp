#include "nvcc.hpp"

#include <iostream>
#include <stdexcept>

#include "compile.hpp"

namespace strider::kernel_check {
namespace {

namespace fs = std::filesystem;
using action = nvcc_command::action;

/// Prints what the compiler said; its exit status.
int tell(const process_result& ran) {
    std::cerr << ran.output;
    if (ran.timed_out) std::cerr << "strider-nvcc: the compiler did not finish\n";
    return ran.timed_out || ran.signal != 0 ? 1 : ran.status;
}

fs::path object_of(const nvcc_command& command, const fs::path& source) {
    if (command.what == action::compile && !command.output.empty()) return command.output;
    return source.filename().replace_extension(".o");
}

int compile_one(const nvcc_command& command, const toolchain& tools, const fs::path& source, const fs::path& output,
                const std::string& how) {
    if (command.verbose) std::cerr << "#$ strider-nvcc: " << source.string() << " -> " << output.string() << '\n';
    const compiled_source compiled =
        compile_source(tools, source, command.compiler_arguments, output, command.all_are_cuda || is_cuda(source), how);
    return tell(compiled.how);
}

int archive(const nvcc_command& command, const std::vector<std::string>& objects) {
    std::vector<std::string> words{"ar", "rcs", command.output.empty() ? "a.a" : command.output.string()};
    words.insert(words.end(), objects.begin(), objects.end());
    return tell(run_process(words, {}, std::chrono::minutes(1)));
}

int build(const nvcc_command& command, const toolchain& tools) {
    const bool keeps_objects = command.what == action::compile;
    if (keeps_objects && command.sources.size() > 1 && !command.output.empty())
        throw std::invalid_argument("strider-nvcc: -o with -c and several source files");
    const temporary_folder folder;
    std::vector<std::string> inputs = command.link_inputs;
    auto place = inputs.begin();
    for (const fs::path& source : command.sources) {
        while (!place->empty()) ++place;
        const fs::path object = keeps_objects ? object_of(command, source)
                                              : folder.path() / (std::to_string(place - inputs.begin()) + "_" +
                                                                 source.filename().replace_extension(".o").string());
        if (const int status = compile_one(command, tools, source, object, "-c"); status != 0) return status;
        *place = object.string();
    }
    if (keeps_objects) return 0;
    if (command.what == action::archive) return archive(command, inputs);
    return tell(link_program(tools, inputs, command.linker_arguments,
                             command.output.empty() ? fs::path("a.out") : command.output));
}

int print(const nvcc_command& command, const toolchain& tools) {
    for (const fs::path& source : command.sources) {
        const fs::path output = command.output.empty() ? fs::path("/dev/stdout") : command.output;
        if (const int status = compile_one(command, tools, source, output, "-E"); status != 0) return status;
    }
    return 0;
}

}  // namespace

int run_nvcc(const std::vector<std::string>& arguments) {
    try {
        const nvcc_command command = parse_nvcc(arguments);
        if (command.what == action::version) {
            std::cout << "strider-nvcc: builds CUDA programs for the SIMT executor\n"
                         "Cuda compilation tools, release 13.0, V13.0.48\n";
            return 0;
        }
        if (command.what == action::nothing) return 0;
        const bool takes_objects = command.what == action::link || command.what == action::archive;
        if (command.sources.empty() && (!takes_objects || command.link_inputs.empty()))
            throw std::invalid_argument("strider-nvcc: no input files");
        const toolchain tools = default_toolchain();
        if (command.what == action::preprocess || command.what == action::dependencies) return print(command, tools);
        return build(command, tools);
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}

}  // namespace strider::kernel_check
