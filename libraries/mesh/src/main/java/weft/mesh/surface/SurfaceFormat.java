// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/// The formats of files of surfaces.
public enum SurfaceFormat {
  /// Binary .stl: 32-bit floats, no groups. The reader takes text as well.
  STL,
  /// Text .stl, with a solid for each group.
  STL_TEXT,
  /// Wavefront .obj, with a `g` for each group.
  OBJ,
  /// Text .off, without groups.
  OFF,
  /// Binary .ply: 64-bit floats, little-endian, without groups. The reader takes all kinds.
  PLY,
  /// Text .ply.
  PLY_TEXT,
  /// .msh of Gmsh, version 4.1, as text, with physical groups. The reader takes version 2, too, and
  /// binary files of both.
  MSH,
  /// .msh of Gmsh, version 4.1, binary.
  MSH_BINARY,
  /// .msh of Gmsh, version 2.2, as text.
  MSH2,
  /// .msh of Gmsh, version 2.2, binary.
  MSH2_BINARY,
  /// .vtu of VTK and ParaView, with raw arrays. It can be written only.
  VTU;

  /// The format of a file, by its ending.
  ///
  /// @throws SurfaceFileException if the ending names no format
  public static SurfaceFormat of(Path file) throws SurfaceFileException {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "stl" -> STL;
      case "obj" -> OBJ;
      case "off" -> OFF;
      case "ply" -> PLY;
      case "msh" -> MSH;
      case "vtu" -> VTU;
      default ->
          throw new SurfaceFileException(
              "the surface "
                  + file
                  + " is not .stl, .obj, .off, .ply or .msh; convert it to one of these");
    };
  }

  boolean hasPointNumbers() {
    return this != STL && this != STL_TEXT;
  }

  SurfaceReader reader(String name) throws SurfaceFileException {
    return switch (this) {
      case STL, STL_TEXT -> new StlReader();
      case OBJ -> new ObjReader();
      case OFF -> new OffReader();
      case PLY, PLY_TEXT -> new PlyReader();
      case MSH, MSH_BINARY, MSH2, MSH2_BINARY -> new MshReader();
      case VTU ->
          throw new SurfaceFileException(
              "the surface " + name + " is a .vtu, which can be written only; convert it to .ply");
    };
  }

  void write(SurfaceArrays surface, OutputStream stream) throws IOException {
    var out = new SurfaceOutput(new BufferedOutputStream(stream, 1 << 16));
    switch (this) {
      case STL -> PlainWriters.stl(surface, out);
      case STL_TEXT -> PlainWriters.stlText(surface, out);
      case OBJ -> PlainWriters.obj(surface, out);
      case OFF -> PlainWriters.off(surface, out);
      case PLY -> PlainWriters.ply(surface, out, false);
      case PLY_TEXT -> PlainWriters.ply(surface, out, true);
      case MSH -> MshWriter.version4(surface, out, false);
      case MSH_BINARY -> MshWriter.version4(surface, out, true);
      case MSH2 -> MshWriter.version2(surface, out, false);
      case MSH2_BINARY -> MshWriter.version2(surface, out, true);
      case VTU -> VtuWriter.write(surface, Map.of(), out);
    }
    out.flush();
  }
}
