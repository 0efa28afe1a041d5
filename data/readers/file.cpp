#include <data/readers/file.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

constexpr std::size_t stream_buffer = std::size_t{1} << 22;

usage_error unreadable(const std::string& name) {
    return usage_error(fmt::format("{}: cannot be read ({})", name, std::strerror(errno)));
}

/// read or pread until `into` is full or the file ends.
template <class Read>
std::size_t read_fully(const std::string& name, std::span<char> into, Read read) {
    std::size_t got = 0;
    while (got < into.size()) {
        const ssize_t count = read(into.data() + got, into.size() - got, got);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw unreadable(name);
        if (count == 0) break;
        got += static_cast<std::size_t>(count);
    }
    return got;
}

}  // namespace

file::~file() {
    if (descriptor_ >= 0) ::close(descriptor_);
}
file::file(file&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
file& file::operator=(file&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

byte_input open_bytes(const std::string& path) {
    byte_input input;
    const bool standard = path == "-";
    input.name = standard ? "standard input" : path;
    const int descriptor =
        standard ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) throw unreadable(input.name);
    input.from = file(descriptor);

    struct stat found{};
    if (::fstat(descriptor, &found) != 0) throw unreadable(input.name);
    if (S_ISDIR(found.st_mode)) throw usage_error(fmt::format("{}: is a folder; name a file", input.name));
    // Standard input may have been read before us: then it is a stream that starts here.
    input.regular = S_ISREG(found.st_mode) && ::lseek(descriptor, 0, SEEK_CUR) == 0;
    input.size = input.regular ? static_cast<std::uint64_t>(found.st_size) : 0;

    input.front.resize(front_bytes);
    input.front.resize(read_fully(input.name, input.front, [&](char* to, std::size_t bytes, std::size_t got) {
        return input.regular ? ::pread(descriptor, to, bytes, static_cast<off_t>(got)) : ::read(descriptor, to, bytes);
    }));
    return input;
}

byte_input input_made_by(std::unique_ptr<byte_stream> stream, std::string name) {
    byte_input input;
    input.name = std::move(name);
    input.made = std::move(stream);
    std::string front(front_bytes, '\0');
    front.resize(read_some(input, front));
    input.front = std::move(front);
    return input;
}

void know_front(byte_input& input, std::size_t bytes) {
    if (input.front.size() >= bytes) return;
    std::string front(input.regular ? std::min<std::uint64_t>(bytes, input.size) : bytes, '\0');
    if (input.regular)
        read_at(input, 0, front);
    else
        front.resize(read_some(input, front));
    input.front = std::move(front);
    input.front_given = 0;
}

file temporary_file() {
    const char* named = std::getenv("TMPDIR");
    const std::string folder = named && *named ? named : "/tmp";
    int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor < 0) {  // a file system without O_TMPFILE
        std::string path = folder + "/strider.XXXXXX";
        descriptor = ::mkostemp(path.data(), O_CLOEXEC);
        if (descriptor >= 0) ::unlink(path.c_str());
    }
    if (descriptor < 0) {
        throw usage_error(fmt::format("no temporary file can be made in {} ({}); set TMPDIR to a folder with room",
                                      folder, std::strerror(errno)));
    }
    return file(descriptor);
}

byte_input temporary_input(std::string name) {
    byte_input input;
    input.name = std::move(name);
    input.from = temporary_file();
    input.regular = true;
    return input;
}

void append(byte_input& to, std::string_view bytes) {
    write_at(to.from, to.size, bytes);
    if (to.front.size() < front_bytes) to.front += bytes.substr(0, front_bytes - to.front.size());
    to.size += bytes.size();
}

std::size_t read_some(byte_input& input, std::span<char> into) {
    // What is not regular has given its front away already.
    const std::size_t known = input.regular ? 0 : std::min(into.size(), input.front.size() - input.front_given);
    std::memcpy(into.data(), input.front.data() + input.front_given, known);
    input.front_given += known;
    return known + read_fully(input.name, into.subspan(known), [&](char* to, std::size_t bytes, std::size_t) {
               return input.made
                          ? static_cast<ssize_t>(with_name(input.name, [&] { return input.made->read({to, bytes}); }))
                          : ::read(input.from.descriptor(), to, bytes);
           });
}

void read_at(const byte_input& input, std::uint64_t offset, std::span<char> into) {
    const std::size_t got = read_fully(input.name, into, [&](char* to, std::size_t bytes, std::size_t before) {
        return ::pread(input.from.descriptor(), to, bytes, static_cast<off_t>(offset + before));
    });
    if (got != into.size())
        throw usage_error(fmt::format("{}: ended while it was read; something else writes to it", input.name));
}

void write_at(const file& to, std::uint64_t offset, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(to.descriptor(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            throw usage_error(fmt::format("a temporary file cannot be written ({}); set TMPDIR to a folder with room",
                                          std::strerror(errno)));
        }
        offset += static_cast<std::uint64_t>(written);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

byte_input as_regular(byte_input input) {
    if (input.regular) return input;
    byte_input copy = temporary_input(input.name);
    std::vector<char> buffer(stream_buffer);
    while (const std::size_t got = read_some(input, buffer)) append(copy, {buffer.data(), got});
    return copy;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
