// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// All algorithms, by operation and name.
///
/// To add one: write a method that writes its steps, add a line here, and run the tests, which
/// execute every algorithm in this list. Ids travel in messages; they are not reused within a
/// release.
public final class Algorithms {
  /// The number of bits of an id.
  public static final int ID_BITS = 6;

  /// An algorithm for an operation.
  ///
  /// @param collective the operation
  /// @param name its name, unique in the operation
  /// @param id its number in messages, unique in the operation, from 0 to 2^[#ID_BITS] − 1
  /// @param algorithm writes its steps for two ranks or more
  /// @param condition the shapes that it supports; the same for the shapes of all ranks of a call
  /// @param ordered whether results are combined strictly from left to right in the order of ranks;
  ///   true if nothing is combined. All ordered algorithms give the same bits
  /// @param alike which ranks do the same
  public record Entry(
      Collective collective,
      String name,
      int id,
      Algorithm algorithm,
      Predicate<Shape> condition,
      boolean ordered,
      Alike alike)
      implements Algorithm {
    /// An algorithm whose ranks differ.
    public Entry(
        Collective collective,
        String name,
        int id,
        Algorithm algorithm,
        Predicate<Shape> condition,
        boolean ordered) {
      this(collective, name, id, algorithm, condition, ordered, Alike.NONE);
    }

    /// Whether this algorithm supports `shape`. All ranks of a call get the same answer.
    public boolean applies(Shape shape) {
      return shape.size() == 1 || condition.test(shape);
    }

    /// Clears `schedule` and writes the steps of one rank.
    @Override
    public void write(Shape shape, Schedule schedule) {
      schedule.clear();
      if (shape.size() == 1) {
        OneRank.write(shape, schedule);
      } else {
        algorithm.write(shape, schedule);
      }
    }
  }

  private static final Predicate<Shape> ALWAYS = Algorithms::always;
  private static final Predicate<Shape> EQUAL = Shape::equal;
  private static final Predicate<Shape> COMMUTATIVE = Shape::commutative;

  private static final Map<Collective, List<Entry>> ALL = new EnumMap<>(Collective.class);

