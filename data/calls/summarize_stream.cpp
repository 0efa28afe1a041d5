#include <data/calls/summarize_stream.hpp>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include <data/calls/wide.hpp>
#include <data/readers/text.hpp>
#include <lab/base/errors.hpp>
#include <strider/pattern/canonical_order.hpp>

namespace strider::lab {
namespace {

using canonical_order::chunk_bits;
using ladders::element_type;

/// Elements in every piece but the last: whole chunks of any number of elements up to the most.
constexpr std::uint64_t piece_elements = std::uint64_t{1} << 21, most_elements = std::uint64_t{1} << 35;
static_assert(canonical_order::chunk_size(most_elements) == piece_elements);

/// The most elements that have chunks of the same size as `elements`, which are more than a piece.
std::uint64_t most_alike(std::uint64_t elements) {
    std::uint64_t low = elements, beyond = most_elements + 1;
    while (beyond - low > 1) {
        const std::uint64_t middle = low + (beyond - low) / 2;
        (chunk_bits(middle) == chunk_bits(elements) ? low : beyond) = middle;
    }
    return low;
}

/// A summary of elements that come in pieces, but for the last: of piece_elements, or of integers some times as many.
class open_summary {
public:
    open_summary(ladders::library& calls, element_type type) : calls_(calls), type_(type) {}

    void add(const void* elements, std::uint64_t count, bool is_last) {
        if (elements_ == 0) start(count, is_last);
        elements_ += count;
        if (elements_ > most_elements) throw usage_error("has more than 2^35 numbers; write them to a file first");
        std::erase_if(open_, [&](const candidate& entry) { return entry.most < elements_; });
        if (is_last) {
            open_.resize(1);  // the others are for more elements
            open_.front().summary->end_at(elements_);
        }
        for (const candidate& entry : open_) entry.summary->add(elements, count);
    }

    std::uint64_t elements() const { return elements_; }
    ladders::summary finish() { return elements_ == 0 ? ladders::summary() : open_.front().summary->finish(); }

private:
    struct candidate {
        std::uint64_t most;
        std::unique_ptr<ladders::streamed_summary> summary;
    };

    void announce(std::uint64_t most) { open_.push_back({most, calls_.summarize(type_, most)}); }

    /// Integers are summed without rounding, in any order.
    void start(std::uint64_t count, bool is_last) {
        if (is_last || !is_real(type_)) return announce(is_last ? count : most_elements);
        for (std::uint64_t most = piece_elements; most < most_elements;) announce(most = most_alike(most + 1));
    }

    ladders::library& calls_;
    element_type type_;
    std::vector<candidate> open_;  ///< the fewest elements first
    std::uint64_t elements_ = 0;
};

/// The numbers of a text while their type may change yet: the summaries that each type would have.
class text_summary {
public:
    explicit text_summary(ladders::library& calls)
        : as_i64_(calls, element_type::i64), as_u64_(calls, element_type::u64), as_f64_(calls, element_type::f64) {}

    void add(text_numbers numbers) {
        all_.join(numbers);
        const std::vector<std::uint64_t> reals = numbers.reals();
        reals_.insert(reals_.end(), reals.begin(), reals.end());
        if (numbers.type() == element_type::f64)
            integers_.clear();
        else
            integers_.insert(integers_.end(), numbers.words.begin(), numbers.words.end());
        while (reals_.size() > piece_elements) take_piece();
    }

    stream_summary finish() {
        const element_type type = all_.type();
        const bool is_f64 = type == element_type::f64;
        open_summary& found = is_f64 ? as_f64_ : type == element_type::u64 ? as_u64_ : as_i64_;
        const std::vector<std::uint64_t>& rest = is_f64 ? reals_ : integers_;
        if (!rest.empty()) found.add(rest.data(), rest.size(), true);
        return {type, found.elements(), found.finish()};
    }

private:
    /// Another one follows. Words of u64 that are none, and integers of a text that is f64, are never looked at.
    void take_piece() {
        const auto use = [](std::vector<std::uint64_t>& words, std::initializer_list<open_summary*> by) {
            for (open_summary* const summed : by) summed->add(words.data(), piece_elements, false);
            words.erase(words.begin(), words.begin() + piece_elements);
        };
        use(reals_, {&as_f64_});
        if (all_.type() != element_type::f64) use(integers_, {&as_i64_, &as_u64_});
    }

    text_numbers all_;  ///< what they are
    open_summary as_i64_, as_u64_, as_f64_;
    std::vector<std::uint64_t> reals_, integers_;
};

}  // namespace

stream_summary summarize(ladders::library& calls, element_stream& from) {
    if (const auto promised = from.promised(); promised && *promised != 0) {
        const auto known = calls.summarize(from.type(), *promised);
        for_each_piece(from, std::max(piece_elements, known->granularity()),
                       [&](std::uint64_t, void* data, std::uint64_t count, bool) { known->add(data, count); });
        return {from.stored(), *promised, known->finish()};
    }
    open_summary found(calls, from.type());
    const std::uint64_t longer = is_real(from.type()) ? 1 : 8 / ladders::size_of(from.type());  // 16 MiB, too
    for_each_piece(from, piece_elements * longer, [&](std::uint64_t, void* data, std::uint64_t count, bool is_last) {
        found.add(data, count, is_last);
    });
    return {from.stored(), found.elements(), found.finish()};
}

stream_summary summarize_text(ladders::library& calls, byte_input& from) {
    text_summary found(calls);
    for_each_numbers(from, [&](text_numbers numbers) { found.add(std::move(numbers)); });
    return found.finish();
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
