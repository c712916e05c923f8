// SPDX-License-Identifier: Apache-2.0
/// A file for objects that are not in memory, and the threads that read and write it.
@NullMarked
package weft.outofcore.store;

import org.jspecify.annotations.NullMarked;
