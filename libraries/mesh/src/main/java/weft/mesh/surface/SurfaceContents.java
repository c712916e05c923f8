// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import weft.mesh.internal.content.FileRemarks;
import weft.mesh.internal.content.MeshContent;
import weft.mesh.internal.content.MeshValues;

/// Makes surfaces of what files hold, and the other way round. Groups of a surface are numbered
/// from 0 and have names; triangles of a file have markers, any numbers, of which some have names.
final class SurfaceContents {
  private SurfaceContents() {}

  /// The surface of a file.
  ///
  /// @throws SurfaceFileException if it has no triangle
  static Surface surface(String name, MeshContent content) throws SurfaceFileException {
    FileRemarks said = content.remarks();
    List<FileNote> notes = new ArrayList<>();
    if (!said.header().isEmpty()) {
      notes.add(new FileNote(DefectKind.WRONG_HEADER, said.header()));
    }
    if (said.isCut()) {
      String sentence =
          String.format(
              Locale.ROOT,
              "The file ends before %s. %,d triangles were read. Get the whole file, or write it"
                  + " again.",
              said.missing(),
              content.faceCount());
      if (content.faceCount() == 0) {
        throw new SurfaceFileException(
            "the surface " + name + " has no whole triangle: t" + sentence.substring(1));
      }
      notes.add(new FileNote(DefectKind.CUT_FILE, sentence));
    }
    if (content.faceCount() == 0) {
      throw new SurfaceFileException("the surface " + name + " has no triangles");
    }
    Map<String, Integer> groups = new LinkedHashMap<>();
    Map<Integer, Integer> groupOf = new LinkedHashMap<>();
    content
        .boundaryNames()
        .forEach((marker, given) ->
            groupOf.put(marker, groups.computeIfAbsent(shown(marker, given), it -> groups.size())));
    int[] numbers = new int[content.faceCount()];
    for (int t = 0; t < numbers.length; t++) {
      int marker = content.markers()[t];
      Integer group = groupOf.get(marker);
      if (group == null) {
        group = groups.computeIfAbsent(shown(marker, ""), it -> groups.size());
        groupOf.put(marker, group);
      }
      numbers[t] = group;
    }
    return withoutOthers(
        new Surface(
            content.xyz(),
            content.faces(),
            numbers,
            List.copyOf(groups.keySet()),
            notes,
            said.done()),
        said.used());
  }

  private static String shown(int marker, String name) {
    return !name.isEmpty() ? name : marker == 0 ? "" : "physical " + marker;
  }

  /// Removes the points that only other elements use, such as those inside a volume. Points that no
  /// element uses stay, as they are a defect.
  private static Surface withoutOthers(Surface surface, boolean[] used) {
    boolean[] corner = new boolean[surface.pointCount()];
    for (int point : surface.triangles()) {
      corner[point] = true;
    }
    int[] numbers = new int[corner.length];
    double[] points = surface.points();
    int kept = 0;
    for (int p = 0; p < corner.length; p++) {
      numbers[p] = kept;
      if (corner[p] || p >= used.length || !used[p]) {
        System.arraycopy(points, 3 * p, points, 3 * kept++, 3);
      }
    }
    if (kept == corner.length) {
      return surface;
    }
    int[] triangles = surface.triangles();
    for (int i = 0; i < triangles.length; i++) {
      triangles[i] = numbers[triangles[i]];
    }
    List<String> remarks = new ArrayList<>(surface.remarks());
    remarks.add(
        String.format(
            Locale.ROOT,
            "%,d points that no triangle uses belong to other elements, and were left out.",
            corner.length - kept));
    return new Surface(
        java.util.Arrays.copyOf(points, 3 * kept),
        triangles,
        surface.groups(),
        surface.groupNames(),
        surface.notes(),
        List.copyOf(remarks));
  }

  /// What is written of a surface: group i has the marker i + 1.
  static MeshContent content(Surface surface, List<MeshValues> values) {
    Map<Integer, String> names = new LinkedHashMap<>();
    for (int group = 0; group < surface.groupNames().size(); group++) {
      names.put(group + 1, surface.groupNames().get(group));
    }
    int[] markers = surface.groups().clone();
    for (int t = 0; t < markers.length; t++) {
      markers[t]++;
    }
    return MeshContent.ofSurface(surface.points(), surface.triangles(), markers, names, values);
  }
}
