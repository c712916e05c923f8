// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import weft.mesh.internal.input.FileBytes;
import weft.mesh.internal.input.FileEndedException;
import weft.mesh.internal.input.WrongFileException;

/// Reads .off as text. Normals, colours and texture coordinates are ignored.
final class OffReader implements SurfaceReader {
  @Override
  public void read(FileBytes in, SurfaceBuilder out) throws WrongFileException, FileEndedException {
    in.nextContent("OFF");
    String header = in.need("OFF");
    if (!header.endsWith("OFF") || header.startsWith("4") || header.startsWith("n")) {
      throw in.wrong("the file does not begin with OFF");
    }
    String next = in.wordInLine();
    if ("BINARY".equals(next)) {
      throw in.wrong("the file is a binary .off; save it as text");
    }
    long points;
    if (next == null || next.startsWith("#")) {
      in.nextLine();
      in.nextContent("the numbers");
      points = in.wholeInLine("the number of points");
    } else {
      points = in.whole(next);
    }
    long faces = in.wholeInLine("the number of faces");
    in.count(points, 1, "points");
    in.count(faces, 1, "faces");
    in.nextLine();
    for (long i = 0; i < points; i++) {
      in.nextContent("point " + (i + 1) + " of " + points);
      out.point(
          in.realInLine("a coordinate"),
          in.realInLine("a coordinate"),
          in.realInLine("a coordinate"));
      in.nextLine();
    }
    var corners = new int[16];
    for (long i = 0; i < faces; i++) {
      in.nextContent("face " + (i + 1) + " of " + faces);
      long sides = in.wholeInLine("the number of corners");
      if (sides < 3 || sides > in.remaining()) {
        throw in.wrong("a face has " + sides + " corners");
      }
      if (sides > corners.length) {
        corners = new int[(int) sides];
      }
      for (int k = 0; k < sides; k++) {
        long corner = in.wholeInLine("a corner");
        if (corner < 0 || corner >= points) {
          throw in.wrong("there is no point " + corner + " among " + points);
        }
        corners[k] = (int) corner;
      }
      out.face(corners, (int) sides);
      in.nextLine();
    }
  }
}
