// Calls of a file's kernels and functions, one after the other, by a program that stays.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "build.hpp"
#include "check.hpp"
#include "check/compile/sources.hpp"

namespace strider::kernel_check {

struct declared_kernel {
    std::string name;
    bool is_template;
    std::vector<declared_parameter> parameters;
};
/// The kernels of a file, without those of its headers.
std::vector<declared_kernel> kernels_of(const std::filesystem::path& file);

/// A file without a main(), whose kernels and functions are called from outside: each call runs in a process of its own
/// and is checked like a program. Device variables keep their values from call to call.
class called_file {
public:
    /// Compiles and starts it. A name is a kernel's, with template arguments where it needs them, or with () behind it
    /// a function's of the host. Throws unusable_file; std::runtime_error.
    called_file(const options& request, const std::vector<std::string>& names);

    /// In JSON: "callables", with their types and, as the source declares them, their parameters; "variables" of the
    /// device, and the "file" that holds them.
    std::string description() const;

    /// `call` is an emulation::program::call_request in JSON.
    result call(const std::string& call);

private:
    void start();

    options request_;
    temporary_folder folder_;
    built_program program_;
    std::optional<call_program> running_;
};

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
