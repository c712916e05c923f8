// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import weft.mesh.files.MeshFormat;
import weft.mesh.internal.Welding;
import weft.mesh.internal.content.MeshValues;
import weft.mesh.internal.content.WrongFileException;
import weft.mesh.internal.format.FormatTable;

/// A surface of triangles in space. Seen from its front, the corners of a triangle run
/// counter-clockwise; the front of a closed surface is its outside. Each triangle belongs to a
/// group, such as a solid of an .stl or a physical group of a .msh.
///
/// A surface may have any defect: [Diagnosis] finds them, and [SurfaceRepair] mends some. It does
/// not change, unless its arrays are changed.
public final class Surface {
  private static final long MOST_BYTES = Integer.MAX_VALUE - 8;

  private final SurfaceArrays arrays;
  private final double[] points;
  private final int[] triangles;

  private Surface(SurfaceArrays arrays) {
    this.arrays = arrays;
    this.points = arrays.points();
    this.triangles = arrays.triangles();
  }

  Surface(
      double[] points,
      int[] triangles,
      int[] groups,
      List<String> groupNames,
      List<FileNote> notes,
      List<String> remarks) {
    this(new SurfaceArrays(points, triangles, groups, groupNames, notes, remarks));
  }

  /// Makes a surface with one group, which has no name.
  ///
  /// @param points x, y and z of each point; not copied
  /// @param triangles three point numbers, from 0, for each triangle; not copied
  /// @throws IllegalArgumentException if a point is missing
  public static Surface of(double[] points, int[] triangles) {
    if (points.length % 3 != 0 || triangles.length % 3 != 0) {
      throw new IllegalArgumentException(
          "A surface needs 3 coordinates a point and 3 points a triangle, not "
              + points.length
              + " and "
              + triangles.length
              + " numbers.");
    }
    for (int point : triangles) {
      if (point < 0 || point >= points.length / 3) {
        throw new IllegalArgumentException(
            "A triangle has point " + point + ", but there are " + points.length / 3 + ".");
      }
    }
    return new Surface(
        points, triangles, new int[triangles.length / 3], List.of(""), List.of(), List.of());
  }

  /// Makes a surface with groups.
  ///
  /// @param points x, y and z of each point; not copied
  /// @param triangles three point numbers, from 0, for each triangle; not copied
  /// @param groups the group of each triangle, an index into `groupNames`; not copied
  /// @throws IllegalArgumentException if a point or a group is missing
  public static Surface of(
      double[] points, int[] triangles, int[] groups, List<String> groupNames) {
    Surface plain = of(points, triangles);
    boolean named = groups.length == plain.triangleCount();
    for (int group : groups) {
      named &= group >= 0 && group < groupNames.size();
    }
    if (!named) {
      throw new IllegalArgumentException(
          "A surface needs the number of a group for each of its "
              + plain.triangleCount()
              + " triangles, from 0 to "
              + (groupNames.size() - 1)
              + ".");
    }
    return new Surface(points, triangles, groups, List.copyOf(groupNames), List.of(), List.of());
  }

