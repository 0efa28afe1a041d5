// The transpose of a matrix of i32 over several GPUs.
#include <ladders/ranks.hpp>
#include <strider/distributed/transpose.hpp>
#include <strider/reduce.hpp>

namespace strider::ladders::transpose {
inline namespace STRIDER_TARGET {

/// Whether element i of a part of the output that starts with its row `first_row` is wrong.
struct is_not_transposed {
    std::uint64_t first_row, rows, columns;  ///< rows and columns of the input

    STRIDER_HOST_DEVICE constexpr std::uint64_t operator()(std::int32_t found, std::uint64_t i) const {
        const std::uint64_t row = i % rows, column = first_row + i / rows;
        return found == input_of_ranks{}(row * columns + column) ? 0 : 1;
    }
};

struct transpose_over_ranks {
    using policy = distributed<thread_communicator, device_policy>;

    const policy& all;
    std::uint64_t rows, columns;  ///< of the whole
    rank_share of_rows, of_columns;
    std::span<std::int32_t> input, output;

    transpose_over_ranks(const policy& ranks, rank_device& mine, const instance& of)
        : all(ranks),
          rows(of.elements / columns_of(of.elements)),
          columns(columns_of(of.elements)),
          of_rows(rows, static_cast<unsigned>(all.rank()), static_cast<unsigned>(all.size())),
          of_columns(columns, static_cast<unsigned>(all.rank()), static_cast<unsigned>(all.size())),
          input(mine.memory<std::int32_t>(of_rows.count * columns)),
          output(mine.memory<std::int32_t>(of_columns.count * rows)) {
        detail::for_each_index(all.local, input.size(), fill_input{input.data(), of_rows.first * columns});
        detail::for_each_index(all.local, output.size(), fill_input{output.data(), ~std::uint64_t{0} / 2});
        detail::finish(all.local);
    }

    void operator()() {
        strider::transpose(all, matrix_view<const std::int32_t>(input.data(), of_rows.count, columns),
                           matrix_view<std::int32_t>(output.data(), of_columns.count, rows));
    }

    bool is_right() const {
        return transform_reduce(all.local, output,
                                strider::with_index{is_not_transposed{of_columns.first, rows, columns}}, plus{},
                                std::uint64_t{0}) == 0;
    }

private:
    /// The matrix nearest to a square whose columns are a power of two.
    static constexpr std::uint64_t columns_of(std::uint64_t elements) {
        std::uint64_t found = 1;
        while (elements % (2 * found) == 0 && 4 * found * found <= elements) found *= 2;
        return found;
    }
};

static const ranks_registration over_ranks{{"transpose", on_ranks<transpose_over_ranks>}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::transpose
