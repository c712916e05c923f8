// SPDX-License-Identifier: Apache-2.0
/// Tries hosts, and the ways between them, before a job starts there. It needs the first all-gather
/// of ranks alone, so it speaks where no job starts.
@NullMarked
package weft.watch.probe;

import org.jspecify.annotations.NullMarked;
