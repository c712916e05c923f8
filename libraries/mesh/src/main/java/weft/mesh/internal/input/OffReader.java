// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.util.Locale;
import java.util.Set;
import weft.mesh.internal.content.ContentBuilder;
import weft.mesh.internal.content.WrongFileException;

/// Reads .off as text, also without its header. Normals, colours and texture coordinates are
/// ignored.
public final class OffReader implements MeshReader {
  /// Headers of points with more than x, y, z: those follow in the line, and are left out.
  private static final Set<String> HEADERS =
      Set.of("OFF", "COFF", "NOFF", "STOFF", "CNOFF", "NCOFF", "STCOFF", "STNOFF", "STCNOFF");

  @Override
  public void read(FileBytes in, ContentBuilder out) throws WrongFileException, FileEndedException {
    in.nextContent("OFF");
    String header = in.need("OFF");
    long points;
    if (header.matches("(OFF)?\\d+")) {
      // Some programs leave the header out, or the end of its line.
      points = in.whole(header.replace("OFF", ""));
    } else {
      if (!HEADERS.contains(header.toUpperCase(Locale.ROOT))) {
        throw in.wrong("the file does not begin with OFF");
      }
      in.nextContent("the number of points");
      String first = in.need("the number of points");
      if (first.equalsIgnoreCase("BINARY")) {
        throw in.wrong("the file is a binary .off; save it as text");
      }
      points = in.whole(first);
    }
    long faces = in.wholeOnward("the number of faces");
    in.count(points, 1, "points");
    in.count(faces, 1, "faces");
    // The number of edges, which need not be there, and comments.
    in.nextLine();
    for (long i = 0; i < points; i++) {
      String what = "point " + (i + 1) + " of " + points;
      double x = in.realOnward(what);
      double y = in.realOnward(what);
      double z = in.realOnward(what);
      out.point(x, y, z);
      in.nextLine();
    }
    var corners = new int[16];
    for (long i = 0; i < faces; i++) {
      String what = "face " + (i + 1) + " of " + faces;
      long sides = in.wholeOnward(what);
      if (sides < 3 || sides > in.remaining()) {
        if (sides >= 3 && sides < 1 << 16) {
          throw new FileEndedException(what);
        }
        throw in.wrong("a face has " + sides + " corners");
      }
      if (sides > corners.length) {
        corners = new int[(int) sides];
      }
      for (int k = 0; k < sides; k++) {
        long corner = in.wholeOnward(what);
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
