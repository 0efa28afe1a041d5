// Values that the blocks of a launch send to its last block, without fences: every 4 bytes travel in an 8-byte word
// with a tag that says which launch they belong to. A word is written and read as a whole, so a value is there when its
// tags are.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/core/launch.hpp>
#include <strider/cuda/read.hpp>
#include <strider/cuda/words.hpp>
#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace strider {
inline namespace STRIDER_TARGET {

/// The tag of the launch that follows the one of tag `last`: never 0, which words that are not mail carry.
STRIDER_HOST_DEVICE constexpr unsigned tag_after(unsigned last) { return last + 1 != 0 ? last + 1 : 1; }

/// A slot for each sender and a count of launches, in device memory that was zero before the first launch. Launches
/// that use one mailbox must follow one another. A value costs 8 bytes for every 4, once to write and once to read;
/// that is faster than a store, a fence and an atomic ticket, whose latencies add up.
template <class T>
struct mailbox {
    static constexpr unsigned words = words_of<T>::count;

    std::uint64_t* slots;
    unsigned* launches;  ///< the tag of the last launch that has used this memory

    template <class Word>
    using shared_word = ::cuda::atomic_ref<Word, ::cuda::thread_scope_device>;

    /// The tag of this launch. To be read before the first value is sent.
    __device__ unsigned tag() const { return tag_after(counted_tag()); }

    /// The same of a launch that has been counted before it began.
    __device__ unsigned counted_tag() const {
        return shared_word<unsigned>(*launches).load(::cuda::memory_order_relaxed);
    }

    /// One thread sends the value of slot `from`.
    __device__ void send(std::uint64_t from, const T& value, unsigned tag) const {
        const words_of<T> raw = to_words(value);
#pragma unroll
        for (unsigned w = 0; w < words; ++w) {
            shared_word<std::uint64_t>(slots[from * words + w])
                .store(std::uint64_t{tag} << 32 | raw.word[w], ::cuda::memory_order_relaxed);
        }
    }

    /// One thread of the last block, when all values have been received: ends the launch.
    __device__ void close(unsigned tag) const {
        shared_word<unsigned>(*launches).store(tag, ::cuda::memory_order_relaxed);
    }
};

/// One look of a thread at a slot; `there` where it holds the value of this launch.
template <class T>
struct received {
    T value;
    bool there;
};

template <class T>
__device__ __forceinline__ received<T> look(const mailbox<T>& box, std::uint64_t from, unsigned tag) {
    constexpr unsigned words = mailbox<T>::words;
    words_of<T> raw;
    bool there = true;
#pragma unroll
    for (unsigned w = 0; w < words; ++w) {
        const std::uint64_t seen = typename mailbox<T>::template shared_word<std::uint64_t>(box.slots[from * words + w])
                                       .load(::cuda::memory_order_relaxed);
        raw.word[w] = static_cast<unsigned>(seen);
        there &= seen >> 32 == tag;
    }
    return {from_words<T>(raw), there};
}

/// What has been sent, as a source whose elements are waited for. Blocks start in the order of their indices, so the
/// last block may wait for all others.
template <class T>
struct incoming {
    mailbox<T> box;
    unsigned tag;
    __device__ T operator()(std::uint64_t i) const { return read_some<1>(*this, i, 1).element[0]; }
};

/// All loads are under way before the first is looked at.
template <unsigned Count, class T>
__device__ __forceinline__ piece<T, Count> read_some(const incoming<T>& source, std::uint64_t first,
                                                     unsigned available) {
    constexpr unsigned words = mailbox<T>::words;
    std::uint64_t seen[Count * words];
    bool complete;
    do {
#pragma unroll
        for (unsigned w = 0; w < Count * words; ++w) {
            if (w < available * words) {
                seen[w] = typename mailbox<T>::template shared_word<std::uint64_t>(source.box.slots[first * words + w])
                              .load(::cuda::memory_order_relaxed);
            }
        }
        complete = true;
#pragma unroll
        for (unsigned w = 0; w < Count * words; ++w) complete &= w >= available * words || seen[w] >> 32 == source.tag;
    } while (!complete);

    piece<T, Count> elements{};
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) {
        if (i < available) {
            words_of<T> raw;
#pragma unroll
            for (unsigned w = 0; w < words; ++w) raw.word[w] = static_cast<unsigned>(seen[i * words + w]);
            elements.element[i] = from_words<T>(raw);
        }
    }
    return elements;
}

/// Counts a launch whose blocks are yet to come: their tag is the count.
inline __device__ void count_launch(unsigned* launches) {
    const ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_device> count(*launches);
    count.store(tag_after(count.load(::cuda::memory_order_relaxed)), ::cuda::memory_order_relaxed);
}

/// A template, so that it may stand in a header.
template <class Count>
__global__ void count_launch_kernel(Count* launches) {
    count_launch(launches);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
