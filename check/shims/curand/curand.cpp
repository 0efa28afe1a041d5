#include <strider/check/shims/curand/curand.hpp>

#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <strider/check/shims/curand/random.hpp>

#include "check/runtime/library_call.hpp"

namespace {

namespace random = strider::emulation::random;

/// Where a generator's numbers come from: some make an item, a number of the output or a pair of normal ones.
class source {
public:
    virtual ~source() = default;
    virtual unsigned next() = 0;
    virtual void end_item(std::size_t numbers) = 0;
};

/// 4096 sequences take turns: each makes an item.
class xorwow final : public source {
public:
    xorwow(unsigned long long seed, unsigned long long offset) : turn_(offset % sequences) {
        for (unsigned i = 0; i < sequences; ++i)
            states_.push_back(random::begin_xorwow(seed, i, offset / sequences + (i < turn_)));
    }
    unsigned next() override { return curand(&states_[turn_]); }
    void end_item(std::size_t) override { turn_ = (turn_ + 1) % sequences; }

private:
    static constexpr unsigned sequences = 4096;
    std::vector<curandStateXORWOW> states_;
    std::size_t turn_;
};

/// 65536 sequences take turns: each makes four numbers of the output.
class philox final : public source {
public:
    philox(unsigned long long seed, unsigned long long offset)
        : seed_(seed), turn_(offset / 4 % sequences), made_(offset % 4), drawn_(sequences) {
        const unsigned long long rounds = offset / 4 / sequences;
        for (std::size_t i = 0; i < sequences; ++i) drawn_[i] = 4 * (rounds + (i < turn_));
        drawn_[turn_] += made_;
        state_ = random::begin_philox(seed_, turn_, drawn_[turn_]);
    }
    unsigned next() override {
        ++drawn_[turn_];
        return curand(&state_);
    }
    void end_item(std::size_t numbers) override {
        made_ += numbers;
        if (made_ < 4) return;
        made_ -= 4;
        turn_ = (turn_ + 1) % sequences;
        state_ = random::begin_philox(seed_, turn_, drawn_[turn_]);
    }

private:
    static constexpr std::size_t sequences = 65536;
    unsigned long long seed_;
    std::size_t turn_, made_;
    std::vector<unsigned long long> drawn_;
    curandStatePhilox4_32_10 state_{};
};

}  // namespace

struct curandGenerator_st {
    bool of_host = false;
    bool is_philox = false;
    unsigned long long seed = 0, offset = 0;
    cudaStream_t stream = nullptr;
    std::unique_ptr<source> numbers = nullptr;  // null: to begin with seed and offset

    source& begun() {
        if (numbers == nullptr)
            numbers =
                is_philox ? std::unique_ptr<source>(new philox(seed, offset)) : std::make_unique<xorwow>(seed, offset);
        return *numbers;
    }
};

namespace {

curandStatus_t create(const void* at, curandGenerator_t* generator, curandRngType_t type, bool of_host) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    if (type != CURAND_RNG_PSEUDO_DEFAULT && type != CURAND_RNG_PSEUDO_XORWOW &&
        type != CURAND_RNG_PSEUDO_PHILOX4_32_10) {
        strider::emulation::runtime::refuse_call(at, "curandCreateGenerator",
                                                 "the emulator has the generators XORWOW and Philox4_32_10");
        return CURAND_STATUS_TYPE_ERROR;
    }
    *generator = new curandGenerator_st{.of_host = of_host, .is_philox = type == CURAND_RNG_PSEUDO_PHILOX4_32_10};
    return CURAND_STATUS_SUCCESS;
}

