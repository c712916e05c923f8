// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.mesh.files.MeshFormat;
import weft.mesh.internal.TetLocator;
import weft.mesh.internal.TinyCoordinates;
import weft.mesh.internal.content.FileRemarks;
import weft.mesh.internal.content.MeshContent;
import weft.mesh.internal.format.FormatTable;
import weft.mesh.internal.output.OutputPlace;

/// Tets that fill a domain, with the faces of its boundary and inner walls, and the names of both.
///
/// Vertices are numbered from 0; those of the input come first, in their order. Each tet has the
/// number of its material. Each face on the boundary or an inner wall has the marker and the number
/// of the facet of the input that it lies on.
///
/// An instance does not change, and any number of threads may use it. The arrays that it returns
/// are copies.
public final class TetMesh {
  private final TetMeshArrays arrays;
  private final MeshingOutcome outcome;
  private volatile @Nullable TetLocator locator;

  TetMesh(TetMeshArrays arrays, MeshingOutcome outcome) {
    this.arrays = arrays;
    this.outcome = outcome;
  }

  /// What the mesher reached: limits, what was missed, shapes before and after the improvement.
  public MeshingOutcome outcome() {
    return outcome;
  }

  /// The number of vertices.
  public int vertexCount() {
    return arrays.xyz().length / 3;
  }

  /// The number of vertices that are points of the input: they are the first.
  public int inputVertexCount() {
    return arrays.inputVertices();
  }

  /// The number of tets.
  public int tetCount() {
    return arrays.corners().length / 4;
  }

  /// The number of faces on the boundary and on inner walls.
  public int faceCount() {
    return arrays.faces().length / 3;
  }

  /// Three coordinates for each vertex.
  public double[] vertices() {
    return arrays.xyz().clone();
  }

  /// A coordinate of a vertex: axis 0, 1 or 2 for x, y or z.
  ///
  /// @throws IndexOutOfBoundsException if there is no such vertex or axis
  public double coordinate(int vertex, int axis) {
    return arrays.xyz()[3 * vertex + Objects.checkIndex(axis, 3)];
  }

  /// A vertex of a tet: corner 0 to 3, in positive order.
  ///
  /// @throws IndexOutOfBoundsException if there is no such tet or corner
  public int corner(int tet, int corner) {
    return arrays.corners()[4 * tet + Objects.checkIndex(corner, 4)];
  }

  /// The tet beyond the face opposite a corner; −1 beyond the boundary.
  ///
  /// @throws IndexOutOfBoundsException if there is no such tet or corner
  public int neighbour(int tet, int corner) {
    return arrays.neighbours()[4 * tet + Objects.checkIndex(corner, 4)];
  }

  /// Four vertices for each tet, in positive order.
  public int[] tets() {
    return arrays.corners().clone();
  }

  /// The tets beyond the faces of all tets, four for each; −1 beyond the boundary. That of place `4
  /// * tet + i` is opposite corner i.
  public int[] neighbours() {
    return arrays.neighbours().clone();
  }

  /// The material of each tet, a positive number.
  public int[] materials() {
    return arrays.materials().clone();
  }

  /// Three vertices for each face on the boundary, counterclockwise seen from outside, and on inner
  /// walls.
  public int[] faces() {
    return arrays.faces().clone();
  }

  /// The marker of each of these faces, a positive number.
  public int[] faceMarkers() {
    return arrays.markers().clone();
  }

  /// The facet of the input on which each of these faces lies.
  public int[] faceFacets() {
    return arrays.facets().clone();
  }

  /// Two vertices for each piece of a segment.
  public int[] segments() {
    return arrays.segments().clone();
  }

  /// The marker of each of these pieces; 0 if its segment has none.
  public int[] segmentMarkers() {
    int[] markers = new int[arrays.segments().length / 2];
    Arrays.setAll(markers, arrays.marks()::ofSegment);
    return markers;
  }

  /// The marker of each vertex that is a point of the input; 0 if it has none. Of a mesh that was
  /// read from a file, that of each vertex up to the last one that has a marker.
  public int[] pointMarkers() {
    int[] markers = new int[Math.max(arrays.inputVertices(), arrays.marks().ofPoints().length)];
    Arrays.setAll(markers, arrays.marks()::ofPoint);
    return markers;
  }

  /// The names of markers of segments; a name may be empty.
  public NavigableMap<Integer, String> segmentNames() {
    return arrays.marks().segmentNames();
  }

  /// The names of markers of points; a name may be empty.
  public NavigableMap<Integer, String> pointNames() {
    return arrays.marks().pointNames();
  }

  /// The names of markers; a name may be empty.
  public NavigableMap<Integer, String> boundaryNames() {
    return arrays.boundaryNames();
  }

  /// The names of materials; a name may be empty.
  public NavigableMap<Integer, String> materialNames() {
    return arrays.materialNames();
  }

