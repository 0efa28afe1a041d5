// Files that commands write: nothing that was there is lost unasked, and nothing is half-written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

namespace fs = std::filesystem;

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A folder with a file of records, "in.jsonl", and what is said of commands in it.
class output_file : public ::testing::Test {
protected:
    std::string path(const char* name) const { return (folder.path() / name).string(); }

    /// What the command says, which must be refused and leave the input, and all names, as they were.
    std::string refused(const std::vector<std::string>& words) const {
        const std::vector<std::string> before = folder.names();
        const std::string why = refusal_of(words);
        EXPECT_EQ(contents(in), records);
        EXPECT_EQ(folder.names(), before);
        return why;
    }

    /// Writes a table there.
    void write(const std::string& output) const {
        EXPECT_EQ(strider({"list", "-o", output}, with_library()).status, 0);
    }

    const std::string table = strider({"list"}, with_library()).out;
    const std::string records =
        strider({"ladder", "--device", "emulator", "--elements", "100", "--rungs", "1", "--format", "jsonl"}, no_gpu())
            .out;
    const scratch_folder folder;
    const std::string in = folder.file("in.jsonl", records);
};

unsigned mode_of(const std::string& file) {
    return fs::status(file).permissions() == fs::perms::unknown ? 0
                                                                : static_cast<unsigned>(fs::status(file).permissions());
}

TEST_F(output_file, that_cannot_be_written_is_refused_before_anything_runs) {
    const outcome ran = strider({"ladder", "--elements", "100", "--report", "/nonexistent/out"},
                                with(no_gpu(), "STRIDER_FAKE", "wrong"));
    EXPECT_EQ(ran.status, 2);
    EXPECT_THAT(ran.error, HasSubstr("--report /nonexistent/out: cannot be written (No such file or directory)"));
}

TEST_F(output_file, keeps_its_old_contents_where_the_command_fails) {
    const std::string kept = folder.file("kept", "old");
    EXPECT_EQ(strider({"list", "--report", kept, "reduce"}, with(no_gpu(), "STRIDER_FAKE", "no-device")).status, 2);
    EXPECT_THAT(folder.names(), ElementsAre("in.jsonl", "kept"));
    EXPECT_EQ(contents(kept), "old");
}

TEST_F(output_file, that_is_full_is_a_failure) {
    const outcome ran = strider({"list", "--report", "/dev/full"}, with_library());
    EXPECT_EQ(ran.status, 1);
    EXPECT_THAT(ran.error, HasSubstr("writing /dev/full: No space left"));
}

TEST_F(output_file, is_no_input_unless_forced) {
    fs::create_hard_link(in, path("hard"));
    fs::create_symlink("in.jsonl", path("soft"));
    for (const char* name : {"in.jsonl", "hard", "soft"}) {
        const std::string why = path(name) + ": would overwrite the input " + in;
        EXPECT_THAT(refused({"compare", in, "b", "-o", path(name)}), HasSubstr("--report " + why));
        EXPECT_THAT(refused({"compare", "a", in, "--report", path(name)}), HasSubstr(why));
        EXPECT_THAT(refused({"report", in, "-o", path(name)}), HasSubstr("-o " + why));
        EXPECT_THAT(refused({"check", in, "--report", path(name)}), HasSubstr(why));
        EXPECT_THAT(refused({"check", "a.cu", "--with", in, "--report", path(name)}), HasSubstr(why));
        EXPECT_THAT(refused({"check", "a.cu", in, "--report", path(name)}), HasSubstr(why));
    }
    for (const char* name : {"header.cuh", "reference.cu", "assignment.toml"}) {
        const std::string source = folder.file(name, "kept");
        EXPECT_THAT(refused({"check", "a.cu", "-o", source}), HasSubstr("the input " + source));
        EXPECT_THAT(refused({"grade", folder.path(), "a.cu", "-o", source}), HasSubstr("the input " + source));
        EXPECT_EQ(contents(source), "kept");
    }
    EXPECT_THAT(refused({"report", in, "-o", in}), HasSubstr("--force"));

    EXPECT_EQ(strider({"compare", in, in, "-o", path("soft"), "--force"}, with_library()).status, 0);
    EXPECT_THAT(contents(in), HasSubstr("0 faster, 0 slower, 1 same"));
    EXPECT_EQ(contents(path("hard")), records) << "another name of a file that is replaced keeps what it had";
}

TEST_F(output_file, is_no_input_that_comes_by_standard_input) {
    const outcome ran = shell(folder, R"("$STRIDER" check - -o in.jsonl <in.jsonl)");
    EXPECT_EQ(ran.status, 2);
    EXPECT_THAT(ran.error, HasSubstr("--report in.jsonl: would overwrite the input standard input"));
    EXPECT_EQ(shell(folder, R"("$STRIDER" compare in.jsonl in.jsonl >>in.jsonl)").status, 2);
    EXPECT_EQ(contents(in), records);
}

TEST_F(output_file, behind_a_symbolic_link_is_written_and_the_link_stays) {
    fs::create_directory(path("far"));
    folder.file("far/o.txt", "old");
    fs::create_symlink("far/o.txt", path("link"));
    fs::create_symlink("link", path("o.txt"));
    fs::create_symlink("far/new.txt", path("new.txt"));
    for (const char* name : {"o.txt", "new.txt"}) {
        write(path(name));
        EXPECT_TRUE(fs::is_symlink(path(name)));
        EXPECT_EQ(contents(path("far") + "/" + name), table);
    }
    EXPECT_THAT(folder.names(), ElementsAre("far", "in.jsonl", "link", "new.txt", "o.txt"));
    fs::create_symlink("loop.txt", path("loop.txt"));
    EXPECT_THAT(refused({"list", "-o", path("loop.txt")}), HasSubstr("Too many levels of symbolic links"));
}

TEST_F(output_file, without_write_permission_is_refused_and_a_mode_is_kept) {
    const std::string kept = folder.file("o.txt", "old");
    fs::permissions(kept, fs::perms(0444));
    EXPECT_THAT(refused({"list", "-o", kept}),
                HasSubstr("--report " + kept + ": cannot be written (Permission denied)"));
    EXPECT_THAT(refused({"compare", in, in, "--report", kept, "--force"}), HasSubstr("--report " + kept));
    EXPECT_EQ(contents(kept), "old");
    for (const unsigned mode : {0600u, 0755u, 0222u}) {
        fs::permissions(kept, fs::perms(mode));
        write(kept);
        EXPECT_EQ(mode_of(kept), mode);
    }
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
