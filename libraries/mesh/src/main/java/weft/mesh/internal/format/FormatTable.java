// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.format;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.mesh.files.MeshFormat;
import weft.mesh.internal.content.ContentBuilder;
import weft.mesh.internal.content.MeshContent;
import weft.mesh.internal.content.WrongFileException;
import weft.mesh.internal.input.FileBytes;
import weft.mesh.internal.input.FileEndedException;
import weft.mesh.internal.input.InpReader;
import weft.mesh.internal.input.LegacyVtkReader;
import weft.mesh.internal.input.MeditReader;
import weft.mesh.internal.input.MeshReader;
import weft.mesh.internal.input.MshReader;
import weft.mesh.internal.input.ObjReader;
import weft.mesh.internal.input.OffReader;
import weft.mesh.internal.input.PlyReader;
import weft.mesh.internal.input.StlReader;
import weft.mesh.internal.input.Su2Reader;
import weft.mesh.internal.input.VtuReader;
import weft.mesh.internal.output.InpWriter;
import weft.mesh.internal.output.LegacyVtkWriter;
import weft.mesh.internal.output.MeditWriter;
import weft.mesh.internal.output.MeshOutput;
import weft.mesh.internal.output.MeshWriter;
import weft.mesh.internal.output.MshWriter;
import weft.mesh.internal.output.PlainWriters;
import weft.mesh.internal.output.Su2Writer;
import weft.mesh.internal.output.TetgenWriters;
import weft.mesh.internal.output.VtuWriter;

/// The reader and the writer of each format. A new format has a constant in [MeshFormat], a line
/// here, a reader and a writer.
public final class FormatTable {
  private record Entry(@Nullable Supplier<MeshReader> reader, MeshWriter writer, boolean values) {}

  private FormatTable() {}

  private static Entry of(MeshFormat format) {
    return switch (format) {
      case STL -> new Entry(StlReader::new, PlainWriters::stl, false);
      case STL_TEXT -> new Entry(StlReader::new, PlainWriters::stlText, false);
      case OBJ -> new Entry(ObjReader::new, PlainWriters::obj, false);
      case OFF -> new Entry(OffReader::new, PlainWriters::off, false);
      case PLY -> new Entry(PlyReader::new, PlainWriters::ply, false);
      case PLY_TEXT -> new Entry(PlyReader::new, PlainWriters::plyText, false);
      case VTU -> new Entry(VtuReader::new, VtuWriter::write, true);
      case MSH_4_1 -> new Entry(MshReader::new, MshWriter.version4(true), true);
      case MSH_4_1_TEXT -> new Entry(MshReader::new, MshWriter.version4(false), true);
      case MSH_2_2 -> new Entry(MshReader::new, MshWriter.version2(true), true);
      case MSH_2_2_TEXT -> new Entry(MshReader::new, MshWriter.version2(false), true);
      case INP -> new Entry(InpReader::new, InpWriter::write, false);
      case SU2 -> new Entry(Su2Reader::new, Su2Writer::write, false);
      case MEDIT -> new Entry(MeditReader::new, MeditWriter::write, false);
      case VTK -> new Entry(LegacyVtkReader::new, LegacyVtkWriter::write, true);
      case NODE -> new Entry(null, TetgenWriters::node, false);
      case ELE -> new Entry(null, TetgenWriters::ele, false);
      case FACE -> new Entry(null, TetgenWriters::face, false);
    };
  }

  /// Reads a file. If it ends too early, the content says so, and has what was complete.
  ///
  /// @param name what error messages call it, such as "the surface a.stl"
  /// @throws WrongFileException with a sentence, if it is of another format
  public static MeshContent read(MeshFormat format, String name, byte[] data)
      throws WrongFileException {
    Supplier<MeshReader> reader = of(format).reader();
    if (reader == null) {
      throw new WrongFileException(
          "%s is a .%s, which can be written only; convert it to %s"
              .formatted(name, format.ending(), MeshFormat.endings(MeshFormat::isRead)));
    }
    var out = new ContentBuilder();
    try {
      reader.get().read(new FileBytes(name, data), out);
    } catch (FileEndedException e) {
      out.cut(String.valueOf(e.getMessage()));
    }
    return out.build(name);
  }

  /// Checks that a format can hold a mesh and its values.
  ///
  /// @throws IllegalArgumentException if it cannot
  public static void check(MeshFormat format, MeshContent mesh) {
    if (!mesh.values().isEmpty() && !of(format).values()) {
      throw new IllegalArgumentException(
          "a .%s has no values at points or tets; use %s"
              .formatted(format.ending(), MeshFormat.endings(each -> of(each).values())));
    }
    if (mesh.order() == 2 && format.holdsTets() && !format.holdsMiddles()) {
      throw new IllegalArgumentException(
          "a .%s has no tets of ten points; use order 1, or %s"
              .formatted(format.ending(), MeshFormat.endings(MeshFormat::holdsMiddles)));
    }
    if (mesh.isSurface() && !format.holdsSurfaces()) {
      throw new IllegalArgumentException(
          "a .%s has no surface; use %s"
              .formatted(format.ending(), MeshFormat.endings(MeshFormat::holdsSurfaces)));
    }
  }

  /// Writes a mesh, and leaves the stream open.
  ///
  /// @throws IllegalArgumentException if the format cannot hold it
  /// @throws IOException if the stream does
  public static void write(MeshFormat format, MeshContent mesh, OutputStream stream)
      throws IOException {
    check(format, mesh);
    var out = new MeshOutput(stream);
    of(format).writer().write(format.holdsTets() ? mesh : mesh.boundary(), out);
    out.flush();
  }
}
