#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "nvcc.hpp"

namespace strider::kernel_check {
namespace {

/// What becomes of an option.
enum class use {
    ignored,       // it chooses code for GPUs, or says how to find a compiler
    compiler,      // handed on to g++ as it is
    linker,        // handed on when linking
    host_options,  // -Xcompiler: its value, cut at commas, is for g++
    link_options,  // -Xlinker
    output,
    language,
    standard,
    options_file,
    architecture,  // ignored, but for the features of sm_90a
    acts,          // says what to do: the row's action
    shared,
    verbose,
    refused,
};

struct option {
    const char* name;  // as g++ spells it where it is handed on
    const char* long_name;
    bool has_value;
    use what;
    nvcc_command::action action = {};
};

using action = nvcc_command::action;
// clang-format off: each line of the table is an option
constexpr option table[] = {
    {"-c", "--compile", false, use::acts, action::compile},
    {"-dc", "--device-c", false, use::acts, action::compile},
    {"-dw", "--device-w", false, use::acts, action::compile},
    {"-lib", "--lib", false, use::acts, action::archive},
    {"-link", "--link", false, use::ignored},
    {"-E", "--preprocess", false, use::acts, action::preprocess},
    {"-M", "--generate-dependencies", false, use::acts, action::dependencies},
    {"-MM", "--generate-nonsystem-dependencies", false, use::acts, action::dependencies},
    {"-MD", "--generate-dependencies-with-compile", false, use::compiler},
    {"-MMD", "--generate-nonsystem-dependencies-with-compile", false, use::compiler},
    {"-MP", "--generate-dependency-targets", false, use::compiler},
    {"-MF", "--dependency-output", true, use::compiler},
    {"-MT", "--dependency-target-name", true, use::compiler},
    {"-MQ", nullptr, true, use::compiler},
    {"-o", "--output-file", true, use::output},
    {"-D", "--define-macro", true, use::compiler},
    {"-U", "--undefine-macro", true, use::compiler},
    {"-I", "--include-path", true, use::compiler},
    {"-isystem", "--system-include", true, use::compiler},
    {"-include", "--pre-include", true, use::compiler},
    {"-L", "--library-path", true, use::linker},
    {"-l", "--library", true, use::linker},
    {"-O", "--optimize", true, use::ignored},
    {"-Ofc", "--Ofast-compile", true, use::ignored},
    {"-g", "--debug", false, use::ignored},
    {"-G", "--device-debug", false, use::ignored},
    {"-lineinfo", "--generate-line-info", false, use::ignored},
    {"-std", "--std", true, use::standard},
    {"-x", "--x", true, use::language},
    {"-Xcompiler", "--compiler-options", true, use::host_options},
    {"-Xlinker", "--linker-options", true, use::link_options},
    {"-optf", "--options-file", true, use::options_file},
    {"-V", "--version", false, use::acts, action::version},
    {"-h", "--help", false, use::acts, action::help},
    {"--libraries", nullptr, false, use::acts, action::libraries},
    {"-v", "--verbose", false, use::verbose},
    {"-dlink", "--device-link", false, use::acts, action::device_link},
    {"-shared", "--shared", false, use::shared},
    {"-ptx", "--ptx", false, use::refused},
    {"-cubin", "--cubin", false, use::refused},
    {"-fatbin", "--fatbin", false, use::refused},
    {"-cuda", "--cuda", false, use::refused},
    {"-run", "--run", false, use::refused},
    {"-pg", "--profile", false, use::refused},
    {"-arch", "--gpu-architecture", true, use::architecture},
    {"-code", "--gpu-code", true, use::ignored},
    {"-gencode", "--generate-code", true, use::architecture},
    {"-rdc", "--relocatable-device-code", true, use::ignored},
    {"-dlto", "--dlink-time-opt", false, use::ignored},
    {"-cudart", "--cudart", true, use::ignored},
    {"-cudadevrt", "--cudadevrt", true, use::ignored},
    {"-ccbin", "--compiler-bindir", true, use::ignored},
    {"-m", "--machine", true, use::ignored},
    {"-m64", nullptr, false, use::ignored},
    {"-t", "--threads", true, use::ignored},
    {"-split-compile", "--split-compile", true, use::ignored},
    {"-Xptxas", "--ptxas-options", true, use::ignored},
    {"-Xnvlink", "--nvlink-options", true, use::ignored},
    {"-Xcudafe", "--cudafe-options", true, use::ignored},
    {"-Xfatbinary", "--fatbin-options", true, use::ignored},
    {"-Xarchive", "--archive-options", true, use::ignored},
    {"-maxrregcount", "--maxrregcount", true, use::ignored},
    {"-use_fast_math", "--use_fast_math", false, use::ignored},
    {"-ftz", "--ftz", true, use::ignored},
    {"-prec-div", "--prec-div", true, use::ignored},
    {"-prec-sqrt", "--prec-sqrt", true, use::ignored},
    {"-fmad", "--fmad", true, use::ignored},
    {"-extra-device-vectorization", "--extra-device-vectorization", false, use::ignored},
    {"-default-stream", "--default-stream", true, use::ignored},
    {"-restrict", "--restrict", false, use::ignored},
    {"-expt-extended-lambda", "--expt-extended-lambda", false, use::ignored},
    {"-extended-lambda", "--extended-lambda", false, use::ignored},
    {"-expt-relaxed-constexpr", "--expt-relaxed-constexpr", false, use::ignored},
    {"-w", "--disable-warnings", false, use::ignored},
    {"-Werror", "--Werror", true, use::ignored},
    {"-Wreorder", "--Wreorder", false, use::ignored},
    {"-Wno-deprecated-gpu-targets", "--Wno-deprecated-gpu-targets", false, use::ignored},
    {"-Wno-deprecated-declarations", "--Wno-deprecated-declarations", false, use::ignored},
    {"-diag-suppress", "--diag-suppress", true, use::ignored},
    {"-diag-error", "--diag-error", true, use::ignored},
    {"-diag-warn", "--diag-warn", true, use::ignored},
    {"-res-usage", "--resource-usage", false, use::ignored},
    {"-src-in-ptx", "--source-in-ptx", false, use::ignored},
    {"-keep", "--keep", false, use::ignored},
    {"-keep-dir", "--keep-dir", true, use::ignored},
    {"-save-temps", "--save-temps", false, use::ignored},
    {"-odir", "--output-directory", true, use::refused},
    {"-objtemp", "--objdir-as-tempdir", false, use::ignored},
    {"-forward-unknown-to-host-compiler", "--forward-unknown-to-host-compiler", false, use::ignored},
    {"-forward-unknown-to-host-linker", "--forward-unknown-to-host-linker", false, use::ignored},
    {"-allow-unsupported-compiler", "--allow-unsupported-compiler", false, use::ignored},
    {"-dryrun", "--dryrun", false, use::acts, action::nothing},
};
// clang-format on

struct found_option {
    const option* which;
    std::optional<std::string> value;  // that is written with it
};

/// -name, -name=value, --long-name, --long-name=value, and the value right behind -D and its kin.
std::optional<found_option> find(const std::string& argument) {
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const std::optional<std::string> value =
        equals == std::string::npos ? std::nullopt : std::optional(argument.substr(equals + 1));
    for (const option& one : table)
        if (name == one.name || (one.long_name != nullptr && name == one.long_name) || "-" + name == one.name)
            return found_option{&one, value};
    for (const option& one : table) {
        const std::string_view short_name = one.name;
        if (short_name.size() == 2 && one.has_value && one.name[1] != 'x' && one.name[1] != 'm' && one.name[1] != 't' &&
            argument.starts_with(short_name))
            return found_option{&one, argument.substr(2)};
    }
    return std::nullopt;
}

/// The words of a list with commas, without quotes.
std::vector<std::string> words_of(const std::string& list) {
    std::vector<std::string> all;
    std::istringstream parts(list);
    for (std::string part; std::getline(parts, part, ',');) {
        if (part.size() > 1 && part.front() == '"' && part.back() == '"') part = part.substr(1, part.size() - 2);
        std::istringstream words(part);
        for (std::string word; words >> word;) all.push_back(word);
    }
    return all;
}

/// Whether a shim replaces this library of the toolkit.
bool has_shim(const std::string& library) {
    static constexpr std::array<std::string_view, 18> names{
        "cudart",        "cudart_static", "cudadevrt",     "cuda",     "culibos",         "nvToolsExt",
        "cudart_shared", "cublas",        "cublas_static", "cublasLt", "cublasLt_static", "curand",
        "curand_static", "cufft",         "cufft_static",  "nvrtc",    "nvrtc_static",    "nvrtc-builtins_static"};
    return std::find(names.begin(), names.end(), library) != names.end();
}

bool is_source(const std::string& path) {
    static constexpr std::array<std::string_view, 7> extensions{".cu", ".cpp", ".cc", ".cxx", ".c", ".C", ".c++"};
    return std::ranges::find(extensions, std::filesystem::path(path).extension().string()) != extensions.end();
}

/// What g++ is known to take, and nvcc hands on when asked to.
bool is_host_option(const std::string& word) {
    return word.starts_with("-f") || word.starts_with("-W") || word.starts_with("-m") || word == "-pthread" ||
           word == "-pipe" || word == "-pedantic";
}

class parser {
public:
    explicit parser(bool hands_on_unknown) : hands_on_unknown_(hands_on_unknown) {}

