// The report of a command: sections of records, and how a person may read them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <lab/base/record.hpp>

namespace strider::lab {

enum class side { left, right };

/// One column of a table. A column that is empty for every record is left out.
struct column {
    std::string group;  ///< a heading over neighbouring columns; may be empty
    std::string title;
    side align = side::right;
    std::function<std::string(const record&)> text;
    /// Where a table is too wide, the columns with the highest number go first; those with 0 always stay.
    int spare = 0;
    std::string legend = {};  ///< what it shows; stands below tables that have the column
};

struct section {
    std::string title;
    std::vector<std::string> lead;  ///< lines between the title and the table
    std::vector<std::string> diff;  ///< lines behind them, as they are: new ones begin with +, those that went with -
    std::vector<record> records;
    std::vector<record> rows;  ///< what CSV has in place of the records, where they hold lists: a row a result
    bool is_view = false;      ///< its records are those of another section, seen otherwise: JSON and CSV leave it out
    std::vector<column> columns;
    /// Lines that belong under a record's row, such as its findings.
    std::function<std::vector<std::string>(const record&)> details;
    bool dims_details = true;        ///< on terminals
    std::vector<std::string> notes;  ///< lines below the table
    /// Doubts about the records. They stand below the table, or on standard error where the format has no place.
    std::vector<std::string> warnings;
};

using report = std::vector<section>;

/// How tables are drawn. Bold and dim are for terminals only.
struct style {
    bool terminal = false;
    unsigned width = 120;  ///< where there is no terminal
};

/// A way to write a report.
struct output_format {
    const char* name;
    std::string (*write)(const report&, const style&);
    bool for_people;           ///< shows notes and warnings, and not only the records
    bool of_findings = false;  ///< shows nothing but findings: for commands that have some
    bool of_grades = false;    ///< of the grade of one submission
};

std::string write_table(const report&, const style&);
std::string write_json(const report&, const style&);
std::string write_jsonl(const report&, const style&);
std::string write_csv(const report&, const style&);
std::string write_markdown(const report&, const style&);
std::string write_sarif(const report&, const style&);
std::string write_github(const report&, const style&);
std::string write_gradescope(const report&, const style&);
std::string write_classroom(const report&, const style&);

inline constexpr output_format output_formats[] = {
    {"table", write_table, true},
    {"json", write_json, false},
    {"jsonl", write_jsonl, false},
    {"csv", write_csv, false},
    {"markdown", write_markdown, true},
    {"sarif", write_sarif, false, true},
    {"github", write_github, false, true},
    {"gradescope", write_gradescope, false, false, true},
    {"classroom", write_classroom, false, false, true},
};

/// The columns that some record fills, and the texts of their cells, row by row.
struct cells {
    std::vector<const column*> columns;
    std::vector<std::vector<std::string>> rows;
};
cells cells_of(const section&);

/// One line on the meaning of the columns: a legend that several columns have stands once.
std::string legend_of(const cells& table);

/// `text` in lines of at most `width` characters, broken at spaces.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// How many columns of a terminal a UTF-8 text takes (one for each code point).
std::size_t display_width(std::string_view text);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
