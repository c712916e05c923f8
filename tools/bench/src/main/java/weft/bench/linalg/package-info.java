// SPDX-License-Identifier: Apache-2.0
/// `weft bench linalg`: compares dense linear algebra with ScaLAPACK and LAPACK.
@NullMarked
package weft.bench.linalg;

import org.jspecify.annotations.NullMarked;
