#include <strider/check/runtime/calls.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include <strider/check/runtime/driver.hpp>
#include <strider/check/runtime/runtime.hpp>
#include <strider/emulator/session.hpp>

#include "allocate.hpp"
#include "check/base/call_request.hpp"
#include "check/base/run_options.hpp"

namespace strider::emulation::program {
namespace {

/// A file's bytes, shared with the caller.
class shared_file {
public:
    shared_file(const std::string& path, std::size_t bytes, bool makes) : bytes_(bytes) {
        if (bytes == 0) return;
        const int file = open(path.c_str(), makes ? O_RDWR | O_CREAT | O_CLOEXEC : O_RDWR | O_CLOEXEC, 0600);
        struct stat before{};
        is_new_ = file >= 0 && fstat(file, &before) == 0 && before.st_size == 0;
        if (file < 0 || (makes && ftruncate(file, static_cast<off_t>(bytes)) != 0)) refuse(path);
        void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
        if (mapped == MAP_FAILED) refuse(path);
        begin_ = static_cast<std::byte*>(mapped);
    }
    ~shared_file() {
        if (begin_ != nullptr) munmap(begin_, bytes_);
    }
    shared_file(const shared_file&) = delete;
    shared_file& operator=(const shared_file&) = delete;

    std::byte* begin() const { return begin_; }
    bool is_new() const { return is_new_; }

private:
    [[noreturn]] static void refuse(const std::string& path) {
        throw std::runtime_error(path + ": " + std::strerror(errno));
    }
    std::byte* begin_ = nullptr;
    std::size_t bytes_;
    bool is_new_ = false;
};

/// The device variables, one behind the other. A process that a call runs in takes their values from the file, and
/// gives them back.
class kept_variables {
public:
    explicit kept_variables(const std::string& path)
        : variables_(runtime::named_variables()), file_(path, bytes_of(variables_), /*makes=*/true) {
        if (file_.is_new()) give();  // else the program was built again, and calls have changed them
    }
    void take() const {
        std::size_t offset = 0;
        for (const runtime::named_variable& one : variables_) {
            std::memcpy(one.memory, file_.begin() + offset, one.bytes);
            offset += one.bytes;
        }
    }
    void give() const {
        std::size_t offset = 0;
        for (const runtime::named_variable& one : variables_) {
            std::memcpy(file_.begin() + offset, one.memory, one.bytes);
            offset += one.bytes;
        }
    }
    const std::vector<runtime::named_variable>& all() const { return variables_; }

private:
    static std::size_t bytes_of(const std::vector<runtime::named_variable>& variables) {
        std::size_t bytes = 0;
        for (const runtime::named_variable& one : variables) bytes += one.bytes;
        return bytes;
    }
    std::vector<runtime::named_variable> variables_;
    shared_file file_;
};

/// The arguments of a call in device memory, from and to the file that the caller has put them in.
class device_arguments {
public:
    explicit device_arguments(const call_request& request)
        : arrays_(request.arrays), file_(request.file, request.file_bytes, /*makes=*/false) {
        for (const call_array& array : arrays_) {
            void* memory = nullptr;
            runtime::allocate_device(&memory, array.bytes, nullptr, {array.name, array.element_bytes});
            if (array.bytes != 0) cudaMemcpy(memory, file_.begin() + array.offset, array.bytes, cudaMemcpyHostToDevice);
            memory_.push_back(memory);
        }
        for (const call_argument& one : request.arguments) {
            if (one.array) {
                std::byte* const pointer = static_cast<std::byte*>(memory_.at(*one.array)) + one.offset;
                values_.emplace_back(sizeof(pointer));
                std::memcpy(values_.back().data(), &pointer, sizeof(pointer));
            } else {
                values_.emplace_back(one.bytes.begin(), one.bytes.end());
            }
        }
        for (auto& value : values_) pointers_.push_back(value.data());
        pointers_.push_back(nullptr);
    }
    void** pointers() { return pointers_.data(); }
    void give_back() const {
        for (std::size_t i = 0; i < arrays_.size(); ++i) {
            if (arrays_[i].written && arrays_[i].bytes != 0)
                cudaMemcpy(file_.begin() + arrays_[i].offset, memory_[i], arrays_[i].bytes, cudaMemcpyDeviceToHost);
            cudaFree(memory_[i]);
        }
    }

private:
    std::vector<call_array> arrays_;
    shared_file file_;
    std::vector<void*> memory_;
    std::vector<std::vector<unsigned char>> values_;  // operator new aligns them for any type
    std::vector<void*> pointers_;
};

dim3 extents(const std::vector<unsigned>& of) { return {of.at(0), of.at(1), of.at(2)}; }

/// The status to exit with.
int perform(const call_request& request, const std::vector<callable>& callables, const kept_variables& variables) {
    variables.take();
    device_arguments arguments(request);
    callables.at(request.callable)
        .run({extents(request.grid), extents(request.block), request.shared_bytes, request.most_shared_bytes,
              request.cooperative},
             arguments.pointers());
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
        return EXIT_FAILURE;
    }
    arguments.give_back();
    variables.give();
    return EXIT_SUCCESS;
}

/// All that can be called, and the variables in their file.
std::string description(const std::vector<callable>& callables, const std::vector<runtime::named_variable>& variables) {
    nlohmann::json all{{"callables", nlohmann::json::array()}, {"variables", nlohmann::json::array()}};
    for (const callable& one : callables) {
        nlohmann::json parameters = nlohmann::json::array();
        for (const auto& [is_pointer, is_constant, value] : one.parameters)
            parameters.push_back({{"pointer", is_pointer},
                                  {"const", is_constant},
                                  {"kind", std::string(1, value.kind)},
                                  {"bytes", value.bytes}});
        all["callables"].push_back({{"name", one.name}, {"kernel", one.is_kernel}, {"parameters", parameters}});
    }
    std::size_t offset = 0;
    for (const runtime::named_variable& one : variables) {
        all["variables"].push_back({{"name", one.name}, {"offset", offset}, {"bytes", one.bytes}});
        offset += one.bytes;
    }
    return all.dump();
}

/// A message and the file that came with it; empty: nobody sends any more.
std::string receive(int& file) {
    static std::vector<char> text(std::size_t{1} << 20);
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
    iovec part{text.data(), text.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof(control);
    const ssize_t got = recvmsg(calls_socket, &message, MSG_CMSG_CLOEXEC);
    if (got <= 0) return "";
    if (const cmsghdr* const header = CMSG_FIRSTHDR(&message); header != nullptr)
        std::memcpy(&file, CMSG_DATA(header), sizeof(file));
    return {text.data(), static_cast<std::size_t>(got)};
}

void answer(int number) { send(calls_socket, &number, sizeof(number), MSG_NOSIGNAL); }

}  // namespace

int answer_calls(const std::vector<callable>& callables) try {
    const kept_variables variables(asked().variables);
    const std::string told = description(callables, variables.all());
    if (send(calls_socket, told.data(), told.size(), MSG_NOSIGNAL) < 0) return EXIT_FAILURE;
    for (;;) {
        int output = -1;
        const std::string text = receive(output);
        if (text.empty()) return EXIT_SUCCESS;
        const pid_t child = fork();
        if (child == 0) {
            setpgid(0, 0);
            answer(getpid());
            dup2(output, STDOUT_FILENO);
            dup2(output, STDERR_FILENO);
            close(output);
            close(calls_socket);
            return perform(nlohmann::json::parse(text).get<call_request>(), callables, variables);
        }
        close(output);
        int status = 0;
        if (child > 0) waitpid(child, &status, 0);
        if (child < 0) answer(-1);
        answer(status);
    }
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
}

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
