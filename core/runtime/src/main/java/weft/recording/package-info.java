// SPDX-License-Identifier: Apache-2.0
/// Recording of one rank's time and messages, in a file that outlives the rank.
@NullMarked
package weft.recording;

import org.jspecify.annotations.NullMarked;
