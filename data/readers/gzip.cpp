// What gzip compressed, by zlib: libarchive, which reads the others, does not look at gzip's check sums.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <vector>

#include <data/readers/packed.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

class gunzip_stream : public byte_stream {
public:
    explicit gunzip_stream(byte_input packed) : packed_(std::move(packed)), buffer_(std::size_t{1} << 17) {
        constexpr int gzip_alone = 15 + 16;
        if (inflateInit2(&state_, gzip_alone) != Z_OK) throw damaged("there is not enough memory");
    }
    ~gunzip_stream() override { inflateEnd(&state_); }

    std::size_t read(std::span<char> into) override {
        const auto room = static_cast<uInt>(std::min<std::size_t>(into.size(), 1u << 30));
        state_.next_out = reinterpret_cast<Bytef*>(into.data());
        state_.avail_out = room;
        while (state_.avail_out == room && fill()) {
            if (!inside_ && skip_padding()) continue;
            const int status = inflate(&state_, Z_NO_FLUSH);
            if (status != Z_OK && status != Z_STREAM_END) throw damaged(state_.msg ? state_.msg : "not understood");
            inside_ = status == Z_OK;
            if (!inside_) inflateReset(&state_);  // several files may follow each other, and are one
        }
        const std::size_t got = room - state_.avail_out;
        made_ += got;
        require_plausible(made_, taken_);
        return got;
    }

private:
    /// Whether all that was left of the buffer are zeros behind a file, by which tapes and disks fill their blocks.
    bool skip_padding() {
        for (; state_.avail_in != 0 && *state_.next_in == 0; --state_.avail_in) ++state_.next_in;
        return state_.avail_in == 0;
    }

    /// Whether there is more to decompress.
    bool fill() {
        if (state_.avail_in != 0) return true;
        const std::size_t got = read_some(packed_, buffer_);
        if (got == 0 && inside_) throw damaged("it ends too early");
        state_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
        state_.avail_in = static_cast<uInt>(got);
        taken_ += got;
        return got != 0;
    }

    static usage_error damaged(const char* what) { return usage_error(fmt::format("damaged gzip: {}", what)); }

    byte_input packed_;
    std::vector<char> buffer_;
    z_stream state_{};
    bool inside_ = true;  ///< of a file, not behind its end
    std::uint64_t made_ = 0, taken_ = 0;
};

}  // namespace

std::unique_ptr<byte_stream> gunzip(byte_input packed) { return std::make_unique<gunzip_stream>(std::move(packed)); }

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
