// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import weft.mesh.internal.content.ContentBuilder;
import weft.mesh.internal.content.WrongFileException;

/// Reads VTK's legacy files of unstructured grids and of polygons, versions 1 to 5, as text or
/// binary. What their arrays mean, [VtkCells] says.
public final class LegacyVtkReader implements MeshReader {
  @Override
  public void read(FileBytes in, ContentBuilder out) throws WrongFileException, FileEndedException {
    var reading = new Reading(in);
    reading.sections();
    try {
      reading.finish().addTo(out);
    } catch (IOException e) {
      throw new WrongFileException("%s is not read: %s.".formatted(in.name, e.getMessage()), e);
    }
  }

  private enum Place {
    FILE,
    CELLS,
    POINTS
  }

  private static final class Reading {
    private static final double[] NONE = {};

    private final FileBytes in;
    private final VtkCells cells = new VtkCells();
    private boolean binary;
    private Place place = Place.FILE;

    /// How many points or cells the data at hand is for.
    private int places;

    /// Arrays of cells: points, where those of the next cell begin, and types.
    private double[] points = NONE;

    private double[] ends = NONE;
    private double[] types = NONE;

    Reading(FileBytes in) {
      this.in = in;
    }

    private void sections() throws WrongFileException, FileEndedException {
      if (!in.restOfLine().toLowerCase(Locale.ROOT).startsWith("# vtk datafile")) {
        throw in.wrong("the file does not begin with \"# vtk DataFile Version\"");
      }
      in.nextLine();
      String kind = in.need("ASCII or BINARY").toUpperCase(Locale.ROOT);
      if (!kind.equals("ASCII") && !kind.equals("BINARY")) {
        throw in.wrong("the third line is " + FileBytes.shown(kind) + ", not ASCII or BINARY");
      }
      binary = kind.equals("BINARY");
      in.order(ByteOrder.BIG_ENDIAN);
      for (String word = in.word(); word != null; word = in.word()) {
        section(word.toUpperCase(Locale.ROOT));
      }
    }

    private void section(String word) throws WrongFileException, FileEndedException {
      switch (word) {
        case "DATASET" -> {
          String set = in.need("the kind of data").toUpperCase(Locale.ROOT);
          if (!set.equals("UNSTRUCTURED_GRID") && !set.equals("POLYDATA")) {
            throw in.wrong(
                "the data is of kind "
                    + FileBytes.shown(set)
                    + "; UNSTRUCTURED_GRID and POLYDATA are read");
          }
        }
        case "POINTS" -> {
          int count = size("points");
          cells.xyz = numbers(3L * count, in.need("a type"));
        }
        case "CELLS" -> cells(0);
        case "VERTICES" -> cells(2);
        case "LINES" -> cells(4);
        case "POLYGONS" -> cells(7);
        case "TRIANGLE_STRIPS" -> cells(6);
        case "CELL_TYPES" -> types = numbers(size("types"), "int");
        case "CELL_DATA" -> begin(Place.CELLS);
        case "POINT_DATA" -> begin(Place.POINTS);
        case "METADATA" -> {
          in.nextLine();
          while (!in.atEnd() && !in.restOfLine().isEmpty()) {
            // Up to an empty line.
          }
        }
        case "FIELD" -> field();
        case "LOOKUP_TABLE" -> {
          in.need("a name");
          // Text has colours from 0 to 1, binary files have them in a byte each.
          numbers(4L * size("colours"), binary ? "unsigned_char" : "float");
        }
        default -> data(word);
      }
    }

    private int size(String what) throws WrongFileException, FileEndedException {
      long count = in.whole(in.need("the number of " + what));
      in.count(count, 1, what);
      return (int) count;
    }

    private void begin(Place next) throws WrongFileException, FileEndedException {
      place = next;
      places = size("values");
    }

    /// Reads cells, which have a type, or 0 if types follow.
    private void cells(int type) throws WrongFileException, FileEndedException {
      int count = size("cells");
      int all = size("numbers");
      double[] read;
      double[] readEnds;
      in.nextLine();
      if (in.beginning(7).equals("OFFSETS")) {
        in.need("OFFSETS");
        double[] offsets = numbers(count, in.need("a type"));
        in.need("CONNECTIVITY");
        read = numbers(all, in.need("a type"));
        readEnds = count == 0 ? NONE : Arrays.copyOfRange(offsets, 1, count);
      } else {
        double[] rows = here(all, "int");
        read = new double[all];
        readEnds = new double[count];
        int used = 0;
        int at = 0;
        for (int c = 0; c < count; c++) {
          int width = at < all ? (int) rows[at++] : -1;
          if (width < 0 || width > all - at) {
            throw in.wrong("cell " + c + " has " + width + " points, which are not there");
          }
          System.arraycopy(rows, at, read, used, width);
          at += width;
          used += width;
          readEnds[c] = used;
        }
        read = Arrays.copyOf(read, used);
      }
      int before = points.length;
      points = joined(points, read);
      int firstCell = ends.length;
      ends = joined(ends, readEnds);
      for (int c = firstCell; c < ends.length; c++) {
        ends[c] += before;
      }
      if (type > 0) {
        types = Arrays.copyOf(types, ends.length);
        Arrays.fill(types, firstCell, ends.length, type);
      }
    }

    private static double[] joined(double[] a, double[] b) {
      double[] all = Arrays.copyOf(a, a.length + b.length);
      System.arraycopy(b, 0, all, a.length, b.length);
      return all;
    }

