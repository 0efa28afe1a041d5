// Files that hold others: compressed ones, and zip archives, which .npz files are.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <data/readers/file.hpp>

namespace strider::lab {

/// Opens what a path holds, or standard input for "-": what gzip, zstd, xz, lzma, bzip2 or lz4 compressed is
/// decompressed as it is read, and of a zip archive it is the member that FILE:MEMBER names (".npy" may be left out),
/// or the only one. Throws usage_error, which names the file, where nothing can be read or the archive has no such
/// member.
byte_input open_unpacked(const std::string& path);

/// The same of an input that is open. Of an archive, `member` is the one asked for, or empty.
byte_input unpacked(byte_input packed, const std::string& member = {});

/// Throws usage_error where `bytes` made of `packed` are so many, both in themselves and for what they are made of,
/// that they were most likely meant to fill the disk or the memory.
void require_plausible(std::uint64_t bytes, std::uint64_t packed);

/// The streams behind it. They throw usage_error where their input is damaged, and where this build lacks the library.
std::unique_ptr<byte_stream> gunzip(byte_input packed);
std::unique_ptr<byte_stream> decompress(byte_input packed, std::string_view by);
/// The member and its full name, which becomes part of `archive.name`. The archive is regular.
byte_input member_of(byte_input archive, const std::string& member);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
