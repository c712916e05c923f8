// SPDX-License-Identifier: Apache-2.0
/// Jobs whose ranks something else has started: a shell, Slurm, containers.
@NullMarked
package weft.system.starts;

import org.jspecify.annotations.NullMarked;
