// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.util.Map;

/// What a file of tets holds.
///
/// @param xyz three coordinates for each point
/// @param tets four points for each tet
/// @param materials the number of each tet's material
/// @param triangles three points for each triangle
/// @param markers the number of each triangle's marker
/// @param boundaryNames names of markers
/// @param materialNames names of materials
/// @param fields values at points, by their names
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TetFileContent(
    double[] xyz,
    int[] tets,
    int[] materials,
    int[] triangles,
    int[] markers,
    Map<Integer, String> boundaryNames,
    Map<Integer, String> materialNames,
    Map<String, double[]> fields) {}
