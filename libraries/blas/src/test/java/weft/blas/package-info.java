// SPDX-License-Identifier: Apache-2.0
@NullMarked
package weft.blas;

import org.jspecify.annotations.NullMarked;
