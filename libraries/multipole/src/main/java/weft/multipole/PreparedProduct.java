// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.multipole.ProductRecord.Kind;
import weft.overlap.StepRecords;
import weft.overlap.VectorChannel;
import weft.overlap.VectorView;

/// What an overlap loop sends and computes for one plan.
final class PreparedProduct implements StepRecords {
  private final MultipolePlan plan;
  private final Octree tree;
  private final ProductSchedule schedule;
  private final VectorChannel channel;
  private final LeafKernel kernel;
  private final BoxFields fields;
  private final int vectors;

  /// Leaf by leaf, vector by vector.
  private final double[] values;

  private final double[] results;
  private final float[] part = new float[MultipoleProduct.BUFFER / Float.BYTES];
  private final Map<Long, Arriving> arriving = new HashMap<>();

  /// A vector of which some pieces have arrived.
  private static final class Arriving {
    final GridField field;
    final double[] values;
    private int missing;

    Arriving(GridField field, double[] values) {
      this.field = field;
      this.values = values;
      missing = 2 * field.re().length + values.length;
    }

    boolean isComplete(int more) {
      missing -= more;
      return missing == 0;
    }
  }

  PreparedProduct(
      MultipolePlan plan,
      LeafKernel kernel,
      ProductSchedule schedule,
      VectorChannel channel,
      int vectors) {
    this.kernel = kernel;
    this.vectors = vectors;
    this.plan = plan;
    this.tree = plan.tree();
    this.schedule = schedule;
    this.channel = channel;
    int points = plan.endPoint() - plan.firstPoint();
    values = new double[vectors * 2 * points];
    results = new double[vectors * 2 * kernel.results() * points];
    fields = new BoxFields(plan, schedule, kernel, vectors, values, results);
  }

  double[] values() {
    return values;
  }

  double[] results() {
    return results;
  }

  long bytesSent() {
    return schedule.bytes();
  }

  int vectors() {
    return vectors;
  }

  GridField farField(SphereGrid grid, int vector) {
    return fields.farField(grid, vector);
  }

  long fieldBytes() {
    return fields.bytes();
  }

  void begin(double[] given) {
    eachPart(
        2,
        (inLeaves, inVectors, count) ->
            System.arraycopy(given, inVectors, values, inLeaves, count));
    arriving.clear();
    fields.begin();
  }

  void copyResults(double[] to) {
    eachPart(
        2 * kernel.results(),
        (inLeaves, inVectors, count) -> System.arraycopy(results, inLeaves, to, inVectors, count));
  }

  private interface Part {
    void at(int inLeaves, int inVectors, int count);
  }

  /// Visits the numbers of each leaf and vector: their place in the order of leaves, and in that of
  /// vectors.
  private void eachPart(int each, Part part) {
    int first = plan.firstPoint();
    int points = plan.endPoint() - first;
    if (vectors == 1) {
      part.at(0, 0, each * points);
      return;
    }
    for (int leaf = plan.firstLeaf(); leaf < plan.endLeaf(); leaf++) {
      int before = tree.begin(leaf) - first;
      int size = tree.begin(leaf + 1) - tree.begin(leaf);
      for (int v = 0; v < vectors; v++) {
        part.at(each * (vectors * before + v * size), each * (v * points + before), each * size);
      }
    }
  }

  // Computations: leaves radiate, boxes of all levels add transfers, leaves add what is near.

  private int leaves() {
    return plan.endLeaf() - plan.firstLeaf();
  }

  int computations() {
    int count = 2 * leaves();
    for (int level = Octree.TOP; level <= tree.levels(); level++) {
      count += schedule.end(level) - schedule.begin(level);
    }
    return count;
  }

  void compute(int index) {
    int rest = index;
    if (rest < leaves()) {
      fields.radiate(plan.firstLeaf() + rest);
      return;
    }
    rest -= leaves();
    for (int level = tree.levels(); level >= Octree.TOP; level--) {
      int boxes = schedule.end(level) - schedule.begin(level);
      if (rest < boxes) {
        fields.transfer(tree.number(level, schedule.begin(level) + rest));
        return;
      }
      rest -= boxes;
    }
    fields.near(plan.firstLeaf() + rest);
  }

  // What is sent.

  @Override
  public int count(int target) {
    return schedule.sends().get(target).size();
  }

  @Override
  public boolean tryPush(int target, int index) {
    ProductRecord record = schedule.sends().get(target).get(index);
    MemorySegment vector = vector(record);
    return vector != null && channel.tryPush(target, record.tag(), vector);
  }

  /// The numbers of a record, or null if they are not there yet.
  private @Nullable MemorySegment vector(ProductRecord record) {
    if (record.kind() == Kind.VALUES) {
      int at = fields.valueAt(record.box()) + record.from();
      return MemorySegment.ofArray(values)
          .asSlice((long) Double.BYTES * at, (long) Double.BYTES * record.count());
    }
    GridField field =
        record.kind() == Kind.RECEIVED
            ? fields.receivedIfComplete(record.box())
            : fields.radiatedIfComplete(record.box());
    if (field == null) {
      return null;
    }
    int half = field.re().length;
    boolean isReal = record.from() < half;
    long at = isReal ? record.from() : record.from() - half;
    return MemorySegment.ofArray(isReal ? field.re() : field.im())
        .asSlice(Float.BYTES * at, (long) Float.BYTES * record.count());
  }

  // What arrives.

  void arrived(long tag, VectorView vector) {
    int box = ProductRecord.box(tag);
    int from = ProductRecord.from(tag);
    Kind kind = ProductRecord.kind(tag);
    switch (kind) {
      case VALUES -> takeValues(box, from, vector);
      case PARTIAL -> {
        int count = (int) (vector.bytes() / Float.BYTES);
        vector.copyElements(0, part, 0, count);
        fields.addPart(box, from, part, count);
      }
      case FIELD, RECEIVED -> takeField(kind, box, from, vector);
    }
  }

  private void takeValues(int leaf, int from, VectorView vector) {
    long key = key(Kind.VALUES, leaf);
    Arriving known = arriving.get(key);
    if (known == null) {
      known = new Arriving(GridField.zeros(0), new double[schedule.valueCount(leaf)]);
      arriving.put(key, known);
    }
    int count = (int) (vector.bytes() / Double.BYTES);
    vector.copyElements(0, known.values, from, count);
    if (known.isComplete(count)) {
      arriving.remove(key);
      fields.nearFrom(leaf, known.values);
    }
  }

  private void takeField(Kind kind, int box, int from, VectorView vector) {
    long key = key(kind, box);
    Arriving known = arriving.get(key);
    if (known == null) {
      known = new Arriving(plan.grids(tree.level(box)).smallField(vectors), new double[0]);
      arriving.put(key, known);
    }
    int count = (int) (vector.bytes() / Float.BYTES);
    GridField field = known.field;
    int half = field.re().length;
    if (from < half) {
      vector.copyElements(0, field.re(), from, count);
    } else {
      vector.copyElements(0, field.im(), from - half, count);
    }
    if (known.isComplete(count)) {
      arriving.remove(key);
      if (kind == Kind.FIELD) {
        fields.fieldOf(box, field);
      } else {
        fields.receivedFrom(box, field);
      }
    }
  }

  private static long key(Kind kind, int box) {
    return (long) box << 2 | kind.ordinal();
  }
}
