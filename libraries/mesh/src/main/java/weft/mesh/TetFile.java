// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import weft.mesh.files.MeshFormat;
import weft.mesh.internal.content.FileRemarks;
import weft.mesh.internal.content.MeshContent;
import weft.mesh.internal.content.MeshValues;
import weft.mesh.internal.format.FormatTable;

/// A mesh that was read from a file, with the values that the file has at its points and tets. So
/// the adaptive loop goes through files: a solver of another language writes the edge lengths that
/// its error asks for.
///
/// ```java
/// TetFile file = TetFile.read(Path.of("solved.vtu"));
/// TetMesh finer = file.mesh().refine(file.mesh().sizing(file.field("size")));
/// ```
///
/// An instance does not change.
public final class TetFile {
  private final TetMesh mesh;
  private final Map<String, double[]> fields = new LinkedHashMap<>();
  private final Map<String, double[]> tetFields = new LinkedHashMap<>();

  private TetFile(TetMesh mesh) {
    this.mesh = mesh;
  }

  /// Reads a file of tets, and of triangles for the boundary, in a format that [MeshFormat] says to
  /// be read: a `.vtu` as ParaView and meshio write it, a `.msh` of Gmsh, and others. Triangles of
  /// one marker in a plane are one facet. A mesh without triangles gets those of its boundary, and
  /// between its materials. Of tets with ten points the corners are taken.
  ///
  /// @throws IOException if the file cannot be read, or is no mesh of tets; with a sentence
  public static TetFile read(Path file) throws IOException {
    MeshContent content = content(file);
    try {
      var assembly = new TetMeshAssembly(content);
      var read = new TetFile(assembly.mesh());
      for (MeshValues each : content.values()) {
        if (each.place() == MeshValues.Place.POINT) {
          read.fields.put(each.name(), assembly.kept(each.values(), each.components()));
        } else {
          read.tetFields.put(each.name(), each.values());
        }
      }
      return read;
    } catch (IllegalArgumentException e) {
      throw new IOException("%s is no mesh of tets: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static MeshContent content(Path file) throws IOException {
    MeshFormat format;
    try {
      format =
          MeshFormat.of(file, each -> each.isRead() && each.holdsTets(), "tets that can be read");
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
    if (!Files.exists(file)) {
      throw new IOException("there is no file " + file + "; give the path of one");
    }
    MeshContent content = FormatTable.read(format, "the mesh " + file, Files.readAllBytes(file));
    FileRemarks remarks = content.remarks();
    if (remarks.isCut()) {
      throw new IOException(
          "the mesh %s ends before %s; get the whole file".formatted(file, remarks.missing()));
    }
    if (remarks.foreign() > 0) {
      throw new IOException(
          "the mesh %s has %d cells that are neither tets nor triangles, such as %s; only these are read"
              .formatted(file, remarks.foreign(), remarks.kind()));
    }
    return content;
  }

  /// The mesh. Points of the file that belong to no tet are left out.
  public TetMesh mesh() {
    return mesh;
  }

  /// The names of the fields at the vertices.
  public Set<String> fields() {
    return Collections.unmodifiableSet(fields.keySet());
  }

  /// The values of a field at the vertices of the mesh: one for each, or three if it is a field of
  /// vectors.
  ///
  /// @throws IllegalArgumentException if there is none of this name
  public double[] field(String name) {
    return found(fields, name, "points");
  }

  /// The names of the fields at the tets.
  public Set<String> tetFields() {
    return Collections.unmodifiableSet(tetFields.keySet());
  }

  /// The values of a field at the tets of the mesh: one for each, or three if it is a field of
  /// vectors.
  ///
  /// @throws IllegalArgumentException if there is none of this name
  public double[] tetField(String name) {
    return found(tetFields, name, "tets");
  }

  private static double[] found(Map<String, double[]> fields, String name, String where) {
    double[] values = fields.get(name);
    if (values == null) {
      throw new IllegalArgumentException(
          "the file has no values called \"%s\" at its %s, only %s"
              .formatted(name, where, fields.keySet()));
    }
    return values.clone();
  }
}
