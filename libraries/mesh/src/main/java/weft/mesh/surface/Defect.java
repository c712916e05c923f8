// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

/// All that is wrong with a surface in one way.
///
/// @param kind in which way
/// @param count how often, such as the number of edges
/// @param sentence how often, where, and what to do
/// @param triangles the numbers of the triangles that are concerned, in ascending order; may be
///   empty, as for loose points
/// @param places x, y and z of each place
/// @param lines the edges that are concerned: six coordinates for each
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Defect(
    DefectKind kind,
    long count,
    String sentence,
    int[] triangles,
    double[] places,
    double[] lines) {}
