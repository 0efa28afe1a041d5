#include <ladders/devices/gpu_summary.hpp>
#include <ladders/devices/summary.hpp>

namespace strider::ladders {
inline namespace STRIDER_TARGET {
namespace {

/// Groups of elements are copied to one buffer on the GPU; the stream keeps a copy behind the kernels that still read
/// it.
class staging {
public:
    static constexpr std::size_t group_bytes = std::size_t{64} << 20;

    explicit staging(cudaStream_t stream) : stream_(stream) {}
    staging(staging&& other) noexcept
        : stream_(other.stream_),
          buffer_(std::exchange(other.buffer_, nullptr)),
          bytes_(std::exchange(other.bytes_, 0)) {}
    staging& operator=(staging&&) = delete;
    ~staging() { cudaFree(buffer_); }

    const void* stage(const void* from_host, std::size_t bytes) {
        if (bytes > bytes_) {
            check(cudaFree(std::exchange(buffer_, nullptr)), "cudaFree");
            bytes_ = 0;
            check(cudaMalloc(&buffer_, bytes), "cudaMalloc");
            bytes_ = bytes;
        }
        check(cudaMemcpyAsync(buffer_, from_host, bytes, cudaMemcpyHostToDevice, stream_), "cudaMemcpyAsync");
        return buffer_;
    }
    void* allocate(std::size_t bytes) {
        void* memory = nullptr;
        check(cudaMalloc(&memory, bytes), "cudaMalloc");
        return memory;
    }
    void release(void* memory) noexcept { cudaFree(memory); }

private:
    cudaStream_t stream_;
    void* buffer_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace

std::unique_ptr<streamed_summary> summarise_on_gpu(stream_handle stream, element_type type, std::uint64_t elements) {
    return make_summary(cuda{stream}, type, elements, staging(stream));
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders
