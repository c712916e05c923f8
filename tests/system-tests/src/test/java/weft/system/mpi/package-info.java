// SPDX-License-Identifier: Apache-2.0
/// Programs that Open MPI and MPICH start: by `weft run`, or by themselves.
@NullMarked
package weft.system.mpi;

import org.jspecify.annotations.NullMarked;
