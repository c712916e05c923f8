// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.util.Locale;
import weft.mesh.internal.content.ContentBuilder;
import weft.mesh.internal.content.WrongFileException;

/// Reads .su2 of one zone: tets, and the triangles of markers, whose tags are names.
public final class Su2Reader implements MeshReader {
  @Override
  public void read(FileBytes in, ContentBuilder out) throws WrongFileException, FileEndedException {
    new Reading(in, out).lines();
  }

  private static final class Reading {
    private final FileBytes in;
    private final ContentBuilder out;
    private final int[] points = new int[8];
    private int dimension = 3;

    Reading(FileBytes in, ContentBuilder out) {
      this.in = in;
      this.out = out;
    }

    private void lines() throws WrongFileException, FileEndedException {
      boolean known = false;
      while (!in.atEnd()) {
        String line = in.restOfLineHere();
        int equals = line.indexOf('=');
        if (equals < 0 || line.startsWith("%")) {
          in.nextLine();
          continue;
        }
        String value = line.substring(equals + 1).strip();
        switch (line.substring(0, equals).strip().toUpperCase(Locale.ROOT)) {
          case "NDIME" -> {
            dimension = (int) number(value);
            known = true;
            if (dimension != 2 && dimension != 3) {
              throw in.wrong("NDIME is " + dimension + "; it is 2 or 3");
            }
          }
          case "NZONE" -> {
            if (number(value) > 1) {
              throw in.wrong("the file has " + value + " zones; save each in a file of its own");
            }
          }
          case "NPOIN" -> {
            points(count(value, "points"));
            continue;
          }
          case "NELEM" -> {
            elements(count(value, "elements"));
            continue;
          }
          case "MARKER_TAG" -> out.group(value);
          case "MARKER_ELEMS" -> {
            elements(count(value, "elements of a marker"));
            continue;
          }
          default -> {}
        }
        in.nextLine();
      }
      if (!known) {
        throw in.wrong("there is no NDIME=, so the file is no .su2");
      }
    }

    private long number(String value) throws WrongFileException {
      return in.whole(value.split("\\s+", 2)[0]);
    }

    private long count(String value, String what) throws WrongFileException {
      long count = number(value);
      in.count(count, 1, what);
      in.nextLine();
      return count;
    }

    private void points(long count) throws WrongFileException, FileEndedException {
      for (long i = 0; i < count; i++) {
        String what = "point " + (i + 1) + " of " + count;
        content(what);
        double x = in.realInLine(what);
        double y = in.realInLine(what);
        out.point(x, y, dimension == 3 ? in.realInLine(what) : 0);
        in.nextLine();
      }
    }

    /// Goes to the next line with a number, past comments.
    private void content(String what) throws WrongFileException, FileEndedException {
      while (true) {
        in.nextContent(what);
        if (!in.beginning(1).equals("%")) {
          return;
        }
        in.nextLine();
      }
    }

    private void elements(long count) throws WrongFileException, FileEndedException {
      for (long i = 0; i < count; i++) {
        String what = "element " + (i + 1) + " of " + count;
        content(what);
        int type = (int) in.wholeInLine(what);
        int width =
            switch (type) {
              case 1 -> 1;
              case 3 -> 2;
              case 5 -> 3;
              case 9, 10 -> 4;
              case 12 -> 8;
              case 13 -> 6;
              case 14 -> 5;
              default -> throw in.wrong("there is no element of type " + type);
            };
        for (int k = 0; k < width; k++) {
          long point = in.wholeInLine(what);
          if (point < 0 || point > Integer.MAX_VALUE) {
            throw in.wrong("there is no point " + point);
          }
          points[k] = (int) point;
        }
        in.nextLine();
        add(type, width);
      }
    }

    private void add(int type, int width) {
      switch (type) {
        case 5 -> out.face(points, 3);
        case 9 -> {
          out.face(points, 4);
          out.foreign("a quadrilateral");
        }
        case 10 -> {
          out.material(1, "");
          out.tet(points);
        }
        default -> {
          out.uses(points, 0, width);
          if (width > 2) {
            out.foreign("an element of type " + type);
          }
        }
      }
    }
  }
}
