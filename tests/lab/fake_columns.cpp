// Stands in for the module of Apache Arrow: a table that is known, in three pieces.
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <lab/errors.hpp>
#include <lab/readers/columns.hpp>

namespace {

using namespace strider::lab;
using strider::ladders::element_type;

template <class T>
column_piece piece_of(const std::vector<T>& values, std::vector<std::uint32_t> nulls = {}) {
    column_piece piece{std::vector<char>(values.size() * sizeof(T)), std::move(nulls)};
    std::memcpy(piece.bytes.data(), values.data(), piece.bytes.size());
    return piece;
}

/// id, of which f64 does not hold one; price, real, with a NaN and a null; small, with a null in the last piece alone.
class fake_columns final : public stored_columns {
public:
    const std::vector<stored_column>& columns() const override { return columns_; }

    std::size_t next(std::span<const std::size_t>) override {
        ++piece_;
        return piece_ < 3 ? 2 : 0;
    }

    column_piece numbers(std::size_t column) override {
        constexpr float nan = std::numeric_limits<float>::quiet_NaN();
        const std::int64_t beyond_f64 = (std::int64_t{1} << 60) + 1;
        const column_piece all[3][3] = {
            {piece_of<std::int64_t>({1, 2}), piece_of<std::int64_t>({3, beyond_f64}), piece_of<std::int64_t>({5, 6})},
            {piece_of<float>({0.5, 1.5}), piece_of<float>({nan, 2.5}), piece_of<float>({7, 3.5}, {0})},
            {piece_of<std::int8_t>({1, 2}), piece_of<std::int8_t>({-3, 4}), piece_of<std::int8_t>({99, 5}, {0})}};
        return all[column][piece_];
    }

    std::string text(std::optional<std::span<const std::uint32_t>> rows) override {
        std::string all;
        for (std::uint32_t row = 0; row < 2; ++row) {
            if (rows && std::find(rows->begin(), rows->end(), row) == rows->end()) continue;
            all += "row " + std::to_string(2 * piece_ + static_cast<int>(row)) + ",,,\n";
        }
        return all;
    }

private:
    std::vector<stored_column> columns_ = {{"id", "int64", element_type::i64},
                                           {"price", "float", element_type::f32},
                                           {"small", "int8", element_type::i8},
                                           {"name", "string"}};
    int piece_ = -1;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) stored_columns* strider_open_columns(int, std::string_view format) {
    if (format != "Parquet") throw usage_error("damaged " + std::string(format) + ": it is not the fake one");
    return new fake_columns;
}
