// SPDX-License-Identifier: Apache-2.0
/// Checkpoints: the state of a job in files, from which it goes on later, on any number of ranks.
/// Start with [weft.checkpoint.Checkpoints].
@NullMarked
package weft.checkpoint;

import org.jspecify.annotations.NullMarked;
