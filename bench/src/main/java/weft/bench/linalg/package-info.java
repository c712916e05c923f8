// SPDX-License-Identifier: Apache-2.0
/// `weft bench linalg`: dense linear algebra beside ScaLAPACK and LAPACK.
@NullMarked
package weft.bench.linalg;

import org.jspecify.annotations.NullMarked;
