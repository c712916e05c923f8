// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.Arrays;

/// Writes .stl, .obj, .off and .ply.
final class PlainWriters {
  private PlainWriters() {}

  static void stl(SurfaceArrays surface, SurfaceOutput out) throws IOException {
    // A header must not begin with "solid": some readers take that for text.
    String title = surface.groupNames().size() == 1 ? surface.groupNames().getFirst() : "";
    byte[] name = (title.startsWith("solid") ? "" : title).getBytes(US_ASCII);
    byte[] header = Arrays.copyOf(name, 80);
    header[79] = 0;
    for (byte each : header) {
      out.bytes(each, 1);
    }
    out.int32(surface.triangleCount());
    for (int t = 0; t < surface.triangleCount(); t++) {
      for (double coordinate : normal(surface, t)) {
        out.float32(coordinate);
      }
      for (int corner = 0; corner < 3; corner++) {
        for (double coordinate : surface.corner(t, corner)) {
          out.float32(coordinate);
        }
      }
      out.bytes(0, 2);
    }
  }

  /// The unit normal of a triangle; 0 if it is flat, which readers then compute themselves.
  private static double[] normal(SurfaceArrays surface, int t) {
    double[] a = surface.corner(t, 0);
    double[] b = surface.corner(t, 1);
    double[] c = surface.corner(t, 2);
    var normal = new double[3];
    double square = 0;
    for (int k = 0; k < 3; k++) {
      int i = (k + 1) % 3;
      int j = (k + 2) % 3;
      normal[k] = (b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]);
      square += normal[k] * normal[k];
    }
    double length = Math.sqrt(square);
    for (int k = 0; k < 3; k++) {
      normal[k] = length > 0 && length < Double.POSITIVE_INFINITY ? normal[k] / length : 0;
    }
    return normal;
  }

  static void stlText(SurfaceArrays surface, SurfaceOutput out) throws IOException {
    for (int group = 0; group < surface.groupNames().size(); group++) {
      String name = surface.groupNames().get(group);
      out.text("solid " + name + "\n");
      for (int t = 0; t < surface.triangleCount(); t++) {
        if (surface.groups()[t] != group) {
          continue;
        }
        out.text("facet normal ").place(normal(surface, t), 0).text("\nouter loop\n");
        for (int corner = 0; corner < 3; corner++) {
          out.text("vertex ").place(surface.corner(t, corner), 0).text("\n");
        }
        out.text("endloop\nendfacet\n");
      }
      out.text("endsolid " + name + "\n");
    }
  }

  static void obj(SurfaceArrays surface, SurfaceOutput out) throws IOException {
    for (int p = 0; p < surface.pointCount(); p++) {
      out.text("v ").place(surface.points(), 3 * p).text("\n");
    }
    int group = -1;
    for (int t = 0; t < surface.triangleCount(); t++) {
      if (surface.groups()[t] != group) {
        group = surface.groups()[t];
        String name = surface.groupNames().get(group);
        out.text(name.isEmpty() && group == 0 ? "" : "g " + name + "\n");
      }
      face(surface, t, 1, "f", out);
    }
  }

  private static void face(SurfaceArrays surface, int t, int from, String begin, SurfaceOutput out)
      throws IOException {
    var line = new StringBuilder(begin);
    for (int corner = 0; corner < 3; corner++) {
      line.append(' ').append(surface.triangles()[3 * t + corner] + from);
    }
    out.text(line.append('\n').toString());
  }

  static void off(SurfaceArrays surface, SurfaceOutput out) throws IOException {
    out.text("OFF\n" + surface.pointCount() + " " + surface.triangleCount() + " 0\n");
    for (int p = 0; p < surface.pointCount(); p++) {
      out.place(surface.points(), 3 * p).text("\n");
    }
    for (int t = 0; t < surface.triangleCount(); t++) {
      face(surface, t, 0, "3", out);
    }
  }

  static void ply(SurfaceArrays surface, SurfaceOutput out, boolean text) throws IOException {
    out.text("ply\nformat " + (text ? "ascii" : "binary_little_endian") + " 1.0\n");
    out.text("element vertex " + surface.pointCount() + "\n");
    out.text("property double x\nproperty double y\nproperty double z\n");
    out.text("element face " + surface.triangleCount() + "\n");
    out.text("property list uchar int vertex_indices\nproperty int group\nend_header\n");
    for (int p = 0; p < surface.pointCount(); p++) {
      if (text) {
        out.place(surface.points(), 3 * p).text("\n");
      } else {
        for (int k = 0; k < 3; k++) {
          out.float64(surface.points()[3 * p + k]);
        }
      }
    }
    for (int t = 0; t < surface.triangleCount(); t++) {
      if (text) {
        int[] corners = surface.triangles();
        out.text("3 " + corners[3 * t] + " " + corners[3 * t + 1] + " " + corners[3 * t + 2]);
        out.text(" " + surface.groups()[t] + "\n");
        continue;
      }
      out.bytes(3, 1);
      for (int corner = 0; corner < 3; corner++) {
        out.int32(surface.triangles()[3 * t + corner]);
      }
      out.int32(surface.groups()[t]);
    }
  }
}
