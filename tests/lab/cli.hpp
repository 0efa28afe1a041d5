// Runs the command line, as a user would, with the fake modules.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <lab/base/record.hpp>

namespace strider::lab::testing {

struct outcome {
    int status;
    std::string out;
    std::string error;

    /// The output, a record a line.
    std::vector<record> records() const;
};

using environment = std::map<std::string, std::string>;

/// Fake modules: the emulator's and the CPU's, or the GPU's as well.
environment no_gpu();
environment with_gpu();
/// The modules of this build, which have the library.
environment with_library();

/// The same with one variable more.
environment with(environment in, const std::string& name, const std::string& value);

/// `strider` with these arguments, and nothing of the environment but what is given and PATH.
outcome strider(const std::vector<std::string>& arguments, const environment& in, std::string_view input = {});

/// The files that a program's streams are.
struct streams {
    std::string in, out, error;
};

/// Starts a program, which status_of() waits for: its exit status, or 128 and the signal that ended it.
pid_t start(std::vector<std::string> words, const environment& in, const streams& of);
int status_of(pid_t child);

/// What a command says that must be refused: one line, exit status 2, nothing on standard output.
std::string refusal_of(const std::vector<std::string>& arguments, std::string_view input = {},
                       const environment& in = with_library());

/// An empty folder that is gone with the object.
class scratch_folder {
public:
    scratch_folder();
    ~scratch_folder();
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// Writes a file and returns its path.
    std::string file(const std::string& name, std::string_view bytes) const;
    /// The names of all files, sorted.
    std::vector<std::string> names() const;

private:
    std::filesystem::path path_;
};

/// What a shell makes of the script, in this folder; "$STRIDER" is the command line.
outcome shell(const scratch_folder& where, const std::string& script);

/// All bytes of a file.
std::string contents(const std::filesystem::path& file);

}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