/// Fills the array: `make(numbers, output)` makes an item of so many numbers.
template <std::size_t Count = 1, class T, class Make>
curandStatus_t generate(const void* caller, const char* name, curandGenerator_t generator, T* output, std::size_t n,
                        Make make) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    if (n % Count != 0) {
        strider::emulation::runtime::report_refused(
            caller, name, "it generates normal numbers in pairs, and was asked for " + std::to_string(n),
            "ask for an even count");
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    }
    const auto fill = [=] {
        source& numbers = generator->begun();
        for (std::size_t i = 0; i < n; i += Count) {
            make(numbers, output + i);
            numbers.end_item(Count);
        }
    };
    if (generator->of_host) {
        fill();
        return CURAND_STATUS_SUCCESS;
    }
    const auto work = [=](strider::emulation::runtime::library_operands& o) {
        o.write("output", {reinterpret_cast<std::uintptr_t>(output), n * sizeof(T), 0, 1});
        if (o.accept()) fill();
    };
    return strider::emulation::runtime::submit({caller, name, generator->stream}, work) == cudaSuccess
               ? CURAND_STATUS_SUCCESS
               : CURAND_STATUS_LAUNCH_FAILURE;
}

/// Fills the array by pairs: `make(x)` makes a number of a normal one.
template <class T, class Make>
curandStatus_t generate_normal(const void* at, const char* name, curandGenerator_t generator, T* output, std::size_t n,
                               Make make) {
    return generate<2>(at, name, generator, output, n, [=](source& from, T* out) {
        const unsigned a = from.next(), b = from.next();
        const auto both = [&] {
            if constexpr (std::is_same_v<T, float>) {
                return random::normal_pair(a, b);
            } else {
                const unsigned c = from.next(), d = from.next();
                return random::normal_pair_double({a, b, c, d});
            }
        }();
        out[0] = make(both.x);
        out[1] = make(both.y);
    });
}

struct uniform_bits {
    using result_type = unsigned;
    source* from;
    static constexpr unsigned min() { return 0; }
    static constexpr unsigned max() { return std::numeric_limits<unsigned>::max(); }
    unsigned operator()() { return from->next(); }
};

}  // namespace

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
    return create(__builtin_return_address(0), generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
    return create(__builtin_return_address(0), generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    cudaDeviceSynchronize();
    delete generator;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetVersion(int* version) {
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    generator->seed = seed;
    generator->numbers = nullptr;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    generator->offset = offset;
    generator->numbers = nullptr;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    return order == CURAND_ORDERING_QUASI_DEFAULT ? CURAND_STATUS_OUT_OF_RANGE : CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
    if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
    generator->begun();
    return CURAND_STATUS_SUCCESS;
}

#define STRIDER_AT __builtin_return_address(0), __func__
curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* output, std::size_t n) {
    return generate(STRIDER_AT, generator, output, n, [](source& from, unsigned* out) { *out = from.next(); });
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, std::size_t n) {
    return generate(STRIDER_AT, generator, output, n,
                    [](source& from, float* out) { *out = random::uniform(from.next()); });
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output, std::size_t n) {
    return generate(STRIDER_AT, generator, output, n, [](source& from, double* out) {
        const unsigned low = from.next(), high = from.next();
        *out = random::uniform_double(low, high);
    });
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, std::size_t n, float mean,
                                    float deviation) {
    return generate_normal(STRIDER_AT, generator, output, n, [=](float x) { return mean + deviation * x; });
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output, std::size_t n, double mean,
                                          double deviation) {
    return generate_normal(STRIDER_AT, generator, output, n, [=](double x) { return mean + deviation * x; });
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output, std::size_t n, float mean,
                                       float deviation) {
    return generate_normal(STRIDER_AT, generator, output, n, [=](float x) { return std::exp(mean + deviation * x); });
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output, std::size_t n, double mean,
                                             double deviation) {
    return generate_normal(STRIDER_AT, generator, output, n, [=](double x) { return std::exp(mean + deviation * x); });
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned* output, std::size_t n, double lambda) {
    if (!(lambda > 0)) return CURAND_STATUS_OUT_OF_RANGE;
    return generate(STRIDER_AT, generator, output, n, [=](source& from, unsigned* out) {
        uniform_bits bits{&from};
        *out = std::poisson_distribution<unsigned>(lambda)(bits);
    });
}
// SPDX-License-Identifier: Apache-2.0
