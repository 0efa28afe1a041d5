// The kernels of simt_speed.cpp, started from plain C++.
#pragma once

#include <cstddef>
#include <memory>

/// A reduction by sequential addressing, blocks of 256 threads, ready to be run many times.
class reduction {
public:
    explicit reduction(std::size_t blocks);
    ~reduction();

    void run();
    bool verified();  ///< of the last run

private:
    struct arrays;
    std::size_t blocks_;
    std::unique_ptr<arrays> arrays_;
};

/// out[i] = 2 * in[i] without shared memory or barriers, blocks of 256 threads.
class scaling {
public:
    explicit scaling(std::size_t blocks);
    ~scaling();

    void run();
    bool verified();

private:
    struct arrays;
    std::size_t blocks_;
    std::unique_ptr<arrays> arrays_;
};
// SPDX-License-Identifier: Apache-2.0
