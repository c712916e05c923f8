// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// Reads .msh of Gmsh, versions 2 and 4.1, text or binary. Physical groups of surfaces become
/// groups. Quadrangles are cut in two; of curved elements the corners are taken.
final class MshReader implements SurfaceReader {
  private boolean binary;
  private double version;
  private final Map<Integer, String> physicalNames = new HashMap<>();

  /// The first physical group of each surface, by its number (version 4).
  private final Map<Integer, Integer> physicalOf = new HashMap<>();

  private final MshElements elements = new MshElements();

  @Override
  public void read(FileBytes in, SurfaceBuilder out)
      throws SurfaceFileException, FileEndedException {
    try {
      sections(in, out);
    } finally {
      elements.dropOthers(out);
    }
  }

  private void sections(FileBytes in, SurfaceBuilder out)
      throws SurfaceFileException, FileEndedException {
    boolean known = false;
    while (true) {
      String word = in.word();
      if (word == null) {
        break;
      }
      in.nextLine();
      switch (word) {
        case "$MeshFormat" -> {
          format(in);
          known = true;
        }
        case "$PhysicalNames" -> names(in);
        case "$Entities" -> entities(in);
        case "$Nodes" -> {
          if (!known) {
            throw in.wrong("$Nodes comes before $MeshFormat");
          }
          if (version < 4) {
            nodes2(in, out);
          } else {
            nodes4(in, out);
          }
        }
        case "$Elements" -> {
          if (version < 4) {
            elements2(in, out);
          } else {
            elements4(in, out);
          }
        }
        default -> skip(word, in);
      }
    }
    if (!known) {
      throw in.wrong("the file has no $MeshFormat, so it is no .msh of version 2 or 4");
    }
  }

  private void format(FileBytes in) throws SurfaceFileException, FileEndedException {
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
  private static void skip(String word, FileBytes in)
      throws SurfaceFileException, FileEndedException {
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

  private void names(FileBytes in) throws SurfaceFileException, FileEndedException {
    long count = in.whole(in.need("the number of names"));
    for (long i = 0; i < count; i++) {
      long dimension = in.whole(in.need("a dimension"));
      long tag = in.whole(in.need("the number of a group"));
      String name = in.restOfLine();
      if (dimension == 2) {
        physicalNames.put((int) tag, name.replaceAll("^\"|\"$", ""));
      }
    }
  }

  private void entities(FileBytes in) throws SurfaceFileException, FileEndedException {
    var counts = new long[4];
    for (int k = 0; k < 4; k++) {
      counts[k] = size(in);
    }
    for (int dimension = 0; dimension < 4; dimension++) {
      for (long i = 0; i < counts[dimension]; i++) {
        int tag = integer(in);
        for (int k = 0; k < (dimension == 0 ? 3 : 6); k++) {
          real(in);
        }
        long physicals = size(in);
        for (long k = 0; k < physicals; k++) {
          int physical = integer(in);
          if (dimension == 2) {
            physicalOf.putIfAbsent(tag, physical);
          }
        }
        if (dimension > 0) {
          for (long bounds = size(in); bounds > 0; bounds--) {
            integer(in);
          }
        }
      }
    }
  }

  private long size(FileBytes in) throws SurfaceFileException, FileEndedException {
    String end = "a number";
    return binary ? in.longAt(in.take(8, end)) : in.whole(in.need(end));
  }

  private int integer(FileBytes in) throws SurfaceFileException, FileEndedException {
    String end = "a number";
    return binary ? in.intAt(in.take(4, end)) : (int) in.whole(in.need(end));
  }

  private double real(FileBytes in) throws SurfaceFileException, FileEndedException {
    String end = "a coordinate";
    return binary ? in.doubleAt(in.take(8, end)) : in.real(in.need(end));
  }

  private void nodes2(FileBytes in, SurfaceBuilder out)
      throws SurfaceFileException, FileEndedException {
    long count = in.whole(in.need("the number of nodes"));
    in.nextLine();
    in.count(count, 1, "nodes");
    for (long i = 0; i < count; i++) {
      elements.node(integer(in), out.pointCount(), in);
      out.point(real(in), real(in), real(in));
    }
  }

  private void nodes4(FileBytes in, SurfaceBuilder out)
      throws SurfaceFileException, FileEndedException {
    long blocks = size(in);
    for (int k = 0; k < 3; k++) {
      size(in);
    }
    for (long block = 0; block < blocks; block++) {
      int dimension = integer(in);
      integer(in);
      boolean parametric = integer(in) != 0;
      long count = size(in);
      in.count(count, 1, "nodes");
      for (long i = 0; i < count; i++) {
        elements.node(size(in), out.pointCount() + (int) i, in);
      }
      for (long i = 0; i < count; i++) {
        out.point(real(in), real(in), real(in));
        for (int k = 0; parametric && k < dimension; k++) {
          real(in);
        }
      }
    }
  }

  private void elements2(FileBytes in, SurfaceBuilder out)
      throws SurfaceFileException, FileEndedException {
    long count = in.whole(in.need("the number of elements"));
    in.nextLine();
    for (long i = 0; i < count; ) {
      int type;
      int inBlock = 1;
      int tags = 0;
      if (binary) {
        type = integer(in);
        inBlock = integer(in);
        tags = integer(in);
        if (inBlock < 1 || tags < 0) {
          throw in.wrong("a block has " + inBlock + " elements with " + tags + " tags");
        }
      } else {
        integer(in);
        type = integer(in);
      }
      for (int k = 0; k < inBlock; k++, i++) {
        if (binary) {
          integer(in);
        } else {
          tags = integer(in);
        }
        int physical = 0;
        for (int tag = 0; tag < tags; tag++) {
          int value = integer(in);
          physical = tag == 0 ? value : physical;
        }
        element(in, out, type, physical, false);
      }
    }
  }

  private void elements4(FileBytes in, SurfaceBuilder out)
      throws SurfaceFileException, FileEndedException {
    long blocks = size(in);
    for (int k = 0; k < 3; k++) {
      size(in);
    }
    for (long block = 0; block < blocks; block++) {
      integer(in);
      int entity = integer(in);
      int type = integer(in);
      long count = size(in);
      int physical = physicalOf.getOrDefault(entity, 0);
      for (long i = 0; i < count; i++) {
        size(in);
        element(in, out, type, physical, true);
      }
    }
  }

  private void element(FileBytes in, SurfaceBuilder out, int type, int physical, boolean wide)
      throws SurfaceFileException, FileEndedException {
    int nodes = MshElements.nodes(type);
    if (nodes == 0) {
      throw in.wrong("there is no element of type " + type);
    }
    long[] corners = elements.room(nodes);
    for (int k = 0; k < nodes; k++) {
      corners[k] = wide ? size(in) : integer(in);
    }
    if (MshElements.sides(type) > 0) {
      String name = physicalNames.get(physical);
      out.group(
          name != null
              ? name
              : physical == 0 ? "" : String.format(Locale.ROOT, "physical %d", physical));
    }
    elements.add(type, nodes, in, out);
  }
}
