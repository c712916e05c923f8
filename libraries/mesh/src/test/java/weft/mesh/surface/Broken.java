// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import weft.mesh.files.MeshFormat;

/// A surface that is broken in one way.
///
/// @param place where the defect is; null if it has no place
@SuppressWarnings("ArrayRecordComponent") // never compared
record Broken(
    String name, Surface surface, DefectKind kind, long count, double @Nullable [] place) {
  /// All of them.
  static Stream<Broken> all() throws IOException {
    return Stream.of(facing(), meeting(), bordered(), single(), files()).flatMap(List::stream);
  }

  private static double[] at(double... place) {
    return place;
  }

  /// Triangles and shells that face the wrong way.
  private static List<Broken> facing() {
    Surface cube = Solids.cube();
    return List.of(
        new Broken(
            "half of the triangles flipped",
            Solids.flipped(cube, 0, 2, 4, 6, 8, 10),
            DefectKind.FLIPPED,
            6,
            at(1 / 3.0, 2 / 3.0, 0)),
        new Broken(
            "one flipped",
            Solids.flipped(cube, 11),
            DefectKind.FLIPPED,
            1,
            at(1, 1 / 3.0, 2 / 3.0)),
        new Broken("inside out", Solids.inverted(cube), DefectKind.INSIDE_OUT, 1, null),
        new Broken(
            "a shell within a shell",
            Solids.both(Solids.cube(0, 0, 0, 4), Solids.cube(1, 1, 1, 1)),
            DefectKind.NESTED_SHELL,
            1,
            null),
        new Broken("Möbius strip", Solids.moebius(), DefectKind.NOT_ORIENTABLE, -1, null));
  }

  /// Triangles that meet elsewhere than they may, or at tiny angles.
  private static List<Broken> meeting() {
    Surface cube = Solids.cube();
    return List.of(
        new Broken(
            "two cubes that overlap",
            Solids.both(cube, Solids.cube(0.4, 0.3, 0.6, 1)),
            DefectKind.INTERSECTION,
            -1,
            at(0.4, 0.3, 1)),
        new Broken(
            "a cube that touches another with a corner inside a face",
            Solids.both(
                cube,
                Surface.of(
                    new double[] {0.3, 0.4, 1, 0.2, 0.2, 2, 0.8, 0.2, 2, 0.4, 0.8, 2},
                    new int[] {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3})),
            DefectKind.INTERSECTION,
            -1,
            at(0.3, 0.4, 1)),
        new Broken(
            "two faces that overlap in a plane",
            Solids.both(cube, Solids.cube(1, 0.25, 0.25, 0.5)),
            DefectKind.OVERLAP,
            -1,
            null),
        new Broken(
            "facets 0.09° apart, folded", Solids.hinge(0.09), DefectKind.FOLD, 1, at(0, 0.5, 0)),
        new Broken(
            "facets 0.09° from a plane",
            Solids.roof(Math.tan(Math.toRadians(0.045)) / 2),
            DefectKind.NEARLY_COPLANAR,
            1,
            at(1, 0.5, 1.0004)));
  }

  /// Edges and points with too many or too few triangles.
  private static List<Broken> bordered() {
    Surface cube = Solids.cube();
    double shift = 2e-5;
    Surface slit = Solids.unwelded(cube);
    slit.points()[0] += shift;
    return List.of(
        new Broken(
            "T-junction",
            Solids.with(Solids.without(cube, 2, 3), at(0.5, 0, 1), 4, 8, 6, 8, 5, 7, 8, 7, 6),
            DefectKind.T_JUNCTION,
            1,
            at(0.5, 0, 1)),
        new Broken(
            "a fin on an edge",
            Solids.with(cube, at(-1, 0.2, -1), 0, 2, 8),
            DefectKind.CROWDED_EDGE,
            1,
            at(0, 0.5, 0)),
        new Broken(
            "pinched vertex",
            Solids.both(cube, Solids.cube(1, 1, 1, 1)).welded(0),
            DefectKind.PINCHED_POINT,
            1,
            at(1, 1, 1)),
        new Broken("unwelded", Solids.unwelded(cube), DefectKind.REPEATED_POINT, 28, null),
        new Broken("unwelded with a slit", slit, DefectKind.CLOSE_POINTS, -1, at(shift, 0, 0)),
        new Broken("hole", Solids.without(cube, 5), DefectKind.OPEN_BORDER, 3, at(0.5, 0, 0.5)),
        new Broken(
            "an open plate",
            Surface.of(at(0, 0, 0, 1, 0, 0, 0, 1, 0), new int[] {0, 1, 2}),
            DefectKind.OPEN_BORDER,
            3,
            at(0.5, 0, 0)));
  }

  /// Triangles and points that are wrong by themselves.
  private static List<Broken> single() {
    Surface cube = Solids.cube();
    double nan = Double.NaN;
    return List.of(
        new Broken(
            "repeated triangle",
            Solids.with(cube, new double[0], 3, 0, 2),
            DefectKind.REPEATED_TRIANGLE,
            1,
            at(1 / 3.0, 2 / 3.0, 0)),
        new Broken(
            "flat triangle",
            Solids.with(cube, at(0.5, 0, 0), 0, 1, 8),
            DefectKind.FLAT_TRIANGLE,
            1,
            at(0.5, 0, 0)),
        new Broken(
            "needle",
            Solids.with(cube, at(5, 5, 5.0003), 0, 7, 8),
            DefectKind.NEEDLE,
            1,
            at(2, 2, 2.0001)),
        new Broken(
            "loose point", Solids.with(cube, at(3, 4, 5)), DefectKind.LOOSE_POINT, 1, at(3, 4, 5)),
        new Broken(
            "NaN",
            Solids.with(cube, at(7, nan, 7), 0, 1, 8),
            DefectKind.NOT_FINITE,
            1,
            at(7, nan, 7)),
        new Broken(
            "out of range",
            Solids.with(cube, at(7, 1e30, 7), 0, 1, 8),
            DefectKind.OUT_OF_RANGE,
            1,
            at(7, 1e30, 7)));
  }

  /// Files that were cut, or whose header lies.
  private static List<Broken> files() throws IOException {
    Surface cube = Solids.cube();
    byte[] stl = DiagnosisTest.bytes(MeshFormat.STL, cube);
    byte[] lies = stl.clone();
    ByteBuffer.wrap(lies).order(ByteOrder.LITTLE_ENDIAN).putInt(80, 10);
    byte[] ply = DiagnosisTest.bytes(MeshFormat.PLY, cube);
    return List.of(
        new Broken(
            "cut .stl",
            DiagnosisTest.read(MeshFormat.STL, Arrays.copyOf(stl, stl.length - 70)),
            DefectKind.CUT_FILE,
            1,
            null),
        new Broken(
            "cut .ply",
            DiagnosisTest.read(MeshFormat.PLY, Arrays.copyOf(ply, ply.length - 20)),
            DefectKind.CUT_FILE,
            1,
            null),
        new Broken(
            "header that lies",
            DiagnosisTest.read(MeshFormat.STL, lies),
            DefectKind.WRONG_HEADER,
            1,
            null));
  }
}
