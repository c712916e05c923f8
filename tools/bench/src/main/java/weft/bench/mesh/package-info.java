// SPDX-License-Identifier: Apache-2.0
/// `weft bench mesh`: compares Delaunay tets with those of TetGen, Qhull and CGAL.
@NullMarked
package weft.bench.mesh;

import org.jspecify.annotations.NullMarked;
