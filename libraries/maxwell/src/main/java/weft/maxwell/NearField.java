// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// The field that the currents radiate, at a point.
///
/// @param electric the components of the electric field along x, y and z, in V/m
/// @param magnetic the components of the magnetic field along x, y and z, in A/m
/// @param tooNear whether the point is nearer to the surface than an edge of its triangles, where
///   these numbers are rough
@SuppressWarnings("ArrayRecordComponent") // never compared
public record NearField(ComplexNumber[] electric, ComplexNumber[] magnetic, boolean tooNear) {}
