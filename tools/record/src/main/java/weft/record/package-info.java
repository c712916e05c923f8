// SPDX-License-Identifier: Apache-2.0
/// Traces and reports from the recordings of ranks.
@NullMarked
package weft.record;

import org.jspecify.annotations.NullMarked;
