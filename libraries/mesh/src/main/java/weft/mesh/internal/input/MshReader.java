// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import weft.mesh.internal.content.ContentBuilder;
import weft.mesh.internal.content.MeshValues;
import weft.mesh.internal.content.WrongFileException;

/// Reads .msh of Gmsh, versions 2 and 4.1, text or binary: nodes, elements with the first of their
/// physical groups, and values at nodes and elements. Triangles and tets are taken, and quadrangles
/// are cut in two; lines and points if they have a physical group. Of curved elements the corners
/// are taken.
public final class MshReader implements MeshReader {
  @Override
  public void read(FileBytes in, ContentBuilder out) throws WrongFileException, FileEndedException {
    new Reading(in, out).sections();
  }

  /// Reads one file.
  private static final class Reading {
    private final FileBytes in;
    private final ContentBuilder out;
    private final MshNodes nodes = new MshNodes();
    private int points;
    private int[] corners = new int[64];
    private boolean binary;
    private double version;
    private final MshValues values;

    /// Names of groups, by dimension and number.
    private final Map<Long, String> names = new HashMap<>();

    /// The first physical group of each entity, by dimension and number (version 4).
    private final Map<Long, Integer> physicalOf = new HashMap<>();

    Reading(FileBytes in, ContentBuilder out) {
      this.in = in;
      this.out = out;
      values = new MshValues(in, nodes);
    }

    private static long key(int dimension, int number) {
      return (long) dimension << 32 | number & 0xffffffffL;
    }

    private void sections() throws WrongFileException, FileEndedException {
      boolean known = false;
      for (String word = in.word(); word != null; word = in.word()) {
        in.nextLine();
        switch (word) {
          case "$MeshFormat" -> {
            format();
            known = true;
          }
          case "$PhysicalNames" -> names();
          case "$Entities" -> entities();
          case "$NodeData" -> values.read(MeshValues.Place.POINT, binary);
          case "$ElementData" -> values.read(MeshValues.Place.TET, binary);
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
          case "$NOD", "$ELM" ->
              throw in.wrong(
                  "the file is a .msh of version 1, which is not read; open it in Gmsh, and save it"
                      + " as 4.1");
          default -> skip(word);
        }
      }
      values.addTo(out);
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
        out.point(real(), real(), real());
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
          out.point(real(), real(), real());
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
        long number = 0;
        if (binary) {
          type = integer();
          inBlock = integer();
          tags = integer();
          if (inBlock < 1 || tags < 0) {
            throw in.wrong("a block has " + inBlock + " elements with " + tags + " tags");
          }
        } else {
          number = integer();
          type = integer();
        }
        for (int k = 0; k < inBlock; k++, i++) {
          if (binary) {
            number = integer();
          } else {
            tags = integer();
          }
          int physical = 0;
          for (int tag = 0; tag < tags; tag++) {
            int value = integer();
            physical = tag == 0 ? value : physical;
          }
          element(type, physical, false, number);
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
          element(type, physical, true, size());
        }
      }
    }

    private void element(int type, int physical, boolean wide, long number)
        throws WrongFileException, FileEndedException {
      int count = MshTypes.nodes(type);
      if (count == 0) {
        throw in.wrong("there is no element of type " + type);
      }
      for (int k = 0; k < count; k++) {
        corners[k] = nodes.index(wide ? size() : integer(), in);
      }
      String name = names.getOrDefault(key(MshTypes.dimension(type), physical), "");
      int sides = MshTypes.sides(type);
      if (MshTypes.isTet(type)) {
        values.tet(number, out.tetCount());
        out.material(physical, name);
        out.tet(corners);
        out.uses(corners, 4, count);
      } else if (sides > 0) {
        out.marker(physical, name);
        out.face(corners, sides);
        out.uses(corners, sides, count);
        if (count > sides) {
          out.curved();
        }
        if (sides > 3) {
          out.foreign("Gmsh's type " + type);
        }
      } else {
        out.uses(corners, 0, count);
        switch (MshTypes.dimension(type)) {
          case 0 -> out.pointMarker(corners[0], physical, name);
          case 1 -> out.segment(corners[0], corners[1], physical, name);
          default -> {}
        }
        if (MshTypes.dimension(type) == 3) {
          out.foreign("Gmsh's type " + type);
        }
      }
    }
  }
}