    nvcc_command run(const std::vector<std::string>& arguments) {
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            const std::string& argument = arguments[i];
            if (!argument.starts_with('-') || argument == "-") {
                input(argument);
                continue;
            }
            const auto known = find(argument);
            if (!known) {
                unknown(argument);
                continue;
            }
            std::string value = known->value.value_or("");
            if (known->which->has_value && !known->value) {
                if (i + 1 == arguments.size()) throw std::invalid_argument("no value behind " + argument);
                value = arguments[++i];
            }
            take(*known->which, argument, value);
        }
        if (is_shared_ && command_.what == action::link)
            throw std::invalid_argument(
                "-shared is not supported: kernels stand in the program itself; link the objects or an archive");
        return command_;
    }

private:
    void input(const std::string& path) {
        if (command_.all_are_cuda || is_source(path)) {
            command_.sources.emplace_back(path);
            command_.link_inputs.emplace_back();
        } else {
            command_.link_inputs.push_back(path);
        }
    }

    void unknown(const std::string& argument) {
        if (hands_on_unknown_ || is_host_option(argument)) return host_option(argument);
        throw std::invalid_argument("unknown option " + argument);
    }

    void host_option(const std::string& word) {
        if (word.starts_with("-Wl,") || word == "-rdynamic") {
            command_.linker_arguments.push_back(word);
            return;
        }
        command_.compiler_arguments.push_back(word);
        if (word == "-fopenmp" || word == "-pthread") command_.linker_arguments.push_back(word);
    }

