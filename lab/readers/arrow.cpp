// The module of Apache Arrow: Parquet, and Arrow's own files (Feather) and streams.
#include <arrow/api.h>
#include <arrow/compute/api_vector.h>
#include <arrow/compute/cast.h>
#include <arrow/io/file.h>
#include <arrow/ipc/reader.h>
#include <fmt/format.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/file_reader.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <utility>

#include <lab/errors.hpp>
#include <lab/readers/columns.hpp>

namespace {

using namespace strider::lab;
using strider::ladders::element_type;

/// Rows in memory at a time.
constexpr std::int64_t most_rows = std::int64_t{1} << 16;

template <class T>
T value_of(arrow::Result<T> result) {
    if (!result.ok()) throw std::runtime_error(result.status().message());
    return std::move(result).ValueUnsafe();
}
void require(const arrow::Status& status) {
    if (!status.ok()) throw std::runtime_error(status.message());
}

/// What `read` gives; Arrow's errors are those of the file.
template <class Read>
auto of_file(std::string_view format, const Read& read) {
    try {
        return read();
    } catch (const usage_error&) {
        throw;
    } catch (const std::exception& error) {
        throw usage_error(fmt::format("damaged {}: {}", format, one_line(error.what())));
    }
}

/// The type that Arrow casts a column of numbers to, and ours; null where it has none.
std::pair<std::shared_ptr<arrow::DataType>, element_type> numbers_of(const arrow::DataType& type) {
    constexpr int exact_digits = 15;
    if (arrow::is_decimal(type.id()) && static_cast<const arrow::DecimalType&>(type).precision() <= exact_digits)
        return {arrow::float64(), element_type::f64};
    switch (type.id()) {
        case arrow::Type::BOOL:
        case arrow::Type::UINT8:
            return {arrow::uint8(), element_type::u8};
        case arrow::Type::INT8:
            return {arrow::int8(), element_type::i8};
        case arrow::Type::INT16:
            return {arrow::int16(), element_type::i16};
        case arrow::Type::UINT16:
            return {arrow::uint16(), element_type::u16};
        case arrow::Type::INT32:
            return {arrow::int32(), element_type::i32};
        case arrow::Type::UINT32:
            return {arrow::uint32(), element_type::u32};
        case arrow::Type::INT64:
            return {arrow::int64(), element_type::i64};
        case arrow::Type::UINT64:
            return {arrow::uint64(), element_type::u64};
        case arrow::Type::HALF_FLOAT:
        case arrow::Type::FLOAT:
            return {arrow::float32(), element_type::f32};
        case arrow::Type::DOUBLE:
            return {arrow::float64(), element_type::f64};
        default:
            return {nullptr, element_type::f64};
    }
}

std::shared_ptr<arrow::Array> cast(const std::shared_ptr<arrow::Array>& column,
                                   const std::shared_ptr<arrow::DataType>& type) {
    return column->type()->Equals(*type) ? column : value_of(arrow::compute::Cast(*column, type));
}

/// Batches of rows, one after the other; null at the end.
using batches = std::function<std::shared_ptr<arrow::RecordBatch>()>;

/// A file that some of its columns, by their places in ascending order, are read from.
struct columnar_source {
    std::shared_ptr<arrow::Schema> schema;
    std::function<batches(const std::vector<int>& columns)> read;
};

void add_leaves(const parquet::arrow::SchemaField& field, std::vector<int>& into) {
    if (field.is_leaf()) into.push_back(field.column_index);
    for (const parquet::arrow::SchemaField& child : field.children) add_leaves(child, into);
}

columnar_source open_parquet(int descriptor) {
    parquet::ReaderProperties reading;
    reading.enable_buffered_stream();  // a row group may be the whole file
    parquet::ArrowReaderProperties converting;
    converting.set_batch_size(most_rows);
    converting.set_pre_buffer(false);
    parquet::arrow::FileReaderBuilder builder;
    require(builder.Open(value_of(arrow::io::ReadableFile::Open(descriptor)), reading));
    builder.properties(converting);
    const std::shared_ptr<parquet::arrow::FileReader> file = value_of(builder.Build());
    columnar_source found;
    require(file->GetSchema(&found.schema));
    found.read = [file](const std::vector<int>& columns) -> batches {
        std::vector<int> row_groups(static_cast<std::size_t>(file->num_row_groups())), leaves;
        for (std::size_t at = 0; at < row_groups.size(); ++at) row_groups[at] = static_cast<int>(at);
        for (const int at : columns) add_leaves(file->manifest().schema_fields[static_cast<std::size_t>(at)], leaves);
        const std::shared_ptr<arrow::RecordBatchReader> rows = value_of(file->GetRecordBatchReader(row_groups, leaves));
        return [file, rows] { return value_of(rows->Next()); };
    };
    return found;
}

arrow::ipc::IpcReadOptions only(const std::vector<int>& columns) {
    arrow::ipc::IpcReadOptions options;
    options.included_fields = columns;
    return options;
}

/// Arrow's offsets are looked at before they are followed.
std::shared_ptr<arrow::RecordBatch> checked(std::shared_ptr<arrow::RecordBatch> batch) {
    if (batch) require(batch->ValidateFull());
    return batch;
}

columnar_source open_arrow_file(const std::shared_ptr<arrow::io::RandomAccessFile>& file) {
    const auto open = [file](const std::vector<int>& columns) {
        return value_of(arrow::ipc::RecordBatchFileReader::Open(file, only(columns)));
    };
    return {open({})->schema(), [open](const std::vector<int>& columns) -> batches {
                return [reader = open(columns), next = 0]() mutable -> std::shared_ptr<arrow::RecordBatch> {
                    if (next == reader->num_record_batches()) return nullptr;
                    return checked(value_of(reader->ReadRecordBatch(next++)));
                };
            }};
}

columnar_source open_arrow_stream(const std::shared_ptr<arrow::io::RandomAccessFile>& file) {
    const auto open = [file](const std::vector<int>& columns) {
        require(file->Seek(0));
        return value_of(arrow::ipc::RecordBatchStreamReader::Open(file, only(columns)));
    };
    return {open({})->schema(), [open](const std::vector<int>& columns) -> batches {
                return [reader = open(columns)] { return checked(value_of(reader->Next())); };
            }};
}

columnar_source open_source(int descriptor, std::string_view format) {
    if (format == "Parquet") return open_parquet(::dup(descriptor));
    // Mapped: a batch may be the whole file, and is read where it lies.
    const auto file = value_of(
        arrow::io::MemoryMappedFile::Open(fmt::format("/proc/self/fd/{}", descriptor), arrow::io::FileMode::READ));
    return format == "Arrow" ? open_arrow_file(file) : open_arrow_stream(file);
}

class arrow_columns final : public stored_columns {
public:
    arrow_columns(int descriptor, std::string_view format) : format_(format), source_(open_source(descriptor, format)) {
        for (const auto& field : source_.schema->fields()) {
            stored_column& one = columns_.emplace_back(stored_column{field->name(), field->type()->ToString()});
            if (const auto [type, numbers] = numbers_of(*field->type()); type) one.type = numbers;
        }
    }

