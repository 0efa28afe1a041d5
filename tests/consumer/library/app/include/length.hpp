#pragma once

int length();
// SPDX-License-Identifier: Apache-2.0
