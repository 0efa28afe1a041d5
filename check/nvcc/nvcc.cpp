#include "nvcc.hpp"

#include <iostream>
#include <stdexcept>

#include "check/compile/compile.hpp"

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
    return tell(run_process(words, {}, compiler_limit));
}

/// What CMake asks for by -v: which program links, and with which libraries; g++ is to use them for programs of several
/// languages.
void tell_link_line(const toolchain& tools, const std::vector<std::string>& inputs, const fs::path& program) {
    std::error_code none;
    std::string libraries;
    for (const std::string& input : tools.link_inputs) {
        std::string library = input;
        if (input.starts_with("-l:")) {  // CMake knows no such libraries
            library = run_process({tools.compiler, "-print-file-name=" + input.substr(3)}, {}, compiler_limit).output;
            while (library.ends_with('\n')) library.pop_back();
        }
        libraries += (libraries.empty() ? "" : " ") + library;
    }
    std::cerr << "#$ LIBRARIES=  " << libraries << "\n#$ " << fs::read_symlink("/proc/self/exe", none).string()
              << " -o " << program.string();
    for (const std::string& input : inputs) std::cerr << ' ' << input;
    std::cerr << ' ' << libraries << '\n';
}

/// Device code is linked with the host's: the object of this step is empty.
int device_link(const nvcc_command& command, const toolchain& tools) {
    const std::string object = command.output.empty() ? "a_dlink.o" : command.output.string();
    return tell(run_process({tools.compiler, "-x", "c++", "-c", "/dev/null", "-o", object}, {}, compiler_limit));
}

int build(const nvcc_command& command, const toolchain& tools) {
    const bool keeps_objects = command.what == action::compile;
    if (keeps_objects && command.sources.size() > 1 && !command.output.empty())
        throw std::invalid_argument("-o with -c and several source files");
    const temporary_folder folder;
    std::vector<std::string> inputs = command.link_inputs;  // with a place for each source's object
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
    const fs::path program = command.output.empty() ? fs::path("a.out") : command.output;
    if (command.verbose) tell_link_line(tools, inputs, program);
    return tell(link_program(tools, inputs, command.linker_arguments, program));
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
            std::cout << "strider-nvcc: builds CUDA programs for the emulator\n"
                         "Cuda compilation tools, release 13.0, V13.0.48\n";
            return 0;
        }
        if (command.what == action::help) {
            std::cout << nvcc_help();
            return 0;
        }
        if (command.what == action::nothing) return 0;
        if (command.what == action::libraries) {
            for (const std::string& input : default_toolchain().link_inputs) std::cout << input << ' ';
            std::cout << '\n';
            return 0;
        }
        const bool takes_objects =
            command.what == action::link || command.what == action::archive || command.what == action::device_link;
        if (command.sources.empty() && (!takes_objects || command.link_inputs.empty()))
            throw std::invalid_argument("no input files");
        const toolchain tools = default_toolchain();
        if (command.what == action::preprocess || command.what == action::dependencies) return print(command, tools);
        if (command.what == action::device_link) return device_link(command, tools);
        return build(command, tools);
    } catch (const std::invalid_argument& error) {
        std::cerr << "strider-nvcc: " << error.what() << '\n';
        return 1;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
