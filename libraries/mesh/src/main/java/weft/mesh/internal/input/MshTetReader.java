// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// Reads tets and triangles of a .msh of Gmsh, with physical groups and values at nodes. Of curved
/// elements the corners are taken.
public final class MshTetReader implements MshFile.Sink {
  private double[] xyz = new double[3 << 10];
  private int pointCount;
  private int[] tets = new int[4 << 10];
  private int[] materials = new int[1 << 10];
  private int tetCount;
  private int[] triangles = new int[3 << 10];
  private int[] markers = new int[1 << 10];
  private int triangleCount;
  private int others;
  private final Map<Integer, String> boundaryNames = new TreeMap<>();
  private final Map<Integer, String> materialNames = new TreeMap<>();
  private final Map<String, double[]> fields = new LinkedHashMap<>();

  private MshTetReader() {}

  /// Reads a file.
  ///
  /// @param name what error messages call it
  /// @throws WrongFileException if it is no such file, ends too early, or has other cells
  public static TetFileContent read(String name, byte[] data) throws WrongFileException {
    var in = new FileBytes(name, data);
    var reader = new MshTetReader();
    try {
      MshFile.read(in, reader);
    } catch (FileEndedException e) {
      throw new WrongFileException(name + " ends before " + e.getMessage());
    }
    if (reader.others > 0) {
      throw new WrongFileException(
          "%s has %d elements that are neither tets nor triangles; only these are read"
              .formatted(name, reader.others));
    }
    return reader.grid();
  }

  @Override
  public void point(double x, double y, double z) {
    if (3 * pointCount == xyz.length) {
      xyz = Arrays.copyOf(xyz, 2 * xyz.length);
    }
    xyz[3 * pointCount] = x;
    xyz[3 * pointCount + 1] = y;
    xyz[3 * pointCount++ + 2] = z;
  }

  @Override
  public void element(int type, int[] points, int count, int physical, String name) {
    int number = Math.max(1, physical);
    if (MshTypes.isTet(type)) {
      if (tetCount == materials.length) {
        materials = Arrays.copyOf(materials, 2 * tetCount);
        tets = Arrays.copyOf(tets, 8 * tetCount);
      }
      System.arraycopy(points, 0, tets, 4 * tetCount, 4);
      materials[tetCount++] = number;
      addName(materialNames, number, name);
    } else if (MshTypes.sides(type) == 3) {
      if (triangleCount == markers.length) {
        markers = Arrays.copyOf(markers, 2 * triangleCount);
        triangles = Arrays.copyOf(triangles, 6 * triangleCount);
      }
      System.arraycopy(points, 0, triangles, 3 * triangleCount, 3);
      markers[triangleCount++] = number;
      addName(boundaryNames, number, name);
    } else if (MshTypes.dimension(type) >= 2) {
      others++;
    }
  }

  private static void addName(Map<Integer, String> names, int number, String name) {
    if (!name.isEmpty()) {
      names.put(number, name);
    }
  }

  @Override
  public boolean wantsValues() {
    return true;
  }

  @Override
  public void value(String name, int point, double value) {
    fields.computeIfAbsent(name, each -> new double[pointCount])[point] = value;
  }

  private TetFileContent grid() {
    return new TetFileContent(
        Arrays.copyOf(xyz, 3 * pointCount),
        Arrays.copyOf(tets, 4 * tetCount),
        Arrays.copyOf(materials, tetCount),
        Arrays.copyOf(triangles, 3 * triangleCount),
        Arrays.copyOf(markers, triangleCount),
        boundaryNames,
        materialNames,
        fields);
  }
}
