// Convolution over several ranks (distributed/policy.hpp): the calls of strider/convolve.hpp, each of which takes this
// rank's part of the image and of the output: rows of a 2D image, elements (whole pixels) of one dimension. Mask and
// options are those of all ranks, and all rows have one length, also where a rank has none.
//
// What travels is the halo, once: of every rank's part the rows that the mask reaches above and below, from the ranks
// that have them, which need not be neighbours: parts may have any size, and the boundary of the whole may stand for
// rows anywhere. While they travel, the part is convolved as it is; then its rows near the edges once more, in an image
// of their own with the halo. With a mask of m rows, takes memory for at most 6 (m - 1) rows. One meeting of all ranks
// comes before, in which all throw what the local call does on any.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <strider/convolve.hpp>
#include <strider/distributed/partials.hpp>
#include <strider/distributed/policy.hpp>
#include <strider/distributed/rows.hpp>
#include <strider/distributed/wire.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace detail {

/// Fills halo lines from `position` on, of the whole image, one after the other at `to`: those that the boundary fills,
/// and those whose source is one of this rank's lines, which are `first` to `last` of `lines`.
template <class T>
struct own_halo {
    T* to;
    const T* input;
    std::uint64_t stride, elements;  ///< of a line
    std::int64_t position, first, last, lines;
    boundary outside;
    T fill;

    STRIDER_HOST_DEVICE void operator()(std::uint64_t i) const {
        const std::int64_t line = position + static_cast<std::int64_t>(i / elements);
        const std::int64_t source = source_of(line, lines, outside);
        if (source < 0) {
            to[i] = fill;
        } else if (first <= source && source < last) {
            to[i] = input[static_cast<std::uint64_t>(source - first) * stride + i % elements];
        }
    }
};

/// This rank's part of a convolution of an image that is cut into lines: rows, or pixels of one dimension.
template <class Policy, class T>
class convolution_of_part {
    using local = decltype(Policy::local);
    using memory_of = exchange_memory<local>;

public:
    convolution_of_part(const Policy& policy, const convolution<T>& part, const mask_of_weights<weight_of<T>>& mask,
                        bool by_rows)
        : policy_(policy), part_(part), mask_(mask), by_rows_(by_rows) {
        lines_ = by_rows ? part.rows : part.columns;
        elements_ = by_rows ? static_cast<std::uint64_t>(part.row_elements()) : part.channels;
        before_ = by_rows ? part.anchor_row : part.anchor_column;
        halo_ = (by_rows ? part.mask_rows : part.mask_columns) - 1;
        const auto add_edge = [&](std::int64_t first, std::int64_t lines) {
            if (lines > 0) edges_.push_back({first, lines});
        };
        if (lines_ <= halo_) {
            add_edge(0, lines_);
        } else {
            add_edge(0, before_);
            add_edge(lines_ - after(), after());
        }
    }

    std::uint64_t lines() const { return static_cast<std::uint64_t>(lines_); }

    std::size_t memory_bytes() const {
        std::size_t bytes = 0;
        for (const edge& one : edges_) bytes += 2 * memory_of::rounded(image_elements(one) * sizeof(T));
        return bytes;
    }

    /// `parts` says how the lines of all ranks are cut.
    void run(memory_of& memory, const wire<local>& wire, const cut& parts) {
        const local& at = policy_.local;
        first_ = static_cast<std::int64_t>(parts.begin(policy_.rank()));
        for (edge& one : edges_) {
            one.image = memory.template take<T>(image_elements(one));
            one.result = memory.template take<T>(image_elements(one));
        }
        wire.follow_work();  // the image may be the result of earlier calls
        exchange_halos(parts, wire.at());
        if (lines_ > halo_) convolve_by_mask(at, part_, mask_);
        for (const edge& one : edges_) fill_image(one, static_cast<std::int64_t>(parts.elements()));
        wire.lead_work();
        for (const edge& one : edges_) {
            convolve_by_mask(at, convolution_of_image(one), mask_);
            copy_rows(at, lines_of(part_.output, part_.output_stride, one.first, one.lines),
                      lines_of<const T>(one.result, elements_, before_, one.lines));
        }
    }

private:
    /// Lines of the part whose sums need the halo, and images of them and of what the mask reaches around them.
    struct edge {
        std::int64_t first, lines;
        T* image = nullptr;
        T* result = nullptr;
    };
    /// Lines of a rank's halo that another one has: they stand where `position` says, of all, for those from `source`.
    struct halo_run {
        int owner;
        std::int64_t position, source, lines;
    };

    std::int64_t after() const { return halo_ - before_; }
    std::uint64_t image_elements(const edge& of) const {
        return static_cast<std::uint64_t>(of.lines + halo_) * elements_;
    }

