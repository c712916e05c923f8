// SPDX-License-Identifier: Apache-2.0
/// Reads the recordings of ranks: in order, on one clock, and those that were kept.
@NullMarked
package weft.record.reading;

import org.jspecify.annotations.NullMarked;
