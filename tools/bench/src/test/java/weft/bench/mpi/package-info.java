// SPDX-License-Identifier: Apache-2.0
/// `weft bench mpi`: what Weft costs over MPI, beside bare MPI from Java and from C.
@NullMarked
package weft.bench.mpi;

import org.jspecify.annotations.NullMarked;
