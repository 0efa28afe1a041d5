// Samples of sound, by libsndfile.
#include <fmt/format.h>
#include <sndfile.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include <lab/errors.hpp>
#include <lab/readers/packed.hpp>
#include <lab/readers/sound.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

struct sound_closer {
    void operator()(SNDFILE* of) const { sf_close(of); }
};

/// A file that is being decoded, and what became of it.
struct sound_decoder {
    std::unique_ptr<SNDFILE, sound_closer> file;
    SF_INFO info{};
    byte_input input, samples;
};

usage_error damaged_sound(std::string_view what) { return usage_error(fmt::format("damaged sound: {}", what)); }

sf_count_t read_frames(SNDFILE* from, short* into, sf_count_t frames) { return sf_readf_short(from, into, frames); }
sf_count_t read_frames(SNDFILE* from, int* into, sf_count_t frames) { return sf_readf_int(from, into, frames); }
sf_count_t read_frames(SNDFILE* from, float* into, sf_count_t frames) { return sf_readf_float(from, into, frames); }
sf_count_t read_frames(SNDFILE* from, double* into, sf_count_t frames) { return sf_readf_double(from, into, frames); }

/// All samples, read as `Read`, which are stored as `Stored`.
template <class Read, class Stored>
void decode(sound_decoder& of, Stored (*convert)(Read)) {
    const auto channels = static_cast<std::size_t>(of.info.channels);
    const sf_count_t piece_frames = std::max(1, (1 << 16) / of.info.channels);
    std::vector<Read> piece(static_cast<std::size_t>(piece_frames) * channels);
    std::vector<Stored> stored(piece.size());
    sf_count_t frames = 0;
    while (const sf_count_t got = read_frames(of.file.get(), piece.data(), piece_frames)) {
        const std::size_t count = static_cast<std::size_t>(got) * channels;
        for (std::size_t at = 0; at < count; ++at) stored[at] = convert(piece[at]);
        append(of.samples, {reinterpret_cast<const char*>(stored.data()), count * sizeof(Stored)});
        require_plausible(of.samples.size, of.input.size);
        frames += got;
    }
    if (const int error = sf_error(of.file.get())) throw damaged_sound(sf_error_number(error));
    const bool says_none = of.info.frames == SF_COUNT_MAX;  // FLAC that was written to a pipe
    if (frames != of.info.frames && !says_none) {
        throw damaged_sound(fmt::format("it promises {} frames, and {} are there", of.info.frames, frames));
    }
}

template <class T>
T itself(T value) {
    return value;
}

/// libsndfile gives all integers in the high bits of wider ones.
element_type decode_all(sound_decoder& of) {
    switch (of.info.format & SF_FORMAT_SUBMASK) {
        case SF_FORMAT_PCM_U8:
            decode<short, std::uint8_t>(of, [](short s) { return static_cast<std::uint8_t>((s >> 8) + 128); });
            return element_type::u8;
        case SF_FORMAT_PCM_S8:
            decode<short, std::int8_t>(of, [](short s) { return static_cast<std::int8_t>(s >> 8); });
            return element_type::i8;
        case SF_FORMAT_PCM_16:
        case SF_FORMAT_ULAW:
        case SF_FORMAT_ALAW:
        case SF_FORMAT_IMA_ADPCM:
        case SF_FORMAT_MS_ADPCM:
        case SF_FORMAT_GSM610:
            decode<short, short>(of, itself);
            return element_type::i16;
        case SF_FORMAT_PCM_24:
            decode<int, int>(of, [](int s) { return s >> 8; });
            return element_type::i32;
        case SF_FORMAT_PCM_32:
            decode<int, int>(of, itself);
            return element_type::i32;
        case SF_FORMAT_FLOAT:
        case SF_FORMAT_VORBIS:
        case SF_FORMAT_OPUS:
        case SF_FORMAT_MPEG_LAYER_I:
        case SF_FORMAT_MPEG_LAYER_II:
        case SF_FORMAT_MPEG_LAYER_III:
            decode<float, float>(of, itself);
            return element_type::f32;
        case SF_FORMAT_DOUBLE:
            decode<double, double>(of, itself);
            return element_type::f64;
        default:
            throw usage_error("its samples are of a kind that is not read; convert it to WAV");
    }
}

/// libsndfile takes what is there of a WAV file that was cut off. One written to a pipe may say no size.
void require_whole(const sound_decoder& of) {
    if (!of.input.front.starts_with("RIFF") || of.input.front.size() < 8) return;
    std::uint32_t promised = 0;
    for (std::size_t at = 8; at-- > 4;) promised = promised << 8 | static_cast<unsigned char>(of.input.front[at]);
    const bool says_none = promised == 0 || promised == UINT32_MAX;
    constexpr std::uint64_t before = 8, padding = 1;
    if (!says_none && promised + before > of.input.size + padding) throw damaged_sound("it ends too early");
}

}  // namespace

sound decode_sound(byte_input input) {
    sound_decoder of;
    of.input = std::move(input);
    require_whole(of);
    of.samples = temporary_input(of.input.name);
    of.file.reset(sf_open_fd(of.input.from.descriptor(), SFM_READ, &of.info, SF_FALSE));
    if (!of.file) throw damaged_sound(one_line(sf_strerror(nullptr)));
    const element_type type = decode_all(of);
    return {std::move(of.samples), type, static_cast<unsigned>(of.info.channels)};
}

}  // namespace strider::lab
