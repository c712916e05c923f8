// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.io.IOException;

/// Writes .msh of Gmsh. Group i becomes the surface i + 1 and the physical group i + 1.
final class MshWriter {
  private MshWriter() {}

  private static void names(SurfaceArrays surface, SurfaceOutput out) throws IOException {
    out.text("$PhysicalNames\n" + surface.groupNames().size() + "\n");
    for (int group = 0; group < surface.groupNames().size(); group++) {
      String name = surface.groupNames().get(group).replace('"', '\'');
      out.text("2 " + (group + 1) + " \"" + (name.isEmpty() ? "surface" : name) + "\"\n");
    }
    out.text("$EndPhysicalNames\n");
  }

  private static void format(String version, boolean binary, SurfaceOutput out) throws IOException {
    out.text("$MeshFormat\n" + version + (binary ? " 1 8\n" : " 0 8\n"));
    if (binary) {
      out.int32(1);
      out.text("\n");
    }
    out.text("$EndMeshFormat\n");
  }

  static void version2(SurfaceArrays surface, SurfaceOutput out, boolean binary)
      throws IOException {
    format("2.2", binary, out);
    names(surface, out);
    out.text("$Nodes\n" + surface.pointCount() + "\n");
    for (int p = 0; p < surface.pointCount(); p++) {
      if (binary) {
        out.int32(p + 1);
        coordinates(surface, p, out);
      } else {
        out.text((p + 1) + " ").place(surface.points(), 3 * p).text("\n");
      }
    }
    out.text((binary ? "\n" : "") + "$EndNodes\n$Elements\n" + surface.triangleCount() + "\n");
    if (binary) {
      out.int32(2);
      out.int32(surface.triangleCount());
      out.int32(2);
    }
    for (int t = 0; t < surface.triangleCount(); t++) {
      int group = surface.groups()[t] + 1;
      if (binary) {
        out.int32(t + 1);
        out.int32(group);
        out.int32(group);
        for (int corner = 0; corner < 3; corner++) {
          out.int32(surface.triangles()[3 * t + corner] + 1);
        }
      } else {
        out.text((t + 1) + " 2 2 " + group + " " + group + corners(surface, t) + "\n");
      }
    }
    out.text((binary ? "\n" : "") + "$EndElements\n");
  }

  private static void coordinates(SurfaceArrays surface, int p, SurfaceOutput out)
      throws IOException {
    for (int k = 0; k < 3; k++) {
      out.float64(surface.points()[3 * p + k]);
    }
  }

  private static String corners(SurfaceArrays surface, int t) {
    int[] corners = surface.triangles();
    return " "
        + (corners[3 * t] + 1)
        + " "
        + (corners[3 * t + 1] + 1)
        + " "
        + (corners[3 * t + 2] + 1);
  }

  static void version4(SurfaceArrays surface, SurfaceOutput out, boolean binary)
      throws IOException {
    format("4.1", binary, out);
    names(surface, out);
    int groups = surface.groupNames().size();
    var counts = new int[groups];
    for (int group : surface.groups()) {
      counts[group]++;
    }
    out.text("$Entities\n");
    longs(out, binary, 0, 0, groups, 0);
    double[] box = box(surface);
    for (int group = 1; group <= groups; group++) {
      if (binary) {
        out.int32(group);
        for (double side : box) {
          out.float64(side);
        }
        out.int64(1);
        out.int32(group);
        out.int64(0);
      } else {
        out.text(group + " ").place(box, 0).text(" ").place(box, 3);
        out.text(" 1 " + group + " 0\n");
      }
    }
    out.text((binary ? "\n" : "") + "$EndEntities\n$Nodes\n");
    // All points lie in the first surface, as points at the border of two belong to neither.
    int points = surface.pointCount();
    longs(out, binary, 1, points, 1, points);
    block(out, binary, 2, 1, 0, points);
    for (int p = 0; p < points; p++) {
      longs(out, binary, p + 1);
    }
    for (int p = 0; p < points; p++) {
      if (binary) {
        coordinates(surface, p, out);
      } else {
        out.place(surface.points(), 3 * p).text("\n");
      }
    }
    out.text((binary ? "\n" : "") + "$EndNodes\n$Elements\n");
    int blocks = 0;
    for (int count : counts) {
      blocks += count > 0 ? 1 : 0;
    }
    longs(out, binary, blocks, surface.triangleCount(), 1, surface.triangleCount());
    for (int group = 0; group < groups; group++) {
      if (counts[group] > 0) {
        block(out, binary, 2, group + 1, 2, counts[group]);
        elements(surface, group, out, binary);
      }
    }
    out.text((binary ? "\n" : "") + "$EndElements\n");
  }

  private static void elements(SurfaceArrays surface, int group, SurfaceOutput out, boolean binary)
      throws IOException {
    int[] corners = surface.triangles();
    for (int t = 0; t < surface.triangleCount(); t++) {
      if (surface.groups()[t] == group) {
        longs(
            out, binary, t + 1, corners[3 * t] + 1, corners[3 * t + 1] + 1, corners[3 * t + 2] + 1);
      }
    }
  }

  private static void longs(SurfaceOutput out, boolean binary, long... values) throws IOException {
    var line = new StringBuilder();
    for (long value : values) {
      if (binary) {
        out.int64(value);
      } else {
        line.append(line.isEmpty() ? "" : " ").append(value);
      }
    }
    if (!binary) {
      out.text(line.append('\n').toString());
    }
  }

  private static void block(SurfaceOutput out, boolean binary, int a, int b, int c, long count)
      throws IOException {
    if (binary) {
      out.int32(a);
      out.int32(b);
      out.int32(c);
      out.int64(count);
    } else {
      longs(out, false, a, b, c, count);
    }
  }

  private static double[] box(SurfaceArrays surface) {
    var box = new double[6];
    for (int k = 0; k < 3; k++) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (int p = 0; p < surface.pointCount(); p++) {
        double x = surface.points()[3 * p + k];
        if (Double.isFinite(x)) {
          least = Math.min(least, x);
          most = Math.max(most, x);
        }
      }
      box[k] = least <= most ? least : 0;
      box[3 + k] = least <= most ? most : 0;
    }
    return box;
  }
}
