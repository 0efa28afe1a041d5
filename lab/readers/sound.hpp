// Samples of sound.
#pragma once

#include <lab/readers/file.hpp>
#include <ladders/types.hpp>

namespace strider::lab {

struct sound {
    byte_input samples;  ///< those of a frame next to each other, one a channel
    ladders::element_type type;
    unsigned channels;
};

/// All samples of a regular input, in the type that the file has: u8, i8, i16 (which mu-law and the like become), i32
/// (those of 24 bits are the same numbers), f32 (as do Vorbis, Opus and MP3) or f64. Throws usage_error where it is
/// damaged or cut off, or its samples are none of these.
sound decode_sound(byte_input input);

}  // namespace strider::lab