  // The first algorithm of each operation supports every shape.
  static {
    moves(Collective.BARRIER, "exchange", 0, Barriers::exchange, ALWAYS, Alike.ALL);
    moves(Collective.BARRIER, "dissemination", 1, Barriers::dissemination, ALWAYS, Alike.ALL);
    moves(Collective.BARRIER, "central", 2, Barriers::central, ALWAYS, Alike.NONE);

    moves(Collective.BROADCAST, "binomial", 0, Broadcasts::binomial, ALWAYS, Alike.NONE);
    moves(Collective.BROADCAST, "flat", 1, Broadcasts::flat, ALWAYS, Alike.NONE);
    moves(Collective.BROADCAST, "chunks", 2, Broadcasts::chunks, ALWAYS, Alike.NONE);
    moves(Collective.BROADCAST, "tree", 3, Broadcasts::tree, ALWAYS, Alike.NONE);
    moves(Collective.BROADCAST, "ring", 4, Broadcasts::ring, ALWAYS, Alike.NONE);
    moves(Collective.BROADCAST, "scatter", 5, Broadcasts::scatter, ALWAYS, Alike.ALL_BUT_ROOT);

    combines(Collective.REDUCE, "binomial", 0, Reduces::binomial, ALWAYS, false, Alike.NONE);
    combines(Collective.REDUCE, "flat", 1, Reduces::flat, ALWAYS, true, Alike.NONE);
    combines(Collective.REDUCE, "chunks", 2, Reduces::chunks, ALWAYS, true, Alike.NONE);
    combines(Collective.REDUCE, "tree", 3, Reduces::tree, ALWAYS, false, Alike.NONE);
    combines(Collective.REDUCE, "slices", 4, Reduces::slices, ALWAYS, true, Alike.ALL_BUT_ROOT);
    combines(Collective.REDUCE, "puts", 5, Reduces::puts, ALWAYS, true, Alike.ALL_BUT_ROOT);

    combines(Collective.ALLREDUCE, "exchange", 0, Allreduces::exchange, ALWAYS, true, Alike.ALL);
    combines(Collective.ALLREDUCE, "doubling", 1, Allreduces::doubling, ALWAYS, false, Alike.NONE);
    combines(Collective.ALLREDUCE, "slices", 2, Allreduces::slices, ALWAYS, true, Alike.ALL);
    combines(Collective.ALLREDUCE, "tree", 3, Allreduces::tree, ALWAYS, false, Alike.NONE);
    combines(Collective.ALLREDUCE, "ring", 4, Allreduces::ring, COMMUTATIVE, false, Alike.ALL);
    combines(Collective.ALLREDUCE, "chunks", 5, Allreduces::chunks, ALWAYS, true, Alike.ALL);
    combines(Collective.ALLREDUCE, "central", 6, Allreduces::central, ALWAYS, true, Alike.NONE);
    combines(Collective.ALLREDUCE, "puts", 7, Allreduces::puts, ALWAYS, true, Alike.ALL);

    moves(Collective.GATHER, "flat", 0, Gathers::flat, ALWAYS, Alike.NONE);
    moves(Collective.GATHER, "binomial", 1, Gathers::binomial, EQUAL, Alike.NONE);

    moves(Collective.SCATTER, "flat", 0, Scatters::flat, ALWAYS, Alike.NONE);
    moves(Collective.SCATTER, "binomial", 1, Scatters::binomial, EQUAL, Alike.NONE);

    moves(Collective.ALLGATHER, "flat", 0, Allgathers::flat, ALWAYS, Alike.ALL);
    moves(Collective.ALLGATHER, "ring", 1, Allgathers::ring, ALWAYS, Alike.ALL);
    moves(Collective.ALLGATHER, "bruck", 2, Allgathers::bruck, EQUAL, Alike.ALL);
    moves(Collective.ALLGATHER, "central", 3, Allgathers::central, EQUAL, Alike.NONE);

    moves(Collective.ALLTOALL, "pairwise", 0, Alltoalls::pairwise, ALWAYS, Alike.ALL);
    moves(Collective.ALLTOALL, "bruck", 1, Alltoalls::bruck, EQUAL, Alike.ALL);

    combines(
        Collective.REDUCE_SCATTER, "direct", 0, ReduceScatters::direct, ALWAYS, true, Alike.ALL);
    combines(
        Collective.REDUCE_SCATTER, "ring", 1, ReduceScatters::ring, COMMUTATIVE, false, Alike.ALL);

    for (Collective scan : List.of(Collective.SCAN, Collective.EXSCAN)) {
      combines(scan, "flat", 0, Scans::flat, ALWAYS, true, Alike.NONE);
      combines(scan, "chain", 1, Scans::chain, ALWAYS, true, Alike.NONE);
      combines(scan, "doubling", 2, Scans::doubling, ALWAYS, false, Alike.NONE);
    }
  }

  private Algorithms() {}

  private static boolean always(Shape shape) {
    return shape.size() > 0;
  }

  private static void moves(
      Collective collective,
      String name,
      int id,
      Algorithm algorithm,
      Predicate<Shape> condition,
      Alike alike) {
    combines(collective, name, id, algorithm, condition, true, alike);
  }

  private static void combines(
      Collective collective,
      String name,
      int id,
      Algorithm algorithm,
      Predicate<Shape> condition,
      boolean ordered,
      Alike alike) {
    ALL.computeIfAbsent(collective, all -> new ArrayList<>())
        .add(new Entry(collective, name, id, algorithm, condition, ordered, alike));
  }

  /// The algorithms for an operation; the first supports every shape.
  public static List<Entry> of(Collective collective) {
    return List.copyOf(entries(collective));
  }

  /// Returns the algorithm with this id.
  ///
  /// @throws IllegalArgumentException if the operation has none
  public static Entry get(Collective collective, int id) {
    List<Entry> entries = entries(collective);
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).id() == id) {
        return entries.get(i);
      }
    }
    throw new IllegalArgumentException("no algorithm for " + collective + " has the id " + id);
  }

  /// Returns the algorithm with this name.
  ///
  /// @throws IllegalArgumentException if the operation has none; it lists the names
  public static Entry get(Collective collective, String name) {
    for (Entry entry : entries(collective)) {
      if (entry.name().equals(name)) {
        return entry;
      }
    }
    throw new IllegalArgumentException(
        "no algorithm for %s is called \"%s\"; the names are %s"
            .formatted(
                collective,
                name,
                entries(collective).stream().map(Entry::name).collect(Collectors.joining(", "))));
  }

  static List<Entry> entries(Collective collective) {
    List<Entry> entries = ALL.get(collective);
    if (entries == null) {
      throw new IllegalStateException("no algorithm for " + collective);
    }
    return entries;
  }
}
