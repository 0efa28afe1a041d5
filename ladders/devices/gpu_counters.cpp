#include <ladders/devices/gpu_counters.hpp>

#if !defined(STRIDER_CUPTI)

namespace strider::ladders {

struct gpu_counters::profiler {};

gpu_counters::gpu_counters(std::string) {
    throw counters_refused("no counters: this was built without the headers of CUPTI's range profiler (CUDA 12.6)");
}
gpu_counters::~gpu_counters() = default;
std::size_t gpu_counters::passes() { return 0; }
std::vector<std::pair<std::string, double>> gpu_counters::count(const std::function<void()>&,
                                                                const std::function<void()>&) {
    return {};
}

}  // namespace strider::ladders

#else

#include <cuda_runtime.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace strider::ladders {
namespace {

// What is asked for, by the places in `metrics`.
enum metric {
    instructions,
    threads,
    active_threads,
    divergent,
    shared_load_wavefronts,
    shared_store_wavefronts,
    shared_loads,
    shared_stores,
    load_sectors,
    store_sectors,
    load_requests,
    store_requests,
    dram_read,
    dram_written,
    l2_hits,
    occupancy,
    issue_slots,
    metric_count
};
std::array<const char*, metric_count> metrics{
    "smsp__inst_executed.sum",
    "smsp__average_thread_inst_executed_per_inst_executed.ratio",
    "smsp__average_thread_inst_executed_pred_on_per_inst_executed.ratio",
    "smsp__sass_branch_targets_threads_divergent.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "smsp__sass_inst_executed_op_shared_ld.sum",
    "smsp__sass_inst_executed_op_shared_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
    "lts__t_sector_hit_rate.pct",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
    "smsp__issue_active.avg.pct_of_peak_sustained_active",
};

/// As records have them.
std::vector<std::pair<std::string, double>> named(const std::array<double, metric_count>& v) {
    const auto ratio = [](double all, double requests) { return requests == 0 ? 0 : all / requests; };
    return {{"instructions", v[instructions]},
            {"threads_per_instruction", v[threads]},
            {"active_threads_per_instruction", v[active_threads]},
            {"divergent_branches", v[divergent]},
            {"shared_wavefronts_per_request", std::max(ratio(v[shared_load_wavefronts], v[shared_loads]),
                                                       ratio(v[shared_store_wavefronts], v[shared_stores]))},
            {"shared_wavefronts", v[shared_load_wavefronts] + v[shared_store_wavefronts]},
            {"global_sectors_per_request",
             std::max(ratio(v[load_sectors], v[load_requests]), ratio(v[store_sectors], v[store_requests]))},
            {"global_sectors", v[load_sectors] + v[store_sectors]},
            {"dram_bytes_read", v[dram_read]},
            {"dram_bytes_written", v[dram_written]},
            {"l2_hit_fraction", v[l2_hits] / 100},
            {"occupancy", v[occupancy] / 100},
            {"issue_slots_used", v[issue_slots] / 100}};
}

std::string reason(CUptiResult result, const char* call) {
    switch (static_cast<int>(result)) {
        case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
            return "no counters: the driver gives them to root alone here; run it as root, or load the driver with "
                   "NVreg_RestrictProfilingToAdminUsers=0";
        case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
            return "no counters: the hypervisor does not let this virtual machine have them";
        case CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED:
            return "no counters: a GPU in confidential computing mode gives none";
        default:
            return "no counters: " + std::string(call) + " of CUPTI returned error " +
                   std::to_string(static_cast<int>(result));
    }
}

/// CUPTI's functions, each of which takes a pointer to its parameters.
class cupti {
public:
    cupti() {
        const std::string version = "libcupti.so." + std::to_string(CUDART_VERSION / 1000);
        for (const std::string folder : {"", "/usr/local/cuda/lib64/", "/usr/local/cuda/extras/CUPTI/lib64/"}) {
            library_ = dlopen((folder + version).c_str(), RTLD_NOW | RTLD_LOCAL);
            if (library_ != nullptr) return;
        }
        throw counters_refused("no counters: there is no " + version + "; it comes with the CUDA toolkit");
    }
    // Never closed: CUPTI keeps threads and callbacks of its own.

