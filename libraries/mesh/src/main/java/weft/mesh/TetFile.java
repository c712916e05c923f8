// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import weft.mesh.internal.input.MshTetReader;
import weft.mesh.internal.input.TetFileContent;
import weft.mesh.internal.input.VtuReader;

/// A mesh that was read from a file, with the values that the file has at its points. So the
/// adaptive loop goes through files: a solver of another language writes the edge lengths that its
/// error asks for.
///
/// ```java
/// TetFile file = TetFile.read(Path.of("solved.vtu"));
/// TetMesh finer = file.mesh().refine(file.mesh().sizing(file.field("size")));
/// ```
///
/// An instance does not change.
public final class TetFile {
  private final TetMesh mesh;
  private final Map<String, double[]> fields;

  private TetFile(TetMesh mesh, Map<String, double[]> fields) {
    this.mesh = mesh;
    this.fields = fields;
  }

  /// Reads a `.vtu` of tets, and of triangles for the boundary, as ParaView, meshio and
  /// [TetMesh#write] write it. Cell data `material` and `marker`, or Gmsh's `gmsh:physical`, are
  /// the numbers of groups. Triangles of one marker in a plane are one facet. A mesh without
  /// triangles gets those of its boundary, and between its materials. Of tets with ten points the
  /// corners are taken.
  ///
  /// @throws IOException if the file cannot be read, or is no mesh of tets; with a sentence
  public static TetFile read(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    if (!name.endsWith(".vtu") && !name.endsWith(".msh")) {
      throw new IOException(
          file + " has no ending of a file of tets that is read; use .vtu or .msh");
    }
    if (!Files.exists(file)) {
      throw new IOException("there is no file " + file + "; give the path of one");
    }
    TetFileContent grid = grid(file, name.endsWith(".msh"));
    try {
      var assembly = new TetMeshAssembly(grid);
      TetMesh mesh = assembly.mesh();
      Map<String, double[]> fields = new LinkedHashMap<>();
      grid.fields().forEach((field, values) -> fields.put(field, assembly.kept(values)));
      return new TetFile(mesh, Collections.unmodifiableMap(fields));
    } catch (IllegalArgumentException e) {
      throw new IOException("%s is no mesh of tets: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static TetFileContent grid(Path file, boolean gmsh) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    if (gmsh) {
      return MshTetReader.read("the mesh " + file, bytes);
    }
    try {
      return VtuReader.read(bytes);
    } catch (IOException | NumberFormatException e) {
      throw new IOException("%s is not read: %s.".formatted(file, e.getMessage()), e);
    }
  }

  /// The mesh. Points of the file that belong to no tet are left out.
  public TetMesh mesh() {
    return mesh;
  }

  /// The names of the fields, one value for each point.
  public Set<String> fields() {
    return fields.keySet();
  }

  /// The values of a field at the vertices of the mesh.
  ///
  /// @throws IllegalArgumentException if there is none of this name
  public double[] field(String name) {
    double[] values = fields.get(name);
    if (values == null) {
      throw new IllegalArgumentException(
          "the file has no values called \"%s\" at its points, only %s"
              .formatted(name, fields.keySet()));
    }
    return values.clone();
  }
}
