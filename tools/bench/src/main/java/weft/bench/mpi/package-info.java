// SPDX-License-Identifier: Apache-2.0
/// `weft bench mpi`: the cost of Weft over MPI, compared with bare MPI from Java and from C.
@NullMarked
package weft.bench.mpi;

import org.jspecify.annotations.NullMarked;