    template <class Parameters>
    void call(const char* name, Parameters& with) const {
        const auto function = reinterpret_cast<CUptiResult (*)(Parameters*)>(dlsym(library_, name));
        if (function == nullptr) throw counters_refused("no counters: CUPTI here has no " + std::string(name));
        if (const CUptiResult result = function(&with); result != CUPTI_SUCCESS)
            throw counters_refused(reason(result, name));
    }

private:
    void* library_ = nullptr;
};

CUcontext current_context() {
    static_cast<void>(cudaFree(nullptr));  // makes one, where there is none yet
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    CUcontext context = nullptr;
    if (cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &function, 12000, cudaEnableDefault, &found) !=
            cudaSuccess ||
        reinterpret_cast<CUresult (*)(CUcontext*)>(function)(&context) != CUDA_SUCCESS) {
        throw counters_refused("no counters: CUDA has no context here");
    }
    return context;
}

}  // namespace

#define STRIDER_CUPTI_PARAMETERS(type, name) \
    type name{};                             \
    name.structSize = type##_STRUCT_SIZE

struct gpu_counters::profiler {
    cupti library;
    CUpti_Profiler_Host_Object* host = nullptr;
    std::vector<std::uint8_t> configuration;

    explicit profiler(std::string chip) {
        if (chip.empty()) {
            STRIDER_CUPTI_PARAMETERS(CUpti_Profiler_Initialize_Params, start);
            library.call("cuptiProfilerInitialize", start);
            STRIDER_CUPTI_PARAMETERS(CUpti_Device_GetChipName_Params, device);
            library.call("cuptiDeviceGetChipName", device);
            chip = device.pChipName;
        }
        STRIDER_CUPTI_PARAMETERS(CUpti_Profiler_Host_Initialize_Params, start);
        start.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
        start.pChipName = chip.c_str();
        library.call("cuptiProfilerHostInitialize", start);
        host = start.pHostObject;
        STRIDER_CUPTI_PARAMETERS(CUpti_Profiler_Host_ConfigAddMetrics_Params, wanted);
        wanted.pHostObject = host;
        wanted.ppMetricNames = metrics.data();
        wanted.numMetrics = metrics.size();
        library.call("cuptiProfilerHostConfigAddMetrics", wanted);
        STRIDER_CUPTI_PARAMETERS(CUpti_Profiler_Host_GetConfigImageSize_Params, size);
        size.pHostObject = host;
        library.call("cuptiProfilerHostGetConfigImageSize", size);
        configuration.resize(size.configImageSize);
        STRIDER_CUPTI_PARAMETERS(CUpti_Profiler_Host_GetConfigImage_Params, image);
        image.pHostObject = host;
        image.configImageSize = configuration.size();
        image.pConfigImage = configuration.data();
        library.call("cuptiProfilerHostGetConfigImage", image);
    }
    profiler(const profiler&) = delete;
    profiler& operator=(const profiler&) = delete;
    ~profiler() {
        STRIDER_CUPTI_PARAMETERS(CUpti_Profiler_Host_Deinitialize_Params, end);
        end.pHostObject = host;
        try {
            library.call("cuptiProfilerHostDeinitialize", end);
        } catch (const counters_refused&) {  // nothing depends on it any more
        }
    }
};

namespace {

/// The profiler of the current context, as long as this lives.
class enabled_profiler {
public:
    enabled_profiler(const cupti& library, const std::vector<std::uint8_t>& configuration) : library_(library) {
        STRIDER_CUPTI_PARAMETERS(CUpti_RangeProfiler_Enable_Params, enable);
        enable.ctx = current_context();
        library_.call("cuptiRangeProfilerEnable", enable);
        object_ = enable.pRangeProfilerObject;
        try {
            configure(configuration);
        } catch (...) {
            disable();
            throw;
        }
    }
    enabled_profiler(const enabled_profiler&) = delete;
    enabled_profiler& operator=(const enabled_profiler&) = delete;
    ~enabled_profiler() { disable(); }

    /// One pass; whether it was the last.
    bool pass(const std::function<void()>& work) {
        STRIDER_CUPTI_PARAMETERS(CUpti_RangeProfiler_Start_Params, start);
        start.pRangeProfilerObject = object_;
        library_.call("cuptiRangeProfilerStart", start);
        STRIDER_CUPTI_PARAMETERS(CUpti_RangeProfiler_PushRange_Params, push);
        push.pRangeProfilerObject = object_;
        push.pRangeName = "work";
        library_.call("cuptiRangeProfilerPushRange", push);
        work();
        STRIDER_CUPTI_PARAMETERS(CUpti_RangeProfiler_PopRange_Params, pop);
        pop.pRangeProfilerObject = object_;
        library_.call("cuptiRangeProfilerPopRange", pop);
        STRIDER_CUPTI_PARAMETERS(CUpti_RangeProfiler_Stop_Params, stop);
        stop.pRangeProfilerObject = object_;
        library_.call("cuptiRangeProfilerStop", stop);
        return stop.isAllPassSubmitted != 0;
    }

