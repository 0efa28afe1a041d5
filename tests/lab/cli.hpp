// Runs the command line, as a user would, with the fake modules.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <data/readers/elements.hpp>
#include <data/readers/npy.hpp>
#include <lab/base/errors.hpp>
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

/// Fake modules: the executor's and the CPU's, or the GPU's as well.
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

/// The records of a command that must succeed, run with --format json. It may say that a first row of numbers is data.
std::vector<record> records_of(std::vector<std::string> arguments, std::string_view input = {});

/// What a command says that must be refused: one line, exit status 2, nothing on standard output.
std::string refusal_of(const std::vector<std::string>& arguments, std::string_view input = {},
                       const environment& in = with_library());

/// What a call that must be refused says; "taken" if it is not refused.
template <class Call>
std::string error_of(Call call) {
    try {
        call();
    } catch (const usage_error& error) {
        return error.what();
    }
    return "taken";
}

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

/// The bytes of a .npy file of version 1, as NumPy writes it.
std::string npy(std::string_view descr, std::string_view shape, std::string_view data, bool fortran_order = false);

/// NumPy's name of a type.
template <class T>
std::string npy_descr_of() {
    const char kind = std::is_floating_point_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'u';
    return std::string(sizeof(T) == 1 ? "|" : "<") + kind + std::to_string(sizeof(T));
}

/// All bytes of a file.
std::string contents(const std::filesystem::path& file);

/// The elements of a .npy file, which must be of type T.
template <class T>
std::vector<T> npy_values(const std::string& path) {
    const element_input input = element_input::open(path);
    std::vector<T> values(input.elements());
    if (npy_descr(input.type()) != npy_descr_of<T>())
        throw std::runtime_error(path + " holds " + std::string(input.stored().name));
    input.read(0, values.size(), values.data());
    return values;
}

/// `value` in so many bytes, the lowest first.
std::string in_bytes(std::uint32_t value, int bytes);

/// The bytes of values as they lie in memory.
template <class T>
std::string bytes_of(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
