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

/// Whether the folder is a toolkit's, whose own headers shims replace.
bool is_of_toolkit(const fs::path& folder) { return fs::exists(folder / "cuda_runtime_api.h") || holds_thrust(folder); }

/// The arguments without those that the emulator decides: folders, which come in another order, and optimisation.
std::vector<std::string> other_arguments(const std::vector<std::string>& arguments) {
    std::vector<std::string> others;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        const bool takes_next = argument == "-I" || argument == "-isystem" || argument == "-iquote";
        if (takes_next) ++i;
        if (takes_next || argument.starts_with("-I") || argument.starts_with("-isystem") ||
            argument.starts_with("-iquote") || argument.starts_with("-O") || argument.starts_with("-std="))
            continue;
        others.push_back(argument);
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

/// Whether a thread may wait for another by volatile, which the uninstrumented build has no call for.
bool says_volatile(const fs::path& translation) {
    for (const auto& file : fs::directory_iterator(translation))
        if (file.is_regular_file() && read_source(file.path()).find("volatile") != std::string::npos) return true;
    return false;
}

/// The command, but for the output file, that compiles the kernels without checks: to assembly, as fast code that
/// computes the same.
std::vector<std::string> uninstrumented_command(const toolchain& tools, const std::vector<std::string>& flags,
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

/// One source file on its way to an object.
class compilation {
public:
    compilation(const toolchain& tools, const fs::path& source, const added_code& more,
                const std::vector<std::string>& arguments, bool cuda)
        : tools_(tools),
          source_(source),
          more_(more),
          arguments_(arguments),
          cuda_(cuda),
          c_(!cuda && source.extension() == ".c"),
          folders_(include_folders(arguments)),
          thrust_(find_thrust(folders_)) {
        std::erase_if(folders_, is_of_toolkit);
        has_thrust_ = thrust_ && !c_ && includes_foreign(source_, folders_, "thrust/");
    }

    compiled_source run(const fs::path& output, const std::string& action) {
        const bool makes_object = action == "-c";
        add_dialect();
        add_headers();
        const std::vector<std::string> of_all_programs = command_;
        const bool has_arguments = add_arguments();
        if (makes_object && cuda_) add(local_warnings);
        command_.push_back(makes_object ? "-Wno-error" : "-w");
        const fs::path translation = cuda_ ? translate_kernels() : translate_host_code();
        add({"-x", c_ ? "c" : "c++", action, translation.string(), "-o", output.string()});
        const bool may_use_precompiled = makes_object && cuda_ && !has_thrust_ && !has_arguments;
        compile(may_use_precompiled ? precompiled_folder(tools_, of_all_programs) : std::nullopt);
        if (!result_.how.succeeded()) return result_;
        if (makes_object)
            result_.notes = notes_of_compiler(std::exchange(result_.how.output, {}), result_.kernels, lines_);
        if (!cuda_) return result_;
        // g++ before 14 lists the room for jumps outside of the groups of inline functions. The linker refuses that
        // where it keeps another file's function, of other code.
        if (makes_object) run_process({"objcopy", "-R", "__patchable_function_entries", output}, {}, compiler_limit);
        result_.uninstrumented = uninstrumented_command(tools_, flags_, std::move(command_), folder_->path());
        result_.folder = folder_;
        return result_;
    }

private:
    template <class Words>
    void add(const Words& words) {
        command_.insert(command_.end(), std::begin(words), std::end(words));
    }
    void add(std::initializer_list<std::string> words) { command_.insert(command_.end(), words); }
    void add_folder(const fs::path& folder) { add({"-I", folder.empty() ? "." : folder}); }
    void add_shims(const fs::path& folder) {
        for (const fs::path& include : tools_.include_folders)
            if (fs::exists(include / "strider" / folder)) add_folder(include / "strider" / folder);
    }

    /// The standard, which for the emulator's headers is C++20 or newer, and the flags of kernels or of host code.
    void add_dialect() {
        if (!c_) command_.push_back("-std=c++20");
        for (const std::string& argument : arguments_)
            if (is_standard_of(argument, c_) && (c_ || argument.ends_with("23") || argument.ends_with("2b")))
                command_.push_back(argument);
        if (cuda_)
            flags_ = kernel_flags(tools_, arguments_);
        else
            flags_ = {"-O2", "-fno-optimize-sibling-calls", "-g", tools_.returns, "-DSTRIDER_EMULATOR_HOST_FILE"};
        add(flags_);
    }

    /// The folders of the emulator's headers, of its shims and of Thrust.
    void add_headers() {
        for (const fs::path& include : tools_.include_folders) add_folder(include);
        add_shims("shims/toolkit");
        if (has_thrust_) {
            add_shims("check/shims/thrust/include");
            add(thrust_arguments(*thrust_, folder_->path()));
        }
        add_shims("shims/standard");  // cuda::std, where Thrust does not bring it
    }

    /// The program's folders and arguments, and macros for the system's libraries that are missing: shims refuse what
    /// those would compute. Whether there are arguments that change the code.
    bool add_arguments() {
        add_folder(source_.parent_path());
        for (const fs::path& include : folders_) add_folder(include);
        std::vector<std::string> others = other_arguments(arguments_);
        if (cuda_) macros_ = take_macros(others);
        add(others);
        for (const emulation::program::shared_library* const library : emulation::program::shared_libraries)
            if (includes_foreign(source_, folders_, library->header) && library->open() == nullptr)
                command_.push_back(std::string("-DSTRIDER_EMULATOR_MISSING_") + library->name);
        return !others.empty();
    }

    /// The file to compile in place of the source.
    fs::path translate_kernels() {
        translated_source translated = translate_file(source_, folders_, folder_->path(), macros_, more_);
        result_.has_main = translated.has_main;
        result_.kernels = std::move(translated.kernels);
        result_.launches = std::move(translated.launches);
        lines_ = std::move(translated.lines);
        add(translated.name_options);
        add({"-include", program_header});
        return translated.file;
    }

    /// The same for a file without kernels: the source itself, if it looks at the status of every call.
    fs::path translate_host_code() {
        const std::string code = read_source(source_), name = source_.string();
        if (!std::regex_search(code, std::regex("operator\\s+(new|delete)|\\*\\s*(malloc|calloc|realloc)\\s*\\(")))
            add({"-include", "strider/emulator/dialect/host_heap.hpp"});  // else the file may bring a heap of its own
        result_.has_main = translate(code, name, {}, [](auto& header) { return header; }).has_main;
        lines_[name];
        const std::string translation = c_ ? "" : translate_host(code, name);
        if (translation.find("::strider::") == std::string::npos) return source_;
        const fs::path file = folder_->path() / source_.filename();
        std::ofstream(file, std::ios::binary) << "#line 1 " << std::quoted(name) << '\n' << translation;
        const std::string copies = (folder_->path() / "").string(), originals = (source_.parent_path() / "").string();
        add({"-include", "strider/check/runtime/error.hpp", "-include", "strider/emulator/lane.hpp",
             "-fdebug-prefix-map=" + copies + "=" + originals});
        return file;
    }

    void compile(const std::optional<fs::path>& precompiled) {
        result_.how = run_compiler(command_, precompiled);
        // Where guards of local arrays, or numbers that compute as on a GPU, do not compile, or the program itself does
        // not: without them.
        for (const char* const without : {"-DSTRIDER_EMULATOR_PLAIN_ARRAYS", "-DSTRIDER_EMULATOR_PLAIN_NUMBERS"}) {
            if (!cuda_ || result_.how.succeeded() || result_.how.timed_out || result_.how.interrupted) return;
            command_.insert(command_.begin() + 1, without);
            result_.how = run_process(command_, {}, compiler_limit);
        }
    }

    const toolchain& tools_;
    const fs::path& source_;
    const added_code& more_;
    const std::vector<std::string>& arguments_;
    const bool cuda_, c_;
    std::vector<fs::path> folders_;  ///< of the program's headers
    const std::optional<fs::path> thrust_;
    bool has_thrust_ = false;
    const std::shared_ptr<const temporary_folder> folder_ = std::make_shared<const temporary_folder>();
    std::vector<std::string> command_{tools_.compiler, "-DSTRIDER_EMULATOR"};
    std::vector<std::string> flags_;
    std::string macros_;  ///< definitions in front of the program's code
    device_lines lines_;
    compiled_source result_;
};

}  // namespace

bool is_cuda(const fs::path& file) {
    static constexpr std::array<std::string_view, 6> host{".c", ".cc", ".cpp", ".cxx", ".C", ".c++"};
    return std::find(host.begin(), host.end(), file.extension().string()) == host.end();
}

compiled_source compile_source(const toolchain& tools, const fs::path& source,
                               const std::vector<std::string>& arguments, const fs::path& output, bool cuda,
                               const std::string& action, const added_code& more) {
    return compilation(tools, source, more, arguments, cuda).run(output, action);
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
