// SPDX-License-Identifier: Apache-2.0
/// The caller's memory as runs of bytes: arrays, segments, strided rows; and copies between them.
@NullMarked
package weft.collective.internal.data;

import org.jspecify.annotations.NullMarked;
