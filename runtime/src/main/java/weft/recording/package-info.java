// SPDX-License-Identifier: Apache-2.0
/// Recording: what one rank's time went to, and what it sent, in a file that outlives the rank.
@NullMarked
package weft.recording;

import org.jspecify.annotations.NullMarked;