  /// Reads a file. Its ending names its format, a [MeshFormat]: .stl (text or binary), .obj, .off,
  /// .ply (text or binary, either byte order), .msh of Gmsh (2 and 4.1, text or binary), or another
  /// that has triangles. Faces with more than three corners are cut into triangles. As an .stl has
  /// no point numbers, corners with equal coordinates become one point; [#remarks()] says how many.
  ///
  /// A file that ends too early, or whose header promises another number of triangles, is read as
  /// far as possible. [Diagnosis] then names that as a defect.
  ///
  /// @throws SurfaceFileException with a sentence, if the file is missing, is of another format, or
  ///   has no triangle
  public static Surface read(Path file) throws SurfaceFileException {
    MeshFormat format = formatOf(file);
    try (InputStream in = Files.newInputStream(file)) {
      return read(file.toString(), format, in);
    } catch (SurfaceFileException e) {
      throw e;
    } catch (NoSuchFileException e) {
      throw new SurfaceFileException("the surface " + file + " does not exist", e);
    } catch (IOException e) {
      throw new SurfaceFileException(
          "the surface " + file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /// The format of a file that can be read as a surface, by its ending.
  ///
  /// @throws SurfaceFileException if it is none
  public static MeshFormat formatOf(Path file) throws SurfaceFileException {
    try {
      return MeshFormat.of(
          file, each -> each.isRead() && each.holdsSurfaces(), "a surface that can be read");
    } catch (IllegalArgumentException e) {
      throw new SurfaceFileException(String.valueOf(e.getMessage()), e);
    }
  }

  /// Reads a surface from a stream, to its end. It does not close the stream.
  ///
  /// @param name what error messages call it, such as the name of the file
  /// @throws SurfaceFileException as for a file
  /// @throws IOException if the stream cannot be read
  public static Surface read(String name, MeshFormat format, InputStream in) throws IOException {
    byte[] data;
    try {
      data = in.readAllBytes();
    } catch (OutOfMemoryError e) {
      throw new SurfaceFileException(
          String.format(
              Locale.ROOT,
              "the surface %s does not fit the memory, or has more than %,d bytes",
              name,
              MOST_BYTES),
          e);
    }
    Surface surface;
    try {
      surface =
          SurfaceContents.surface(name, FormatTable.read(format, "the surface " + name, data));
    } catch (WrongFileException e) {
      throw new SurfaceFileException(String.valueOf(e.getMessage()), e);
    }
    // An .stl has no numbers of points.
    return format == MeshFormat.STL || format == MeshFormat.STL_TEXT ? surface.welded(0) : surface;
  }

  /// The number of points.
  public int pointCount() {
    return points.length / 3;
  }

  /// The number of triangles.
  public int triangleCount() {
    return triangles.length / 3;
  }

  /// The coordinates: x, y and z of each point. This is the surface's own array.
  public double[] points() {
    return points;
  }

  /// The point numbers, three for each triangle. This is the surface's own array.
  public int[] triangles() {
    return triangles;
  }

  /// The group of each triangle: an index into [#groupNames()]. This is the surface's own array.
  public int[] groups() {
    return arrays.groups();
  }

  /// The names of the groups. A name may be empty.
  public List<String> groupNames() {
    return arrays.groupNames();
  }

  /// What its reader did to the contents of the file, such as joining corners: sentences.
  public List<String> remarks() {
    return arrays.remarks();
  }

  List<FileNote> notes() {
    return arrays.notes();
  }

  /// The volume that the surface encloses, if it is closed: positive if its front is outside.
  public double volume() {
    // Relative to a point of the surface, which loses fewer digits if it is far from the origin.
    double[] o = triangles.length == 0 ? new double[3] : corner(0, 0);
    double sum = 0;
    for (int t = 0; t < triangleCount(); t++) {
      double[] a = less(corner(t, 0), o);
      double[] b = less(corner(t, 1), o);
      double[] c = less(corner(t, 2), o);
      sum +=
          a[0] * (b[1] * c[2] - b[2] * c[1])
              + a[1] * (b[2] * c[0] - b[0] * c[2])
              + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum / 6;
  }

  /// The sum of the areas of all triangles.
  public double area() {
    double sum = 0;
    for (int t = 0; t < triangleCount(); t++) {
      double[] a = corner(t, 0);
      double[] u = less(corner(t, 1), a);
      double[] v = less(corner(t, 2), a);
      double x = u[1] * v[2] - u[2] * v[1];
      double y = u[2] * v[0] - u[0] * v[2];
      double z = u[0] * v[1] - u[1] * v[0];
      sum += Math.sqrt(x * x + y * y + z * z) / 2;
    }
    return sum;
  }

  /// The coordinates of a corner, 0 to 2, of a triangle.
  double[] corner(int triangle, int corner) {
    return arrays.corner(triangle, corner);
  }

  private static double[] less(double[] a, double[] b) {
    return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }

  /// All edges, each once: the lower of its two point numbers in the upper 32 bits of a word, the
  /// higher one in the others; in ascending order.
  public long[] edges() {
    var edges = new long[triangles.length];
    for (int i = 0; i < triangles.length; i++) {
      int a = triangles[i];
      int b = triangles[i % 3 == 2 ? i - 2 : i + 1];
      edges[i] = (long) Math.min(a, b) << 32 | Math.max(a, b);
    }
    Arrays.sort(edges);
    int count = 0;
    for (int i = 0; i < edges.length; i++) {
      if (i == 0 || edges[i] != edges[i - 1]) {
        edges[count++] = edges[i];
      }
    }
    return Arrays.copyOf(edges, count);
  }

  /// The midpoints of all edges: x, y and z of each, in the order of [#edges()]. Methods for
  /// currents on a surface have their unknowns there.
  public double[] edgeMiddles() {
    long[] edges = edges();
    var middles = new double[3 * edges.length];
    for (int i = 0; i < edges.length; i++) {
      int a = 3 * (int) (edges[i] >>> 32);
      int b = 3 * (int) edges[i];
      for (int k = 0; k < 3; k++) {
        middles[3 * i + k] = (points[a + k] + points[b + k]) / 2;
      }
    }
    return middles;
  }

  /// The median length of the edges.
  public double medianEdge() {
    long[] edges = edges();
    var lengths = new double[edges.length];
    for (int i = 0; i < edges.length; i++) {
      int a = 3 * (int) (edges[i] >>> 32);
      int b = 3 * (int) edges[i];
      double x = points[a] - points[b];
      double y = points[a + 1] - points[b + 1];
      double z = points[a + 2] - points[b + 2];
      lengths[i] = Math.sqrt(x * x + y * y + z * z);
    }
    Arrays.sort(lengths);
    return lengths[lengths.length / 2];
  }

  /// Joins points that are at most `tolerance` apart: each point moves to the first earlier one
  /// that is near enough and was not moved itself. Triangles that this makes flat stay: see
  /// [SurfaceRepair]. Points that are not finite are never joined.
  ///
  /// @param tolerance a length in the unit of the coordinates; 0 joins only points with equal ones
  /// @return a surface whose [#remarks()] say how many points were joined
  public Surface welded(double tolerance) {
    if (!(tolerance >= 0 && tolerance < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The tolerance " + tolerance + " is not a length; give 0 or more.");
    }
    int[] first = Welding.firsts(points, tolerance);
    var renumbered = new int[first.length];
    int kept = 0;
    var keptPoints = new double[points.length];
    for (int i = 0; i < first.length; i++) {
      if (first[i] == i) {
        System.arraycopy(points, 3 * i, keptPoints, 3 * kept, 3);
        renumbered[i] = kept++;
      } else {
        renumbered[i] = renumbered[first[i]];
      }
    }
    var corners = new int[triangles.length];
    for (int i = 0; i < corners.length; i++) {
      corners[i] = renumbered[triangles[i]];
    }
    List<String> said = new ArrayList<>(remarks());
    said.add(
        String.format(
            Locale.ROOT,
            "%,d points became %,d: those %s were joined (tolerance %s).",
            first.length,
            kept,
            tolerance == 0 ? "with equal coordinates" : "at most " + tolerance + " apart",
            tolerance));
    return new Surface(
        Arrays.copyOf(keptPoints, 3 * kept),
        corners,
        groups(),
        groupNames(),
        notes(),
        List.copyOf(said));
  }

  /// The surface of some triangles, with the points that they use.
  ///
  /// @param chosen numbers of triangles
  public Surface part(int[] chosen) {
    var renumbered = new int[pointCount()];
    var corners = new int[3 * chosen.length];
    var partPoints = new double[3 * Math.min(pointCount(), corners.length)];
    var partGroups = new int[chosen.length];
    int used = 0;
    for (int i = 0; i < corners.length; i++) {
      int point = triangles[3 * chosen[i / 3] + i % 3];
      if (renumbered[point] == 0) {
        System.arraycopy(points, 3 * point, partPoints, 3 * used++, 3);
        renumbered[point] = used;
      }
      corners[i] = renumbered[point] - 1;
      partGroups[i / 3] = groups()[chosen[i / 3]];
    }
    return new Surface(
        Arrays.copyOf(partPoints, 3 * used),
        corners,
        partGroups,
        groupNames(),
        List.of(),
        List.of());
  }

  /// Writes the surface. Its [Diagnosis] does not matter: what is broken is written so.
  ///
  /// @throws IllegalArgumentException if the format has no surfaces
  /// @throws IOException if the stream cannot be written
  public void write(MeshFormat format, OutputStream out) throws IOException {
    FormatTable.write(format, SurfaceContents.content(this, List.of()), out);
  }

  /// Writes a .vtu with values on the triangles, for ParaView.
  ///
  /// @param values one value for each triangle, for each name
  /// @throws IOException if the stream cannot be written
  /// @throws IllegalArgumentException if an array has another length
  public void writeValues(Map<String, double[]> values, OutputStream out) throws IOException {
    for (Map.Entry<String, double[]> each : values.entrySet()) {
      if (!each.getKey().matches("[\\w ./-]+")) {
        throw new IllegalArgumentException(
            "The name " + each.getKey() + " has characters that a .vtu does not take.");
      }
      if (each.getValue().length != triangleCount()) {
        throw new IllegalArgumentException(
            "The surface has "
                + triangleCount()
                + " triangles, but there are "
                + each.getValue().length
                + " values of "
                + each.getKey()
                + ".");
      }
    }
    List<MeshValues> all = new ArrayList<>();
    values.forEach((name, each) -> all.add(new MeshValues(name, MeshValues.Place.FACE, 1, each)));
    FormatTable.write(MeshFormat.VTU, SurfaceContents.content(this, all), out);
  }
}
