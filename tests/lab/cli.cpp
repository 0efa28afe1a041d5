#include "cli.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
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

pid_t start(std::vector<std::string> words, const environment& in, const streams& of) {
    std::vector<std::string> variables = {"STRIDER=" STRIDER_BINARY};
    for (const auto& [name, value] : in) variables.push_back(name + "=" + value);
    for (const char* kept : {"PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TMPDIR"}) {
        if (const char* value = std::getenv(kept)) variables.push_back(std::string(kept) + "=" + value);
    }
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, of.in.c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, of.out.c_str(), O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, of.error.c_str(), O_WRONLY, 0);
    // Whatever the tests were told to ignore, by nohup or a shell that runs them in the background.
    sigset_t signals;
    sigemptyset(&signals);
    for (const int one : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE}) sigaddset(&signals, one);
    posix_spawnattr_t as;
    posix_spawnattr_init(&as);
    posix_spawnattr_setsigdefault(&as, &signals);
    posix_spawnattr_setflags(&as, POSIX_SPAWN_SETSIGDEF);
    pid_t child = 0;
    const int failed =
        ::posix_spawnp(&child, words[0].c_str(), &files, &as, pointers(words).data(), pointers(variables).data());
    posix_spawnattr_destroy(&as);
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0) throw std::runtime_error(words[0] + " cannot be started");
    return child;
}

int status_of(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

namespace {

outcome run(std::vector<std::string> words, const environment& in, std::string_view input) {
    const scratch_folder folder;
    const streams of{folder.file("in", input), folder.file("out", ""), folder.file("error", "")};
    const int status = status_of(start(std::move(words), in, of));
    return {status, contents(of.out), contents(of.error)};
}

}  // namespace

outcome strider(const std::vector<std::string>& arguments, const environment& in, std::string_view input) {
    std::vector<std::string> words = {STRIDER_BINARY};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run(std::move(words), in, input);
}

outcome shell(const scratch_folder& where, const std::string& script) {
    return run({"sh", "-c", "cd '" + where.path().string() + "' || exit; " + script}, with_library(), {});
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

}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
