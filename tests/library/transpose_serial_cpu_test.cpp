// The transpose of the host's two policies.
#include <tbb/task_arena.h>

namespace strider::test {

/// Beyond the caches, results go past them.
TEST(TransposeCpu, IsRightBeyondTheCaches) {
    tbb::task_arena arena(3);
    for (const std::uint64_t columns : {2048, 2047}) {
        const std::uint64_t rows = 3000;
        std::vector<double> elements(rows * columns), output(rows * columns);
        for (std::uint64_t i = 0; i < elements.size(); ++i) elements[i] = static_cast<double>(i);
        arena.execute([&] {
            transpose(cpu{}, matrix_view<const double>(elements.data(), rows, columns),
                      matrix_view<double>(output.data(), columns, rows));
        });
        for (std::uint64_t c = 0; c < columns; ++c) {
            for (std::uint64_t r = 0; r < rows; ++r) ASSERT_EQ(output[c * rows + r], elements[r * columns + c]);
        }
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
