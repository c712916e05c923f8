// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/// Reads .msh of Gmsh, versions 2 and 4.1, text or binary: nodes, elements with the first of their
/// physical groups, and values at nodes.
public final class MshFile {
  /// Receives what a file holds. Points are counted from 0, in the order in which they come.
  public interface Sink {
    /// A node.
    void point(double x, double y, double z);

    /// An element, of one of Gmsh's types.
    ///
    /// @param points the points of its nodes; the array is used again
    /// @param count how many there are
    /// @param physical the number of its group; 0 if it has none
    /// @param name the name of the group, or an empty text
    /// @throws WrongFileException if the element cannot be used
    void element(int type, int[] points, int count, int physical, String name)
        throws WrongFileException;

    /// Whether values at nodes are wanted.
    default boolean wantsValues() {
      return false;
    }

    /// A value at a point.
    ///
    /// @param name of the field
    default void value(String name, int point, double value) {}
  }

  private final FileBytes in;
  private final Sink sink;
  private final MshNodes nodes = new MshNodes();
  private int points;
  private int[] corners = new int[64];
  private boolean binary;
  private double version;

  /// Names of groups, by dimension and number.
  private final Map<Long, String> names = new HashMap<>();

  /// The first physical group of each entity, by dimension and number (version 4).
  private final Map<Long, Integer> physicalOf = new HashMap<>();

  private MshFile(FileBytes in, Sink sink) {
    this.in = in;
    this.sink = sink;
  }

  /// Reads a file.
  ///
  /// @throws WrongFileException if it is no such file
  /// @throws FileEndedException if it ends too early
  public static void read(FileBytes in, Sink sink) throws WrongFileException, FileEndedException {
    new MshFile(in, sink).sections();
  }

  private static long key(int dimension, int number) {
    return (long) dimension << 32 | number & 0xffffffffL;
  }

  private void sections() throws WrongFileException, FileEndedException {
    boolean known = false;
    while (true) {
      String word = in.word();
      if (word == null) {
        break;
      }
      in.nextLine();
      switch (word) {
        case "$MeshFormat" -> {
          format();
          known = true;
        }
        case "$PhysicalNames" -> names();
        case "$Entities" -> entities();
        case "$NodeData" -> {
          if (sink.wantsValues()) {
            values();
          } else {
            skip(word);
          }
        }
        case "$Nodes" -> {
          if (!known) {
            throw in.wrong("$Nodes comes before $MeshFormat");
          }
          if (version < 4) {
            nodes2();
          } else {
            nodes4();
          }
        }
        case "$Elements" -> {
          if (version < 4) {
            elements2();
          } else {
            elements4();
          }
        }
        default -> skip(word);
      }
    }
    if (!known) {
      throw in.wrong("the file has no $MeshFormat, so it is no .msh of version 2 or 4");
    }
  }

  private void format() throws WrongFileException, FileEndedException {
    version = in.real(in.need("the version"));
    binary = in.whole(in.need("the kind")) == 1;
    long size = in.whole(in.need("the size of numbers"));
    if (!(version >= 2 && version < 3) && version != 4.1) {
      throw in.wrong("the version is " + version + ", neither 2 nor 4.1; save it as 4.1");
    }
    if (size != 8) {
      throw in.wrong("numbers have " + size + " bytes, not 8");
    }
    in.nextLine();
    if (binary) {
      int at = in.take(4, "the byte order");
      if (in.intAt(at) == Integer.reverseBytes(1)) {
        in.order(ByteOrder.BIG_ENDIAN);
      }
    }
  }

  /// Skips a section that is of no use, and the ends of the others.
  private void skip(String word) throws WrongFileException, FileEndedException {
    if (!word.startsWith("$") || word.startsWith("$End")) {
      return;
    }
    String end = "$End" + word.substring(1);
    while (!in.atEnd()) {
      if (in.restOfLine().equals(end)) {
        return;
      }
    }
    throw new FileEndedException(end);
  }

  private void names() throws WrongFileException, FileEndedException {
    long count = in.whole(in.need("the number of names"));
    for (long i = 0; i < count; i++) {
      long dimension = in.whole(in.need("a dimension"));
      long tag = in.whole(in.need("the number of a group"));
      String name = in.restOfLine();
      names.put(key((int) dimension, (int) tag), name.replaceAll("^\"|\"$", ""));
    }
  }

  private void entities() throws WrongFileException, FileEndedException {
    var counts = new long[4];
    for (int k = 0; k < 4; k++) {
      counts[k] = size();
    }
    for (int dimension = 0; dimension < 4; dimension++) {
      for (long i = 0; i < counts[dimension]; i++) {
        int tag = integer();
        for (int k = 0; k < (dimension == 0 ? 3 : 6); k++) {
          real();
        }
        long physicals = size();
        for (long k = 0; k < physicals; k++) {
          int physical = integer();
          physicalOf.putIfAbsent(key(dimension, tag), physical);
        }
        if (dimension > 0) {
          for (long bounds = size(); bounds > 0; bounds--) {
            integer();
          }
        }
      }
    }
  }

