// SPDX-License-Identifier: Apache-2.0
/// Starts the ranks of a job, on this host and on others over `ssh`, and ends them.
@NullMarked
package weft.watch.launch;

import org.jspecify.annotations.NullMarked;
