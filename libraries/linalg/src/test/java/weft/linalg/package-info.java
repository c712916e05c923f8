// SPDX-License-Identifier: Apache-2.0
@NullMarked
package weft.linalg;

import org.jspecify.annotations.NullMarked;
