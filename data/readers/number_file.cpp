#include <data/readers/number_file.hpp>

#include <algorithm>
#include <utility>

namespace strider::lab {

using ladders::element_type;

number_file::number_file(std::string name) : words_(temporary_input(std::move(name))) {}

void number_file::append(text_numbers numbers) {
    all_.join(numbers);
    lab::append(words_, {reinterpret_cast<const char*>(numbers.words.data()), numbers.words.size() * 8});
    if (all_.type() != element_type::f64) integers_ = count();
}

element_input number_file::finish(std::vector<std::uint64_t> shape) {
    constexpr std::uint64_t most_words = std::uint64_t{1} << 17;
    const std::uint64_t as_integers = all_.type() == element_type::f64 ? integers_ : 0;
    std::vector<std::uint64_t> piece;
    for (std::uint64_t i = 0; i < as_integers; i += piece.size()) {
        piece.resize(std::min(as_integers - i, most_words));
        char* const bytes = reinterpret_cast<char*>(piece.data());
        read_at(words_, i * 8, {bytes, piece.size() * 8});
        std::transform(piece.begin(), piece.end(), piece.begin(),
                       [&](std::uint64_t word) { return all_.as_f64(word); });
        write_at(words_.from, i * 8, {bytes, piece.size() * 8});
    }
    if (shape.empty()) shape = {count()};
    return element_input::of_words(std::move(words_), all_.type(), std::move(shape));
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
