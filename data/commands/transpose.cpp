// strider transpose FILE: a matrix or an image with its rows as columns.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <vector>

#include <data/commands/commands.hpp>
#include <data/commands/file_options.hpp>
#include <data/readers/npy.hpp>
#include <data/readers/packed.hpp>
#include <data/readers/raster.hpp>
#include <data/readers/table_numbers.hpp>
#include <data/writers/elements.hpp>
#include <data/writers/raster.hpp>
#include <data/writers/upright.hpp>
#include <lab/base/errors.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/output/progress.hpp>

namespace strider::lab {
namespace {

/// Bytes of a matrix that are in memory at once; a larger one is transposed tile by tile.
constexpr std::uint64_t tile_bytes = std::uint64_t{1} << 27;

/// out(c, r) = in(r, c), of items of `bytes` bytes. Throws usage_error for sizes that no element has.
void transpose_items(ladders::library& calls, std::size_t bytes, const void* in, std::uint64_t rows,
                     std::uint64_t columns, void* out) {
    constexpr std::size_t taken[] = {1, 2, 3, 4, 6, 8, 12, 16};
    if (std::find(std::begin(taken), std::end(taken), bytes) == std::end(taken)) {
        throw usage_error(fmt::format("elements of {} bytes are not taken; {} are", bytes, fmt::join(taken, ", ")));
    }
    calls.transpose(bytes, {in, rows, columns}, out);
}

/// What is known of a transposition once it is done.
struct transposed {
    std::uint64_t rows, columns;  ///< of the input
    std::string type;
    std::vector<std::uint64_t> shape;  ///< of the output
    unsigned orientation = 1;          ///< of an image's file, whose rows and columns are those of the upright image
    reading_notes notes = {};
};

/// A matrix in a file, in tiles that memory holds: what a tile reads and writes are runs of many elements.
void transpose_file(ladders::library& calls, const byte_input& input, const npy_array& array, destination& into,
                    std::uint64_t offset) {
    const std::uint64_t rows = array.shape[0], columns = array.shape[1], bytes = array.stored_bytes;
    progress said;
    const std::uint64_t items = std::max<std::uint64_t>(1, tile_bytes / bytes);
    const auto edge = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(items)));
    const std::uint64_t most_columns = std::min(columns, std::max(edge, items / rows));
    const std::uint64_t most_rows = std::min(rows, std::max<std::uint64_t>(1, items / most_columns));
    std::vector<char> tile(most_rows * most_columns * bytes), turned(tile.size());
    for (std::uint64_t row = 0; row < rows; row += most_rows) {
        const std::uint64_t high = std::min(most_rows, rows - row);
        for (std::uint64_t column = 0; column < columns; column += most_columns) {
            const std::uint64_t wide = std::min(most_columns, columns - column);
            said.say_share(row * columns + column * high, rows * columns, bytes);
            const std::uint64_t runs_in = wide == columns ? 1 : high, run_in = high * wide / runs_in * bytes;
            for (std::uint64_t run = 0; run < runs_in; ++run) {
                read_at(input, array.offset + ((row + run) * columns + column) * bytes,
                        {tile.data() + run * run_in, run_in});
            }
            transpose_items(calls, bytes, tile.data(), high, wide, turned.data());
            const std::uint64_t runs_out = high == rows ? 1 : wide, run_out = high * wide / runs_out * bytes;
            for (std::uint64_t run = 0; run < runs_out; ++run) {
                into.write_at(offset + ((column + run) * rows + row) * bytes, {turned.data() + run * run_out, run_out});
            }
        }
    }
}

/// A copy of the elements as they stand: what the transposition of a matrix in Fortran order is in C order.
void copy_file(const byte_input& input, const npy_array& array, destination& into) {
    const std::uint64_t bytes = array.elements * array.stored_bytes;
    std::vector<char> piece(std::min(tile_bytes, bytes));
    for (std::uint64_t i = 0; i < bytes; i += piece.size()) {
        piece.resize(std::min<std::uint64_t>(piece.size(), bytes - i));
        read_at(input, array.offset + i, piece);
        into.append({piece.data(), piece.size()});
    }
}