    /// What of a rank's halo lies on others, in order. A run is one message: pixels that follow each other, or one row,
    /// since there may be gaps between rows.
    std::vector<halo_run> halo_of(const cut& parts, int rank) const {
        std::vector<halo_run> runs;
        const auto add = [&](std::int64_t position) {
            const std::int64_t source = source_of(position, static_cast<std::int64_t>(parts.elements()), part_.outside);
            if (source < 0) return;
            const auto behind = std::ranges::upper_bound(parts.first, static_cast<std::uint64_t>(source));
            const int owner = static_cast<int>(behind - parts.first.begin()) - 1;
            if (owner == rank) return;
            if (!by_rows_ && !runs.empty()) {
                halo_run& last = runs.back();
                if (last.owner == owner && last.position + last.lines == position &&
                    last.source + last.lines == source) {
                    ++last.lines;
                    return;
                }
            }
            runs.push_back({owner, position, source, 1});
        };
        const auto begin = static_cast<std::int64_t>(parts.begin(rank)),
                   end = static_cast<std::int64_t>(parts.end(rank));
        if (begin == end) return runs;
        for (std::int64_t i = begin - before_; i < begin; ++i) add(i);
        for (std::int64_t i = end; i < end + after(); ++i) add(i);
        return runs;
    }

    void exchange_halos(const cut& parts, const local& at) {
        std::vector<outgoing> sends;
        std::vector<incoming> receives;
        const auto bytes = [&](const halo_run& one) {
            return static_cast<std::uint64_t>(one.lines) * elements_ * sizeof(T);
        };
        for (int r = 0; r < parts.ranks(); ++r) {
            for (const halo_run& one : halo_of(parts, r)) {
                if (r == policy_.rank()) {
                    const edge& near = one.position < first_ ? edges_.front() : edges_.back();
                    const std::int64_t line = one.position - first_ - near.first + before_;
                    receives.push_back(
                        {one.owner, near.image + static_cast<std::uint64_t>(line) * elements_, bytes(one)});
                } else if (one.owner == policy_.rank()) {
                    sends.push_back({r, part_.input + static_cast<std::uint64_t>(one.source - first_) * input_stride(),
                                     bytes(one)});
                }
            }
        }
        policy_.communicator.exchange(at, sends, receives);
    }

    /// All of an edge's image that is not received.
    void fill_image(const edge& of, std::int64_t all_lines) {
        const std::int64_t begin = of.first - before_, end = of.first + of.lines + after();  // lines of the part
        const auto fill_halo = [&](std::int64_t line, std::int64_t end_line) {
            if (line >= end_line) return;
            T* const to = of.image + static_cast<std::uint64_t>(line - begin) * elements_;
            for_each_index(policy_.local, static_cast<std::uint64_t>(end_line - line) * elements_,
                           own_halo<T>{to, part_.input, input_stride(), elements_, first_ + line, first_,
                                       first_ + lines_, all_lines, part_.outside, part_.fill});
        };
        const std::int64_t own = std::max<std::int64_t>(begin, 0), own_end = std::min(end, lines_);
        fill_halo(begin, own);
        copy_rows(policy_.local, lines_of(of.image, elements_, own - begin, own_end - own),
                  lines_of(part_.input, part_.input_stride, own, own_end - own));
        fill_halo(own_end, end);
    }

    convolution<T> convolution_of_image(const edge& of) const {
        convolution<T> image = part_;
        image.input = of.image;
        image.output = of.result;
        (by_rows_ ? image.rows : image.columns) = of.lines + halo_;
        image.input_stride = image.output_stride = static_cast<std::uint64_t>(image.row_elements());
        return image;
    }

    std::uint64_t input_stride() const { return by_rows_ ? part_.input_stride : elements_; }

    template <class U>
    matrix_view<U> lines_of(U* image, std::uint64_t stride, std::int64_t first, std::int64_t count) const {
        const auto from = static_cast<std::uint64_t>(first), lines = static_cast<std::uint64_t>(count);
        if (by_rows_) return {image + from * stride, lines, elements_, stride};
        return {image + from * elements_, 1, lines * elements_};
    }

    const Policy& policy_;
    convolution<T> part_;
    const mask_of_weights<weight_of<T>>& mask_;
    bool by_rows_;
    std::int64_t lines_, before_, halo_;  ///< of the part; that the mask reaches before a line, and in all
    std::uint64_t elements_;              ///< of a line
    std::int64_t first_ = 0;              ///< line of all
    std::vector<edge> edges_;
};

template <class Weight>
std::uint64_t hash_of_arguments(const mask_of_weights<Weight>& mask, const convolve_options& options) {
    std::uint64_t hash = hash_of(mask.columns, hash_of(mask.rows));
    for (const Weight& weight : mask.weights) hash = hash_of(weight, hash);
    for (const Weight& weight : mask.row) hash = hash_of(weight, hash);
    const auto add = [&](const auto& value) { hash = hash_of(value, hash); };
    const auto add_option = [&](const auto& value) {
        add(value.has_value());
        if (value) add(*value);
    };
    add(options.outside);
    add(options.fill);
    add(options.channels);
    add(options.flip);
    add_option(options.anchor_row);
    add_option(options.anchor_column);
    add_option(options.separable_within);
    return hash;
}

