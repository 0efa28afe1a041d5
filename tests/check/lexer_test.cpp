#include "check/translate/lexer.hpp"

#include <gmock/gmock.h>

#include <string>

namespace {

using namespace strider::kernel_check;
using testing::ElementsAre;

std::vector<std::string> texts(std::string_view source, token_kind kind) {
    std::vector<std::string> found;
    for (const token& t : lex(source))
        if (t.kind == kind) found.emplace_back(t.text);
    return found;
}

TEST(lexer, loses_no_character) {
    for (const std::string source :
         {"", "\n", "int a = 1'000; // x\n#define A \\\n  b\n'\\'' \"\\\"\" R\"(a\")\" u8R\"x())x\" /*",
          "\"never closed\n next", "R\"never", "/", "#", "'", "0x1p-3f .5e+7", "a\\\nb"}) {
        std::string joined;
        for (const token& t : lex(source)) joined += t.text;
        EXPECT_EQ(joined, source);
    }
}

TEST(lexer, leaves_comments_strings_and_directives_whole) {
    const char* source =
        "a /* <<< \" */ \"<<<\\\"<<<\" b // <<<\n  #define C <<< \\\n <<< /* \n */ <<<\n R\"x(<<<)\" )x\" '<' c#d";
    EXPECT_THAT(texts(source, token_kind::identifier), ElementsAre("a", "b", "c", "d"));
    EXPECT_THAT(texts(source, token_kind::preprocessor), ElementsAre("#define C <<< \\\n <<< /* \n */ <<<"));
    EXPECT_THAT(texts(source, token_kind::literal), ElementsAre("\"<<<\\\"<<<\"", "R\"x(<<<)\" )x\"", "'<'"));
    EXPECT_THAT(texts(source, token_kind::punctuation), ElementsAre("#"));
}

TEST(lexer, reads_numbers_as_one) {
    EXPECT_THAT(texts("1'000u 0x1p-3f 1e+5-2 .5", token_kind::literal),
                ElementsAre("1'000u", "0x1p-3f", "1e+5", "2", "5"));
}

TEST(lexer, counts_lines) {
    const auto tokens = lex("a\n/*\n\n*/ b\n#x \\\n y\nc");
    std::vector<int> lines;
    for (const token& t : tokens)
        if (t.kind == token_kind::identifier) lines.push_back(t.line);
    EXPECT_THAT(lines, ElementsAre(1, 4, 7));
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
