// SPDX-License-Identifier: Apache-2.0
/// Rings and words in shared memory: bytes, no messages. Not for users.
@NullMarked
package weft.memory;

import org.jspecify.annotations.NullMarked;
