// Rungs of the user's own: a file of the form of ladders/PATTERN/gpu/NN_name.cu, or cpu/NN_name.cpp, compiled and
// loaded.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lab/base/errors.hpp>
#include <lab/base/modules.hpp>

namespace strider::lab {

/// The module made of a file. Its device lives as long as the process.
struct own_module {
    std::string file;
    /// The device of its rungs: the ladder's. In the emulator, every module has its own.
    ladders::device* device;
    std::vector<ladders::rung> rungs;  ///< of kind `own`
};

/// A compiler refuses the file.
struct compile_error : usage_error {
    std::string output;  ///< what the compiler said

    compile_error(const std::string& file, std::string said)
        : usage_error(file + " does not compile"), output(std::move(said)) {}
};

/// Whether the file is one of CUDA, which `gpu` and `emulator` take; else it is one of C++, for `cpu`. Throws
/// usage_error where it is neither.
bool is_kernel_file(const std::string& file);

/// Compiles the file for the device of a ladder and loads it. Throws compile_error, and usage_error where something
/// that this needs is not here, or the file has no rungs that this ladder can take.
own_module open_own_rungs(const std::string& file, const opened_device& on, std::string_view pattern);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
