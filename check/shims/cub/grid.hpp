// CUB's shares of a grid's blocks: even ones, and a queue.
#pragma once

#include <algorithm>
#include <cstddef>

#include <strider/check/runtime/memory.hpp>
#include <strider/check/shims/cub/types.hpp>

namespace cub {

enum GridMappingStrategy { GRID_MAPPING_RAKE, GRID_MAPPING_STRIP_MINE, GRID_MAPPING_DYNAMIC };

/// The tiles of each block: neighbours, the first blocks with one more than the others, or a grid apart.
template <class Offset>
struct GridEvenShare {
    Offset num_items = 0;
    int grid_size = 0;
    Offset block_offset = 0, block_end = 0, block_stride = 0;

    void DispatchInit(Offset items, int most_blocks, int tile_items) {
        num_items = block_offset = block_end = items;
        tiles_ = static_cast<int>((items + tile_items - 1) / tile_items);
        grid_size = std::min(tiles_, most_blocks);
    }
    template <int TileItems, GridMappingStrategy Strategy>
    void BlockInit() {
        const auto block = static_cast<int>(blockIdx.x);
        if constexpr (Strategy == GRID_MAPPING_RAKE) {
            const int tiles = tiles_ / grid_size, more = tiles_ % grid_size;
            block_stride = TileItems;
            if (block >= tiles_) return;
            block_offset = static_cast<Offset>(block * tiles + std::min(block, more)) * TileItems;
            block_end =
                std::min<Offset>(num_items, block_offset + static_cast<Offset>(tiles + (block < more)) * TileItems);
        } else {
            block_stride = static_cast<Offset>(grid_size) * TileItems;
            block_offset = static_cast<Offset>(block) * TileItems;
            block_end = num_items;
        }
    }
    template <int TileItems>
    void BlockInit(Offset begin, Offset end) {
        block_offset = begin;
        block_end = end;
        block_stride = TileItems;
    }

private:
    int tiles_ = 0;
};

/// Two counters in device memory: how much there is, and how much has been taken. The host sets them in a stream.
template <class Offset>
class GridQueue {
public:
    GridQueue() = default;
    explicit GridQueue(void* storage) : counters_(static_cast<Offset*>(storage)) {}
    static std::size_t AllocationSize() { return 2 * sizeof(Offset); }

    cudaError_t FillAndResetDrain(Offset size, cudaStream_t stream = nullptr) {
        const cudaError_t error = set(0, size, stream);
        return error == cudaSuccess ? set(1, 0, stream) : error;
    }
    cudaError_t ResetDrain(cudaStream_t stream = nullptr) { return set(1, 0, stream); }
    cudaError_t ResetFill(cudaStream_t stream = nullptr) { return set(0, 0, stream); }
    cudaError_t FillSize(Offset& size, cudaStream_t stream = nullptr) {
        if (!::strider::emulation::on_lane())
            return cudaMemcpyAsync(&size, counters_, sizeof(Offset), cudaMemcpyDeviceToHost, stream);
        size = counters_[0];
        return cudaSuccess;
    }
    Offset Drain(Offset count) { return atomicAdd(counters_ + 1, count); }
    Offset Fill(Offset count) { return atomicAdd(counters_, count); }

private:
    cudaError_t set(int counter, Offset value, cudaStream_t stream) {
        if (!::strider::emulation::on_lane())
            return cudaMemcpyAsync(counters_ + counter, &value, sizeof(Offset), cudaMemcpyHostToDevice, stream);
        counters_[counter] = value;
        return cudaSuccess;
    }
    Offset* counters_ = nullptr;
};

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