transposed transpose_array(ladders::library& calls, byte_input given, const wanted_results& wanted) {
    const std::string name = given.name;
    try {
        const byte_input input = as_regular(std::move(given));
        const npy_array array = parse_npy_array(npy_front(input));
        require_promised(input, array, array.descr);
        if (array.shape.size() != 2) {
            throw usage_error(fmt::format("its shape is ({}); a matrix has two extents", fmt::join(array.shape, ", ")));
        }
        if (wanted.ending("npy") != "npy")
            throw usage_error(fmt::format("-o {}: a matrix is written as .npy; name it so", wanted.path));
        destination into(wanted.path, "-o");
        const transposed done{array.shape[0], array.shape[1], array.descr, {array.shape[1], array.shape[0]}};
        const std::string header = npy_header_of(array.descr, done.shape);
        const bool is_copy = array.fortran_order || array.elements == 0;
        if (!is_copy && !into.is_file())
            throw usage_error(fmt::format("-o {}: rows of a .npy are written out of order; name a file", wanted.path));
        into.append(header);
        if (is_copy) {
            copy_file(input, array, into);
        } else {
            transpose_file(calls, input, array, into, header.size());
        }
        into.commit();
        return done;
    } catch (const usage_error& error) {
        const std::string what = error.what();
        throw usage_error(what.starts_with(name) || what.starts_with("-o ") ? what : name + ": " + what);
    }
}

transposed transpose_image(ladders::library& calls, byte_input given, const wanted_results& wanted) {
    const raster image = read_image(std::move(given));
    raster_output into(wanted, image.type, image.channels, image.peak);
    raster turned(image.type, image.columns, image.rows, image.channels, image.peak);
    transpose_items(calls, image.pixel_bytes(), image.data(), image.rows, image.columns, turned.data());
    into.write(turned);
    return {image.rows,
            image.columns,
            std::string(ladders::name(image.type)),
            {image.columns, image.rows},
            image.orientation};
}

/// The cells of a piece, row by row.
struct piece_cells {
    table_piece piece;
    std::vector<std::string_view> cells;
};

/// The cells of a table as they are written, the header's among them.
transposed transpose_cells(ladders::library& calls, table& from, const wanted_results& wanted) {
    const table_layout& layout = from.layout();
    const std::vector<std::size_t> columns = columns_named(from.given_columns(), layout.names);
    const auto chosen = [&](const std::vector<std::string_view>& row, std::vector<std::string_view>& into) {
        for (const std::size_t place : columns) into.push_back(row[place]);
    };
    destination into(wanted.path, "-o");
    std::vector<piece_cells> pieces;
    std::vector<std::string_view> cells, row;
    if (layout.has_header && row_reader(layout.header, layout.how).next(row) == row_reader::outcome::row) {
        chosen(row, cells);
    }
    const auto read = [&](table_piece piece) {
        piece_cells cells{std::move(piece), {}};
        from.for_each_row(cells.piece, [&](const row_reader&, const auto& all) { chosen(all, cells.cells); });
        return cells;
    };
    from.for_each_piece(read, [&](piece_cells result) {
        cells.insert(cells.end(), result.cells.begin(), result.cells.end());
        result.cells.clear();
        pieces.push_back(std::move(result));  // in whose text the cells lie
    });
    const std::size_t width = columns.size(), height = width == 0 ? 0 : cells.size() / width;
    std::vector<std::string_view> turned(cells.size());
    if (!cells.empty()) transpose_items(calls, sizeof(std::string_view), cells.data(), height, width, turned.data());
    std::string text;
    for (std::size_t i = 0; i < turned.size(); ++i) {
        text += turned[i];
        text += (i + 1) % height == 0 ? '\n' : layout.how.delimiter;
        if (text.size() < tile_bytes) continue;
        into.append(text);
        text.clear();
    }
    into.write(text);
    return {height, width, "text", {width, height}, 1, from.notes()};
}