    void take(const option& which, const std::string& argument, const std::string& value) {
        switch (which.what) {
            case use::ignored:
                return;
            case use::architecture:
                if (value.find("_90a") != std::string::npos)
                    command_.compiler_arguments.emplace_back("-D__CUDA_ARCH_FEAT_SM90_ALL=1");
                return;
            case use::compiler:
                command_.compiler_arguments.emplace_back(which.name);
                if (which.has_value) command_.compiler_arguments.push_back(value);
                return;
            case use::linker:
                if (which.name != std::string_view("-l") || !has_shim(value))
                    command_.link_inputs.push_back(which.name + value);
                return;
            case use::host_options:
                for (const std::string& word : words_of(value)) host_option(word);
                return;
            case use::link_options:
                for (const std::string& word : words_of(value)) command_.linker_arguments.push_back("-Wl," + word);
                return;
            case use::output:
                command_.output = value;
                return;
            case use::language:
                command_.all_are_cuda = value == "cu";
                return;
            case use::standard:
                command_.compiler_arguments.push_back("-std=" + value);
                return;
            case use::options_file:
                read_options(value);
                return;
            case use::acts:
                command_.what = which.action;
                if (which.action == action::dependencies) command_.compiler_arguments.emplace_back(which.name);
                return;
            case use::shared:
                is_shared_ = true;
                return;
            case use::verbose:
                command_.verbose = true;
                return;
            case use::refused:
                throw std::invalid_argument(argument +
                                            " is not supported: programs are built for the emulator, not for a GPU");
        }
    }

    void read_options(const std::string& path) {
        std::ifstream in(path);
        if (!in) throw std::invalid_argument("cannot read " + path);
        run({std::istream_iterator<std::string>(in), {}});
    }

    nvcc_command command_;
    bool hands_on_unknown_;
    bool is_shared_ = false;
};

}  // namespace

nvcc_command parse_nvcc(const std::vector<std::string>& arguments, bool hands_on_unknown) {
    return parser(hands_on_unknown).run(arguments);
}

std::string nvcc_help() {
    std::string text =
        "Usage: strider-nvcc [OPTIONS] FILES\n\n"
        "Takes nvcc's command line, and builds a program that runs in the emulator, on any CPU. The program prints "
        "its\n"
        "findings when it ends, and then exits with status 1. --libraries prints what a linker of the objects needs.\n";
    const auto add = [&text](const char* title, auto takes) {
        text += title;
        std::size_t width = 120;
        for (const option& one : table) {
            if (!takes(one.what)) continue;
            const std::string name = one.long_name ? one.name + std::string(", ") + one.long_name : one.name;
            if (width + name.size() > 100) {
                text += '\n';
                width = 0;
            }
            text += "  " + name;
            width += 2 + name.size();
        }
        text += '\n';
    };
    const auto acts = [](use what) { return what != use::ignored && what != use::refused; };
    add("\nOptions:", acts);
    add("\nIgnored, as they choose code for a GPU:", [](use what) { return what == use::ignored; });
    add("\nRefused:", [](use what) { return what == use::refused; });
    return text;
}

std::size_t nvcc_words(const std::string& word) {
    if (const auto found = find(word)) return found->which->has_value && !found->value ? 2 : 1;
    return is_host_option(word) ? 1 : 0;
}

bool is_nvcc_input(const std::string& word) {
    return is_source(word) || word.ends_with(".o") || word.ends_with(".a") || word.ends_with(".so");
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
