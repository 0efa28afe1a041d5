// The folder that a test of whole checks works in.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>

#include "check/base/process.hpp"
#include "check/check.hpp"

namespace strider::kernel_check {

/// A folder with the files of one test.
class checking : public testing::Test {
protected:
    checking() { std::filesystem::create_directories(folder_); }
    ~checking() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
        return folder_ / name;
    }
    result checked(const std::string& text) const { return check({.file = write("a.cu", text)}); }

    /// Ends the program when it has printed "begun": so no clock decides how far it comes.
    static result check_until_begun(options how) {
        static std::atomic<bool> begun;
        begun = false;
        how.heard = [](std::string_view text) { begun = begun || text.find("begun") != std::string_view::npos; };
        end_processes_where([] { return begun.load(); });
        result ended = check(how);
        end_processes_where(nullptr);
        return ended;
    }

    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("strider-check-test-" + std::to_string(getpid()));
};

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
