// Each name of a header of CUDA compiles as the only one that a kernel's file includes. Names that forward to the same
// headers are the same text: the first compiles alone, and the others behind it.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "check/base/process.hpp"
#include "check/check.hpp"

#include "check/compile/precompiled.hpp"

namespace {

using namespace strider::kernel_check;
namespace fs = std::filesystem;

constexpr const char* program_header = "strider/check/runtime/program.hpp";

class headers : public testing::Test {
protected:
    static fs::path below(const char* folder) {
        for (const fs::path& include : default_toolchain().include_folders)
            if (fs::exists(include / folder)) return include / folder;
        return {};
    }
    static std::string contents(const fs::path& file) {
        std::ifstream in(file);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    /// The names of each text, but for those that refuse to be included.
    static std::map<std::string, std::vector<std::string>> names(const fs::path& shims) {
        std::map<std::string, std::vector<std::string>> result;
        for (const auto& file : fs::recursive_directory_iterator(shims)) {
            std::string text = file.is_regular_file() ? contents(file.path()) : "";
            if (text.find("#include") != std::string::npos && text.find("#error") == std::string::npos)
                result[std::move(text)].push_back(file.path().lexically_relative(shims).string());
        }
        return result;
    }
    /// As check compiles a program, without code: and so with its precompiled header.
    headers() {
        const toolchain tools = default_toolchain();
        command_ = {tools.compiler, "-DSTRIDER_EMULATOR", "-std=c++20"};
        command_.insert(command_.end(), tools.compile_flags.begin(), tools.compile_flags.end());
        std::vector<fs::path> folders = tools.include_folders;
        folders.insert(folders.end(), {below("strider/shims/toolkit"), below("strider/shims/standard")});
        for (const fs::path& folder : folders) command_.insert(command_.end(), {"-I", folder});
        const fs::path header = below("strider/check") / "runtime/program.hpp";
        std::optional<fs::path> precompiled;
        for (int call = 0; call < 2 && !precompiled; ++call)
            precompiled = precompiled_header(tools.cache, command_, header, program_header);
        if (precompiled) command_.insert(command_.begin() + 1, {"-I", *precompiled});
    }
    std::string errors(const std::vector<std::string>& names) const {
        const fs::path source = folder_.path() / "source.cpp";
        std::ofstream out(source);
        for (const std::string& name : names) out << "#include <" << name << ">\n";
        out << "__global__ void kernel(int* out) { *out = 1; }\n";
        out.close();
        std::vector<std::string> command = command_;
        command.insert(command.end(), {"-w", "-fsyntax-only", "-include", program_header, source});
        const process_result how = run_process(command, {}, compiler_limit);
        return how.succeeded() ? "" : names.front() + ": " + how.output.substr(0, 1000);
    }
    void expect_all_compile(const char* folder) const {
        const auto all = names(below("strider/shims") / folder);
        EXPECT_GT(all.size(), 10u);
        for (const auto& [text, names] : all) EXPECT_EQ(errors(names), "");
    }

private:
    const temporary_folder folder_;
    std::vector<std::string> command_;
};

TEST_F(headers, of_the_toolkit_compile_alone) { expect_all_compile("toolkit"); }
TEST_F(headers, of_the_library_compile_alone) { expect_all_compile("standard"); }
TEST_F(headers, that_do_not_compile_are_seen) {
    EXPECT_NE(errors({"cudnn.h"}), "");  // refused
    EXPECT_NE(errors({"cuda_runtime.h", "no_such_header.h"}), "");
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
