// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import weft.mesh.internal.TinyCoordinates;

/// Mends what can be mended without a guess: it joins points, removes flat and repeated triangles
/// and loose points, and turns triangles so that all face outwards, or into cavities. Holes and
/// intersections stay: see its new [Diagnosis].
///
/// @param surface the repaired surface
/// @param done what was changed: sentences. Empty if nothing was
public record SurfaceRepair(Surface surface, List<String> done) {
  /// Repairs a surface, which stays as it is.
  ///
  /// @param tolerance points that are at most so far apart are joined; 0 joins only those with
  ///   equal coordinates
  public static SurfaceRepair of(Surface surface, double tolerance) {
    List<String> done = new ArrayList<>();
    Surface cleared = withoutTiny(surface, done);
    Surface result = cleared.welded(tolerance);
    int joined = surface.pointCount() - result.pointCount();
    String where = tolerance == 0 ? "the same place." : "most " + tolerance + " away.";
    say(
        done,
        joined,
        "1 point was joined with another one at " + where,
        "%,d points were joined with others at " + where);
    result = withoutFlat(result, done);
    result = withoutRepeats(result, done);
    result = turned(result, done);
    return new SurfaceRepair(withoutLoosePoints(result, done), List.copyOf(done));
  }

  private static void say(List<String> done, long count, String one, String many) {
    if (count > 0) {
      done.add(count == 1 ? one : String.format(Locale.ROOT, many, count));
    }
  }

  private static Surface withoutTiny(Surface surface, List<String> done) {
    double[] points = surface.points().clone();
    int count = TinyCoordinates.clear(points);
    say(
        done,
        count,
        "1 tiny coordinate, a rounding error of 0, was set to 0.",
        "%,d tiny coordinates, rounding errors of 0, were set to 0.");
    return count == 0
        ? surface
        : new Surface(
            points,
            surface.triangles(),
            surface.groups(),
            surface.groupNames(),
            surface.notes(),
            surface.remarks());
  }

  private static Surface with(Surface surface, int[] triangles, int[] groups) {
    return new Surface(
        surface.points(), triangles, groups, surface.groupNames(), List.of(), surface.remarks());
  }

  private static Surface withoutFlat(Surface surface, List<String> done) {
    var removal = new FlatRemoval(surface);
    removal.run();
    say(
        done,
        removal.removed(),
        "1 flat triangle was removed.",
        "%,d flat triangles were removed.");
    say(
        done,
        removal.cut(),
        "1 triangle beside a flat one was cut in two, so that no slit opened.",
        "%,d triangles beside flat ones were cut in two, so that no slit opened.");
    return removal.removed() == 0 ? surface : with(surface, removal.triangles(), removal.groups());
  }

  private static Surface withoutRepeats(Surface surface, List<String> done) {
    var kept = new boolean[surface.triangleCount()];
    Arrays.fill(kept, true);
    int[] repeats = CheckedSurface.repeats(surface.triangles(), kept);
    if (repeats.length == 0) {
      return surface;
    }
    for (int t : repeats) {
      kept[t] = false;
    }
    say(
        done,
        repeats.length,
        "1 repeated triangle was removed.",
        "%,d repeated triangles were removed.");
    var triangles = new int[surface.triangles().length - 3 * repeats.length];
    var groups = new int[triangles.length / 3];
    int at = 0;
    for (int t = 0; t < kept.length; t++) {
      if (kept[t]) {
        System.arraycopy(surface.triangles(), 3 * t, triangles, 3 * at, 3);
        groups[at++] = surface.groups()[t];
      }
    }
    return with(surface, triangles, groups);
  }

  private static Surface turned(Surface surface, List<String> done) {
    var checked = new CheckedSurface(surface, new ArrayList<>());
    var shells = new Shells(checked);
    int[] triangles = surface.triangles().clone();
    int count = 0;
    for (int t = 0; t < surface.triangleCount(); t++) {
      if (checked.kept[t] && shells.isFlipped(t)) {
        triangles[3 * t] = surface.triangles()[3 * t + 1];
        triangles[3 * t + 1] = surface.triangles()[3 * t];
        count++;
      }
    }
    say(done, count, "1 triangle was turned.", "%,d triangles were turned.");
    return count == 0 ? surface : with(surface, triangles, surface.groups());
  }

  private static Surface withoutLoosePoints(Surface surface, List<String> done) {
    var used = new boolean[surface.pointCount()];
    for (int point : surface.triangles()) {
      used[point] = true;
    }
    var renumbered = new int[used.length];
    var points = new double[surface.points().length];
    int kept = 0;
    for (int p = 0; p < used.length; p++) {
      renumbered[p] = kept;
      if (used[p]) {
        System.arraycopy(surface.points(), 3 * p, points, 3 * kept++, 3);
      }
    }
    if (kept == used.length) {
      return surface;
    }
    say(
        done,
        used.length - kept,
        "1 point without a triangle was removed.",
        "%,d points without triangles were removed.");
    int[] triangles = surface.triangles().clone();
    for (int i = 0; i < triangles.length; i++) {
      triangles[i] = renumbered[triangles[i]];
    }
    return new Surface(
        Arrays.copyOf(points, 3 * kept),
        triangles,
        surface.groups(),
        surface.groupNames(),
        List.of(),
        surface.remarks());
  }
}