    VtkCells finish() {
      cells.connectivity = points;
      cells.offsets = ends;
      cells.types = types;
      return cells;
    }

    private void data(String word) throws WrongFileException, FileEndedException {
      if (place == Place.FILE) {
        throw in.wrong(FileBytes.shown(word) + " is no section of the file");
      }
      String name = in.need("a name");
      switch (word) {
        case "SCALARS" -> {
          String type = in.need("a type");
          String more = in.wordInLine();
          int width = more == null ? 1 : Math.max(1, (int) in.whole(more));
          // A table of colours that is named.
          int back = in.mark();
          if ("LOOKUP_TABLE".equalsIgnoreCase(in.word())) {
            in.need("a name");
          } else {
            in.reset(back);
          }
          add(name, width, type);
        }
        case "VECTORS", "NORMALS" -> add(name, 3, in.need("a type"));
        case "TENSORS" -> add(name, 9, in.need("a type"));
        case "GLOBAL_IDS", "PEDIGREE_IDS" -> numbers(places, in.need("a type"));
        case "TEXTURE_COORDINATES" -> {
          int width = (int) in.whole(in.need("a number"));
          numbers((long) width * places, in.need("a type"));
        }
        case "COLOR_SCALARS" -> {
          int width = (int) in.whole(in.need("a number"));
          numbers((long) width * places, binary ? "unsigned_char" : "float");
        }
        default -> throw in.wrong(FileBytes.shown(word) + " is no kind of data");
      }
    }

    private void add(String name, int width, String type)
        throws WrongFileException, FileEndedException {
      cells.data(decoded(name), place == Place.POINTS, width, numbers((long) width * places, type));
    }

    private void field() throws WrongFileException, FileEndedException {
      in.need("a name");
      long arrays = in.whole(in.need("the number of arrays"));
      for (long i = 0; i < arrays; i++) {
        String name = in.need("a name");
        while (name.equalsIgnoreCase("METADATA")) {
          section("METADATA");
          name = in.need("a name");
        }
        int width = size("components");
        int count = size("tuples");
        String type = in.need("a type");
        if (type.equalsIgnoreCase("string")) {
          strings((long) width * count);
          continue;
        }
        double[] values = numbers((long) width * count, type);
        if (place != Place.FILE) {
          cells.data(decoded(name), place == Place.POINTS, Math.max(1, width), values);
        } else if (values.length == 2 && !type.matches("float|double")) {
          cells.name((int) values[0], (int) values[1], decoded(name));
        }
      }
    }

    /// Goes behind texts, which are lines, or have their lengths before them.
    private void strings(long count) throws WrongFileException, FileEndedException {
      in.nextLine();
      for (long i = 0; i < count; i++) {
        if (!binary) {
          in.nextLine();
          continue;
        }
        int first = in.byteAt(in.take(1, "a text")) & 0xff;
        int more = 3 - (first >> 6);
        int from = in.take(more, "a text");
        long length = first & 63;
        for (int k = 0; k < more; k++) {
          length = length << 8 | in.byteAt(from + k) & 0xff;
        }
        in.take((int) Math.min(length, Integer.MAX_VALUE), "a text");
      }
    }

    /// A name, in which VTK writes `%20` for a blank.
    private static String decoded(String name) {
      byte[] bytes = name.getBytes(ISO_8859_1);
      byte[] text = new byte[bytes.length];
      int used = 0;
      for (int i = 0; i < bytes.length; i++) {
        int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
        int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
        if (bytes[i] == '%' && high >= 0 && low >= 0) {
          text[used++] = (byte) (high << 4 | low);
          i += 2;
        } else {
          text[used++] = bytes[i];
        }
      }
      return new String(text, 0, used, UTF_8);
    }

    /// Numbers behind the end of this line.
    private double[] numbers(long count, String type)
        throws WrongFileException, FileEndedException {
      in.nextLine();
      return here(count, type);
    }

    private double[] here(long count, String type) throws WrongFileException, FileEndedException {
      String lower = type.toLowerCase(Locale.ROOT);
      int width =
          switch (lower) {
            case "char", "unsigned_char" -> 1;
            case "short", "unsigned_short" -> 2;
            case "int", "unsigned_int", "float", "vtkidtype" -> 4;
            case "long", "unsigned_long", "double", "vtktypeint64", "vtktypeuint64" -> 8;
            default -> throw in.wrong("numbers of type " + FileBytes.shown(type) + " are not read");
          };
      if (count < 0 || count > in.remaining() + 1L) {
        throw new FileEndedException(count + " numbers");
      }
      double[] values = new double[(int) count];
      if (!binary) {
        for (int i = 0; i < values.length; i++) {
          values[i] = in.real(in.need("a number"));
        }
        return values;
      }
      if (count * width > in.remaining()) {
        throw new FileEndedException(count + " numbers");
      }
      int from = in.take((int) count * width, "numbers");
      for (int i = 0; i < values.length; i++) {
        int at = from + i * width;
        values[i] =
            switch (lower) {
              case "char" -> in.byteAt(at);
              case "unsigned_char" -> in.byteAt(at) & 0xff;
              case "short" -> in.shortAt(at);
              case "unsigned_short" -> in.shortAt(at) & 0xffff;
              case "float" -> in.floatAt(at);
              case "double" -> in.doubleAt(at);
              case "unsigned_int" -> Integer.toUnsignedLong(in.intAt(at));
              case "int", "vtkidtype" -> in.intAt(at);
              default -> (double) in.longAt(at);
            };
      }
      return values;
    }
  }
}
