// What zstd, xz, lzma, bzip2 and lz4 compressed, and the members of zip archives, by libarchive.
#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <locale.h>
#include <unistd.h>

#include <algorithm>
#include <span>
#include <vector>

#include <data/readers/packed.hpp>
#include <data/readers/recognise.hpp>
#include <data/readers/shown.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 17, longest_name = 100;

struct archive_closer {
    void operator()(archive* handle) const { archive_read_free(handle); }
};
using archive_handle = std::unique_ptr<archive, archive_closer>;

/// While it lives, this thread's texts are UTF-8: else libarchive drops names beyond ASCII.
class utf8_texts {
public:
    utf8_texts() : utf8_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)), before_(::uselocale(utf8_)) {}
    ~utf8_texts() {
        ::uselocale(before_);
        if (utf8_) ::freelocale(utf8_);
    }
    utf8_texts(const utf8_texts&) = delete;
    utf8_texts& operator=(const utf8_texts&) = delete;

private:
    locale_t utf8_, before_;
};

/// Bytes of an archive whose entry has been chosen.
class archive_stream : public byte_stream {
public:
    archive_stream(byte_input packed, std::string_view format)
        : format_(format), packed_(std::move(packed)), archive_(archive_read_new()) {
        if (!archive_) throw usage_error("there is not enough memory to read it");
    }

    std::size_t read(std::span<char> into) override {
        const auto got = check(archive_read_data(archive_.get(), into.data(), into.size()));
        made_ += static_cast<std::uint64_t>(got);
        require_plausible(made_, packed_.regular ? packed_.size : taken_);
        const bool is_compressed = !buffer_.empty();
        if (got == 0 && !into.empty() && is_compressed) require_end();
        return static_cast<std::size_t>(got);
    }

    /// Starts with all that is there as one entry, or none.
    void open_compressed() {
        archive_read_support_filter_zstd(archive_.get());
        archive_read_support_filter_xz(archive_.get());
        archive_read_support_filter_lzma(archive_.get());
        archive_read_support_filter_bzip2(archive_.get());
        archive_read_support_filter_lz4(archive_.get());
        archive_read_support_format_raw(archive_.get());
        archive_read_support_format_empty(archive_.get());
        buffer_.resize(block_bytes);
        skip_frames();
        check(archive_read_open(archive_.get(), this, nullptr, give, nullptr));
        next();
        const bool is_compressed = archive_filter_count(archive_.get()) > 1;  // besides the bytes themselves
        if (!is_compressed) throw usage_error(fmt::format("damaged {}: its header is incomplete", format_));
    }

    void open_zip() {
        archive_read_support_format_zip_seekable(archive_.get());
        check(archive_read_open_fd(archive_.get(), packed_.from.descriptor(), block_bytes));
    }

    /// The next entry, or a null pointer behind the last one.
    archive_entry* next() {
        const utf8_texts names;
        archive_entry* entry = nullptr;
        return check(archive_read_next_header(archive_.get(), &entry)) == ARCHIVE_EOF ? nullptr : entry;
    }

    byte_input take_input() { return std::move(packed_); }

private:
    template <class Count>
    Count check(Count result) const {
        if (result >= 0) return result;
        const char* const why = archive_error_string(archive_.get());
        throw usage_error(fmt::format("damaged {}: {}", format_, one_line(why ? why : "it ends too early")));
    }

    /// libarchive ignores what follows the compressed data.
    void require_end() {
        constexpr int from_caller = -1;
        const auto used = static_cast<std::uint64_t>(archive_filter_bytes(archive_.get(), from_caller));
        if (used != taken_ || fill() != 0) {
            throw usage_error(fmt::format("damaged {}: something else follows the compressed data", format_));
        }
    }

    /// The next bytes to decompress, in the buffer.
    std::size_t fill() {
        const std::size_t got = ahead_ != 0 ? ahead_ : read_some(packed_, buffer_);
        ahead_ = 0;
        taken_ += got;
        return got;
    }

