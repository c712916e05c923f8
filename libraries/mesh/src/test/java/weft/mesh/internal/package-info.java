// SPDX-License-Identifier: Apache-2.0
@NullMarked
package weft.mesh.internal;

import org.jspecify.annotations.NullMarked;
