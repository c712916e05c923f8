// SPDX-License-Identifier: Apache-2.0
/// Buffered channels, the overlap loop, and tuners that learn how much to compute between two
/// polls.
///
/// Source: EasyMSG.
@NullMarked
package weft.overlap;

import org.jspecify.annotations.NullMarked;
