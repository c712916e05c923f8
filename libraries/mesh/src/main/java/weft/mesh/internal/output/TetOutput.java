// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.io.IOException;
import java.io.OutputStream;

/// Writes tets and the faces on boundaries in the formats of other programs. Points are numbered
/// from 0, and from 1 in Gmsh's formats. Streams are not closed.
public final class TetOutput {
  private TetOutput() {}

  /// Writes VTK's XML format of unstructured grids.
  public static void vtu(TetArrays mesh, OutputStream out) throws IOException {
    new TetVtuWriter(mesh).write(out);
  }

  /// Writes Gmsh's format 2.2, binary.
  public static void msh22(TetArrays mesh, OutputStream out) throws IOException {
    new GmshWriter(mesh).msh22(out);
  }

  /// Writes Gmsh's format 4.1, binary.
  public static void msh41(TetArrays mesh, OutputStream out) throws IOException {
    new GmshWriter(mesh).msh41(out);
  }

  /// Writes the points as TetGen does.
  public static void node(TetArrays mesh, OutputStream out) throws IOException {
    new TetgenWriter(mesh).node(out);
  }

  /// Writes the tets as TetGen does, with the material as an attribute if there are names.
  public static void ele(TetArrays mesh, OutputStream out) throws IOException {
    new TetgenWriter(mesh).ele(out);
  }

  /// Writes the faces as TetGen does, with their markers.
  public static void face(TetArrays mesh, OutputStream out) throws IOException {
    new TetgenWriter(mesh).face(out);
  }
}
