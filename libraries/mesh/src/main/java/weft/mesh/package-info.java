// SPDX-License-Identifier: Apache-2.0
/// Meshes for users: the Delaunay tetrahedra of points, and triangle surfaces.
@NullMarked
package weft.mesh;

import org.jspecify.annotations.NullMarked;
