// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

/// The extremes of the shapes of a mesh's tets.
///
/// @param tets their number
/// @param worstRatio the largest circumradius over shortest edge
/// @param smallestDihedral the smallest angle between faces of a tet, in degrees
/// @param largestDihedral the largest one
/// @param largestVolume the largest volume
/// @param volume the sum of all
public record MeshShape(
    int tets,
    double worstRatio,
    double smallestDihedral,
    double largestDihedral,
    double largestVolume,
    double volume) {}
