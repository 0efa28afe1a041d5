#include "cli.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace strider::lab::testing {
namespace {

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& one : texts) all.push_back(one.data());
    all.push_back(nullptr);
    return all;
}

}  // namespace

std::string contents(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    return all.str();
}

std::vector<record> outcome::records() const {
    std::vector<record> all;
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);) all.push_back(record::parse(line));
    return all;
}

environment no_gpu() { return {{"STRIDER_MODULES", STRIDER_FAKE_NO_GPU}, {"STRIDER_DATA", "/nonexistent"}}; }
environment with_library() { return {{"STRIDER_DATA", "/nonexistent"}}; }
environment with_gpu() { return {{"STRIDER_MODULES", STRIDER_FAKE_GPU}, {"STRIDER_DATA", "/nonexistent"}}; }

environment with(environment in, const std::string& name, const std::string& value) {
    in[name] = value;
    return in;
}

outcome strider(const std::vector<std::string>& arguments, const environment& in, std::string_view input) {
    const scratch_folder folder;
    const std::string from = folder.file("in", input);
    const std::string out = folder.file("out", ""), error = folder.file("error", "");

    std::vector<std::string> words = {STRIDER_BINARY}, variables;
    words.insert(words.end(), arguments.begin(), arguments.end());
    for (const auto& [name, value] : in) variables.push_back(name + "=" + value);
    for (const char* kept : {"PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TMPDIR"}) {
        if (const char* value = std::getenv(kept)) variables.push_back(std::string(kept) + "=" + value);
    }

    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, from.c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, error.c_str(), O_WRONLY, 0);
    pid_t child = 0;
    const int failed =
        ::posix_spawn(&child, STRIDER_BINARY, &files, nullptr, pointers(words).data(), pointers(variables).data());
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0) throw std::runtime_error("strider cannot be started");
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents(out), contents(error)};
}

std::vector<record> records_of(std::vector<std::string> arguments, std::string_view input) {
    arguments.insert(arguments.end(), {"--format", "json"});
    const outcome ran = strider(arguments, with_library(), input);
    EXPECT_EQ(ran.status, 0) << ran.error;
    EXPECT_EQ(ran.error, "");
    return ran.records();
}

std::string refusal_of(const std::vector<std::string>& arguments, std::string_view input, const environment& in) {
    const outcome ran = strider(arguments, in, input);
    EXPECT_EQ(ran.status, 2) << ran.error;
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1) << ran.error;
    EXPECT_TRUE(ran.error.starts_with("strider: ")) << ran.error;
    return ran.error;
}

scratch_folder::scratch_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "strider-test-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no folder can be made for the test");
    path_ = name;
}
scratch_folder::~scratch_folder() { std::filesystem::remove_all(path_); }

std::string scratch_folder::file(const std::string& name, std::string_view bytes) const {
    const std::filesystem::path path = path_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return path.string();
}

std::vector<std::string> scratch_folder::names() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
        all.push_back(entry.path().filename().string());
    std::sort(all.begin(), all.end());
    return all;
}

std::string npy(std::string_view descr, std::string_view shape, std::string_view data, bool fortran_order) {
    std::string header = "{'descr': '" + std::string(descr) +
                         "', 'fortran_order': " + (fortran_order ? "True" : "False") +
                         ", 'shape': " + std::string(shape) + ", }";
    header.append(63 - (10 + header.size()) % 64, ' ');
    header += '\n';
    std::string bytes = "\x93NUMPY";
    bytes += '\x01';
    bytes += '\0';
    bytes += static_cast<char>(header.size() & 0xFF);
    bytes += static_cast<char>(header.size() >> 8);
    return bytes + header + std::string(data);
}

}  // namespace strider::lab::testing
