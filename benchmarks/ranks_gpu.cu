// Calls over the GPUs of one host, by NCCL and by threads, beside one GPU alone and, where CCCL's headers have them,
// cudax's reduce and inclusive_scan. For a machine with several GPUs:
//
//     nvcc -std=c++20 -O3 -arch=sm_90 -Iinclude -Iemulator/include benchmarks/ranks_gpu.cu -lnccl -o ranks_gpu
//     (before these, to have cudax: -ICCCL/cudax/include -ICCCL/libcudacxx/include -ICCCL/cub -ICCCL/thrust)
//
// Every row is verified before it is timed. A time is a whole call's, with the wait for it, on the slowest rank: the
// median of rounds in which all contenders of a row take turns. Every call writes to memory that the call before wrote.
#include <algorithm>
#include <barrier>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#if __has_include(<cuda/experimental/__multi_gpu/algorithm/reduce/reduce.h>)
#define HAS_CUDAX 1
#include <cuda/experimental/__multi_gpu/algorithm/reduce/reduce.h>
#include <cuda/experimental/__multi_gpu/algorithm/scan/scan.h>
#include <cuda/experimental/__multi_gpu/nccl_communicator_ref.h>
#endif

#include <strider/distributed.hpp>
#include <strider/distributed/nccl.hpp>
#include <strider/distributed/threads.hpp>
#include <strider/histogram.hpp>
#include <strider/reduce.hpp>
#include <strider/scan.hpp>

namespace {

#if defined(HAS_CUDAX)
namespace cudax = cuda::experimental;
#endif
using strider::detail::check;
using element = std::int32_t;
using clock_type = std::chrono::steady_clock;
using threads_policy = strider::distributed<strider::thread_communicator, strider::gpu>;
using nccl_policy = strider::distributed<strider::nccl_communicator, strider::gpu>;

struct fill {
    element* to;
    std::uint64_t first;
    STRIDER_HOST_DEVICE void operator()(std::uint64_t i) const {
        to[i] = static_cast<element>(static_cast<std::uint32_t>((first + i) * 2654435761u));
    }
};

struct no_prefix {
    const element* results;
    const element* elements;
    element before;
    STRIDER_HOST_DEVICE std::uint64_t operator()(element found, std::uint64_t i) const {
        const auto left = static_cast<std::uint32_t>(i == 0 ? before : results[i - 1]);
        return static_cast<std::uint32_t>(found) == left + static_cast<std::uint32_t>(elements[i]) ? 0 : 1;
    }
};

/// A rank: its GPU, its stream, its ways to reach the others, its part of the input and room for the output.
struct rank {
    int number, ranks;
    strider::gpu at;
    ncclComm_t comm;
    std::unique_ptr<threads_policy> by_threads;
    std::unique_ptr<nccl_policy> by_nccl;
    element *input = nullptr, *output = nullptr;
    std::uint64_t count = 0, first = 0;

    std::span<const element> part() const { return {input, count}; }
    std::span<element> results() const { return {output, count}; }
    void prepare(std::uint64_t of_all) {
        count = of_all / static_cast<std::uint64_t>(ranks);
        first = static_cast<std::uint64_t>(number) * count;
        strider::detail::for_each_index(at, count, fill{input, first});
        check(cudaStreamSynchronize(at.stream), "fill");
    }
    element sum_of_own() const { return strider::reduce(at, part()); }
    void spoil() const { check(cudaMemsetAsync(output, 0xa5, count * sizeof(element), at.stream), "spoil"); }
};

/// One way to make a call: what each rank does, and whether what it left there is right.
struct contender {
    std::string name;
    std::function<void(rank&)> run;
    std::function<bool(rank&)> is_right;
};

class host {
public:
    explicit host(int gpus, std::uint64_t most) : ranks_(static_cast<std::size_t>(gpus)), group_(gpus), meet_(gpus) {
        std::vector<ncclComm_t> comms(ranks_.size());
        std::vector<int> devices(ranks_.size());
        for (int r = 0; r < gpus; ++r) devices[static_cast<std::size_t>(r)] = r;
        if (ncclCommInitAll(comms.data(), gpus, devices.data()) != ncclSuccess)
            throw std::runtime_error("ncclCommInitAll");
        for (int r = 0; r < gpus; ++r) {
            rank& mine = ranks_[static_cast<std::size_t>(r)];
            mine.number = r;
            mine.ranks = gpus;
            mine.comm = comms[static_cast<std::size_t>(r)];
            check(cudaSetDevice(r), "cudaSetDevice");
            for (int other = 0; other < gpus; ++other) {
                if (other != r) check(cudaDeviceEnablePeerAccess(other, 0), "cudaDeviceEnablePeerAccess");
            }
            check(cudaStreamCreateWithFlags(&mine.at.stream, cudaStreamNonBlocking), "cudaStreamCreate");
            check(cudaMalloc(reinterpret_cast<void**>(&mine.input), most * sizeof(element)), "cudaMalloc");
            check(cudaMalloc(reinterpret_cast<void**>(&mine.output), most * sizeof(element)), "cudaMalloc");
            mine.by_threads = std::make_unique<threads_policy>(group_.rank(r), mine.at);
            mine.by_nccl = std::make_unique<nccl_policy>(strider::nccl_communicator(mine.comm), mine.at);
        }
    }

