// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import weft.mesh.internal.content.ContentBuilder;
import weft.mesh.internal.content.WrongFileException;

/// Reads .ply: text, or binary in either byte order; faces, or strips of triangles. Other elements
/// are skipped.
public final class PlyReader implements MeshReader {
  private enum Type {
    INT8(1),
    UINT8(1),
    INT16(2),
    UINT16(2),
    INT32(4),
    UINT32(4),
    FLOAT32(4),
    FLOAT64(8);

    final int size;

    Type(int size) {
      this.size = size;
    }

    static Type of(String name, FileBytes in) throws WrongFileException {
      return switch (name) {
        case "char", "int8" -> INT8;
        case "uchar", "uint8" -> UINT8;
        case "short", "int16" -> INT16;
        case "ushort", "uint16" -> UINT16;
        case "int", "int32" -> INT32;
        case "uint", "uint32" -> UINT32;
        case "float", "float32" -> FLOAT32;
        case "double", "float64" -> FLOAT64;
        default -> throw in.wrong(FileBytes.shown(name) + " is no type of a .ply");
      };
    }

    double at(FileBytes in, int place) {
      return switch (this) {
        case INT8 -> in.byteAt(place);
        case UINT8 -> in.byteAt(place) & 0xFF;
        case INT16 -> in.shortAt(place);
        case UINT16 -> in.shortAt(place) & 0xFFFF;
        case INT32 -> in.intAt(place);
        case UINT32 -> in.intAt(place) & 0xFFFFFFFFL;
        case FLOAT32 -> in.floatAt(place);
        case FLOAT64 -> in.doubleAt(place);
      };
    }
  }

  /// @param length the type of the length of a list; the type itself if it is no list
  private record Property(String name, boolean list, Type length, Type type) {}

  private record Element(String name, long count, List<Property> properties) {}

  private boolean text;
  private long longer;
  private int[] corners = new int[16];

  @Override
  public void read(FileBytes in, ContentBuilder out) throws WrongFileException, FileEndedException {
    List<Element> elements = header(in);
    for (Element element : elements) {
      boolean points = element.name().equals("vertex");
      boolean faces = element.name().equals("face");
      in.count(element.count(), 0, "elements");
      if (element.properties().isEmpty()) {
        if (points && element.count() > 0) {
          throw in.wrong("points have no coordinates");
        }
        continue;
      }
      String what = (points ? "point " : faces ? "face " : element.name() + " ");
      for (long i = 0; i < element.count(); i++) {
        if (in.atEnd()) {
          throw new FileEndedException(what + (i + 1) + " of " + element.count());
        }
        element(in, out, element, points);
        if (text && !in.atLineEnd()) {
          // Some programs write more than their header says. An element of text is a line.
          in.nextLine();
          longer++;
        }
      }
    }
    if (longer > 0) {
      out.remark(
          String.format(
              Locale.ROOT,
              "%,d lines have more numbers than the header says; these were left out.",
              longer));
    }
  }

  private List<Element> header(FileBytes in) throws WrongFileException, FileEndedException {
    if (!in.restOfLine().equals("ply")) {
      throw in.wrong("the file does not begin with ply");
    }
    List<Element> elements = new ArrayList<>();
    while (true) {
      String word = in.need("the end of the header");
      switch (word) {
        case "format" -> {
          switch (in.need("the format")) {
            case "ascii" -> text = true;
            case "binary_little_endian" -> in.order(ByteOrder.LITTLE_ENDIAN);
            case "binary_big_endian" -> in.order(ByteOrder.BIG_ENDIAN);
            default -> throw in.wrong("the format is neither ascii nor binary");
          }
        }
        case "element" -> {
          String name = in.need("the name of an element");
          elements.add(new Element(name, in.whole(in.need("a number")), new ArrayList<>()));
        }
        case "property" -> {
          if (elements.isEmpty()) {
            throw in.wrong("a property comes before all elements");
          }
          String kind = in.need("a type");
          boolean list = kind.equals("list");
          Type length = Type.of(list ? in.need("a type") : kind, in);
          Type type = list ? Type.of(in.need("a type"), in) : length;
          String name = in.need("a name").toLowerCase(Locale.ROOT);
          elements.getLast().properties().add(new Property(name, list, length, type));
        }
        case "end_header" -> {
          in.nextLine();
          return elements;
        }
        default -> {}
      }
      in.nextLine();
    }
  }

  private double next(FileBytes in, Type type) throws WrongFileException, FileEndedException {
    return text
        ? in.real(in.need("a number"))
        : type.at(in, in.take(type.size, "the end of an element"));
  }

  private void element(FileBytes in, ContentBuilder out, Element element, boolean points)
      throws WrongFileException, FileEndedException {
    double x = 0;
    double y = 0;
    double z = 0;
    for (Property property : element.properties()) {
      if (property.list()) {
        double length = next(in, property.length());
        if (!(length >= 0 && length <= in.remaining())) {
          if (length >= 0 && length < 1 << 16) {
            throw new FileEndedException("the end of a list");
          }
          throw in.wrong("a list has " + length + " entries");
        }
        list(in, out, property, (int) length, element);
        continue;
      }
      double value = next(in, property.type());
      switch (property.name()) {
        case "x" -> x = value;
        case "y" -> y = value;
        case "z" -> z = value;
        default -> {}
      }
    }
    if (points) {
      out.point(x, y, z);
    }
  }

  private void list(
      FileBytes in, ContentBuilder out, Property property, int length, Element element)
      throws WrongFileException, FileEndedException {
    boolean corner =
        property.name().equals("vertex_indices") || property.name().equals("vertex_index");
    if (length > corners.length) {
      corners = new int[length];
    }
    for (int k = 0; k < length; k++) {
      double value = next(in, property.type());
      corners[k] = value >= 0 && value <= Integer.MAX_VALUE ? (int) value : -1;
    }
    if (corner && element.name().equals("tristrips")) {
      strips(out, length);
    } else if (corner && element.name().equals("face")) {
      if (length < 3) {
        throw in.wrong("face " + (out.faceCount() + 1) + " has " + length + " corners");
      }
      out.face(corners, length);
    }
  }

  /// Triangles in a row, of which each has an edge in common with the one before. A negative number
  /// begins another row. Triangles that have a corner twice only lead to the next.
  private void strips(ContentBuilder out, int length) {
    int begin = 0;
    for (int k = 0; k < length; k++) {
      if (corners[k] < 0) {
        begin = k + 1;
      } else if (k >= begin + 2) {
        boolean turned = (k - begin) % 2 != 0;
        int a = corners[turned ? k - 1 : k - 2];
        int b = corners[turned ? k - 2 : k - 1];
        if (a != b && b != corners[k] && a != corners[k]) {
          out.triangle(a, b, corners[k]);
        }
      }
    }
  }
}
