// SPDX-License-Identifier: Apache-2.0
/// `weft bench mpi`, `tcp` and `ucx`: the cost of Weft over a lower layer, compared with that layer
/// alone from Java, and with MPI from C.
@NullMarked
package weft.bench.carried;

import org.jspecify.annotations.NullMarked;