    /// libarchive does not know a file that starts with skippable frames.
    void skip_frames() {
        constexpr std::size_t head = 8;
        while ((ahead_ = read_some(packed_, std::span(buffer_).first(head))) == head) {
            if (!is_skippable_frame({buffer_.data(), head})) return;
            std::uint64_t left = 0;
            for (std::size_t place = head; place-- > 4;) left = left << 8 | static_cast<unsigned char>(buffer_[place]);
            while (left != 0) {
                const std::size_t got = read_some(packed_, std::span(buffer_).first(std::min(left, block_bytes)));
                if (got == 0) throw usage_error(fmt::format("damaged {}: it ends too early", format_));
                left -= got;
            }
        }
    }

    /// libarchive's own frames are not for exceptions.
    static la_ssize_t give(archive* handle, void* stream, const void** bytes) noexcept {
        auto& self = *static_cast<archive_stream*>(stream);
        try {
            const std::size_t got = self.fill();
            *bytes = self.buffer_.data();
            return static_cast<la_ssize_t>(got);
        } catch (const std::exception& error) {
            archive_set_error(handle, EIO, "%s", error.what());
            return ARCHIVE_FATAL;
        }
    }

    std::string_view format_;
    byte_input packed_;
    archive_handle archive_;
    std::vector<char> buffer_;
    std::size_t ahead_ = 0;  ///< bytes in the buffer that libarchive has not been given
    std::uint64_t made_ = 0, taken_ = 0;
};

std::string name_of(archive_entry* entry) {
    const char* const name = archive_entry_pathname(entry);  // UTF-8, or bytes of an older code page as they are
    return name ? name : "";
}

bool is_file(archive_entry* entry) { return archive_entry_filetype(entry) != AE_IFDIR; }

/// The first members' names, for messages.
std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 8;
    std::vector<std::string> first;
    for (std::size_t i = 0; i < names.size() && i < most; ++i) first.push_back(shown(names[i], longest_name));
    if (names.size() > most) first.push_back(fmt::format("and {} more", names.size() - most));
    return fmt::format("{}", fmt::join(first, ", "));
}

/// The full name of the member that is asked for. Throws usage_error where it is not there, or not the only one.
std::string chosen(const std::string& archive, const std::vector<std::string>& names, const std::string& member) {
    if (names.empty()) throw usage_error("is an empty archive");
    if (member.empty() && names.size() == 1) return names.front();
    for (const std::string& name : names) {
        if (member.empty() || (name != member && name != member + ".npy")) continue;
        if (const auto same = std::ranges::count(names, name); same != 1) {
            throw usage_error(
                fmt::format("has {} members named {}; unpack the one that you mean (NumPy reads the last)", same,
                            shown(name, longest_name)));
        }
        return name;
    }
    if (!member.empty()) {
        throw usage_error(fmt::format("has no member \"{}\"; it has: {}", shown(member, longest_name), listed(names)));
    }
    throw usage_error(fmt::format("holds {} files; name one, as {}:{} (it has: {})", names.size(), archive,
                                  shown(names.front(), longest_name), listed(names)));
}

}  // namespace

std::unique_ptr<byte_stream> decompress(byte_input packed, std::string_view by) {
    auto stream = std::make_unique<archive_stream>(std::move(packed), by);
    stream->open_compressed();
    return stream;
}

byte_input member_of(byte_input archive, const std::string& member) {
    std::vector<std::string> names;
    {
        archive_stream all(std::move(archive), "zip");
        all.open_zip();
        while (archive_entry* const entry = all.next()) {
            if (is_file(entry)) names.push_back(name_of(entry));
        }
        archive = all.take_input();
    }
    const std::string wanted = chosen(archive.name, names, member);
    ::lseek(archive.from.descriptor(), 0, SEEK_SET);
    const std::string name = fmt::format("{}:{}", archive.name, shown(wanted, longest_name));
    auto stream = std::make_unique<archive_stream>(std::move(archive), "zip");
    stream->open_zip();
    while (archive_entry* const entry = stream->next()) {
        if (!is_file(entry) || name_of(entry) != wanted) continue;
        if (archive_entry_is_encrypted(entry)) throw usage_error(name + ": is encrypted; decrypt it yourself");
        return input_made_by(std::move(stream), name);
    }
    throw usage_error(name + ": changed while it was read");
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
