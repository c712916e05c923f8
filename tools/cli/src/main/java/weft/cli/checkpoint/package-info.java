// SPDX-License-Identifier: Apache-2.0
/// `weft checkpoint`: what is in a folder of checkpoints.
@NullMarked
package weft.cli.checkpoint;

import org.jspecify.annotations.NullMarked;
