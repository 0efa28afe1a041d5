#include "compile.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iomanip>
#include <regex>
#include <sstream>
#include <utility>

#include "check/runtime/shared_library.hpp"
#include "precompiled.hpp"
#include "thrust.hpp"

namespace strider::kernel_check {
namespace {

namespace fs = std::filesystem;

/// The folders of -I, -isystem and -iquote among the arguments.
std::vector<fs::path> include_folders(const std::vector<std::string>& arguments) {
    std::vector<fs::path> folders;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        for (const std::string_view option : {"-I", "-isystem", "-iquote"}) {
            if (!arguments[i].starts_with(option)) continue;
            if (arguments[i].size() > option.size())
                folders.emplace_back(arguments[i].substr(option.size()));
            else if (i + 1 < arguments.size())
                folders.emplace_back(arguments[i + 1]);
        }
    }
    return folders;
}

/// Whether the folder is a toolkit's, whose own headers are stood in for.
bool is_of_toolkit(const fs::path& folder) { return fs::exists(folder / "cuda_runtime_api.h") || holds_thrust(folder); }

/// The arguments without those that the emulator decides: folders, which come in another order, and optimisation.
std::vector<std::string> other_arguments(const std::vector<std::string>& arguments) {
    std::vector<std::string> others;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& one = arguments[i];
        const bool takes_next = one == "-I" || one == "-isystem" || one == "-iquote";
        if (takes_next) ++i;
        if (takes_next || one.starts_with("-I") || one.starts_with("-isystem") || one.starts_with("-iquote") ||
            one.starts_with("-O") || one.starts_with("-std="))
            continue;
        others.push_back(one);
    }
    return others;
}

/// With those for alignment where the user asks for them.
std::vector<std::string> kernel_flags(const toolchain& tools, const std::vector<std::string>& arguments) {
    std::vector<std::string> flags = tools.compile_flags;
    for (const std::string& one : arguments)
        if (one.ends_with("STRIDER_EMULATOR_CHECKS_ALIGNMENT"))
            flags.insert(flags.end(), tools.alignment_flags.begin(), tools.alignment_flags.end());
    return flags;
}

/// Takes the macros out of the arguments, and gives their definitions. So they come behind the emulator's headers,
/// which use short names; but those that begin with an underscore, which are for headers.
std::string take_macros(std::vector<std::string>& arguments) {
    std::string definitions;
    std::vector<std::string> others;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool is_apart = arguments[i] == "-D" && i + 1 < arguments.size();
        std::string macro =
            is_apart ? arguments[i + 1] : arguments[i].substr(std::min<std::size_t>(2, arguments[i].size()));
        if (!arguments[i].starts_with("-D") || macro.starts_with('_') || macro.starts_with("STRIDER_")) {
            others.push_back(arguments[i]);
            continue;
        }
        const std::size_t equals = macro.find('=');
        if (equals == std::string::npos)
            macro += " 1";
        else
            macro[equals] = ' ';
        definitions += "#define " + macro + "\n";
        i += is_apart ? 1 : 0;
    }
    arguments = others;
    return definitions;
}

bool is_standard_of(const std::string& argument, bool c) {
    return argument.starts_with("-std=") && (argument.find('+') == std::string::npos) == c;
}

/// Whether a thread may wait for another by volatile, which uninstrumented code does not report.
bool says_volatile(const fs::path& translation) {
    for (const auto& file : fs::directory_iterator(translation))
        if (file.is_regular_file() && read_source(file.path()).find("volatile") != std::string::npos) return true;
    return false;
}

/// The command, but for the output file, that compiles the kernels without checks: to assembly, as fast code that
/// computes the same.
std::vector<std::string> plain_command(const toolchain& tools, const std::vector<std::string>& flags,
                                       std::vector<std::string> command, const fs::path& translation) {
    std::erase_if(command, [&](const std::string& one) {
        return std::find(flags.begin(), flags.end(), one) != flags.end() || one == "-c" || one == "-g";
    });
    command.resize(command.size() - 2);  // the output
    command.push_back(tools.returns);
    for (const char* const flag :
         {"-w", "-DSTRIDER_EMULATOR_UNCHECKED", "-O2", "-U_FORTIFY_SOURCE", "-fno-strict-aliasing", "-fwrapv",
          "-ffp-contract=off", "-fPIE", "-fno-plt", "-fno-stack-protector", "-S"})
        command.emplace_back(flag);
    if (says_volatile(translation))
        for (const std::string& flag : flags)
            if (flag.starts_with("-fsanitize-coverage=")) command.push_back(flag);
    return command;
}

constexpr const char* program_header = "strider/check/runtime/program.hpp";

std::optional<fs::path> precompiled_folder(const toolchain& tools, const std::vector<std::string>& command) {
    for (const fs::path& include : tools.include_folders)
        if (const fs::path header = include / program_header; fs::exists(header))
            return precompiled_header(tools.cache, command, header, program_header);
    return std::nullopt;
}

