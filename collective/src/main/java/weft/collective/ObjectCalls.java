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
    int size = group.size();
    long[] heads = new long[HEAD * size];
    group.run(Operation.allgather(Data.of(mine), Data.of(heads)).as(name));
    int[] lengths = new int[size];
    long total = 0;
    for (int rank = 0; rank < size; rank++) {
      check(name, rank, heads[HEAD * rank + CODEC], codec);
      lengths[rank] = (int) heads[HEAD * rank + LENGTH];
      total += lengths[rank];
    }
    boolean takes = root < 0 || root == group.rank();
    byte[] bytes = new byte[takes ? length(name, group.rank(), total) : 0];
    Parts parts = Parts.of(lengths);
    Data out = takes ? Data.of(bytes) : Data.none();
    group.run(
        (root < 0
                ? Operation.allgather(data(writer), out, parts)
                : Operation.gather(root, data(writer), out, parts))
            .as(name));
    var objects = new ArrayList<T>();
    MemorySegment memory = MemorySegment.ofArray(bytes);
    for (int rank = 0; takes && rank < size; rank++) {
      objects.add(
          rank == group.rank()
              ? value
              : decode(name, rank, codec, memory, parts.displacement(rank), lengths[rank]));
    }
    return objects;
  }

  /// Everybody's objects combined in the order of ranks, at the root; null elsewhere.
  <T> @Nullable T reduce(
      String name, int root, T value, Codec<T> codec, BinaryOperator<T> operator) {
    List<T> all = gather(name, root, value, codec);
    if (all.isEmpty()) {
      return null;
    }
    T sum = all.get(0);
    for (T next : all.subList(1, all.size())) {
      sum = operator.apply(sum, next);
    }
    return sum;
  }

  /// The same everywhere.
  <T> T allreduce(String name, T value, Codec<T> codec, BinaryOperator<T> operator) {
    T sum = reduce(name, 0, value, codec, operator);
    // What others give for the root's object is not looked at.
    return broadcast(name, 0, Objects.requireNonNullElse(sum, value), codec);
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
