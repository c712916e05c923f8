// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import weft.mesh.internal.input.FileBytes;
import weft.mesh.internal.input.FileEndedException;
import weft.mesh.internal.input.WrongFileException;

/// Reads .obj: points and faces. Objects and groups (`o`, `g`) become groups. All else is ignored.
final class ObjReader implements SurfaceReader {
  private int[] corners = new int[16];

  @Override
  public void read(FileBytes in, SurfaceBuilder out) throws WrongFileException, FileEndedException {
    while (!in.atEnd()) {
      String first = in.wordInLine();
      if (first != null) {
        switch (first) {
          case "v" ->
              out.point(
                  in.realInLine("a coordinate"),
                  in.realInLine("a coordinate"),
                  in.realInLine("a coordinate"));
          case "f" -> face(in, out);
          case "g", "o" -> {
            out.group(in.restOfLine());
            continue;
          }
          default -> {}
        }
      }
      in.nextLine();
    }
  }

  private void face(FileBytes in, SurfaceBuilder out)
      throws WrongFileException, FileEndedException {
    int count = 0;
    for (String word = in.wordInLine(); word != null; word = in.wordInLine()) {
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
