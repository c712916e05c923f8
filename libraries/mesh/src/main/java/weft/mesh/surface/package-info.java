// SPDX-License-Identifier: Apache-2.0
/// Surfaces of triangles: read, made, diagnosed, repaired and written.
///
/// ```java
/// Surface surface = Surface.read(Path.of("wing.stl"));
/// for (Defect defect : Diagnosis.of(surface).defects()) {
///   System.out.println(defect.sentence());
/// }
/// ```
@NullMarked
package weft.mesh.surface;

import org.jspecify.annotations.NullMarked;
