// SPDX-License-Identifier: Apache-2.0
/// What meshes are made of: exact predicates, and the kernel that inserts points.
@NullMarked
package weft.mesh.internal;

import org.jspecify.annotations.NullMarked;
