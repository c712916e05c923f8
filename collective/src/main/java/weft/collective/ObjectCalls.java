// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.codec.Codec;
import weft.codec.CodecException;
import weft.codec.Reader;
import weft.codec.Writer;

/// A group's operations on objects: their lengths go first, then the bytes that their codec makes.
///
/// With each length goes a hash of what the codec writes: ranks that mean different bytes are told.
final class ObjectCalls {
  private static final int LENGTH = 0;
  private static final int CODEC = 1;
  private static final int HEAD = 2;

  private final Group group;
  private final Reader reader = new Reader();

  ObjectCalls(Group group) {
    this.group = group;
  }

  /// The root's object on every rank.
  <T extends @Nullable Object> T broadcast(String name, int root, T value, Codec<T> codec) {
    boolean isRoot = root == group.rank();
    Writer writer = new Writer();
    long[] head = new long[HEAD];
    if (isRoot) {
      encode(name, codec, value, writer);
      fill(head, writer, codec);
    }
    group.run(Operation.broadcast(root, Data.of(head)).as(name));
    if (isRoot) {
      group.run(Operation.broadcast(root, data(writer)).as(name));
      return value;
    }
    check(name, root, head[CODEC], codec);
    byte[] bytes = new byte[length(name, root, head[LENGTH])];
    group.run(Operation.broadcast(root, Data.of(bytes)).as(name));
    return decode(name, root, codec, MemorySegment.ofArray(bytes), 0, bytes.length);
  }

  /// Everybody's object, in the order of ranks, at the root, or everywhere when it is negative; no
  /// objects elsewhere.
  <T extends @Nullable Object> List<T> gather(String name, int root, T value, Codec<T> codec) {
    Writer writer = new Writer();
    encode(name, codec, value, writer);
    long[] mine = new long[HEAD];
    fill(mine, writer, codec);
    long[] heads = new long[HEAD * group.size()];
    group.run(Operation.allgather(Data.of(mine), Data.of(heads)).as(name));
    Parts parts = parts(name, heads, codec);
    boolean takes = root < 0 || root == group.rank();
    byte[] bytes = new byte[takes ? length(name, group.rank(), parts.total()) : 0];
    Data out = takes ? Data.of(bytes) : Data.none();
    group.run(
        (root < 0
                ? Operation.allgather(data(writer), out, parts)
                : Operation.gather(root, data(writer), out, parts))
            .as(name));
    return takes ? all(name, value, codec, bytes, parts) : new ArrayList<>();
  }

  /// Its object of the root's list on every rank.
  <T extends @Nullable Object> T scatter(String name, int root, List<T> values, Codec<T> codec) {
    boolean isRoot = root == group.rank();
    Writer writer = new Writer();
    long[] heads = new long[HEAD * group.size()];
    if (isRoot) {
      encodeAll(name, codec, values, writer, heads);
    }
    group.run(Operation.broadcast(root, Data.of(heads)).as(name));
    Parts parts = parts(name, root, heads, codec);
    if (isRoot) {
      // In place: the root's own stays where it is.
      group.run(Operation.scatter(root, data(writer), parts).as(name));
      return values.get(root);
    }
    byte[] bytes = new byte[length(name, root, parts.count(group.rank()))];
    group.run(Operation.scatter(root, Data.of(bytes), parts).as(name));
    return decode(name, root, codec, MemorySegment.ofArray(bytes), 0, bytes.length);
  }

  /// What each rank has for this one, in the order of ranks.
  <T extends @Nullable Object> List<T> alltoall(String name, List<T> values, Codec<T> codec) {
    Writer writer = new Writer();
    long[] mine = new long[HEAD * group.size()];
    encodeAll(name, codec, values, writer, mine);
    long[] heads = new long[mine.length];
    group.run(Operation.alltoall(Data.of(mine), Data.of(heads)).as(name));
    Parts out = parts(name, heads, codec);
    byte[] bytes = new byte[length(name, group.rank(), out.total())];
    group.run(Operation.alltoall(data(writer), lengths(mine), Data.of(bytes), out).as(name));
    return all(name, values.get(group.rank()), codec, bytes, out);
  }

  /// Everybody's objects combined in the order of ranks, at the root; null elsewhere.
  <T> @Nullable T reduce(
      String name, int root, T value, Codec<T> codec, BinaryOperator<T> operator) {
    List<T> all = gather(name, root, value, codec);
    return all.isEmpty() ? null : sum(all, operator);
  }

  /// The same everywhere.
  <T> T allreduce(String name, T value, Codec<T> codec, BinaryOperator<T> operator) {
    T sum = reduce(name, 0, value, codec, operator);
    // What others give for the root's object is not looked at.
    return broadcast(name, 0, Objects.requireNonNullElse(sum, value), codec);
  }

  /// What all have for this rank, combined in the order of ranks.
  <T> T reduceScatter(String name, List<T> values, Codec<T> codec, BinaryOperator<T> operator) {
    return sum(alltoall(name, values, codec), operator);
  }

