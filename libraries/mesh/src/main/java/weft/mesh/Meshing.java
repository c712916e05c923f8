// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.improve.Improver;
import weft.mesh.internal.refine.ConstrainedTets;
import weft.mesh.internal.refine.DelaunayFaces;
import weft.mesh.internal.refine.RefinementLimits;
import weft.mesh.internal.refine.Refiner;
import weft.mesh.internal.refine.WishedSizes;

/// One run of a [Mesher], with one clock for all its stages.
final class Meshing {
  private static final double TARGET_DEGREES = 18;
  private static final int MOST_PLACES = 1000;

  private final Mesher mesher;
  private final WorkClock clock;
  private final Preparation prepared;
  private MeshingListener.Stage stage = MeshingListener.Stage.RECOVERY;
  private long expected;
  private boolean full;

  /// Whether all free faces are known to be locally Delaunay.
  private boolean delaunay;

  /// Begins a run, with what another one has prepared or anew.
  ///
  /// @throws CancellationException if the work is ended before that is done
  Meshing(Mesher mesher) {
    this.mesher = mesher;
    Preparation before = mesher.takePrepared();
    long used = before != null ? before.nanos() : 0;
    clock =
        new WorkClock(
            mesher.nanos - used,
            (done, left) ->
                mesher.listener.goOn(new MeshingListener.Progress(stage, done, left, expected)));
    prepared = before != null ? before : new Preparation(mesher, clock);
  }

  private WishedSizes sizes() {
    ConstrainedTets tets = prepared.tets;
    double[] volumes = prepared.volumes.clone();
    for (int region = 0; region < volumes.length; region++) {
      Double own = mesher.volumes.get(prepared.materials[region]);
      volumes[region] = Math.min(volumes[region], own == null ? Double.POSITIVE_INFINITY : own);
    }
    WishedSizes.EdgeLength edge = mesher.edge;
    if (mesher.gradation > 0) {
      WishedSizes.EdgeLength graded = BoundaryGrading.of(tets, mesher.gradation);
      edge = edge == null ? graded : both(edge, graded);
    }
    return new WishedSizes(mesher.bound, mesher.maxVolume, volumes, edge);
  }

  private static WishedSizes.EdgeLength both(WishedSizes.EdgeLength a, WishedSizes.EdgeLength b) {
    return (x, y, z) -> Math.min(a.at(x, y, z), b.at(x, y, z));
  }

  MeshingEstimate estimate() {
    MeshingEstimate estimate = estimate(sizes(), true);
    mesher.keepPrepared(prepared);
    return estimate;
  }

  private MeshingEstimate estimate(WishedSizes sizes, boolean isAll) {
    return new Estimator(prepared.tets, sizes, clock, isAll)
        .estimate(prepared.domain, prepared.sharpness);
  }

  TetMesh run() {
    WishedSizes sizes = sizes();
    ConstrainedTets tets = prepared.tets;
    begin(MeshingListener.Stage.REFINEMENT);
    expected = estimate(sizes, false).tets();
    var refiner =
        new Refiner(
            tets,
            sizes,
            prepared.shells,
            prepared.sharpness,
            prepared.floor(mesher),
            mesher.maxTets,
            clock);
    delaunay = !mesher.improves && DelaunayFaces.areAll(tets);
    refiner.run(mesher.given == null);
    full = refiner.isFull();
    delaunay &= refiner.keptDelaunay();
    MeshShape before = Shapes.of(tets);
    if (mesher.improves && !clock.isEnded()) {
      begin(MeshingListener.Stage.IMPROVEMENT);
      expected = before.tets();
      new Improver(
              tets,
              new RefinementLimits(tets, sizes)::excess,
              TARGET_DEGREES,
              mesher.maxTets,
              clock)
          .run(before.tets());
    }
    MeshShape after = mesher.improves ? Shapes.of(tets) : before;
    return new TetMeshBuilder(
            tets,
            prepared.markerOf,
            prepared.boundaryNames,
            prepared.materialNames,
            prepared.materials)
        .build(
            outcome(tets, sizes, before, after),
            prepared.inputPoints,
            prepared.marks,
            prepared.numberOf);
  }

  private void begin(MeshingListener.Stage next) {
    stage = next;
    clock.beginPart();
  }

  private MeshingOutcome.End end() {
    if (clock.isEnded()) {
      return MeshingOutcome.End.LISTENER;
    }
    if (clock.isLate()) {
      return MeshingOutcome.End.MAX_TIME;
    }
    return full ? MeshingOutcome.End.MAX_TETS : MeshingOutcome.End.COMPLETE;
  }

  private MeshingOutcome outcome(
      ConstrainedTets tets, WishedSizes sizes, MeshShape before, MeshShape after) {
    List<String> remarks = new ArrayList<>(prepared.remarks);
    int shapes = 0;
    int large = 0;
    double[] places = new double[3 * MOST_PLACES];
    int used = 0;
    var limits = new RefinementLimits(tets, sizes);
    int[] v = tets.tets.vertex;
    for (int t = 0; t < tets.tets.slots; t++) {
      if (!tets.isReal(t)) {
        continue;
      }
      int o = 4 * t;
      boolean shapeMissed = limits.excessOfShape(v[o], v[o + 1], v[o + 2], v[o + 3]) > 1 + 1e-9;
      boolean sizeMissed =
          limits.excessOfSize(tets.material[t], v[o], v[o + 1], v[o + 2], v[o + 3]) > 1 + 1e-9;
      shapes += shapeMissed ? 1 : 0;
      large += sizeMissed ? 1 : 0;
      if ((shapeMissed || sizeMissed) && used < MOST_PLACES) {
        for (int k = 0; k < 12; k++) {
          places[3 * used + k % 3] += tets.xyz[3 * v[o + k / 3] + k % 3] / 4;
        }
        used++;
      }
    }
    addIdleVolumes(remarks);
    if (!mesher.improves && !delaunay) {
      DelaunayFaces.addRemark(tets, remarks);
    }
    for (BackgroundSizing background : mesher.backgrounds) {
      if (background.outside() > 0) {
        remarks.add(
            "The background mesh does not reach %,d of the places at which a size was asked for; the nearest of its vertices counted there."
                .formatted(background.outside()));
      }
    }
    return new MeshingOutcome(
        end(), shapes, large, Arrays.copyOf(places, 3 * used), before, after, List.copyOf(remarks));
  }

  private void addIdleVolumes(List<String> remarks) {
    for (int material : mesher.volumes.keySet()) {
      if (Arrays.stream(prepared.materials).noneMatch(each -> each == material)) {
        remarks.add(
            "A largest volume was given for material %d, which is not there; the materials are %s."
                .formatted(
                    material,
                    Arrays.stream(prepared.materials)
                        .sorted()
                        .distinct()
                        .limit(20)
                        .mapToObj(String::valueOf)
                        .collect(Collectors.joining(", "))));
      }
    }
  }
}
