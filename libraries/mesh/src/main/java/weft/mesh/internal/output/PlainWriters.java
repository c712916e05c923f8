// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import weft.mesh.internal.content.MeshContent;

/// Writes the triangles of a mesh as .stl, .obj, .off and .ply.
public final class PlainWriters {
  private PlainWriters() {}

  private static double[] corner(MeshContent surface, int t, int i) {
    int at = 3 * surface.faces()[3 * t + i];
    return Arrays.copyOfRange(surface.xyz(), at, at + 3);
  }

  /// Binary .stl.
  public static void stl(MeshContent surface, MeshOutput out) throws IOException {
    // A header must not begin with "solid": some readers take that for text.
    Map<Integer, String> names = surface.boundaryNames();
    String title = names.size() == 1 ? names.values().iterator().next() : "";
    byte[] name = (title.startsWith("solid") ? "" : title).getBytes(US_ASCII);
    byte[] header = Arrays.copyOf(name, 80);
    header[79] = 0;
    for (byte each : header) {
      out.putByte(each);
    }
    out.putInt(surface.faceCount());
    for (int t = 0; t < surface.faceCount(); t++) {
      for (double coordinate : normal(surface, t)) {
        out.putFloat(coordinate);
      }
      for (int i = 0; i < 3; i++) {
        for (double coordinate : corner(surface, t, i)) {
          out.putFloat(coordinate);
        }
      }
      out.putShort(0);
    }
  }

  /// The unit normal of a triangle; 0 if it is flat, which readers then compute themselves.
  private static double[] normal(MeshContent surface, int t) {
    double[] a = corner(surface, t, 0);
    double[] b = corner(surface, t, 1);
    double[] c = corner(surface, t, 2);
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

  /// Text .stl: a solid for each group.
  public static void stlText(MeshContent surface, MeshOutput out) throws IOException {
    var groups = new Groups(surface.markers());
    if (groups.numbers().length == 0) {
      out.text("solid\nendsolid\n");
    }
    for (int marker : groups.numbers()) {
      String name = groupName(surface, marker);
      out.text("solid " + name + "\n");
      for (int t : groups.members(marker)) {
        out.text("facet normal ").place(normal(surface, t), 0).text("\nouter loop\n");
        for (int i = 0; i < 3; i++) {
          out.text("vertex ").place(corner(surface, t, i), 0).text("\n");
        }
        out.text("endloop\nendfacet\n");
      }
      out.text("endsolid " + name + "\n");
    }
  }

  private static String groupName(MeshContent surface, int marker) {
    return surface.boundaryNames().getOrDefault(marker, "").replaceAll("[\\r\\n]+", " ");
  }

  /// Wavefront .obj: a `g` where another group begins.
  public static void obj(MeshContent surface, MeshOutput out) throws IOException {
    for (int p = 0; p < surface.pointCount(); p++) {
      out.text("v ").place(surface.xyz(), 3 * p).text("\n");
    }
    String group = "";
    for (int t = 0; t < surface.faceCount(); t++) {
      String name = groupName(surface, surface.markers()[t]);
      if (!name.equals(group)) {
        group = name;
        out.text("g " + name + "\n");
      }
      face(surface, t, 1, "f", out);
    }
  }

  private static void face(MeshContent surface, int t, int from, String begin, MeshOutput out)
      throws IOException {
    var line = new StringBuilder(begin);
    for (int i = 0; i < 3; i++) {
      line.append(' ').append(surface.faces()[3 * t + i] + from);
    }
    out.text(line.append('\n').toString());
  }

  /// Text .off.
  public static void off(MeshContent surface, MeshOutput out) throws IOException {
    out.text("OFF\n" + surface.pointCount() + " " + surface.faceCount() + " 0\n");
    for (int p = 0; p < surface.pointCount(); p++) {
      out.place(surface.xyz(), 3 * p).text("\n");
    }
    for (int t = 0; t < surface.faceCount(); t++) {
      face(surface, t, 0, "3", out);
    }
  }

  /// Binary .ply.
  public static void ply(MeshContent surface, MeshOutput out) throws IOException {
    plyHead(surface, "binary_little_endian", out);
    out.putDoubles(surface.xyz());
    for (int t = 0; t < surface.faceCount(); t++) {
      out.putByte(3);
      for (int i = 0; i < 3; i++) {
        out.putInt(surface.faces()[3 * t + i]);
      }
    }
  }

  /// Text .ply.
  public static void plyText(MeshContent surface, MeshOutput out) throws IOException {
    plyHead(surface, "ascii", out);
    for (int p = 0; p < surface.pointCount(); p++) {
      out.place(surface.xyz(), 3 * p).text("\n");
    }
    for (int t = 0; t < surface.faceCount(); t++) {
      face(surface, t, 0, "3", out);
    }
  }

  private static void plyHead(MeshContent surface, String kind, MeshOutput out) throws IOException {
    out.text("ply\nformat " + kind + " 1.0\n");
    out.text("element vertex " + surface.pointCount() + "\n");
    out.text("property double x\nproperty double y\nproperty double z\n");
    out.text("element face " + surface.faceCount() + "\n");
    out.text("property list uchar int vertex_indices\nend_header\n");
  }
}
