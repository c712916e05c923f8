// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import weft.mesh.internal.TetLinks;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.content.FeatureMarks;
import weft.mesh.internal.refine.NestedDivision;

/// One run of a [Mesher] that divides tets without moving a vertex.
final class NestedMeshing {
  /// The longest edge of a tet whose mean edge is about as long as wished, by the length wished
  /// for, before it is divided.
  private static final double LONGEST = 1.5;

  /// Without a size each tet is divided so often: into eight parts or more.
  private static final int ROUNDS = 3;

  private final Mesher mesher;
  private final TetMesh given;

  NestedMeshing(Mesher mesher, TetMesh given) {
    this.mesher = mesher;
    this.given = given;
  }

  TetMesh run() {
    TetMeshArrays old = given.arrays();
    var clock =
        new WorkClock(
            mesher.nanos,
            (done, left) ->
                mesher.listener.goOn(
                    new MeshingListener.Progress(MeshingListener.Stage.REFINEMENT, done, left, 0)));
    var division =
        new NestedDivision(
            old.xyz(), old.corners(), old.faces(), old.segments(), mesher.maxTets, clock);
    boolean sized =
        mesher.edge != null
            || mesher.maxVolume < Double.POSITIVE_INFINITY
            || !mesher.volumes.isEmpty();
    division.run((xyz, tets, tet, rounds) ->
        sized ? isTooLarge(xyz, tets, tet, division.parent(tet)) : rounds < ROUNDS);
    double[] xyz = division.xyz();
    int[] tets = division.tets();
    int[] parents = division.parents();
    int[] faceParents = division.faceParents();
    var arrays =
        new TetMeshArrays(
            xyz,
            old.inputVertices(),
            tets,
            TetLinks.of(tets, xyz.length / 3),
            taken(old.materials(), parents),
            division.faces(),
            taken(old.markers(), faceParents),
            taken(old.facets(), faceParents),
            division.segments(),
            marks(division.segmentParents()),
            old.boundaryNames(),
            old.materialNames());
    return new TetMesh(arrays, outcome(division, clock, arrays, sized));
  }

  private MeshingOutcome outcome(
      NestedDivision division, WorkClock clock, TetMeshArrays made, boolean sized) {
    double[] xyz = made.xyz();
    int[] tets = made.corners();
    List<String> remarks = new ArrayList<>();
    if (division.isFlat()) {
      remarks.add(
          "Tets are flatter than the rounding of coordinates, so they were divided no further.");
    }
    double[] places = new double[12];
    int large = 0;
    for (int t = 0; 4 * t < tets.length; t++) {
      if (sized && isTooLarge(xyz, tets, t, division.parent(t))) {
        for (int k = 0; large == 0 && k < 12; k++) {
          places[k % 3] += xyz[3 * tets[4 * t + k / 3] + k % 3] / 4;
        }
        large++;
      }
    }
    MeshingOutcome.End end =
        clock.isEnded()
            ? MeshingOutcome.End.LISTENER
            : clock.isLate()
                ? MeshingOutcome.End.MAX_TIME
                : division.isFull() ? MeshingOutcome.End.MAX_TETS : MeshingOutcome.End.COMPLETE;
    return new MeshingOutcome(
        end,
        0,
        large,
        Arrays.copyOf(places, large > 0 ? 3 : 0),
        given.quality(),
        Shapes.of(xyz, tets),
        List.copyOf(remarks));
  }

  private FeatureMarks marks(int[] segmentParents) {
    FeatureMarks old = given.arrays().marks();
    return old.with(Arrays.stream(segmentParents).map(old::ofSegment).toArray(), old.ofPoints());
  }

  private static int[] taken(int[] numbers, int[] places) {
    return Arrays.stream(places).map(each -> numbers[each]).toArray();
  }

  private boolean isTooLarge(double[] xyz, int[] tets, int tet, int parent) {
    int o = 4 * tet;
    Double own =
        mesher.volumes.isEmpty() ? null : mesher.volumes.get(given.arrays().materials()[parent]);
    double most = Math.min(mesher.maxVolume, own == null ? Double.POSITIVE_INFINITY : own);
    double[] a = edge(xyz, tets[o], tets[o + 1]);
    double[] b = edge(xyz, tets[o], tets[o + 2]);
    double[] c = edge(xyz, tets[o], tets[o + 3]);
    double six = 0;
    for (int k = 0; k < 3; k++) {
      six += c[k] * (a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
    }
    if (six / 6 > most * (1 + 1e-9)) {
      return true;
    }
    if (mesher.edge == null) {
      return false;
    }
    double[] middle = new double[3];
    double longest = 0;
    for (int i = 0; i < 4; i++) {
      for (int k = 0; k < 3; k++) {
        middle[k] += xyz[3 * tets[o + i] + k] / 4;
      }
      for (int j = 0; j < i; j++) {
        double[] e = edge(xyz, tets[o + i], tets[o + j]);
        longest = Math.max(longest, e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
      }
    }
    return Math.sqrt(longest) > LONGEST * mesher.edge.at(middle[0], middle[1], middle[2]);
  }

  private static double[] edge(double[] xyz, int from, int to) {
    double[] edge = new double[3];
    for (int k = 0; k < 3; k++) {
      edge[k] = xyz[3 * to + k] - xyz[3 * from + k];
    }
    return edge;
  }
}
