// SPDX-License-Identifier: Apache-2.0
/// Which objects of a rank are in memory.
@NullMarked
package weft.outofcore.internal;

import org.jspecify.annotations.NullMarked;
