// SPDX-License-Identifier: Apache-2.0
/// The messages of collective operations: their words, and the rank that sends them.
@NullMarked
package weft.collective.internal.wire;

import org.jspecify.annotations.NullMarked;