/// With the precompiled header, if there is one. What does not compile so is compiled without, whose errors count.
process_result run_compiler(std::vector<std::string> command, const std::optional<fs::path>& precompiled) {
    if (precompiled) {
        std::vector<std::string> quick = command;
        const std::array<std::string, 2> folder{"-I", precompiled->string()};
        quick.insert(quick.begin() + 1, folder.begin(), folder.end());
        process_result how = run_process(quick, {}, compiler_limit);
        if (how.succeeded() || how.timed_out || how.interrupted) return how;
    }
    return run_process(command, {}, compiler_limit);
}

}  // namespace

bool is_cuda(const fs::path& file) {
    static constexpr std::array<std::string_view, 6> host{".c", ".cc", ".cpp", ".cxx", ".C", ".c++"};
    return std::find(host.begin(), host.end(), file.extension().string()) == host.end();
}

compiled_source compile_source(const toolchain& tools, const fs::path& source,
                               const std::vector<std::string>& arguments, const fs::path& output, bool cuda,
                               const std::string& action) {
    const auto kept = std::make_shared<const temporary_folder>();
    const temporary_folder& folder = *kept;
    compiled_source result;
    std::vector<fs::path> folders = include_folders(arguments);
    const std::optional<fs::path> thrust = find_thrust(folders);
    std::erase_if(folders, is_of_toolkit);
    const bool c = !cuda && source.extension() == ".c";
    std::vector<std::string> command{tools.compiler, "-DSTRIDER_EMULATOR"};
    const auto add = [&](const auto& more) { command.insert(command.end(), std::begin(more), std::end(more)); };
    const auto add_folder = [&](const fs::path& of) { add(std::vector<std::string>{"-I", of.empty() ? "." : of}); };
    // For the emulator's headers nothing older than C++20 will do.
    if (!c) command.push_back("-std=c++20");
    for (const std::string& one : arguments)
        if (is_standard_of(one, c) && (c || one.ends_with("23") || one.ends_with("2b"))) command.push_back(one);
    const std::vector<std::string> flags =
        cuda ? kernel_flags(tools, arguments)
             : std::vector<std::string>{"-O2", "-fno-optimize-sibling-calls", "-g", tools.returns,
                                        "-DSTRIDER_EMULATOR_HOST_FILE"};
    add(flags);
    const auto add_shims = [&](const fs::path& of) {
        for (const fs::path& include : tools.include_folders)
            if (fs::exists(include / "strider" / of)) add_folder(include / "strider" / of);
    };
    for (const fs::path& include : tools.include_folders) add_folder(include);
    add_shims("shims/toolkit");
    const bool has_thrust = thrust && !c && includes_foreign(source, folders, "thrust/");
    if (has_thrust) {
        add_shims("check/shims/thrust/include");
        add(thrust_arguments(*thrust, folder.path()));
    }
    add_shims("shims/standard");  // cuda::std, where Thrust does not bring it
    const std::vector<std::string> of_all_programs = command;
    add_folder(source.parent_path());
    for (const fs::path& include : folders) add_folder(include);
    std::vector<std::string> others = other_arguments(arguments);
    const std::string macros = cuda ? take_macros(others) : "";
    add(others);
    const bool warns = action == "-c";
    // What a library of the system computes is refused where there is none, if the program includes it.
    for (const emulation::program::shared_library* const one : emulation::program::shared_libraries)
        if (includes_foreign(source, folders, one->header) && one->open() == nullptr)
            command.push_back(std::string("-DSTRIDER_EMULATOR_MISSING_") + one->name);
    if (warns && cuda) add(local_warnings);
    command.push_back(warns ? "-Wno-error" : "-w");
    fs::path read = source;
    device_lines lines;
    if (cuda) {
        const translated_source translated = translate_file(source, folders, folder.path(), macros);
        read = translated.file;
        result.has_main = translated.has_main;
        result.kernels = translated.kernels;
        result.launches = translated.launches;
        lines = translated.lines;
        add(translated.name_options);
        add(std::vector<std::string>{"-include", program_header});
    } else {
        result.has_main = translate(read_source(source), source.string(), {}, [](auto& name) { return name; }).has_main;
        lines[source.string()];
        const std::string text = c ? "" : translate_host(read_source(source), source.string());
        if (text.find("::unread_status(") != std::string::npos) {
            read = folder.path() / source.filename();
            std::ofstream(read, std::ios::binary) << "#line 1 " << std::quoted(source.string()) << '\n' << text;
            const std::string copies = (folder.path() / "").string(), originals = (source.parent_path() / "").string();
            add(std::vector<std::string>{"-include", "strider/check/runtime/error.hpp",
                                         "-fdebug-prefix-map=" + copies + "=" + originals});
        }
    }
    add(std::vector<std::string>{"-x", c ? "c" : "c++", action, read.string(), "-o", output.string()});
    const bool is_plain_case = warns && cuda && !has_thrust && others.empty();
    result.how = run_compiler(command, is_plain_case ? precompiled_folder(tools, of_all_programs) : std::nullopt);
    if (cuda && !result.how.succeeded() && !result.how.timed_out && !result.how.interrupted) {
        // Where numbers that compute as on a GPU do not compile, or the program itself does not: without them.
        command.insert(command.begin() + 1, "-DSTRIDER_EMULATOR_PLAIN_NUMBERS");
        result.how = run_process(command, {}, compiler_limit);
    }
    if (cuda && result.how.succeeded()) {
        // g++ before 14 lists the room for jumps outside of the groups of inline functions. The linker refuses that
        // where it keeps another file's function, of other code.
        if (warns) run_process({"objcopy", "-R", "__patchable_function_entries", output}, {}, compiler_limit);
        result.plain = plain_command(tools, flags, std::move(command), folder.path());
        result.folder = kept;
    }
    if (warns && result.how.succeeded())
        result.notes = notes_of_compiler(std::exchange(result.how.output, {}), result.kernels, lines);
    return result;
}

