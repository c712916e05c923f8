// SPDX-License-Identifier: Apache-2.0
/// One rank: its progress, its waits, its tasks, and how it fails.
@NullMarked
package weft.internal.rank;

import org.jspecify.annotations.NullMarked;
