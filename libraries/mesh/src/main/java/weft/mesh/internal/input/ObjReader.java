// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import weft.mesh.internal.content.ContentBuilder;
import weft.mesh.internal.content.WrongFileException;

/// Reads .obj: points and faces. Objects and groups (`o`, `g`) become groups. Materials are
/// ignored, which is said, and all else. A line that ends with a `\` goes on in the next one, and a
/// `#` begins a comment.
public final class ObjReader implements MeshReader {
  /// Of more materials only the number is said.
  private static final int MOST_NAMES = 8;

  private int[] corners = new int[16];
  private final Set<String> materials = new LinkedHashSet<>();

  @Override
  public void read(FileBytes in, ContentBuilder out) throws WrongFileException, FileEndedException {
    try {
      readLines(in, out);
    } finally {
      remarkMaterials(out);
    }
  }

  private void remarkMaterials(ContentBuilder out) {
    if (!materials.isEmpty()) {
      String names = materials.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
      int more = materials.size() - MOST_NAMES;
      out.remark(
          "The materials of the file were ignored: "
              + names
              + (more > 0 ? " and " + more + " more." : "."));
    }
  }

  private void readLines(FileBytes in, ContentBuilder out)
      throws WrongFileException, FileEndedException {
    while (!in.atEnd()) {
      String first = next(in);
      if (first != null) {
        switch (first) {
          case "v" -> out.point(coordinate(in), coordinate(in), coordinate(in));
          case "f" -> face(in, out);
          case "g", "o" -> {
            out.group(group(in));
          }
          case "usemtl" -> materials.add(group(in));
          default -> {}
        }
      }
      in.nextLine();
    }
  }

  /// The next word of this line and of those that continue it; null if there is none.
  private static @Nullable String next(FileBytes in) throws WrongFileException {
    while (true) {
      String word = in.wordInLine();
      if (word == null || word.startsWith("#")) {
        return null;
      }
      if (!word.endsWith("\\") || !in.atLineEnd()) {
        return word;
      }
      in.nextLine();
      if (word.length() > 1) {
        return word.substring(0, word.length() - 1);
      }
    }
  }

  private static double coordinate(FileBytes in) throws WrongFileException, FileEndedException {
    String word = next(in);
    if (word == null) {
      if (in.atEnd()) {
        throw new FileEndedException("a coordinate");
      }
      throw in.wrong("a coordinate is missing");
    }
    return in.real(word);
  }

  /// The name of a group: the rest of the line, up to a comment.
  private static String group(FileBytes in) {
    String text = in.restOfLineHere();
    int comment = text.indexOf(" #");
    return (comment < 0 ? text : text.substring(0, comment)).strip();
  }

  private void face(FileBytes in, ContentBuilder out)
      throws WrongFileException, FileEndedException {
    int count = 0;
    for (String word = next(in); word != null; word = next(in)) {
      if (count == corners.length) {
        corners = java.util.Arrays.copyOf(corners, 2 * count);
      }
      corners[count++] = corner(word, in, out.pointCount());
    }
    if (count < 3) {
      if (in.atEnd()) {
        throw new FileEndedException("the third corner of a face");
      }
      throw in.wrong("a face has " + count + " corners");
    }
    out.face(corners, count);
  }

  /// The index of a corner. Negative numbers count from the last point.
  private static int corner(String word, FileBytes in, int pointCount) throws WrongFileException {
    int slash = word.indexOf('/');
    long number = in.whole(slash < 0 ? word : word.substring(0, slash));
    long index = number < 0 ? pointCount + number : number - 1;
    if (index < 0 || index > Integer.MAX_VALUE) {
      throw in.wrong("there is no point " + number);
    }
    return (int) index;
  }
}