process_result link_program(const toolchain& tools, const std::vector<std::string>& objects,
                            const std::vector<std::string>& arguments, const fs::path& program) {
    // Compiling and linking are two steps: the instrumentation's flags would link the compiler's own runtime.
    std::vector<std::string> command{tools.compiler};
    command.insert(command.end(), objects.begin(), objects.end());
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.insert(command.end(), tools.link_inputs.begin(), tools.link_inputs.end());
    command.insert(command.end(), {"-o", program.string()});
    return run_process(command, {}, compiler_limit);
}

namespace {
/// Whether a compiler's line is about a header that takes the place of the toolkit's.
bool is_shim(const std::string& line) {
    return line.find("strider/shims/toolkit/") < line.find(':') || line.find("strider/check/") < line.find(':');
}
/// The name that a compiler's line says is not declared, or nothing.
std::string undeclared(const std::string& line) {
    static const std::regex pattern(
        "['\u2018`]([A-Za-z_0-9]+)['\u2019]?.*(was not declared|has not been declared|undeclared identifier|"
        "unknown type name|does not name a type|that depend on a template parameter)|unknown type name "
        "'([A-Za-z_0-9]+)'");
    std::smatch found;
    return std::regex_search(line, found, pattern) ? (found[1].matched ? found[1] : found[3]).str() : "";
}
/// The header that a compiler's line, g++'s or clang++'s, says is not there, or nothing.
std::string missing_header(const std::string& line) {
    static const std::regex pattern("error: '?([^':]+)(: No such file or directory|' file not found)");
    std::smatch found;
    return std::regex_search(line, found, pattern) ? found[1].str() : "";
}
/// Whether it is in the style of the toolkit's libraries: cublasCgemm, cuMemcpy2D, CUarray, CUFFT_...
bool is_of_library(const std::string& name) {
    static const std::regex pattern(
        "(cublas|cufft|curand|cuda|cu|nvrtc)[A-Z].*|(CUBLAS|CUFFT|CURAND|CUDA|CU|NVRTC)_.*|CU[a-z].*");
    return std::regex_match(name, pattern);
}
}  // namespace

std::string first_error(const std::string& compiler_output) {
    std::istringstream lines(compiler_output);
    std::string first;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t error = std::min(line.find("error:"), line.find("Error:"));  // the assembler's
        if (line.starts_with("collect2:") || line.find("linker command failed") != std::string::npos ||  // nothing more
            (error == std::string::npos && line.find("undefined reference") == std::string::npos)) {
            if (first.empty()) first = line;
            continue;
        }
        if (const std::string name = undeclared(line); is_of_library(name))
            return line.substr(0, line.find("error: ") + 7) + name +
                   " is misspelt, or not supported by the emulator (docs/emulator.md lists what is)";
        if (line.find("undefined reference to `omp_") != std::string::npos) return line + "; add -Xcompiler -fopenmp";
        const std::size_t begin = line.find("error: ");
        // What a shim refuses.
        if (const std::size_t refused = line.find("error: #error "); refused < line.size() && is_shim(line))
            return line.substr(refused + 14);
        const std::string header = missing_header(line);
        if (header.empty()) return line;
        if ((line.find("strider/emulator/") < begin || line.find("strider/check/") < begin) &&
            header.find('.') == std::string::npos)  // C++'s own
            return "C sources cannot use CUDA in the emulator: end the file's name in .cpp";
        if (header.starts_with("thrust/"))
            return line.substr(0, begin + 7) + "<" + header +
                   "> was not found: install Thrust, a part of the CUDA toolkit (Debian: libthrust-dev), or name its "
                   "folder by -I";
        for (const std::string_view library : {"cub/", "cuda/", "cutlass/", "cute/", "nv/"})
            if (header.starts_with(library))
                return line.substr(0, begin + 7) + "<" + header +
                       "> is not supported by the emulator, which runs the program's own kernels; leave it out under "
                       "STRIDER_EMULATOR";
        return line;
    }
    return first;
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
