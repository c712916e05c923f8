// SPDX-License-Identifier: Apache-2.0
package weft.mesh.files;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The formats of files of meshes: of triangles, of tets, or of both. Where several have one
/// ending, the first is the one that [#of] returns, and each is read with it.
public enum MeshFormat {
  /// Binary .stl: 32-bit floats, no groups. The reader takes text as well.
  STL("stl", Holds.TRIANGLES, true, "binary, of 32-bit floats, without groups"),
  /// Text .stl, with a solid for each group.
  STL_TEXT("stl", Holds.TRIANGLES, true, "text, with a solid for each group"),
  /// Wavefront .obj, with a `g` for each group.
  OBJ("obj", Holds.TRIANGLES, true, "Wavefront's, with groups"),
  /// Text .off, without groups.
  OFF("off", Holds.TRIANGLES, true, "text, without groups"),
  /// Binary .ply: 64-bit floats, little-endian, without groups. The reader takes all kinds.
  PLY("ply", Holds.TRIANGLES, true, "binary, without groups"),
  /// Text .ply.
  PLY_TEXT("ply", Holds.TRIANGLES, true, "text, without groups"),
  /// .vtu: VTK's XML file of unstructured grids, with raw arrays: ParaView, VisIt.
  VTU("vtu", Holds.BOTH, true, "VTK's XML file, for ParaView, with names and values"),
  /// .msh of Gmsh, version 4.1, binary, with physical groups. The reader takes version 2, too, and
  /// text of both.
  MSH_4_1("msh", Holds.BOTH, true, "Gmsh's 4.1, binary, with names and values"),
  /// .msh of Gmsh, version 4.1, as text.
  MSH_4_1_TEXT("msh", Holds.BOTH, true, "Gmsh's 4.1, text, with names and values"),
  /// .msh of Gmsh, version 2.2, binary.
  MSH_2_2("msh", Holds.BOTH, true, "Gmsh's 2.2, binary, with names and values"),
  /// .msh of Gmsh, version 2.2, as text.
  MSH_2_2_TEXT("msh", Holds.BOTH, true, "Gmsh's 2.2, text, with names and values"),
  /// .inp of Abaqus and CalculiX: materials are sets of elements, markers are surfaces and sets of
  /// nodes, by their names. Triangles alone are shells.
  INP("inp", Holds.BOTH, true, "Abaqus' and CalculiX's, text, with names of sets"),
  /// .mesh of Medit, as text: numbers of materials and markers, without names.
  MEDIT("mesh", Holds.BOTH, true, "Medit's, text, with numbers of groups"),
  /// .vtk: VTK's legacy file, as text; the reader takes binary files, too, and polygons.
  VTK("vtk", Holds.BOTH, true, "VTK's legacy file, text, with names and values"),
  /// .su2 of SU2: the boundary with names, without materials and walls.
  SU2("su2", Holds.TETS, true, "SU2's, text, with names of the boundary"),
  /// TetGen's text file of points, numbered from 0.
  NODE("node", Holds.TETS, false, "TetGen's points"),
  /// TetGen's text file of tets.
  ELE("ele", Holds.TETS, false, "TetGen's tets"),
  /// TetGen's text file of triangles: those of the boundary and of walls, or of the hull.
  FACE("face", Holds.TETS, false, "TetGen's triangles");

  private enum Holds {
    TRIANGLES,
    TETS,
    BOTH
  }

  private final String ending;
  private final Holds holds;
  private final boolean read;
  private final String description;

  MeshFormat(String ending, Holds holds, boolean read, String description) {
    this.ending = ending;
    this.holds = holds;
    this.read = read;
    this.description = description;
  }

  /// The ending of names of such files, without the point.
  public String ending() {
    return ending;
  }

  /// What it is, in some words.
  public String description() {
    return description;
  }

  /// Whether a surface can be written, and read if [#isRead()].
  public boolean holdsSurfaces() {
    return holds != Holds.TETS;
  }

  /// Whether tets can be written, and read if [#isRead()]. Of a mesh of tets, other formats take
  /// the boundary and the walls.
  public boolean holdsTets() {
    return holds != Holds.TRIANGLES;
  }

  /// Whether tets of ten points can be written: those of edges are their middles.
  public boolean holdsMiddles() {
    return holdsTets() && this != SU2 && this != MEDIT;
  }

  /// Whether such files are read.
  public boolean isRead() {
    return read;
  }

  /// The endings of some formats, each once, as a list for sentences: `.vtu, .msh or .stl`.
  public static String endings(Predicate<MeshFormat> wanted) {
    String all =
        Arrays.stream(values())
            .filter(wanted)
            .map(each -> "." + each.ending)
            .distinct()
            .collect(Collectors.joining(", "));
    return all.replaceFirst(", (?=[^,]*$)", " or ");
  }

  /// The format that the name of a file says.
  ///
  /// @throws IllegalArgumentException if its ending names none
  public static MeshFormat of(Path file) {
    return of(file, each -> true, "a mesh");
  }

  /// The format that the name of a file says, if it is one of those wanted.
  ///
  /// @param what such a file holds, for the sentence: `a surface`
  /// @throws IllegalArgumentException if it is none
  public static MeshFormat of(Path file, Predicate<MeshFormat> wanted, String what) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    String last = name.substring(name.lastIndexOf('.') + 1);
    for (MeshFormat format : values()) {
      if (format.ending.equals(last) && wanted.test(format)) {
        return format;
      }
    }
    throw new IllegalArgumentException(
        "%s has no ending of a file of %s; use %s".formatted(file, what, endings(wanted)));
  }
}
