// SPDX-License-Identifier: Apache-2.0
/// The files of checkpoints: one folder for each, in it a file for each rank, and a manifest that
/// is written last. It knows no ranks that run.
@NullMarked
package weft.checkpoint.files;

import org.jspecify.annotations.NullMarked;
