// SPDX-License-Identifier: Apache-2.0
/// Objects that move between the ranks of a job and are found: messages to them, arrays of them,
/// and the balancing of their loads. [weft.mobile.MobileObjects] is where to begin.
@NullMarked
package weft.mobile;

import org.jspecify.annotations.NullMarked;