  /// The extremes of the tets' shapes.
  public MeshShape quality() {
    return Shapes.of(arrays.xyz(), arrays.corners());
  }

  /// Returns the tet that contains a place, inside or on its border; −1 if none does.
  public int locate(double x, double y, double z) {
    return locator().locate(x, y, z);
  }

  /// Returns the value at a place of a function that is linear in each tet. Outside of the mesh it
  /// is that of the nearest vertex.
  ///
  /// @param values one for each vertex
  /// @throws IllegalArgumentException if there are more or fewer
  public double interpolate(double[] values, double x, double y, double z) {
    if (values.length != vertexCount()) {
      throw new IllegalArgumentException(
          "the mesh has %d vertices, but there are %d values; give one for each"
              .formatted(vertexCount(), values.length));
    }
    return locator().value(values, x, y, z);
  }

  /// Lengths of edges at the vertices, for a [Mesher] of another mesh or of this one. They are
  /// linear in the tets. Where this mesh does not reach, the length of its nearest vertex counts,
  /// and [MeshingOutcome#remarks] says so.
  ///
  /// @param lengths one for each vertex, all positive
  /// @throws IllegalArgumentException if one is missing or not positive
  public Sizing sizing(double[] lengths) {
    return new BackgroundSizing(locator(), vertexCount(), lengths);
  }

  private TetLocator locator() {
    TetLocator known = locator;
    if (known == null) {
      known = new TetLocator(arrays.xyz(), arrays.corners());
      locator = known;
    }
    return known;
  }

  TetMeshArrays arrays() {
    return arrays;
  }

  /// Prepares to divide the mesh where it is too coarse: tets become as small as asked, and none is
  /// larger than the largest one of its material was. Facets, segments, markers and materials stay.
  ///
  /// ```java
  /// TetMesh finer = mesh.refine().sizing(error).mesh();
  /// ```
  public Mesher refine() {
    return Mesher.of(this);
  }

  /// Divides the mesh where edges are longer than wished: `refine().sizing(sizing).mesh()`.
  public TetMesh refine(Sizing sizing) {
    return refine().sizing(sizing).mesh();
  }

  /// Writes the mesh to a file, in the format of its name: a [MeshFormat], such as `.vtu` or
  /// `.msh`. An older file is overwritten.
  ///
  /// @throws IllegalArgumentException if the name has another ending
  /// @throws IOException if the file cannot be written; a part of it may be left
  public void write(Path file) throws IOException {
    write(file, new MeshFields());
  }

  /// Writes the mesh and values on it to a file, in the format of its name: `.vtu`, `.msh` or
  /// another that has values. [TetFile] reads both.
  ///
  /// @throws IllegalArgumentException if the name has another ending, or values do not fit
  /// @throws IOException if the file cannot be written; a part of it may be left
  public void write(Path file, MeshFields fields) throws IOException {
    MeshFormat format = MeshFormat.of(file);
    MeshContent content = content(1, fields);
    FormatTable.check(format, content);
    OutputPlace.write(file, out -> FormatTable.write(format, content, out));
  }

  /// Writes the mesh in this format, and leaves the stream open. Markers, materials and their names
  /// go into the files that can hold them; formats of surfaces take the faces.
  ///
  /// @param order 1 for tets of four nodes, 2 for tets of ten: those of edges are their middles
  /// @throws IOException if the stream does
  public void write(OutputStream out, MeshFormat format, int order) throws IOException {
    write(out, format, order, new MeshFields());
  }

  /// Writes the mesh and values on it in this format, and leaves the stream open. Values in the
  /// middles of edges are the means of their ends.
  ///
  /// @param order 1 for tets of four nodes, 2 for tets of ten
  /// @throws IllegalArgumentException if values do not fit the mesh, or the format has none
  /// @throws IOException if the stream does
  public void write(OutputStream out, MeshFormat format, int order, MeshFields fields)
      throws IOException {
    FormatTable.write(format, content(order, fields), out);
  }

  private MeshContent content(int order, MeshFields fields) {
    if (order != 1 && order != 2) {
      throw new IllegalArgumentException(
          "elements of order %d are not written; give 1 or 2".formatted(order));
    }
    // Else a file could have coordinates that no reader of ours takes.
    double[] xyz = arrays.xyz().clone();
    TinyCoordinates.clear(xyz);
    MeshContent given =
        new MeshContent(
            xyz,
            arrays.corners(),
            arrays.materials(),
            arrays.faces(),
            arrays.markers(),
            arrays.facets(),
            arrays.boundaryNames(),
            arrays.materialNames(),
            arrays.segments(),
            arrays.marks(),
            fields.on(vertexCount(), tetCount()),
            true,
            FileRemarks.NONE);
    return order == 2 ? given.quadratic() : given;
  }
}
