// SPDX-License-Identifier: Apache-2.0
/// `weft bench collective`: the cost of collective operations, compared with Open MPI.
@NullMarked
package weft.bench.collective;

import org.jspecify.annotations.NullMarked;
