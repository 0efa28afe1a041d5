// nvcc's command line, as a compiler driver for the emulator: strider-nvcc, and `strider check -- nvcc ...`.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace strider::kernel_check {

/// A parsed command line.
struct nvcc_command {
    enum class action {
        link,
        compile,
        archive,
        device_link,
        preprocess,
        dependencies,
        version,
        help,
        libraries,
        nothing
    };
    action what = action::link;
    std::vector<std::filesystem::path> sources;
    bool all_are_cuda = false;             ///< by -x cu
    std::vector<std::string> link_inputs;  ///< objects, archives, libraries, in their order; a source's place is empty
    std::vector<std::string> compiler_arguments;  ///< for g++
    std::vector<std::string> linker_arguments;
    std::filesystem::path output;
    bool verbose = false;
};

/// Throws std::invalid_argument for an option that is not supported, or not known unless g++ is to judge it.
nvcc_command parse_nvcc(const std::vector<std::string>& arguments, bool hands_on_unknown = false);

/// Usage, and the options of nvcc that are followed, ignored and refused.
std::string nvcc_help();

/// The command line of nvcc, without its first word, as a compiler driver: makes objects, archives and programs that
/// run in the emulator, print what was found when they end, and then exit with status 1. Prints what a compiler would;
/// returns the exit status.
int run_nvcc(const std::vector<std::string>& arguments);

/// How many words of nvcc's command line the option takes, with its value; 0 where it is none of nvcc's.
std::size_t nvcc_words(const std::string& word);

/// Whether nvcc compiles or links a file of this name.
bool is_nvcc_input(const std::string& word);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
