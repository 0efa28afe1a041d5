// The header that every program includes, precompiled: never older than what it includes, and never in the way.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

#include "check/base/process.hpp"
#include "check/check.hpp"

#include "check/compile/precompiled.hpp"

namespace {

using namespace strider::kernel_check;
namespace fs = std::filesystem;

class precompiled : public testing::Test {
protected:
    precompiled() {
        if (default_toolchain().cache.empty()) return;
        fs::create_directories(folder_.path() / "with blank");
        write("outer.hpp", "#include \"with blank/inner.hpp\"\n");
        write("with blank/inner.hpp", "constexpr int value = 1;\n");
    }
    void SetUp() override {
        if (default_toolchain().cache.empty()) GTEST_SKIP() << "the compiler is no g++";
    }
    /// As of a minute ago, or a later second of it: what changes while it is compiled is not kept.
    void write(const char* name, const char* text, int second = 0) const {
        std::ofstream(folder_.path() / name) << text;
        fs::last_write_time(folder_.path() / name,
                            fs::file_time_type::clock::now() - std::chrono::seconds(60 - second));
    }
    std::optional<fs::path> header() const {
        return precompiled_header(cache_, command_, folder_.path() / "outer.hpp", "outer.hpp");
    }
    /// The value that a source sees in the precompiled header alone.
    std::string value(const fs::path& in, const char* before = "", const std::string& more = ".") const {
        const fs::path source = folder_.path() / "source.cpp", program = folder_.path() / "program";
        std::ofstream(source) << before << "int main() { return value; }\n";
        const process_result how = run_process(
            {command_[0], "-I", in, "-I", more, "-include", "outer.hpp", source, "-o", program}, {}, compiler_limit);
        return how.status != 0 ? how.output : std::to_string(run_process({program}, {}, compiler_limit).status);
    }
    const temporary_folder folder_;
    fs::path cache_ = folder_.path() / "cache";
    const std::vector<std::string> command_{default_toolchain().compiler};
};

TEST_F(precompiled, is_made_by_the_second_call) {
    EXPECT_FALSE(header());
    const auto made = header();
    ASSERT_TRUE(made);
    EXPECT_EQ(value(*made), "1");
    const auto time = fs::last_write_time(*made / "outer.hpp.gch");
    EXPECT_EQ(header(), made);
    EXPECT_EQ(fs::last_write_time(*made / "outer.hpp.gch"), time);
}

TEST_F(precompiled, is_made_again_when_a_header_has_changed) {
    header();
    ASSERT_TRUE(header());
    write("with blank/inner.hpp", "constexpr int value = 2;\n", 1);
    const auto made = header();
    ASSERT_TRUE(made);
    EXPECT_EQ(value(*made), "2");
    fs::remove(folder_.path() / "with blank/inner.hpp");
    EXPECT_FALSE(header());
    write("outer.hpp", "constexpr int value = 3;\n", 2);
    const auto without = header();
    ASSERT_TRUE(without);
    EXPECT_EQ(value(*without), "3");
}

TEST_F(precompiled, may_be_included_once_more) {
    write("outer.hpp", "#pragma once\nconstexpr int value = 4;\n");
    header();
    const auto made = header();
    ASSERT_TRUE(made);
    EXPECT_EQ(value(*made, "#include <outer.hpp>\n", folder_.path()), "4");
}

TEST_F(precompiled, is_another_for_other_options) {
    header();
    const auto made = header();
    const std::vector<std::string> other{command_[0], "-O1"};
    precompiled_header(cache_, other, folder_.path() / "outer.hpp", "outer.hpp");
    const auto of_other = precompiled_header(cache_, other, folder_.path() / "outer.hpp", "outer.hpp");
    ASSERT_TRUE(made && of_other);
    EXPECT_NE(*made, *of_other);
}

TEST_F(precompiled, is_done_without_where_the_cache_cannot_be_written) {
    std::ofstream(folder_.path() / "file") << "";
    cache_ = folder_.path() / "file";
    EXPECT_FALSE(header());
    EXPECT_FALSE(header());
    cache_ = "";
    EXPECT_FALSE(header());
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