    /// What the passes have counted.
    const std::vector<std::uint8_t>& data() {
        STRIDER_CUPTI_PARAMETERS(CUpti_RangeProfiler_DecodeData_Params, decode);
        decode.pRangeProfilerObject = object_;
        library_.call("cuptiRangeProfilerDecodeData", decode);
        if (decode.numOfRangeDropped != 0) throw counters_refused("no counters: CUPTI dropped what it had counted");
        return data_;
    }

private:
    void configure(const std::vector<std::uint8_t>& configuration) {
        STRIDER_CUPTI_PARAMETERS(CUpti_RangeProfiler_GetCounterDataSize_Params, size);
        size.pRangeProfilerObject = object_;
        size.pMetricNames = metrics.data();
        size.numMetrics = metrics.size();
        size.maxNumOfRanges = 1;
        size.maxNumRangeTreeNodes = 1;
        library_.call("cuptiRangeProfilerGetCounterDataSize", size);
        data_.resize(size.counterDataSize);
        STRIDER_CUPTI_PARAMETERS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, image);
        image.pRangeProfilerObject = object_;
        image.counterDataSize = data_.size();
        image.pCounterData = data_.data();
        library_.call("cuptiRangeProfilerCounterDataImageInitialize", image);
        STRIDER_CUPTI_PARAMETERS(CUpti_RangeProfiler_SetConfig_Params, set);
        set.pRangeProfilerObject = object_;
        set.configSize = configuration.size();
        set.pConfig = configuration.data();
        set.counterDataImageSize = data_.size();
        set.pCounterDataImage = data_.data();
        set.range = CUPTI_UserRange;
        set.replayMode = CUPTI_UserReplay;
        set.maxRangesPerPass = 1;
        set.numNestingLevels = 1;
        set.minNestingLevel = 1;
        library_.call("cuptiRangeProfilerSetConfig", set);
    }

    void disable() noexcept {
        try {
            STRIDER_CUPTI_PARAMETERS(CUpti_RangeProfiler_Disable_Params, disable);
            disable.pRangeProfilerObject = object_;
            library_.call("cuptiRangeProfilerDisable", disable);
        } catch (const counters_refused&) {  // it is gone with the context then
        }
    }

    const cupti& library_;
    CUpti_RangeProfiler_Object* object_ = nullptr;
    std::vector<std::uint8_t> data_;
};

}  // namespace

gpu_counters::gpu_counters(std::string chip) : profiler_(std::make_unique<profiler>(std::move(chip))) {}
gpu_counters::~gpu_counters() = default;

std::size_t gpu_counters::passes() {
    STRIDER_CUPTI_PARAMETERS(CUpti_Profiler_Host_GetNumOfPasses_Params, passes);
    passes.configImageSize = profiler_->configuration.size();
    passes.pConfigImage = profiler_->configuration.data();
    profiler_->library.call("cuptiProfilerHostGetNumOfPasses", passes);
    return passes.numOfPasses;
}

std::vector<std::pair<std::string, double>> gpu_counters::count(const std::function<void()>& before,
                                                                const std::function<void()>& work) {
    enabled_profiler enabled(profiler_->library, profiler_->configuration);
    do before();
    while (!enabled.pass(work));
    const std::vector<std::uint8_t>& data = enabled.data();
    std::array<double, metric_count> values{};
    STRIDER_CUPTI_PARAMETERS(CUpti_Profiler_Host_EvaluateToGpuValues_Params, evaluate);
    evaluate.pHostObject = profiler_->host;
    evaluate.pCounterDataImage = data.data();
    evaluate.counterDataImageSize = data.size();
    evaluate.ppMetricNames = metrics.data();
    evaluate.numMetrics = metrics.size();
    evaluate.pMetricValues = values.data();
    profiler_->library.call("cuptiProfilerHostEvaluateToGpuValues", evaluate);
    return named(values);
}

}  // namespace strider::ladders

#endif
// SPDX-License-Identifier: Apache-2.0
