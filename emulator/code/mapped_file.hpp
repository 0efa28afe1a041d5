// A file mapped into memory for reading.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <span>
#include <string>

namespace strider::emulation {

class mapped_file {
public:
    explicit mapped_file(const std::string& path) {
        const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
        struct stat about{};
        if (file >= 0 && fstat(file, &about) == 0 && about.st_size > 0) {
            void* place = mmap(nullptr, about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
            if (place != MAP_FAILED)
                bytes_ = {static_cast<const std::byte*>(place), static_cast<std::size_t>(about.st_size)};
        }
        if (file >= 0) close(file);
    }
    ~mapped_file() {
        if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
    }
    mapped_file(const mapped_file&) = delete;
    mapped_file& operator=(const mapped_file&) = delete;

    /// `count` objects of type T at `offset`; empty if the file does not hold them.
    template <class T>
    std::span<const T> at(std::size_t offset, std::size_t count) const {
        if (offset > bytes_.size() || count > (bytes_.size() - offset) / sizeof(T)) return {};
        return {reinterpret_cast<const T*>(bytes_.data() + offset), count};
    }

private:
    std::span<const std::byte> bytes_;
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
