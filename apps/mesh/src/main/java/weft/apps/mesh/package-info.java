// SPDX-License-Identifier: Apache-2.0
/// The Delaunay tets of points: made, digested, written to files, and shown on a page. Surfaces of
/// triangles: checked, repaired, and shown.
@NullMarked
package weft.apps.mesh;

import org.jspecify.annotations.NullMarked;
