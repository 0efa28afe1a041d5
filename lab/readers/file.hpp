// Files and streams of bytes, read by offset.
#pragma once

#include <cstddef>
#include <cstdint>
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

/// An input as the user named it.
struct byte_input {
    std::string name;  ///< for messages: the path, or "standard input"
    file from;
    bool regular = false;    ///< has a size and can be read at any offset; otherwise only once, in order
    std::uint64_t size = 0;  ///< of a regular file
    std::string front;       ///< the first bytes of what is not regular, already taken from it
};

/// Opens a path, or standard input for "-". `front` bytes are looked at without being lost (fewer where there are no
/// more). Throws usage_error where there is nothing that can be read.
byte_input open_bytes(const std::string& path, std::size_t front, std::string& front_bytes);

/// A temporary file that has no name and is gone when it is closed; in $TMPDIR, else /tmp.
file temporary_file();

/// Up to `into.size()` bytes from where the descriptor stands; 0 at the end.
std::size_t read_some(const byte_input& input, std::span<char> into);

/// Exactly these bytes from this offset on. Throws usage_error where the file ends before.
void read_at(const byte_input& input, std::uint64_t offset, std::span<char> into);

/// All of `bytes` at this offset of a temporary file.
void write_at(const file& to, std::uint64_t offset, std::string_view bytes);

/// The same input as a regular file: itself, or a copy of all that comes from it in a temporary file.
byte_input as_regular(byte_input input);

}  // namespace strider::lab
