// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.util.Locale;
import weft.mesh.internal.content.ContentBuilder;
import weft.mesh.internal.content.WrongFileException;

/// Reads .stl, text or binary. Each solid becomes a group. A binary file is known by its length, as
/// headers of binary files may begin with `solid` too.
public final class StlReader implements MeshReader {
  private static final int HEADER = 84;
  private static final int TRIANGLE = 50;

  /// As far behind the first line the first facet of a text is looked for.
  private static final int LOOK = 2048;

  @Override
  public void read(FileBytes in, ContentBuilder out) throws WrongFileException, FileEndedException {
    if (isText(in)) {
      readText(in, out);
    } else {
      readBinary(in, out);
    }
  }

  private static boolean isText(FileBytes in) {
    if (in.length() >= HEADER
        && in.length() == HEADER + (long) TRIANGLE * (in.intAt(80) & 0xFFFFFFFFL)) {
      return false;
    }
    // The name of a solid may be long, and the header of a binary file may begin so too.
    String begin = in.beginning(in.lineLength() + LOOK).stripLeading().toLowerCase(Locale.ROOT);
    return begin.startsWith("solid")
        && begin.indexOf('\0') < 0
        && (begin.contains("facet") || begin.contains("endsolid") || in.length() < HEADER);
  }

  private static void readBinary(FileBytes in, ContentBuilder out)
      throws WrongFileException, FileEndedException {
    if (in.length() == 0) {
      throw new WrongFileException(in.name + " is an empty file");
    }
    if (in.length() < HEADER) {
      throw new WrongFileException(
          in.name
              + " is neither a text that begins with \"solid\" nor a binary .stl, whose header has"
              + " 84 bytes");
    }
    String title = in.beginning(80);
    int end = title.indexOf('\0');
    title = (end < 0 ? title : title.substring(0, end)).strip();
    out.group(title.chars().allMatch(c -> c >= ' ' && c < 127) ? title : "");
    long promised = in.intAt(80) & 0xFFFFFFFFL;
    int room = (in.length() - HEADER) / TRIANGLE;
    boolean whole = (in.length() - HEADER) % TRIANGLE == 0;
    in.restart();
    in.take(HEADER, "the header");
    for (long i = 0; i < (whole ? room : Math.min(room, promised)); i++) {
      int at = in.take(TRIANGLE, "a triangle") + 12;
      int first = out.pointCount();
      for (int corner = 0; corner < 3; corner++, at += 12) {
        out.point(in.floatAt(at), in.floatAt(at + 4), in.floatAt(at + 8));
      }
      out.triangle(first, first + 1, first + 2);
    }
    if (promised > room && !whole) {
      throw new FileEndedException(
          String.format(Locale.ROOT, "the %,d triangles that its header promises", promised));
    }
    if (promised != room) {
      out.wrongHeader(
          String.format(
              Locale.ROOT,
              "The header promises %,d triangles, but the file has room for %,d. %s",
              promised,
              room,
              whole ? "All of them were read; write the file again." : "The rest was ignored."));
    }
  }

  private static void readText(FileBytes in, ContentBuilder out)
      throws WrongFileException, FileEndedException {
    var corners = new int[64];
    boolean open = false;
    int count = 0;
    boolean loop = false;
    for (String word = in.word(); word != null; word = in.word()) {
      switch (word.toLowerCase(Locale.ROOT)) {
        case "solid" -> {
          out.group(in.restOfLine());
          open = true;
        }
        case "endsolid" -> {
          in.restOfLine();
          open = false;
        }
        case "facet", "endfacet" -> in.restOfLine();
        case "outer" -> {
          in.restOfLine();
          loop = true;
          count = 0;
        }
        case "vertex" -> {
          if (!loop || count == corners.length) {
            throw in.wrong("a vertex is outside of a loop, or one of too many");
          }
          double x = in.real(in.need("a coordinate"));
          double y = in.real(in.need("a coordinate"));
          double z = in.real(in.need("a coordinate"));
          corners[count++] = out.pointCount();
          out.point(x, y, z);
        }
        case "endloop" -> {
          if (count < 3) {
            throw in.wrong("a loop has " + count + " vertices, not three");
          }
          out.face(corners, count);
          loop = false;
        }
        default -> {
          if (in.atEnd() && !in.endsWithLine()) {
            throw new FileEndedException("the end of a word: " + FileBytes.shown(word));
          }
          throw in.wrong(FileBytes.shown(word) + " is no word of an .stl");
        }
      }
    }
    if (open || loop) {
      throw new FileEndedException("its last line, endsolid");
    }
  }
}
