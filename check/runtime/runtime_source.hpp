// A source that a program gives NVRTC: how it tells `strider check`, which compiles it and runs the program again.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace strider::emulation::program {

/// In the folder run_options::runtime_sources: a folder for each, of the name `module`, with the source, its headers
/// and this as JSON. When it has been compiled, there is also the compiler's log, which is empty where all went well.
struct runtime_source {
    std::string file;
    std::vector<std::string> arguments;  ///< for the compiler
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(runtime_source, file, arguments)

inline constexpr const char* runtime_source_request = "source.json";
inline constexpr const char* runtime_source_log = "log.txt";

/// The macro for the module that a source's kernels belong to; it stands in front of their names.
inline constexpr const char* module_macro = "STRIDER_EMULATOR_MODULE";

/// How a module begins that is made of a source; its name follows.
inline const std::string module_mark = "// strider module ";

/// How a program ends that waits for a source to be compiled.
inline constexpr int needs_source_status = 86;

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