/// The numbers of a table, in memory.
transposed transpose_numbers(ladders::library& calls, table& from, const wanted_results& wanted) {
    const element_input matrix = read_matrix(from).input;
    const std::uint64_t rows = matrix.shape()[0], columns = matrix.shape()[1];
    ranks alone;
    element_output into(wanted, matrix.stored(), alone);
    std::vector<std::uint64_t> words(matrix.elements()), turned(matrix.elements());
    matrix.read(0, matrix.elements(), words.data());
    if (!words.empty()) transpose_items(calls, sizeof words[0], words.data(), rows, columns, turned.data());
    into.append(turned.data(), turned.size());
    into.finish({columns, rows});
    return {rows, columns, std::string(matrix.stored().name), {columns, rows}, 1, matrix.notes()};
}

transposed transpose_table(ladders::library& calls, byte_input input, const file_options& given) {
    if (input.front.find('\0') != std::string::npos) {
        throw usage_error(
            fmt::format("is neither a .npy matrix, nor an image ({}), nor a table in text", image_formats));
    }
    table rows(std::move(input), given.table);
    const std::string ending = given.output.results.ending("csv");
    const bool as_text = ending == "csv" || ending == "tsv" || ending == "txt";
    return as_text ? transpose_cells(calls, rows, given.output.results)
                   : transpose_numbers(calls, rows, given.output.results);
}

int run(const file_options& given) {
    const output_format& format = format_of(given.output);
    const auto [device, calls] = library_for(given.device, "transpose");
    byte_input input = open_unpacked(given.file);
    const std::string name = input.name;
    const bool is_npy = input.front.starts_with(npy_magic), image = is_image(input.front);
    if ((is_npy || image) && given.table.are_given()) {
        throw usage_error(name + ": is not a table; leave out --column and the other options of tables");
    }
    with_name(name, [&] {
        if (!image) refuse_without_numbers(input.front);
    });
    destination records(given.output.report_path());
    const transposed done = image ? transpose_image(*calls, std::move(input), given.output.results)
                            : is_npy
                                ? transpose_array(*calls, std::move(input), given.output.results)
                                : with_name(name, [&] { return transpose_table(*calls, std::move(input), given); });
    record row = record_of("transpose");
    row["device"] = device;
    row["rows"] = done.rows;
    row["columns"] = done.columns;
    row["type"] = done.type;
    if (done.orientation != 1) row["exif_orientation"] = done.orientation;
    row["output"] = given.output.results.path;
    add_notes(row, done.notes);
    deliver_record(row, fmt::format("{}, on {}", name, device), format, records, warnings_of(done.notes));
    return exit_success;
}

}  // namespace

action declare_transpose(command_line& options) {
    const auto given = std::make_shared<file_options>();
    options.require("file", "FILE", given->file,
                    fmt::format(".npy of two extents, a table (CSV), {}, or - for standard input", image_formats));
    options.reads(given->file);
    declare_table(options, given->table);
    declare_file_device(options, given->device);
    declare_results(options, given->output,
                    ".npy for a matrix; .csv, .tsv, .txt or .npy for a table; .png, .pgm, .ppm or .npy for an image");
    options.footer(
        "Elements of a .npy file may be of any type of 1, 2, 3, 4, 6, 8, 12 or 16 bytes: numbers of either byte "
        "order,\n"
        "complex ones, dates, texts. The result is in C order. A matrix may be larger than memory: it is transposed "
        "tile\n"
        "by tile. Images and tables are held in memory. A photo that a camera stored rotated is turned upright first: "
        "the\n"
        "record has its exif_orientation. The cells of a table are written unchanged, its header first, with the "
        "table's delimiter; to .npy, its numbers.");
    options.example("matrix.npy -o transposed.npy", "rows become columns");
    options.example("photo.png -o turned.png", "of an image, too");
    return [given] { return run(*given); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