    int gpus() const { return static_cast<int>(ranks_.size()); }

    /// work(rank) on every rank, a thread each.
    void on_all(const std::function<void(rank&)>& work) {
        std::vector<std::thread> threads;
        for (rank& one : ranks_) {
            threads.emplace_back([&] {
                check(cudaSetDevice(one.number), "cudaSetDevice");
                work(one);
            });
        }
        for (std::thread& one : threads) one.join();
    }

    /// Prints a line a contender; gives its microseconds.
    std::vector<double> compare(const char* call, std::uint64_t elements, const std::vector<contender>& all,
                                int rounds) {
        std::vector<std::vector<double>> times(all.size());
        std::vector<char> right(all.size(), 1);
        std::vector<double> mine(ranks_.size());
        on_all([&](rank& here) {
            here.prepare(elements);
            for (std::size_t c = 0; c < all.size(); ++c) {
                here.spoil();
                check(cudaStreamSynchronize(here.at.stream), "spoil");
                meet_.arrive_and_wait();
                all[c].run(here);
                if (!all[c].is_right(here)) right[c] = 0;
                meet_.arrive_and_wait();
            }
            for (int round = 0; round < rounds; ++round) {
                for (std::size_t c = 0; c < all.size(); ++c) {
                    for (int turn = 0; turn < 2; ++turn) {  // the first one warms up
                        meet_.arrive_and_wait();
                        const auto start = clock_type::now();
                        all[c].run(here);
                        mine[static_cast<std::size_t>(here.number)] =
                            std::chrono::duration<double, std::micro>(clock_type::now() - start).count();
                        meet_.arrive_and_wait();
                        if (here.number == 0 && turn == 1) times[c].push_back(*std::ranges::max_element(mine));
                    }
                }
            }
        });
        std::vector<double> medians;
        for (std::size_t c = 0; c < all.size(); ++c) {
            std::ranges::sort(times[c]);
            medians.push_back(times[c][times[c].size() / 2]);
            std::printf("%-10s 2^%-4.1f on %d GPUs  %-18s %10.1f us  %s\n", call,
                        std::log2(static_cast<double>(elements)), gpus(), all[c].name.c_str(), medians[c],
                        right[c] ? "right" : "WRONG");
            std::fflush(stdout);
        }
        return medians;
    }

    std::barrier<>& meeting() { return meet_; }

private:
    std::vector<rank> ranks_;
    strider::thread_group group_;
    std::barrier<> meet_;
};

void wait(rank& here) { check(cudaStreamSynchronize(here.at.stream), "cudaStreamSynchronize"); }

/// The calls on `a_gpu` elements a GPU.
class comparison {
public:
    comparison(host& on, std::uint64_t a_gpu, int rounds)
        : on_(on), a_gpu_(a_gpu), rounds_(rounds), own_(gpus()), found_(gpus()), counts_(gpus()) {}

    void reduce() {
        const auto put = [this](rank& here, element sum) { of(here, found_) = sum; };
        const auto is_right = [this](rank& here) {
            learn_sums(here);
            return of(here, found_) == strider::reduce(strider::serial{}, own_);
        };
        std::vector<contender> all{
            {"one GPU alone", [=](rank& here) { put(here, here.sum_of_own()); }, whatever},
            {"strider, NCCL", [=](rank& here) { put(here, strider::reduce(*here.by_nccl, here.part())); }, is_right},
            {"strider, threads", [=](rank& here) { put(here, strider::reduce(*here.by_threads, here.part())); },
             is_right}};
#if defined(HAS_CUDAX)
        all.push_back({"cudax",
                       [=](rank& here) {
                           cudax::nccl_communicator_ref comm{here.comm};
                           cuda::stream_ref stream{here.at.stream};
                           cudax::reduce(cudax::broadcasted, comm, stream, here.input, here.count, here.output,
                                         element{0});
                           element sum = 0;
                           check(cudaMemcpyAsync(&sum, here.output, sizeof sum, cudaMemcpyDeviceToHost, here.at.stream),
                                 "cudaMemcpyAsync");
                           wait(here);
                           put(here, sum);
                       },
                       is_right});
#endif
        compare("reduce", all, sizeof(element));
    }

