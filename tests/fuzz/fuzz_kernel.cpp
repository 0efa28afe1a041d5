// Any text as a kernel file of `strider check`: its tokens are the text again; it is refused in one line that names the
// file, or translated with as many lines as it had, or with their numbers.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "check/translate/lexer.hpp"
#include "check/translate/translate.hpp"
#include "require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace strider::kernel_check;
    using strider::fuzz::require;
    const std::string_view source(reinterpret_cast<const char*>(data), size);
    std::size_t at = 0;
    for (const token& one : lex(source)) {
        require(one.text.data() == source.data() + at && !one.text.empty(), "tokens follow one another");
        at += one.text.size();
    }
    require(at == size, "and are the whole text");

    const auto lines = [](std::string_view text) { return std::count(text.begin(), text.end(), '\n'); };
    kernel_names kernels;
    collect_kernels(source, kernels);
    static_cast<void>(included_files(source));
    try {
        const translation found = translate(source, "a.cu", kernels, [](const std::string& name) { return name; });
        // What is there twice is followed by its line.
        require(lines(found.text) == lines(source) || found.text.find("\n#line ") != std::string::npos,
                "errors and findings name the right line");
    } catch (const translation_error& refused) {
        const std::string_view what = refused.what();
        require(what.starts_with("a.cu:") && lines(what) == 0, "a refusal is one line, which names the file");
    }
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
