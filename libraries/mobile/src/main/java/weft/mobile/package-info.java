// SPDX-License-Identifier: Apache-2.0
/// Objects that migrate between the ranks of a job, messages to them, arrays of them, and balancing
/// of their loads. Start with [weft.mobile.MobileObjects].
@NullMarked
package weft.mobile;

import org.jspecify.annotations.NullMarked;
