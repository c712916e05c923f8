// SPDX-License-Identifier: Apache-2.0
/// The algorithms: how matrices lie on a grid of ranks, and what moves between these.
@NullMarked
package weft.linalg.internal;

import org.jspecify.annotations.NullMarked;