  /// What ranks 0 to this one have, combined in their order.
  <T> T scan(String name, T value, Codec<T> codec, BinaryOperator<T> operator) {
    return sum(gather(name, -1, value, codec).subList(0, group.rank() + 1), operator);
  }

  /// What the ranks before this one have, combined in their order; null at rank 0.
  <T> @Nullable T exscan(String name, T value, Codec<T> codec, BinaryOperator<T> operator) {
    List<T> before = gather(name, -1, value, codec).subList(0, group.rank());
    return before.isEmpty() ? null : sum(before, operator);
  }

  private static <T> T sum(List<T> all, BinaryOperator<T> operator) {
    T sum = all.get(0);
    for (T next : all.subList(1, all.size())) {
      sum = operator.apply(sum, next);
    }
    return sum;
  }

  /// The objects of all ranks that stand in `bytes`; this rank's own is `own`.
  private <T extends @Nullable Object> List<T> all(
      String name, T own, Codec<T> codec, byte[] bytes, Parts parts) {
    var objects = new ArrayList<T>();
    MemorySegment memory = MemorySegment.ofArray(bytes);
    for (int rank = 0; rank < group.size(); rank++) {
      objects.add(
          rank == group.rank()
              ? own
              : decode(name, rank, codec, memory, parts.displacement(rank), parts.count(rank)));
    }
    return objects;
  }

  /// Encodes an object for every rank, one after the other, and says where they stand.
  private <T extends @Nullable Object> void encodeAll(
      String name, Codec<T> codec, List<T> values, Writer writer, long[] heads) {
    if (values.size() != group.size()) {
      throw new IllegalArgumentException(
          name
              + " with a list of "
              + values.size()
              + " objects in a group of "
              + group.size()
              + " ranks; it must hold one for every rank");
    }
    long end = 0;
    for (int rank = 0; rank < group.size(); rank++) {
      encode(name, codec, values.get(rank), writer);
      heads[HEAD * rank + LENGTH] = writer.size() - end;
      heads[HEAD * rank + CODEC] = codec.signature().hashCode();
      end = writer.size();
    }
  }

  /// Where objects stand of which each rank has told one of `heads`.
  private Parts parts(String name, long[] heads, Codec<?> codec) {
    for (int rank = 0; rank < group.size(); rank++) {
      check(name, rank, heads[HEAD * rank + CODEC], codec);
    }
    return lengths(heads);
  }

  /// Where objects stand that `root` has told of.
  private Parts parts(String name, int root, long[] heads, Codec<?> codec) {
    check(name, root, heads[CODEC], codec);
    return lengths(heads);
  }

  private Parts lengths(long[] heads) {
    int[] lengths = new int[group.size()];
    for (int rank = 0; rank < lengths.length; rank++) {
      lengths[rank] = (int) heads[HEAD * rank + LENGTH];
    }
    return Parts.of(lengths);
  }

  private static void fill(long[] head, Writer writer, Codec<?> codec) {
    head[LENGTH] = writer.size();
    head[CODEC] = codec.signature().hashCode();
  }

  private static Data data(Writer writer) {
    return Data.of(writer.memory().asSlice(0, writer.size()), Type.BYTE);
  }

  private int length(String name, int rank, long bytes) {
    if (bytes > Integer.MAX_VALUE - 16) {
      throw new WeftException(
          name
              + ": the objects have "
              + bytes
              + " bytes at rank "
              + group.member(rank)
              + "; 2 GiB is the most");
    }
    return (int) bytes;
  }

  private void check(String name, int rank, long hash, Codec<?> codec) {
    if (hash != codec.signature().hashCode()) {
      throw new WeftException(
          name
              + ": rank "
              + group.member(rank)
              + " uses another codec than rank "
              + group.member(group.rank())
              + ", whose codec is "
              + codec.signature()
              + "; all members must use the same");
    }
  }

  private <T extends @Nullable Object> void encode(
      String name, Codec<T> codec, T value, Writer writer) {
    try {
      writer.writeWhole(codec, value);
    } catch (CodecException e) {
      throw new CodecException(
          "rank "
              + group.member(group.rank())
              + " cannot encode its object for "
              + name
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private <T extends @Nullable Object> T decode(
      String name, int rank, Codec<T> codec, MemorySegment memory, long at, long bytes) {
    try {
      return reader.wrap(memory.asReadOnly(), at, bytes).readWhole(codec);
    } catch (CodecException e) {
      throw new CodecException(
          "rank "
              + group.member(group.rank())
              + " cannot decode the object of rank "
              + group.member(rank)
              + " that "
              + name
              + " brought, by the codec "
              + codec.signature()
              + ": "
              + e.getMessage(),
          e);
    } finally {
      // A codec that keeps the reader finds nothing in it.
      reader.wrap(MemorySegment.NULL, 0, 0);
    }
  }
}
