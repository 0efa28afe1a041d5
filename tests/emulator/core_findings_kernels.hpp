// Small kernels with one defect each (and some clean kernels that look defective); see core_findings_test.cpp.
#pragma once

#include <span>

#include <strider/emulator/session.hpp>

struct defect {
    const char* name;
    strider::emulation::finding_kind kind;
    const char* message;  ///< a part of it
    void (*kernel)();
    strider::emulation::schedule order = strider::emulation::schedule::independent;
};

struct clean_kernel {
    const char* name;
    void (*kernel)();
    strider::emulation::schedule order = strider::emulation::schedule::independent;
};

/// Two blocks store 7 to one cell. The first announces its store and makes it late; the second stores meanwhile.
void store_equally_by_two_workers();
void store_late(int* cell);
void await_late_store();

extern const std::span<const defect> memory_defects, order_defects;
extern const std::span<const clean_kernel> clean_memory_kernels, clean_order_kernels;
// SPDX-License-Identifier: Apache-2.0
