#include "uninstrumented_build.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string_view>

#include "definitions.hpp"
#include "mapped_file.hpp"
#include "module.hpp"

extern char** environ;
extern "C" void __register_frame(void* frames);

namespace strider::emulation {
namespace {

using command = std::vector<std::string>;

constexpr std::string_view eh_frame(".eh_frame\0", 10);

bool run_all(const std::vector<command>& commands) {
    std::vector<pid_t> started;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (const int stream : {0, 1, 2}) posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", 2, 0);
    for (const command& words : commands) {
        std::vector<char*> pointers;
        for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
        pointers.push_back(nullptr);
        pid_t child = 0;
        if (posix_spawnp(&child, pointers[0], &actions, nullptr, pointers.data(), environ) == 0)
            started.push_back(child);
    }
    posix_spawn_file_actions_destroy(&actions);
    bool good = started.size() == commands.size();
    for (const pid_t child : started) {
        int status = -1;
        good = waitpid(child, &status, 0) == child && status == 0 && good;
        // Whoever ends the compiler ends this program as well, soon (process.cpp): it must not tell before that the
        // compiler has failed.
        const bool all_end = WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM;
        for (unsigned seconds = all_end ? 20 : 0; seconds != 0;) seconds = sleep(seconds);
    }
    return good;
}

/// Tells the linker where everything is that the objects do not define. Whether that is known.
bool write_addresses(const std::string& script, const command& objects, const definitions& own) {
    std::map<std::string, std::uintptr_t> addresses;
    for (const std::string& object : objects) {
        const mapped_file file(object);
        std::string source;
        for (const symbol& entry : read_symbols(file)) {
            if (entry.type == STT_TLS) return false;
            if (entry.type == STT_FILE) source = entry.name;
            if (entry.defined || entry.type == STT_FILE) continue;
            std::uintptr_t address = own.address(entry.name, source);
            if (address == 0) address = own.hidden_address(entry.name);
            if (address == 0) address = reinterpret_cast<std::uintptr_t>(dlsym(RTLD_DEFAULT, entry.name.c_str()));
            const auto [known, is_new] = addresses.emplace(entry.name, address);
            if (!is_new && known->second != address) return false;
        }
    }
    std::ofstream out(script);
    for (const auto& [name, address] : addresses)
        if (address != 0) out << "PROVIDE(\"" << name << "\" = " << address << ");\n";
    return static_cast<bool>(out.flush());
}

/// Room for the image within reach of the program's code and variables.
std::uintptr_t place_of_image() {
    constexpr std::uintptr_t apart = std::uintptr_t{1} << 29, page = std::uintptr_t{1} << 21;
    const std::uintptr_t base = own_module().segments.front().begin;
    return (base > 2 * apart ? base - apart : base + 2 * apart) / page * page;
}

std::string hexadecimal(std::uintptr_t value) {
    std::ostringstream text;
    text << std::hex << "0x" << value;
    return text.str();
}

/// Maps a program that is linked for fixed addresses. Whether that could be done.
bool load(const std::string& image) {
    const mapped_file file(image);
    const auto header = file.at<ElfW(Ehdr)>(0, 1);
    if (header.empty()) return false;
    const int opened = open(image.c_str(), O_RDONLY | O_CLOEXEC);
    bool good = opened >= 0;
    for (const ElfW(Phdr) & part : file.at<ElfW(Phdr)>(header[0].e_phoff, header[0].e_phnum)) {
        if (part.p_type == PT_TLS) good = false;
        if (part.p_type != PT_LOAD || !good) continue;
        const std::uintptr_t page = 4095, begin = part.p_vaddr & ~page;
        const std::size_t bytes = part.p_vaddr + part.p_memsz - begin, in_file = part.p_vaddr + part.p_filesz - begin;
        void* const mapped = mmap(reinterpret_cast<void*>(begin), bytes, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        good = mapped == reinterpret_cast<void*>(begin) &&
               pread(opened, mapped, in_file, static_cast<off_t>(part.p_offset - (part.p_vaddr - begin))) ==
                   static_cast<ssize_t>(in_file);
        const int rights =
            PROT_READ | ((part.p_flags & PF_W) != 0 ? PROT_WRITE : 0) | ((part.p_flags & PF_X) != 0 ? PROT_EXEC : 0);
        good = good && mprotect(mapped, bytes, rights) == 0;
    }
    if (opened >= 0) close(opened);
    return good;
}

/// Exceptions pass through the image's functions. The last object ends the list of what is known of them.
void register_unwinding(const std::string& image) {
    const mapped_file file(image);
    const auto header = file.at<ElfW(Ehdr)>(0, 1);
    const auto sections = file.at<ElfW(Shdr)>(header[0].e_shoff, header[0].e_shnum);
    for (const auto& section : sections) {
        const auto name = file.at<char>(sections[header[0].e_shstrndx].sh_offset + section.sh_name, eh_frame.size());
        if (std::string_view(name.data(), name.size()) == eh_frame)
            __register_frame(reinterpret_cast<void*>(section.sh_addr));
    }
}

class loaded_build {
public:
    loaded_build(const std::vector<command>& compile, const uninstrumented_host& host) {
        why_not_ = "the compiler did not make the program's code without checks";
        if (compile.empty() || !run_all(compile)) return;
        why_not_ = "a thread-local variable, as __shared__ pointers are, or a name has several meanings in the program";
        const std::string& compiler = compile.front().front();
        std::vector<command> assemble;
        command objects;
        for (const command& one : compile) {
            if (!edit_assembly(one.back(), own_, host)) return;
            objects.push_back(one.back() + ".o");
            assemble.push_back({compiler, "-c", one.back(), "-o", objects.back()});
        }
        const std::string image = compile.front().back() + ".image", script = image + ".ld", end = image + ".end.s";
        std::ofstream(end) << "\t.section\t.eh_frame, \"a\", @progbits\n\t.long\t0\n";
        if (!run_all(assemble) || !write_addresses(script, objects, own_)) return;
        command link{compiler,         "-nostdlib",           "-static",           "-no-pie", "-Wl,-e,0",
                     "-Wl,--no-relax", "-Wl,--build-id=none", "-Wl,-z,noexecstack"};
        link.push_back("-Wl,-Ttext-segment=" + hexadecimal(place_of_image()));
        link.insert(link.end(), objects.begin(), objects.end());
        link.insert(link.end(), {script, "-lgcc", end, "-o", image});
        why_not_ = "the program's code without checks cannot be loaded beside the program";
        if (!run_all({link}) || !load(image)) return;
        register_unwinding(image);
        why_not_ = "several sources have a kernel of this name";
        build_ = std::make_unique<definitions>(image);
        own_.each_virtual([&](std::uintptr_t* word) {
            const std::uintptr_t uninstrumented = build_->counterpart(own_, *word), page = 4095;
            void* const begin = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(word) & ~page);
            if (uninstrumented != 0 && mprotect(begin, page + 1, PROT_READ | PROT_WRITE) == 0)
                virtuals_.push_back({word, *word, uninstrumented});
        });
        for (const std::uintptr_t place : host.functions) enter_uninstrumented(own_module().base + place);
    }

    void call_virtuals(bool uninstrumented) const {
        for (const virtual_function& one : virtuals_)
            __atomic_store_n(one.word, uninstrumented ? one.uninstrumented : one.own, __ATOMIC_RELAXED);
    }

    const char* why_not() const { return why_not_; }

    const void* find(const void* kernel) const {
        if (build_ == nullptr) return nullptr;
        return reinterpret_cast<const void*>(build_->counterpart(own_, reinterpret_cast<std::uintptr_t>(kernel)));
    }

private:
    /// The program's function begins with a jump to its entry, if it has one.
    void enter_uninstrumented(std::uintptr_t function) const {
        const std::uintptr_t room = room_for_jump(function), page = 4095, begin = room & ~page;
        const std::size_t bytes = room + jump_bytes - begin;
        for (const symbol& one : own_.function_at(function)) {
            const std::uintptr_t entry = room == 0 ? 0 : build_->address(entry_prefix + one.name, one.file);
            void* const code = reinterpret_cast<void*>(begin);
            if (entry == 0 || mprotect(code, bytes, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) continue;
            const auto distance = static_cast<std::int32_t>(entry - (room + jump_bytes));
            *reinterpret_cast<unsigned char*>(room) = 0xE9;  // jmp
            std::memcpy(reinterpret_cast<void*>(room + 1), &distance, sizeof(distance));
            mprotect(code, bytes, PROT_READ | PROT_EXEC);
            return;
        }
    }

    const char* why_not_;
    definitions own_{own_module().path, own_module().base};
    std::unique_ptr<definitions> build_;
    struct virtual_function {
        std::uintptr_t* word;  ///< in the program's table
        std::uintptr_t own, uninstrumented;
    };
    std::vector<virtual_function> virtuals_;
};

std::atomic<const loaded_build*> loaded = nullptr;

const loaded_build& code_of_program(const std::vector<command>& compile, const uninstrumented_host& host) {
    static const loaded_build* const all = new loaded_build(compile, host);
    loaded = all;
    return *all;
}

}  // namespace

const void* uninstrumented_build(const void* kernel, const std::vector<command>& compile) {
    return code_of_program(compile, {}).find(kernel);
}

void run_uninstrumented(const uninstrumented_host& host, const std::vector<command>& compile) {
    code_of_program(compile, host);
}

const char* why_no_uninstrumented_build() { return loaded.load()->why_not(); }

void call_uninstrumented_virtuals(bool uninstrumented) {
    if (const loaded_build* const code = loaded) code->call_virtuals(uninstrumented);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
