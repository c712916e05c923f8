// SPDX-License-Identifier: Apache-2.0
@NullMarked
package weft.mesh.surface;

import org.jspecify.annotations.NullMarked;
