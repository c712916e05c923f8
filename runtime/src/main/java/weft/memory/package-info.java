// SPDX-License-Identifier: Apache-2.0
/// Mapped segments, rings and the registered heap: bytes, no messages.
@NullMarked
package weft.memory;

import org.jspecify.annotations.NullMarked;
