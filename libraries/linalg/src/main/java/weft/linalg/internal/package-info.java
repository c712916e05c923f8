// SPDX-License-Identifier: Apache-2.0
/// The algorithms: the distribution of matrices over a grid of ranks, and the exchanges between
/// ranks.
@NullMarked
package weft.linalg.internal;

import org.jspecify.annotations.NullMarked;
