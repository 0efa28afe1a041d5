// Where the compiler, the headers and the libraries are: beside the running program if that is installed, else in the
// build tree that made it.
#include <strider/simt/check.hpp>

#include "toolchain_paths.hpp"

namespace strider::kernel_check {

toolchain default_toolchain() {
    namespace fs = std::filesystem;
    toolchain tools;
    tools.compiler = STRIDER_COMPILER;  // the flags are for this one
    tools.compile_flags = {"-O1", "-g1", STRIDER_KERNEL_FLAGS};

    std::error_code none;
    const fs::path prefix = fs::read_symlink("/proc/self/exe", none).parent_path().parent_path();
    if (const fs::path headers = prefix / STRIDER_INSTALLED_INCLUDES;
        fs::exists(headers / "strider/simt/program.hpp", none)) {
        tools.include_folders = {headers};
        tools.link_inputs = {"-L" + (prefix / STRIDER_INSTALLED_LIBRARIES).string(), "-lstrider_simt_program",
                             "-lstrider_simt"};
    } else {
        tools.include_folders = {STRIDER_BUILD_INCLUDES};
        tools.link_inputs = {STRIDER_BUILD_LIBRARIES};
    }
    tools.link_inputs.insert(tools.link_inputs.end(), {STRIDER_BOOST_CONTEXT, "-ltbb", "-ldl", "-lpthread"});
    return tools;
}

}  // namespace strider::kernel_check
