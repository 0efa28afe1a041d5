// Calls of libraries that run on the host in place of NVIDIA's: each is an operation of a stream, and the memory that
// it reads and writes is checked as ranges.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <strider/check/runtime/stream.hpp>
#include <strider/emulator/operations.hpp>

namespace strider::emulation::runtime {

/// The operands that a call reads and writes, while it runs.
class library_operands {
public:
    library_operands(const void* at, std::string call) : at_(at), call_(std::move(call)) {}

    /// `name`: what the library's documents call it. Rows of bytes: of a matrix its columns, of a vector its elements.
    void read(const char* name, const byte_rows& memory) { add(name, memory, true, false); }
    void write(const char* name, const byte_rows& memory) { add(name, memory, false, true); }
    void update(const char* name, const byte_rows& memory) { add(name, memory, true, true); }

    /// Whether the library may use what it was told of up to now; else there is a finding.
    bool good() const { return good_; }
    /// Tells the checks of all of them, where they are good: the library does its work behind that.
    bool accept();
    /// It has done its work.
    cudaError_t finish() const;

private:
    void add(const char* name, const byte_rows& memory, bool read, bool written);

    const void* at_;
    std::string call_;
    std::vector<transferred_bytes> all_;
    bool good_ = true;
};

struct library_call {
    const void* at;  ///< who has called, for findings
    std::string name;
    cudaStream_t stream = nullptr;
    bool host_waits = false;
    bool of_library = true;  ///< else it is one of CUDA's own
};

/// Gives the call to its stream. `work` tells of its operands, and computes where they are accepted.
cudaError_t submit(const library_call& call, std::function<void(library_operands&)> work);

/// A finding of a call that NVIDIA's library refuses.
void report_refused(const void* at, const std::string& call, const std::string& why, const std::string& fix);

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