    const std::vector<stored_column>& columns() const override { return columns_; }

    std::size_t next(std::span<const std::size_t> columns) override {
        return of_file(format_, [&]() -> std::size_t {
            if (!next_) {
                read_.assign(columns.begin(), columns.end());
                std::sort(read_.begin(), read_.end());
                read_.erase(std::unique(read_.begin(), read_.end()), read_.end());
                next_ = source_.read(read_);
            }
            while (!rest_ || rest_->num_rows() == 0) {
                rest_ = next_();
                if (!rest_) return 0;
            }
            batch_ = rest_->Slice(0, most_rows);
            rest_ = rest_->Slice(batch_->num_rows());
            return static_cast<std::size_t>(batch_->num_rows());
        });
    }

    column_piece numbers(std::size_t column) override {
        return of_file(format_, [&] {
            const auto at = std::lower_bound(read_.begin(), read_.end(), static_cast<int>(column)) - read_.begin();
            return piece_of(batch_->column(static_cast<int>(at)));
        });
    }

    std::string text(std::optional<std::span<const std::uint32_t>> rows) override {
        return of_file(format_, [&] {
            if (!rows) return text_of(*batch_);
            arrow::UInt32Builder places;
            require(places.AppendValues(rows->data(), static_cast<std::int64_t>(rows->size())));
            const arrow::Datum kept = value_of(arrow::compute::Take(batch_, value_of(places.Finish())));
            return text_of(*kept.record_batch());
        });
    }

private:
    static column_piece piece_of(const std::shared_ptr<arrow::Array>& column) {
        const auto numbers = cast(column, numbers_of(*column->type()).first);
        column_piece piece;
        const auto bytes = static_cast<std::size_t>(numbers->type()->byte_width());
        const char* const values =
            numbers->data()->GetValues<char>(1, 0) + static_cast<std::size_t>(numbers->offset()) * bytes;
        piece.bytes.assign(values, values + static_cast<std::size_t>(numbers->length()) * bytes);
        if (numbers->null_count() == 0) return piece;
        for (std::int64_t row = 0; row < numbers->length(); ++row) {
            if (numbers->IsNull(row)) piece.nulls.push_back(static_cast<std::uint32_t>(row));
        }
        return piece;
    }

    std::string text_of(const arrow::RecordBatch& batch) const {
        std::vector<std::shared_ptr<arrow::Array>> cells;
        for (std::size_t at = 0; at < columns_.size(); ++at) {
            auto column = batch.column(static_cast<int>(at));
            if (column->type_id() == arrow::Type::BOOL) column = cast(column, arrow::uint8());
            const auto text = arrow::compute::Cast(*column, arrow::utf8());
            if (!text.ok()) {
                throw usage_error(
                    fmt::format("column \"{}\" holds {}, which is no cell of a row; name columns of "
                                "numbers: --column",
                                one_line(columns_[at].name), columns_[at].holds));
            }
            cells.push_back(*text);
        }
        std::string text;
        for (std::int64_t row = 0; row < batch.num_rows(); ++row) {
            for (std::size_t at = 0; at < cells.size(); ++at) {
                if (at != 0) text += ',';
                const auto& column = static_cast<const arrow::StringArray&>(*cells[at]);
                if (column.IsValid(row))
                    append_cell(text, column.GetView(row));
                else if (cells.size() == 1)
                    text += "\"\"";  // not an empty line
            }
            text += '\n';
        }
        return text;
    }

    std::string format_;
    columnar_source source_;
    std::vector<stored_column> columns_;
    std::vector<int> read_;  ///< the columns of batches
    batches next_;
    std::shared_ptr<arrow::RecordBatch> batch_, rest_;  ///< the rows in memory, and what is left of those behind
};

}  // namespace

extern "C" __attribute__((visibility("default"))) stored_columns* strider_open_columns(int descriptor,
                                                                                       std::string_view format) {
    return of_file(format, [&] { return new arrow_columns(descriptor, format); });
}