    void scan() {
        const auto is_right = [this](rank& here) {
            learn_sums(here);
            const element before =
                strider::reduce(strider::serial{}, std::span(own_).first(static_cast<std::size_t>(here.number)));
            return strider::transform_reduce(here.at, here.results(),
                                             strider::with_index{no_prefix{here.output, here.input, before}},
                                             strider::plus{}, std::uint64_t{0}) == 0;
        };
        const auto with = [](rank& here, const auto& policy) {
            strider::inclusive_scan(policy, here.part(), here.results());
        };
        std::vector<contender> all{{"one GPU alone", [=](rank& here) { with(here, here.at), wait(here); }, whatever},
                                   {"strider, NCCL", [=](rank& here) { with(here, *here.by_nccl); }, is_right},
                                   {"strider, threads", [=](rank& here) { with(here, *here.by_threads); }, is_right}};
#if defined(HAS_CUDAX)
        all.push_back({"cudax",
                       [](rank& here) {
                           cudax::nccl_communicator_ref comm{here.comm};
                           cuda::stream_ref stream{here.at.stream};
                           cudax::inclusive_scan(cudax::distributed, comm, stream, here.input, here.count, here.output,
                                                 element{0});
                           wait(here);
                       },
                       is_right});
#endif
        compare("scan", all, 2 * sizeof(element));
    }

    void histogram() {
        const auto counted = [](rank& here) {
            std::vector<std::uint64_t> counts(256);
            check(cudaMemcpy(counts.data(), here.output, 2048, cudaMemcpyDeviceToHost), "cudaMemcpy");
            return counts;
        };
        const auto keep = [=, this](rank& here) {
            of(here, counts_) = counted(here);
            return true;
        };
        const auto is_right = [=, this](rank& here) {
            std::vector<std::uint64_t> right(256);
            for (const auto& one : counts_) {
                for (std::size_t b = 0; b < 256; ++b) right[b] += one[b];
            }
            return counted(here) == right;
        };
        const auto with = [](rank& here, const auto& policy) {
            const strider::even_bins<element> bins(256, -(1 << 30), 1 << 30);
            strider::histogram(policy, here.part(), bins,
                               std::span(reinterpret_cast<std::uint64_t*>(here.output), 256));
        };
        compare("histogram",
                {{"one GPU alone", [=](rank& here) { with(here, here.at), wait(here); }, keep},
                 {"strider, NCCL", [=](rank& here) { with(here, *here.by_nccl); }, is_right},
                 {"strider, threads", [=](rank& here) { with(here, *here.by_threads); }, whatever}},
                sizeof(element));
    }

private:
    static bool whatever(rank&) { return true; }
    std::size_t gpus() const { return static_cast<std::size_t>(on_.gpus()); }
    template <class T>
    static T& of(const rank& here, std::vector<T>& of_all) {
        return of_all[static_cast<std::size_t>(here.number)];
    }
    void learn_sums(rank& here) {
        of(here, own_) = here.sum_of_own();
        on_.meeting().arrive_and_wait();
    }
    void compare(const char* call, const std::vector<contender>& all, std::uint64_t bytes_an_element) {
        const std::vector<double> us = on_.compare(call, a_gpu_ * gpus(), all, rounds_);
        for (std::size_t way : {1, 2}) {
            std::printf("           %s: %.3f x %d of one GPU, %.0f GB/s a GPU\n", way == 1 ? "NCCL" : "threads",
                        us[0] / us[way], on_.gpus(), static_cast<double>(a_gpu_ * bytes_an_element) / us[way] / 1e3);
        }
    }

    host& on_;
    std::uint64_t a_gpu_;
    int rounds_;
    std::vector<element> own_, found_;  ///< a sum a rank: of its own elements, and what a call has found
    std::vector<std::vector<std::uint64_t>> counts_;
};

}  // namespace

int main(int argc, char** argv) {
    int gpus = 0;
    check(cudaGetDeviceCount(&gpus), "cudaGetDeviceCount");
    const int log = argc > 1 ? std::atoi(argv[1]) : 30;
    host on(gpus, std::uint64_t{1} << 31);
    for (const int log2 : {20, 25, log}) {
        comparison each(on, std::uint64_t{1} << log2, 9);
        each.reduce();
        each.scan();
        each.histogram();
    }
}
// SPDX-License-Identifier: Apache-2.0
