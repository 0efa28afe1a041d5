#include "confinement.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>

namespace strider::kernel_check {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& what) {
    throw std::runtime_error("this system cannot confine a program: " + what);
}

// ---- Landlock, as <linux/landlock.h> of Linux 6.12 has it: the headers of a system may be older than its kernel.

struct landlock_rules {
    std::uint64_t files, network, scoped;
};
struct [[gnu::packed]] landlock_folder {
    std::uint64_t allowed;
    std::int32_t folder;
};
constexpr long landlock_create = 444, landlock_add = 445, landlock_restrict = 446;
constexpr std::uint64_t may_execute = 1, may_write = 2, may_read = 4, may_list = 8, may_truncate = 1 << 14,
                        of_version_3 = (1 << 15) - 1, may_control = 1 << 15,
                        of_a_file = may_execute | may_write | may_read | may_truncate | may_control;
constexpr std::uint64_t no_abstract_sockets = 1, no_signals = 2;

void allow(int rules, const fs::path& path, std::uint64_t what) {
    landlock_folder one{what, open(path.c_str(), O_PATH | O_CLOEXEC)};
    if (one.folder < 0) return;  // what is not there needs no permission
    struct stat about{};
    if (fstat(one.folder, &about) == 0 && !S_ISDIR(about.st_mode)) one.allowed &= of_a_file;
    const long failed = syscall(landlock_add, rules, 1, &one, 0);
    const std::string why = std::strerror(errno);
    close(one.folder);
    if (failed != 0) refuse("Landlock does not take " + path.string() + ": " + why);
}

void confine_files(const confinement& what) {
    const long version = syscall(landlock_create, nullptr, 0, 1);
    if (version < 3)
        refuse(
            "it has no Landlock of version 3 (Linux 6.2), which keeps a program in its folder; in a container that "
            "holds nothing else, give --unconfined");
    landlock_rules rules{of_version_3 | (version >= 5 ? may_control : 0), 0,
                         version >= 6 ? no_abstract_sockets | no_signals : 0};
    const std::size_t size = version >= 6   ? sizeof(rules)
                             : version >= 4 ? offsetof(landlock_rules, scoped)
                                            : sizeof(rules.files);
    const auto made = static_cast<int>(syscall(landlock_create, &rules, size, 0));
    if (made < 0) refuse(std::string("Landlock: ") + std::strerror(errno));
    for (const fs::path& one : what.executed) allow(made, one, may_read | may_list | may_execute);
    for (const fs::path& one : what.read) allow(made, one, may_read | may_list);
    for (const fs::path& one : what.written) allow(made, one, rules.files);
    for (const char* const one : {"/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"})
        allow(made, one, may_read | may_write);
    const long failed = syscall(landlock_restrict, made, 0);
    const int why = errno;
    close(made);
    if (failed != 0) refuse(std::string("Landlock: ") + std::strerror(why));
}

// ---- seccomp

#if defined(__x86_64__)
constexpr unsigned architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned architecture = AUDIT_ARCH_AARCH64;
#else
constexpr unsigned architecture = 0;
#endif

constexpr long ended_by[] = {SYS_socket,
                             SYS_ptrace,
                             SYS_process_vm_readv,
                             SYS_process_vm_writev,
                             SYS_bpf,
                             SYS_unshare,
                             SYS_setns,
                             SYS_mount,
                             SYS_pivot_root,
                             SYS_chroot,
                             SYS_perf_event_open,
                             SYS_add_key,
                             SYS_request_key,
                             SYS_io_uring_setup,
                             SYS_keyctl,
                             SYS_userfaultfd};
constexpr long mode_calls[] = {SYS_fchmod,    SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr,
                               SYS_lsetxattr,
#ifdef SYS_chmod
                               SYS_chmod,     SYS_chown,    SYS_lchown, SYS_utime,    SYS_utimes
#endif
};

class call_filter {
public:
    explicit call_filter(bool changes_modes) {
        load(offsetof(seccomp_data, arch));
        give_unless(BPF_JEQ, architecture, SECCOMP_RET_KILL_PROCESS);
        load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
        give_if(BPF_JGE, 0x40000000, SECCOMP_RET_KILL_PROCESS);  // calls of x32, by other numbers
#endif
        for (const long one : ended_by) give_if(BPF_JEQ, static_cast<unsigned>(one), SECCOMP_RET_KILL_PROCESS);
        if (!changes_modes)
            for (const long one : mode_calls) give_if(BPF_JEQ, static_cast<unsigned>(one), SECCOMP_RET_KILL_PROCESS);
        // Its flags are in memory, which no filter reads: the C library then takes clone.
        give_if(BPF_JEQ, SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);
#ifdef SYS_fork
        give_if(BPF_JEQ, SYS_fork, SECCOMP_RET_ERRNO | EPERM);
#endif
        give_if(BPF_JEQ, SYS_setrlimit, SECCOMP_RET_ERRNO | EPERM);
        // prlimit that sets, and clone that makes neither a thread nor a child whose parent waits for its exec.
        const unsigned low = offsetof(seccomp_data, args);
        add(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 5);
        load(low + 16);
        add(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2);
        load(low + 20);
        add(BPF_JMP | BPF_JEQ | BPF_K, 0, 5, 0);
        give(SECCOMP_RET_ERRNO | EPERM);
        add(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3);
        load(low);
        give_unless(BPF_JSET, CLONE_THREAD | CLONE_VFORK, SECCOMP_RET_ERRNO | EPERM);
        give(SECCOMP_RET_ALLOW);
    }

    void install() {
        const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
            refuse(std::string("seccomp: ") + std::strerror(errno));
    }

private:
    void add(int code, unsigned value, unsigned char then = 0, unsigned char otherwise = 0) {
        code_.push_back({static_cast<unsigned short>(code), then, otherwise, value});
    }
    void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned>(offset)); }
    void give(unsigned what) { add(BPF_RET | BPF_K, what); }
    void give_if(int compare, unsigned value, unsigned what) {
        add(BPF_JMP | compare | BPF_K, value, 0, 1);
        give(what);
    }
    void give_unless(int compare, unsigned value, unsigned what) {
        add(BPF_JMP | compare | BPF_K, value, 1, 0);
        give(what);
    }

    std::vector<sock_filter> code_;
};

void limit(int resource, std::uint64_t most) {
    const rlimit both{most, most + (resource == RLIMIT_CPU ? 1 : 0)};  // SIGXCPU comes before SIGKILL, and says why
    if (setrlimit(static_cast<__rlimit_resource_t>(resource), &both) != 0)
        refuse(std::string("limits: ") + std::strerror(errno));
}

}  // namespace

void confine(const confinement& what) {
    if (what.memory_bytes != 0) {
        limit(RLIMIT_CORE, 0);
        limit(RLIMIT_DATA, what.memory_bytes);
        limit(RLIMIT_FSIZE, what.memory_bytes);
        limit(RLIMIT_CPU, what.cpu_seconds);
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) refuse(std::string("no_new_privs: ") + std::strerror(errno));
    if (what.by_landlock) confine_files(what);
    call_filter(what.changes_modes).install();
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
