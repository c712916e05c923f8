// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import weft.mesh.internal.output.TetArrays;
import weft.mesh.internal.output.TetOutput;

/// Formats of files with tets.
public enum TetFormat {
  /// VTK's XML file of unstructured grids, with raw data: ParaView, VisIt.
  VTU,
  /// Gmsh's format 2.2, binary.
  MSH_2_2,
  /// Gmsh's format 4.1, binary.
  MSH_4_1,
  /// TetGen's text file of points, numbered from 0.
  NODE,
  /// TetGen's text file of tets.
  ELE,
  /// TetGen's text file of triangles: those of the hull.
  FACE;

  void write(TetArrays mesh, OutputStream out) throws IOException {
    switch (this) {
      case VTU -> TetOutput.vtu(mesh, out);
      case MSH_2_2 -> TetOutput.msh22(mesh, out);
      case MSH_4_1 -> TetOutput.msh41(mesh, out);
      case NODE -> TetOutput.node(mesh, out);
      case ELE -> TetOutput.ele(mesh, out);
      case FACE -> TetOutput.face(mesh, out);
    }
  }

  /// Returns the format that the name of a file says; `.msh` is version 4.1.
  ///
  /// @throws IllegalArgumentException if the name has another ending
  public static TetFormat of(Path file) {
    String name = String.valueOf(file.getFileName());
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "vtu" -> VTU;
      case "msh" -> MSH_4_1;
      case "node" -> NODE;
      case "ele" -> ELE;
      case "face" -> FACE;
      default ->
          throw new IllegalArgumentException(
              "%s has no ending of a format for tets; use .vtu, .msh, .node, .ele or .face"
                  .formatted(file));
    };
  }
}
