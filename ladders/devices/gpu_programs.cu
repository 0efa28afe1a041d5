#include <ladders/devices/gpu_programs.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <span>
#include <utility>

#include <ladders/devices/gpu_timer.hpp>

namespace strider::ladders {
inline namespace STRIDER_TARGET {

namespace {

using clock = std::chrono::steady_clock;

double microseconds(clock::duration d) { return std::chrono::duration<double, std::micro>(d).count(); }

/// Pinned memory of the host, given back at the end of its scope.
class pinned_memory {
public:
    explicit pinned_memory(std::size_t bytes) : bytes_(bytes) {
        check(cudaMallocHost(&address_, std::max<std::size_t>(bytes, 1)), "cudaMallocHost");
    }
    explicit pinned_memory(std::span<const std::byte> content) : pinned_memory(content.size()) {
        std::ranges::copy(content, bytes().begin());
    }
    ~pinned_memory() { cudaFreeHost(address_); }
    pinned_memory(const pinned_memory&) = delete;
    pinned_memory& operator=(const pinned_memory&) = delete;
    std::span<std::byte> bytes() const { return {static_cast<std::byte*>(address_), bytes_}; }

private:
    void* address_ = nullptr;
    std::size_t bytes_;
};

/// The same data in pinned memory.
struct pinned_data {
    explicit pinned_data(const program_data& from)
        : input(from.input), side_input(from.side_input), output(from.output) {}
    program_data data() const { return {input.bytes(), side_input.bytes(), output.bytes()}; }
    pinned_memory input, side_input, output;
};

/// The memory that a program allocates on the device.
class program_memory {
public:
    program_memory(const rung& entry, arguments with, const program_data& data)
        : input_(data.input.size()),
          side_input_(data.side_input.size()),
          output_(data.output.size()),
          scratch_(entry.scratch_bytes(with)) {}

    void copy_in(const program_data& data, cudaStream_t stream) const {
        copy(input_.address, data.input.data(), data.input.size(), cudaMemcpyHostToDevice, stream);
        copy(side_input_.address, data.side_input.data(), data.side_input.size(), cudaMemcpyHostToDevice, stream);
    }
    void run(const rung& entry, arguments with, const program_data& data, cudaStream_t stream) const {
        with.input = input_.address;
        with.side_input = side_input_.address;
        with.side_input_on_host = data.side_input.data();
        with.output = output_.address;
        with.scratch = scratch_.address;
        with.stream = stream;
        entry.run(with);
    }
    void copy_out(const program_data& data, cudaStream_t stream) const {
        copy(data.output.data(), output_.address, data.output.size(), cudaMemcpyDeviceToHost, stream);
    }

private:
    static void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind way, cudaStream_t stream) {
        if (bytes != 0) check(cudaMemcpyAsync(to, from, bytes, way, stream), "cudaMemcpyAsync");
    }

    gpu_memory input_, side_input_, output_, scratch_;
};

/// A stream that is gone with the object.
class own_stream {
public:
    own_stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate"); }
    ~own_stream() { cudaStreamDestroy(stream_); }
    own_stream(const own_stream&) = delete;
    own_stream& operator=(const own_stream&) = delete;
    operator cudaStream_t() const { return stream_; }

private:
    cudaStream_t stream_{};
};

program_times time_phases(const rung& entry, const arguments& with, const program_data& data, cudaStream_t stream) {
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    auto last = clock::now();
    const auto phase = [&] {
        check(cudaStreamSynchronize(stream), entry.name);
        const auto before = std::exchange(last, clock::now());
        return microseconds(last - before);
    };
    program_phases phases{};
    auto memory = std::make_unique<program_memory>(entry, with, data);
    phases.allocate = phase();
    memory->copy_in(data, stream);
    phases.copy_in = phase();
    memory->run(entry, with, data, stream);
    phases.run = phase();
    memory->copy_out(data, stream);
    phases.copy_out = phase();
    memory.reset();
    phases.release = phase();
    return {phases.allocate + phases.copy_in + phases.run + phases.copy_out + phases.release, phases};
}

}  // namespace

program_times time_single_program(const rung& entry, const arguments& with, const program_data& data, bool is_pinned,
                                  cudaStream_t stream) {
    if (!is_pinned) return time_phases(entry, with, data, stream);
    const pinned_data pinned(data);
    const program_times times = time_phases(entry, with, pinned.data(), stream);
    std::ranges::copy(pinned.output.bytes(), data.output.begin());
    return times;
}

program_times time_overlapped_programs(const rung& entry, const arguments& with, const program_data& data) {
    constexpr unsigned warm_up = 2, programs = 8;
    struct lane {
        lane(const rung& entry, const arguments& with, const program_data& from)
            : data(from), memory(entry, with, from) {}
        own_stream stream;
        pinned_data data;
        program_memory memory;
    };
    lane lanes[] = {{entry, with, data}, {entry, with, data}};
    const auto run = [&](unsigned count) {
        for (unsigned program = 0; program < count; ++program) {
            const lane& on = lanes[program % 2];
            on.memory.copy_in(on.data.data(), on.stream);
            on.memory.run(entry, with, on.data.data(), on.stream);
            on.memory.copy_out(on.data.data(), on.stream);
        }
        check(cudaDeviceSynchronize(), entry.name);
    };
    run(warm_up);
    const auto start = clock::now();
    run(programs);
    const double each = microseconds(clock::now() - start) / programs;
    std::ranges::copy(lanes[1].data.output.bytes(), data.output.begin());  // of the last program
    return {each, {}};
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
