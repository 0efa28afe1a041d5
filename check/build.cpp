#include "build.hpp"

#include <algorithm>
#include <stdexcept>

#include "check/nvcc/nvcc.hpp"

namespace strider::kernel_check {
namespace {

namespace fs = std::filesystem;

nvcc_command parse(const std::vector<std::string>& arguments) try {
    nvcc_command command = parse_nvcc(arguments, /*hands_on_unknown=*/true);
    if (command.what != nvcc_command::action::link)
        throw unusable_file("check builds and runs a whole program; leave out -c, -E and their kin");
    return command;
} catch (const std::invalid_argument& error) {
    throw unusable_file(error.what());
}

}  // namespace

toolchain knowing_alignment(toolchain tools) {
    tools.compile_flags.insert(tools.compile_flags.end(), tools.alignment_flags.begin(), tools.alignment_flags.end());
    tools.alignment_flags.clear();
    return tools;
}

void expect_success(const fs::path& file, const process_result& compiled) {
    if (compiled.interrupted) throw unusable_file(file.string() + ": interrupted while the compiler ran");
    if (compiled.timed_out) throw unusable_file(file.string() + ": the compiler did not finish within ten minutes");
    if (!compiled.succeeded())
        throw unusable_file(file.string() + ": does not compile: " + first_error(compiled.output));
}

built_program build(const options& request, const toolchain& tools, const fs::path& folder) try {
    const nvcc_command command = parse(request.compiler_arguments);
    std::vector<fs::path> sources{request.file};
    sources.insert(sources.end(), request.more_files.begin(), request.more_files.end());
    sources.insert(sources.end(), command.sources.begin(), command.sources.end());
    built_program built{tools, folder / "program", {}, command.linker_arguments, false, false, {}, {}, {}, {}, {}};
    std::vector<std::string>& objects = built.objects;
    std::stable_partition(sources.begin() + 1, sources.end(), is_cuda);  // the linker keeps the first inline functions
    bool has_main = false;
    for (const fs::path& source : sources) {
        objects.push_back((folder / (std::to_string(objects.size()) + ".o")).string());
        const bool cuda = is_cuda(source) || source == request.file;
        built.has_host_files |= !cuda;
        compiled_source compiled = compile_source(tools, source, command.compiler_arguments, objects.back(), cuda, "-c",
                                                  source == request.file ? request.main : added_code());
        has_main = has_main || compiled.has_main;
        if (!compiled.uninstrumented.empty()) {
            compiled.uninstrumented.insert(compiled.uninstrumented.end(), {"-o", objects.back() + ".s"});
            built.uninstrumented.push_back(std::move(compiled.uninstrumented));
            built.translations.push_back(std::move(compiled.folder));
        }
        built.launches.merge(compiled.launches);
        built.gives_sources = built.gives_sources || includes_foreign(source, {}, "nvrtc");
        built.notes.insert(built.notes.end(), compiled.notes.begin(), compiled.notes.end());
        if (has_main || sources.size() > 1) expect_success(source, compiled.how);
    }
    if (!has_main)
        throw no_main(
            request.file.string() +
            ": no main(); name a launch and its arguments, or add a main() that fills device memory, launches "
            "a kernel and compares the result");
    for (const std::string& input : command.link_inputs) {
        if (input.empty()) continue;
        objects.push_back(input);
        built.has_host_files |= !input.starts_with("-l");
    }
    expect_success(request.file, link_program(tools, objects, built.linker_arguments, built.file));
    return built;
} catch (const translation_error& error) {
    throw unusable_file(error.what());
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
