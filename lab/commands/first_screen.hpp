// The first screen, without arguments: one ladder, for somebody who has not seen one.
#pragma once

namespace strider::lab {

/// The rungs of the reduction with their times, what the emulator counts of three of them, and what to type next: at
/// most 80 columns and 30 lines. Returns the exit status. Throws usage_error where neither a GPU nor the emulator
/// works.
int show_first_screen();

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