  private long size() throws WrongFileException, FileEndedException {
    String end = "a number";
    return binary ? in.longAt(in.take(8, end)) : in.whole(in.need(end));
  }

  private int integer() throws WrongFileException, FileEndedException {
    String end = "a number";
    return binary ? in.intAt(in.take(4, end)) : (int) in.whole(in.need(end));
  }

  private double real() throws WrongFileException, FileEndedException {
    String end = "a coordinate";
    return binary ? in.doubleAt(in.take(8, end)) : in.real(in.need(end));
  }

  private void nodes2() throws WrongFileException, FileEndedException {
    long count = in.whole(in.need("the number of nodes"));
    in.nextLine();
    in.count(count, 1, "nodes");
    for (long i = 0; i < count; i++) {
      nodes.put(integer(), points++, in);
      sink.point(real(), real(), real());
    }
  }

  private void nodes4() throws WrongFileException, FileEndedException {
    long blocks = size();
    for (int k = 0; k < 3; k++) {
      size();
    }
    for (long block = 0; block < blocks; block++) {
      int dimension = integer();
      integer();
      boolean parametric = integer() != 0;
      long count = size();
      in.count(count, 1, "nodes");
      for (long i = 0; i < count; i++) {
        nodes.put(size(), points + (int) i, in);
      }
      for (long i = 0; i < count; i++) {
        sink.point(real(), real(), real());
        points++;
        for (int k = 0; parametric && k < dimension; k++) {
          real();
        }
      }
    }
  }

  private void elements2() throws WrongFileException, FileEndedException {
    long count = in.whole(in.need("the number of elements"));
    in.nextLine();
    for (long i = 0; i < count; ) {
      int type;
      int inBlock = 1;
      int tags = 0;
      if (binary) {
        type = integer();
        inBlock = integer();
        tags = integer();
        if (inBlock < 1 || tags < 0) {
          throw in.wrong("a block has " + inBlock + " elements with " + tags + " tags");
        }
      } else {
        integer();
        type = integer();
      }
      for (int k = 0; k < inBlock; k++, i++) {
        if (binary) {
          integer();
        } else {
          tags = integer();
        }
        int physical = 0;
        for (int tag = 0; tag < tags; tag++) {
          int value = integer();
          physical = tag == 0 ? value : physical;
        }
        element(type, physical, false);
      }
    }
  }

  private void elements4() throws WrongFileException, FileEndedException {
    long blocks = size();
    for (int k = 0; k < 3; k++) {
      size();
    }
    for (long block = 0; block < blocks; block++) {
      int dimension = integer();
      int entity = integer();
      int type = integer();
      long count = size();
      int physical = physicalOf.getOrDefault(key(dimension, entity), 0);
      for (long i = 0; i < count; i++) {
        size();
        element(type, physical, true);
      }
    }
  }

  private void element(int type, int physical, boolean wide)
      throws WrongFileException, FileEndedException {
    int count = MshTypes.nodes(type);
    if (count == 0) {
      throw in.wrong("there is no element of type " + type);
    }
    for (int k = 0; k < count; k++) {
      corners[k] = nodes.index(wide ? size() : integer(), in);
    }
    String name = names.getOrDefault(key(MshTypes.dimension(type), physical), "");
    sink.element(type, corners, count, physical, name);
  }

  /// Values at nodes, of one field. Fields of vectors are passed over.
  private void values() throws WrongFileException, FileEndedException {
    String field = "";
    long texts = in.whole(in.need("the number of texts"));
    in.nextLine();
    for (long i = 0; i < texts; i++) {
      String text = in.restOfLine().replaceAll("^\"|\"$", "");
      field = i == 0 ? text : field;
    }
    long reals = in.whole(in.need("the number of real numbers"));
    for (long i = 0; i < reals; i++) {
      in.need("a real number");
    }
    long wholes = in.whole(in.need("the number of whole numbers"));
    long components = 1;
    long count = 0;
    for (long i = 0; i < wholes; i++) {
      long value = in.whole(in.need("a whole number"));
      components = i == 1 ? value : components;
      count = i == 2 ? value : count;
    }
    in.nextLine();
    in.count(count, 1, "values");
    for (long i = 0; i < count; i++) {
      int point = nodes.index(integer(), in);
      for (long k = 0; k < components; k++) {
        double value = real();
        if (components == 1) {
          sink.value(field, point, value);
        }
      }
    }
  }
}
