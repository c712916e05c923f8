// SPDX-License-Identifier: Apache-2.0
@NullMarked
package weft.linalg.internal;

import org.jspecify.annotations.NullMarked;
