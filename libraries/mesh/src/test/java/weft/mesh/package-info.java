// SPDX-License-Identifier: Apache-2.0
@NullMarked
package weft.mesh;

import org.jspecify.annotations.NullMarked;
