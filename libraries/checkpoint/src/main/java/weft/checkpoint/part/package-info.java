// SPDX-License-Identifier: Apache-2.0
/// What a library of this house offers so that checkpoints hold its state: a
/// [weft.checkpoint.part.CheckpointPart].
@NullMarked
package weft.checkpoint.part;

import org.jspecify.annotations.NullMarked;