/// mask_of() gives the mask, views() the input and the output; they throw where there is none.
template <class T, class Policy, class MaskOf, class Views>
void convolve_all(const Policy& policy, const char* name, bool by_rows, const convolve_options& options, MaskOf mask_of,
                  Views views) {
    using local = decltype(Policy::local);
    mask_of_weights<weight_of<T>> mask, applied;
    first_failure no_mask;
    no_mask.guard([&] { mask = mask_of(); });
    const call_of_all call{name, hash_of_types<T>() + by_rows, hash_of_arguments(mask, options)};
    std::optional<convolution_of_part<Policy, T>> mine;
    std::optional<exchange_memory<local>> memory;
    std::optional<wire<local>> halos;
    const meeting found = agree(policy, call, [&] {
        no_mask.rethrow();
        const auto [input, output] = views();
        const convolution<T> part = convolution_of<T>(input, output, mask.rows, mask.columns, options);
        applied = applied_mask(mask, options);
        mine.emplace(policy, part, applied, by_rows);
        memory.emplace(policy.local, mine->memory_bytes());  // nothing of it is used before the meeting's own is free
        halos.emplace(policy.local);
        return told_numbers{mine->lines(), by_rows ? input.columns : 1};
    });
    const cut parts = found.parts();
    const auto columns = [&](std::size_t r) { return found.headers[r].numbers[1]; };
    for (std::size_t r = 1; r < found.headers.size(); ++r) {
        if (columns(r) != columns(0)) {
            refuse_convolution("rank " + std::to_string(r) + " has rows of " + std::to_string(columns(r)) +
                               " elements and rank 0 of " + std::to_string(columns(0)) + ": give parts of one image");
        }
    }
    if (parts.elements() == 0 || columns(0) == 0) return;
    mine->run(*memory, *halos, parts);
    policy.communicator.wait(policy.local);
}

template <class T, class Policy, class Input, class MaskOf, class Output>
void convolve_rows(const Policy& policy, const char* name, const Input& input, MaskOf mask_of, const Output& output,
                   const convolve_options& options) {
    convolve_all<T>(policy, name, true, options, mask_of, [&] {
        return std::pair<matrix_view<const T>, matrix_view<T>>(matrix_of(input, "convolve: the input"),
                                                               matrix_of(output, "convolve: the output"));
    });
}

}  // namespace detail
}  // namespace STRIDER_TARGET

/// A 2D image, cut by rows, by a mask of two dimensions.
template <class C, class L, matrix_like Input, matrix_like Mask, writable_matrix Output>
    requires pixel<matrix_element<Output>> && std::same_as<matrix_element<Input>, matrix_element<Output>> &&
             std::same_as<matrix_element<Mask>, weight_of<matrix_element<Output>>>
void convolve(const distributed<C, L>& policy, const Input& input, const Mask& mask, const Output& output,
              const convolve_options& options = {}) {
    using T = matrix_element<Output>;
    detail::convolve_rows<T>(policy, "convolve", input, [&] { return detail::dense_mask(mask); }, output, options);
}

/// One dimension, cut by elements: `output` has room for at least the part's. An anchor row is not looked at.
template <class C, class L, contiguous_elements Input, contiguous_elements Mask, writable_elements Output>
    requires pixel<element_of<Output>> && std::same_as<element_of<Input>, element_of<Output>> &&
             std::same_as<element_of<Mask>, weight_of<element_of<Output>>>
void convolve(const distributed<C, L>& policy, const Input& input, const Mask& mask, Output&& output,
              convolve_options options = {}) {
    using T = element_of<Output>;
    options.anchor_row.reset();
    const auto views = [&] {
        detail::require_room(input, output);
        const std::uint64_t count = std::ranges::size(input);
        return std::pair(matrix_view<const T>(data_of(input), 1, count), matrix_view<T>(data_of(output), 1, count));
    };
    detail::convolve_all<T>(policy, "convolve", false, options, [&] { return detail::mask_of_one_row(mask); }, views);
}

/// A 2D image, cut by rows, by the mask that is the product of a column and a row.
template <class C, class L, matrix_like Input, contiguous_elements Column, contiguous_elements Row,
          writable_matrix Output>
    requires pixel<matrix_element<Output>> && std::same_as<matrix_element<Input>, matrix_element<Output>> &&
             std::same_as<element_of<Column>, weight_of<matrix_element<Output>>> &&
             std::same_as<element_of<Row>, element_of<Column>>
void convolve_separable(const distributed<C, L>& policy, const Input& input, const Column& column, const Row& row,
                        const Output& output, const convolve_options& options = {}) {
    using T = matrix_element<Output>;
    detail::convolve_rows<T>(
        policy, "convolve_separable", input, [&] { return detail::separable_mask(column, row); }, output, options);
}

}  // namespace strider
