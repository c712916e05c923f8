// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;
import weft.apps.common.BadInputException;
import weft.files.FileException;
import weft.files.InputFile;
import weft.files.Quoted;

/// Reads the triangles of a surface from a file: .msh of Gmsh (text, versions 2 and 4.1), .obj, or
/// .off. Faces with more than three corners are cut into triangles.
final class MeshFile {
  /// The largest coordinate. The square of a distance must not overflow.
  private static final double LARGEST = 1e150;

  private final Path file;
  private final BufferedReader in;
  private int line;
  private double[] points = new double[3 << 10];
  private int pointCount;
  private int[] triangles = new int[3 << 10];
  private int corners;
  private final Map<Integer, Integer> numbers = new HashMap<>();

  private MeshFile(Path file, BufferedReader in) {
    this.file = file;
    this.in = in;
  }

  /// Reads a file.
  ///
  /// @throws BadInputException if the file is missing or not valid; the sentence names the line
  static SurfaceMesh read(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    String ending = name.substring(name.lastIndexOf('.') + 1);
    // All that is read is ASCII; other bytes are in comments, or the file is binary.
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(InputFile.openStream(file), StandardCharsets.ISO_8859_1))) {
      var mesh = new MeshFile(file, in);
      switch (ending) {
        case "msh" -> mesh.readMsh();
        case "obj" -> mesh.readObj();
        case "off" -> mesh.readOff();
        default ->
            throw new BadInputException(
                "the mesh " + file + " is not .msh, .obj or .off; convert it to one of these");
      }
      return mesh.mesh();
    } catch (IOException e) {
      throw new BadInputException("the mesh " + FileException.notRead(file, e).getMessage(), e);
    }
  }

  private SurfaceMesh mesh() {
    if (corners == 0) {
      throw new BadInputException("the mesh " + file + " has no triangles");
    }
    for (int i = 0; i < corners; i++) {
      if (triangles[i] < 0 || triangles[i] >= pointCount) {
        throw new BadInputException(
            "the mesh "
                + file
                + " has a triangle with point "
                + (triangles[i] + 1)
                + " of "
                + pointCount);
      }
    }
    return new SurfaceMesh(
        Arrays.copyOf(points, 3 * pointCount), Arrays.copyOf(triangles, corners));
  }

  private BadInputException wrong(String what) {
    return new BadInputException("line " + line + " of the mesh " + file + ": " + what);
  }

  private @Nullable String next() throws IOException {
    String text = in.readLine();
    line++;
    if (text != null && text.indexOf('\0') >= 0) {
      throw wrong("the file is binary; save it as text");
    }
    return text == null ? null : text.strip();
  }

  private String need(String what) throws IOException {
    String text = next();
    if (text == null) {
      throw wrong("the file ends before " + what);
    }
    return text;
  }

  /// The next line that is not empty and not a comment.
  private String content(String what) throws IOException {
    String text = need(what);
    while (text.isEmpty() || text.startsWith("#")) {
      text = need(what);
    }
    return text;
  }

  private double real(StringTokenizer words) {
    if (!words.hasMoreTokens()) {
      throw wrong("a coordinate is missing");
    }
    String word = words.nextToken();
    double value;
    try {
      value = Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw wrong("\"" + Quoted.beginning(word) + "\" is not a number");
    }
    if (!(Math.abs(value) <= LARGEST)) {
      throw wrong(
          "the coordinate "
              + Quoted.beginning(word)
              + (Double.isNaN(value) ? " is not a number" : " is too large; scale the mesh"));
    }
    return value;
  }

  private int whole(StringTokenizer words) {
    if (!words.hasMoreTokens()) {
      throw wrong("a whole number is missing");
    }
    String word = words.nextToken();
    try {
      int slash = word.indexOf('/');
      return Integer.parseInt(slash < 0 ? word : word.substring(0, slash));
    } catch (NumberFormatException e) {
      throw wrong("\"" + Quoted.beginning(word) + "\" is not a whole number that fits");
    }
  }

  private void point(StringTokenizer words) {
    if (3 * pointCount == points.length) {
      points = Arrays.copyOf(points, 2 * points.length);
    }
    for (int k = 0; k < 3; k++) {
      points[3 * pointCount + k] = real(words);
    }
    pointCount++;
  }

  private void triangle(int a, int b, int c) {
    if (corners + 3 > triangles.length) {
      triangles = Arrays.copyOf(triangles, 2 * triangles.length);
    }
    triangles[corners++] = a;
    triangles[corners++] = b;
    triangles[corners++] = c;
  }

  private void readObj() throws IOException {
    for (String text = next(); text != null; text = next()) {
      var words = new StringTokenizer(text);
      String first = words.hasMoreTokens() ? words.nextToken() : "";
      if (first.equals("v")) {
        point(words);
      } else if (first.equals("f")) {
        int a = corner(words);
        int b = corner(words);
        int c = corner(words);
        triangle(a, b, c);
        while (words.hasMoreTokens()) {
          b = c;
          c = corner(words);
          triangle(a, b, c);
        }
      }
    }
  }

  /// The index of a corner. Negative numbers count from the last point.
  private int corner(StringTokenizer words) {
    int number = whole(words);
    return number < 0 ? pointCount + number : number - 1;
  }

  private void readOff() throws IOException {
    String header = content("OFF");
    if (!header.startsWith("OFF")) {
      throw wrong("the file does not begin with OFF");
    }
    String rest = header.substring(3).strip();
    var counts = new StringTokenizer(rest.isEmpty() ? content("the numbers") : rest);
    int pointsDue = whole(counts);
    int facesDue = whole(counts);
    for (int i = 0; i < pointsDue; i++) {
      point(new StringTokenizer(content("a point")));
    }
    for (int i = 0; i < facesDue; i++) {
      var words = new StringTokenizer(content("a face"));
      int sides = whole(words);
      int a = whole(words);
      int b = whole(words);
      for (int k = 2; k < sides; k++) {
        int c = whole(words);
        triangle(a, b, c);
        b = c;
      }
    }
  }

  private void readMsh() throws IOException {
    double version = 0;
    for (String text = next(); text != null; text = next()) {
      switch (text) {
        case "$MeshFormat" -> {
          var words = new StringTokenizer(need("the version"));
          version = real(words);
          if (whole(words) != 0) {
            throw wrong(
                "the file is a binary .msh of Gmsh; save it as text (Mesh.Binary = 0, the default)");
          }
        }
        case "$Nodes" -> nodes(version);
        case "$Elements" -> elements(version);
        default -> {}
      }
    }
  }

  private void nodes(double version) throws IOException {
    var counts = new StringTokenizer(need("the number of nodes"));
    int blocks = whole(counts);
    if (version < 4) {
      for (int i = 0; i < blocks; i++) {
        var words = new StringTokenizer(need("a node"));
        numbers.put(whole(words), pointCount);
        point(words);
      }
      return;
    }
    for (int block = 0; block < blocks; block++) {
      var words = new StringTokenizer(need("a block of nodes"));
      whole(words);
      whole(words);
      whole(words);
      int count = whole(words);
      for (int i = 0; i < count; i++) {
        numbers.put(whole(new StringTokenizer(need("the number of a node"))), pointCount + i);
      }
      for (int i = 0; i < count; i++) {
        point(new StringTokenizer(need("a node")));
      }
    }
  }

  private void elements(double version) throws IOException {
    var counts = new StringTokenizer(need("the number of elements"));
    int blocks = whole(counts);
    for (int block = 0; block < blocks; block++) {
      if (version < 4) {
        var words = new StringTokenizer(need("an element"));
        whole(words);
        int type = whole(words);
        for (int tags = whole(words); tags > 0; tags--) {
          whole(words);
        }
        element(type, words);
        continue;
      }
      var words = new StringTokenizer(need("a block of elements"));
      whole(words);
      whole(words);
      int type = whole(words);
      int count = whole(words);
      for (int i = 0; i < count; i++) {
        var element = new StringTokenizer(need("an element"));
        whole(element);
        element(type, element);
      }
    }
  }

  /// Adds an element if it is a triangle, which has type 2. Ignores all others.
  private void element(int type, StringTokenizer words) {
    if (type == 2) {
      triangle(node(words), node(words), node(words));
    }
  }

  private int node(StringTokenizer words) {
    int number = whole(words);
    Integer at = numbers.get(number);
    if (at == null) {
      throw wrong("there is no node " + number);
    }
    return at;
  }
}
