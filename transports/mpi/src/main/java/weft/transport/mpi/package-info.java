// SPDX-License-Identifier: Apache-2.0
/// The transport over MPI, bound at run time by java.lang.foreign: Open MPI and MPICH.
@NullMarked
package weft.transport.mpi;

import org.jspecify.annotations.NullMarked;
