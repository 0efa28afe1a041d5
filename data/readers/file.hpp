// Files and streams of bytes, read by offset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace strider::lab {

/// An open file, closed at the end of its life.
class file {
public:
    file() = default;
    explicit file(int descriptor) : descriptor_(descriptor) {}
    ~file();
    file(file&& other) noexcept;
    file& operator=(file&& other) noexcept;
    int descriptor() const { return descriptor_; }

private:
    int descriptor_ = -1;
};

/// Bytes that are made of others while they are read.
class byte_stream {
public:
    virtual ~byte_stream() = default;
    /// Up to `into.size()` bytes; 0 at the end. Throws usage_error where what it is made of is damaged.
    virtual std::size_t read(std::span<char> into) = 0;
};

/// As many bytes at the front of an input say what it is.
inline constexpr std::size_t front_bytes = 512;

/// An input as the user named it.
struct byte_input {
    std::string name;  ///< for messages: the path, or "standard input"
    file from;
    std::unique_ptr<byte_stream> made;  ///< where it comes from instead, if it is not stored as it is read
    bool regular = false;               ///< has a size and can be read at any offset; otherwise only once, in order
    std::uint64_t size = 0;             ///< of a regular file
    std::string front;                  ///< its first bytes, front_bytes of them or all
    std::size_t front_given = 0;        ///< how many of them read_some has given, of what is not regular
};

/// Opens a path, or standard input for "-", as it is stored. Throws usage_error where there is nothing that can be
/// read.
byte_input open_bytes(const std::string& path);

/// What a stream makes, with its front read.
byte_input input_made_by(std::unique_ptr<byte_stream> stream, std::string name);

/// Makes at least `bytes` of its first bytes known, or all of a shorter one; before any is read.
void know_front(byte_input& input, std::size_t bytes);

/// A temporary file that has no name and is gone when it is closed; in $TMPDIR, else /tmp.
file temporary_file();

/// An empty regular input of that name, which append() fills.
byte_input temporary_input(std::string name);
void append(byte_input& to, std::string_view bytes);

/// Up to `into.size()` of the bytes that come next; 0 at the end. Nothing is read twice but by read_at.
std::size_t read_some(byte_input& input, std::span<char> into);

/// Exactly these bytes from this offset on of a regular input. Throws usage_error where the file ends before.
void read_at(const byte_input& input, std::uint64_t offset, std::span<char> into);

/// All of `bytes` at this offset of a temporary file.
void write_at(const file& to, std::uint64_t offset, std::string_view bytes);

/// The same input as a regular file: itself, or a copy of all that comes from it in a temporary file.
byte_input as_regular(byte_input input);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
