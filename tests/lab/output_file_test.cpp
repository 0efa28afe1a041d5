// Files that commands write: nothing that was there is lost unasked, and nothing is half-written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

namespace fs = std::filesystem;

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A folder with the file "in.txt", and what is said of commands in it.
class output_file : public ::testing::Test {
protected:
    std::string path(const char* name) const { return (folder.path() / name).string(); }

    /// What the command says, which must be refused and leave the input, and all names, as they were.
    std::string refused(std::vector<std::string> words) const {
        const std::vector<std::string> before = folder.names();
        const std::string why = refusal_of(words);
        EXPECT_EQ(contents(in), "1 2 3");
        EXPECT_EQ(folder.names(), before);
        return why;
    }

    const scratch_folder folder;
    const std::string in = folder.file("in.txt", "1 2 3");
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
    EXPECT_EQ(strider({"reduce", "-", "--report", kept}, no_gpu(), "1 2 x").status, 2);
    EXPECT_THAT(folder.names(), ElementsAre("in.txt", "kept"));
    EXPECT_EQ(contents(kept), "old");
}

TEST_F(output_file, that_is_full_is_a_failure) {
    const outcome ran = strider({"reduce", "-", "--report", "/dev/full"}, no_gpu(), "1 2 3");
    EXPECT_EQ(ran.status, 1);
    EXPECT_THAT(ran.error, HasSubstr("writing /dev/full: No space left"));
}

TEST_F(output_file, is_no_input_unless_forced) {
    fs::create_hard_link(in, path("hard.txt"));
    fs::create_symlink("in.txt", path("soft.txt"));
    const std::string image = folder.file("a.pgm", "P2 1 1 255 7"),
                      mask = folder.file("m.npy", npy("|u1", "(1, 1)", "1"));
    for (const char* name : {"in.txt", "hard.txt", "soft.txt"}) {
        const std::string why = "would overwrite the input " + in;
        EXPECT_THAT(refused({"scan", in, "-o", path(name)}), HasSubstr("-o " + path(name) + ": " + why)) << name;
        EXPECT_THAT(refused({"reduce", in, "--report", path(name)}), HasSubstr(why)) << name;
        EXPECT_THAT(refused({"histogram", in, "--svg", path(name)}), HasSubstr(why)) << name;
        EXPECT_THAT(refused({"histogram", image, "--edges", in, "--svg", path(name)}), HasSubstr(why)) << name;
        EXPECT_THAT(refused({"reduce", image, "--segments", in, "-o", path(name)}), HasSubstr(why)) << name;
        EXPECT_THAT(refused({"check", in, "--report", path(name)}), HasSubstr(why)) << name;
        EXPECT_THAT(refused({"check", "a.cu", "--with", in, "--report", path(name)}), HasSubstr(why)) << name;
        EXPECT_THAT(refused({"check", "a.cu", in, "--report", path(name)}), HasSubstr(why)) << name;
    }
    EXPECT_THAT(refused({"compact", in, "--where", "x > 1", "-o", in}), HasSubstr("--force"));
    EXPECT_THAT(refused({"transpose", image, "-o", image}), HasSubstr("--force"));
    EXPECT_THAT(refused({"convolve", image, "--mask", mask, "-o", mask}), HasSubstr("the input " + mask));
    EXPECT_EQ(contents(image), "P2 1 1 255 7");
    for (const char* name : {"header.cuh", "reference.cu", "assignment.toml"}) {
        const std::string source = folder.file(name, "kept");
        EXPECT_THAT(refused({"check", "a.cu", "-o", source}), HasSubstr("the input " + source));
        EXPECT_THAT(refused({"grade", folder.path(), "a.cu", "-o", source}), HasSubstr("the input " + source));
        EXPECT_EQ(contents(source), "kept");
    }
    EXPECT_THAT(refused({"report", in, "-o", in}), HasSubstr("--force"));

    records_of({"scan", in, "-o", path("soft.txt"), "--force"});
    EXPECT_EQ(contents(in), "1\n3\n6\n");
    EXPECT_EQ(contents(path("hard.txt")), "1 2 3") << "another name of a file that is replaced keeps what it had";
}

TEST_F(output_file, is_no_input_that_comes_by_standard_input) {
    const outcome ran = shell(folder, R"("$STRIDER" scan - -o in.txt <in.txt)");
    EXPECT_EQ(ran.status, 2);
    EXPECT_THAT(ran.error, HasSubstr("-o in.txt: would overwrite the input standard input"));
    EXPECT_EQ(shell(folder, R"("$STRIDER" reduce in.txt >>in.txt)").status, 2);
    EXPECT_EQ(contents(in), "1 2 3");
}

TEST_F(output_file, of_two_outputs_is_refused) {
    EXPECT_THAT(refused({"scan", in, "-o", path("o.txt"), "--report", path("o.txt")}),
                HasSubstr("--report " + path("o.txt") + ": is the same file as -o " + path("o.txt")));
    folder.file("there.svg", "old");
    fs::create_symlink("there.svg", path("link.svg"));
    fs::create_symlink("not-there", path("dangling"));
    EXPECT_THAT(refused({"histogram", in, "--svg", path("link.svg"), "--report", path("there.svg")}),
                HasSubstr("is the same file as"));
    EXPECT_THAT(refused({"histogram", in, "--svg", path("dangling"), "--report", path("not-there"), "--force"}),
                HasSubstr("is the same file as"));
    EXPECT_THAT(refused({"scan", in, "-o", "-", "--report", "-"}), HasSubstr("is the same file as -o -"));
    EXPECT_EQ(shell(folder, R"("$STRIDER" scan in.txt -o o.txt >o.txt)").status, 2);
    EXPECT_EQ(
        strider({"scan", in, "-o", "/dev/null", "--output-format", "txt", "--report", "/dev/null"}, with_library())
            .status,
        0);
}

TEST_F(output_file, behind_a_symbolic_link_is_written_and_the_link_stays) {
    fs::create_directory(path("far"));
    folder.file("far/o.txt", "old");
    fs::create_symlink("far/o.txt", path("link"));
    fs::create_symlink("link", path("o.txt"));
    fs::create_symlink("far/new.txt", path("new.txt"));
    for (const char* name : {"o.txt", "new.txt"}) {
        records_of({"scan", in, "-o", path(name)});
        EXPECT_TRUE(fs::is_symlink(path(name)));
        EXPECT_EQ(contents(path("far") + "/" + name), "1\n3\n6\n");
    }
    EXPECT_THAT(folder.names(), ElementsAre("far", "in.txt", "link", "new.txt", "o.txt"));
    fs::create_symlink("loop.txt", path("loop.txt"));
    EXPECT_THAT(refused({"scan", in, "-o", path("loop.txt")}), HasSubstr("Too many levels of symbolic links"));
}

TEST_F(output_file, without_write_permission_is_refused_and_a_mode_is_kept) {
    const std::string kept = folder.file("o.txt", "old");
    fs::permissions(kept, fs::perms(0444));
    EXPECT_THAT(refused({"scan", in, "-o", kept}), HasSubstr("-o " + kept + ": cannot be written (Permission denied)"));
    EXPECT_THAT(refused({"reduce", in, "--report", kept, "--force"}), HasSubstr("--report " + kept));
    EXPECT_EQ(contents(kept), "old");
    for (const unsigned mode : {0600u, 0755u, 0222u}) {
        fs::permissions(kept, fs::perms(mode));
        records_of({"scan", in, "-o", kept});
        EXPECT_EQ(mode_of(kept), mode);
    }
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
