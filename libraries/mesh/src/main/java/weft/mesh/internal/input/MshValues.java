// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import weft.mesh.internal.content.ContentBuilder;
import weft.mesh.internal.content.MeshValues;
import weft.mesh.internal.content.WrongFileException;

/// Reads values at nodes and elements of a .msh. Places that a field leaves out have NaN.
final class MshValues {
  /// The most numbers that a place has: a tensor.
  private static final long MOST = 9;

  private final FileBytes in;
  private final MshNodes nodes;
  private final MshNodes tets = new MshNodes();
  private int tetCount;
  private final List<Field> fields = new ArrayList<>();

  /// Values as they come, and the places that have them.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Field(
      String name, MeshValues.Place place, int components, List<Integer> places, double[] values) {}

  MshValues(FileBytes in, MshNodes nodes) {
    this.in = in;
    this.nodes = nodes;
  }

  /// Notes the number of a tet.
  void tet(long number, int index) throws WrongFileException {
    if (number > 0) {
      tets.put(number, index, in);
    }
    tetCount = index + 1;
  }

  /// Reads one section.
  void read(MeshValues.Place place, boolean binary) throws WrongFileException, FileEndedException {
    String name = "";
    long texts = in.whole(in.need("the number of texts"));
    in.nextLine();
    for (long i = 0; i < texts && !in.atEnd(); i++) {
      String text = in.restOfLine().replaceAll("^\"|\"$", "");
      name = i == 0 ? text : name;
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
    if (components < 1 || components > MOST) {
      throw in.wrong("a field has " + components + " components; it is from 1 to " + MOST);
    }
    int room = in.count(count, 1, "values");
    var places = new ArrayList<Integer>();
    double[] values = new double[Math.min(room, 1 << 10) * (int) components];
    for (long i = 0; i < count; i++) {
      long number = binary ? in.intAt(in.take(4, "a value")) : in.whole(in.need("a value"));
      places.add(
          place == MeshValues.Place.POINT ? nodes.index(number, in) : tets.indexOrNone(number));
      int from = (int) (i * components);
      if (from + components > values.length) {
        values = Arrays.copyOf(values, 2 * values.length + (int) components);
      }
      for (int k = 0; k < components; k++) {
        values[from + k] =
            binary ? in.doubleAt(in.take(8, "a value")) : in.real(in.need("a value"));
      }
    }
    fields.add(new Field(name, place, (int) components, places, values));
  }

  /// Adds all fields, in the order of points and tets.
  void addTo(ContentBuilder out) {
    for (Field field : fields) {
      int width = field.components();
      int count = field.place() == MeshValues.Place.POINT ? out.pointCount() : tetCount;
      double[] all = new double[width * count];
      Arrays.fill(all, Double.NaN);
      boolean any = false;
      for (int i = 0; i < field.places().size(); i++) {
        int place = field.places().get(i);
        if (place >= 0) {
          any = true;
          System.arraycopy(field.values(), width * i, all, width * place, width);
        }
      }
      if (any) {
        out.values(new MeshValues(field.name(), field.place(), width, all));
      }
    }
  }
}
