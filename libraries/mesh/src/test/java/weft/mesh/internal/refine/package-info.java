// SPDX-License-Identifier: Apache-2.0
@NullMarked
package weft.mesh.internal.refine;

import org.jspecify.annotations.NullMarked;
