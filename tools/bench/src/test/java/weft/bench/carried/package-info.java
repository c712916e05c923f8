// SPDX-License-Identifier: Apache-2.0
/// `weft bench mpi`, `tcp` and `ucx`: what Weft costs over a lower layer, beside that layer alone.
@NullMarked
package weft.bench.carried;

import org.jspecify.annotations.NullMarked;
