// SPDX-License-Identifier: Apache-2.0
@NullMarked
package weft.mesh.check;

import org.jspecify.annotations.NullMarked;
