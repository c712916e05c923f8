// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import weft.mesh.internal.content.ContentBuilder;
import weft.mesh.internal.content.WrongFileException;

/// Reads .mesh of Medit, as text. References are markers and materials, also of vertices and edges.
/// Of curved elements the corners are taken; what is required of elements is left out.
public final class MeditReader implements MeshReader {
  @Override
  public void read(FileBytes in, ContentBuilder out) throws WrongFileException, FileEndedException {
    new Reading(in, out).sections();
  }

  private static final class Reading {
    private final FileBytes in;
    private final ContentBuilder out;
    private final int[] points = new int[10];
    private long dimension = 3;

    Reading(FileBytes in, ContentBuilder out) {
      this.in = in;
      this.out = out;
    }

    private @Nullable String token() throws WrongFileException {
      String word = in.word();
      while (word != null && word.startsWith("#")) {
        in.nextLine();
        word = in.word();
      }
      return word;
    }

    private String need(String what) throws WrongFileException, FileEndedException {
      String word = token();
      if (word == null) {
        throw new FileEndedException(what);
      }
      return word;
    }

    private void sections() throws WrongFileException, FileEndedException {
      if (in.length() > 4 && in.byteAt(0) + in.byteAt(3) == 1) {
        throw in.wrong("the file is a binary .meshb; save it as text, .mesh");
      }
      String first = need("MeshVersionFormatted");
      if (!first.toLowerCase(Locale.ROOT).startsWith("meshversionformatted")) {
        throw in.wrong(
            "the file does not begin with MeshVersionFormatted, so it is no .mesh of Medit");
      }
      String word = token();
      while (word != null && !word.equalsIgnoreCase("End")) {
        word = section(word);
      }
    }

    /// Reads a section, and returns the word behind it.
    private @Nullable String section(String word) throws WrongFileException, FileEndedException {
      switch (word.toLowerCase(Locale.ROOT)) {
        case "dimension" -> {
          dimension = in.whole(need("the dimension"));
          if (dimension != 2 && dimension != 3) {
            throw in.wrong("the dimension is " + dimension + "; it is 2 or 3");
          }
        }
        case "vertices" -> vertices();
        case "edges" -> edges(2);
        case "edgesp2" -> edges(3);
        case "triangles" -> faces("triangle", 3, 3);
        case "trianglesp2" -> faces("triangle", 3, 6);
        case "quadrilaterals" -> faces("quadrilateral", 4, 4);
        case "tetrahedra" -> tets(4);
        case "tetrahedrap2" -> tets(10);
        case "hexahedra", "hexaedra", "prisms", "pyramids" -> {
          for (long left = in.whole(need("a number of elements")); left > 0; left--) {
            out.foreign("one of " + word);
            if (left > in.remaining()) {
              throw new FileEndedException(word);
            }
          }
          return skip();
        }
        default -> {
          return skip();
        }
      }
      return token();
    }

    /// Goes to the next word that is no number.
    private @Nullable String skip() throws WrongFileException {
      String word = token();
      while (word != null && !Character.isLetter(word.charAt(0))) {
        word = token();
      }
      return word;
    }

    private long count(String what) throws WrongFileException, FileEndedException {
      long count = in.whole(need("the number of " + what));
      in.count(count, 1, what);
      return count;
    }

    private void vertices() throws WrongFileException, FileEndedException {
      long count = count("vertices");
      for (long i = 0; i < count; i++) {
        String what = "vertex " + (i + 1) + " of " + count;
        double x = in.real(need(what));
        double y = in.real(need(what));
        double z = dimension == 3 ? in.real(need(what)) : 0;
        long reference = in.whole(need(what));
        out.point(x, y, z);
        out.pointMarker(out.pointCount() - 1, (int) reference, "");
      }
    }

    /// Reads the points of an element, and returns its reference.
    private int element(String what, int width) throws WrongFileException, FileEndedException {
      for (int k = 0; k < width; k++) {
        long point = in.whole(need(what));
        if (point < 1 || point > Integer.MAX_VALUE) {
          throw in.wrong("there is no vertex " + point);
        }
        points[k] = (int) point - 1;
      }
      return (int) in.whole(need(what));
    }

    private void edges(int width) throws WrongFileException, FileEndedException {
      long count = count("edges");
      for (long i = 0; i < count; i++) {
        int reference = element("edge " + (i + 1) + " of " + count, width);
        out.segment(points[0], points[1], reference, "");
        out.uses(points, 0, width);
      }
    }

    private void faces(String kind, int sides, int width)
        throws WrongFileException, FileEndedException {
      long count = count(kind + "s");
      for (long i = 0; i < count; i++) {
        int reference = element(kind + " " + (i + 1) + " of " + count, width);
        out.marker(reference, "");
        out.face(points, sides);
        out.uses(points, sides, width);
        if (width > sides) {
          out.curved();
        }
        if (sides > 3) {
          out.foreign("a " + kind);
        }
      }
    }

    private void tets(int width) throws WrongFileException, FileEndedException {
      long count = count("tetrahedra");
      for (long i = 0; i < count; i++) {
        int reference = element("tetrahedron " + (i + 1) + " of " + count, width);
        out.material(reference, "");
        out.tet(points);
        out.uses(points, 4, width);
      }
    }
  }
}
