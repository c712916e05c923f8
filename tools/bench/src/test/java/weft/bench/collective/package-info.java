// SPDX-License-Identifier: Apache-2.0
/// `weft bench collective`: what collective operations cost, beside Open MPI's.
@NullMarked
package weft.bench.collective;

import org.jspecify.annotations.NullMarked;
