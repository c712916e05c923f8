// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.codec.Codec;
import weft.codec.CodecException;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.layer.ProgramCalls;

/// One call that moves objects of type `E` between ranks, in stages. Each stage is an operation on
/// data: first the heads of all objects, then their encoded bytes.
///
/// A head holds the length of an object and a hash of its codec's signature. The length tells
/// receivers how much room to make; the hash finds ranks that use different codecs.
///
/// @param <R> the result
abstract class ObjectExchange<E extends @Nullable Object, R extends @Nullable Object> {
  static final int LENGTH = 0;
  static final int CODEC = 1;
  static final int HEAD = 2;

  final GroupRunner group;
  private final Codec<E> codec;
  private final String name;
  private final Reader reader = new Reader();

  /// The bytes that this rank sends.
  private final Writer writer = new Writer();

  /// A call in `group`, which reports name `name`.
  ObjectExchange(GroupRunner group, String name, Codec<E> codec) {
    this.group = group;
    this.name = name;
    this.codec = program(group).guarded("the codec of " + name, codec);
  }

  /// Combines all objects in their order, by the operator of the call `name`; null if there are
  /// none.
  static <T> @Nullable T sum(
      GroupRunner group, String name, List<T> all, BinaryOperator<T> operator) {
    if (all.isEmpty()) {
      return null;
    }
    ProgramCalls program = program(group);
    int part = ProgramCalls.part("the operator of " + name);
    long outer = program.enterPure(part);
    T sum = all.getFirst();
    try {
      for (T next : all.subList(1, all.size())) {
        @Nullable T combined = operator.apply(sum, next);
        if (combined == null) {
          throw new WeftException("the operator of " + name + " has returned null");
        }
        sum = combined;
      }
    } catch (Throwable thrown) {
      throw program.failed(outer, thrown);
    }
    program.leave(outer);
    return sum;
  }

  private static ProgramCalls program(GroupRunner group) {
    return group.rankCollectives.layer.program();
  }

  /// The number of stages; the first moves the heads.
  int stages() {
    return 2;
  }

  /// Returns the operation of a stage, from 0, after the stages before it.
  abstract Operation stage(int stage);

  /// Checks the heads after the first stage.
  ///
  /// @throws WeftException if ranks use different codecs, or if the objects are too long
  abstract void checkHeads();

  /// Returns the result, after the last stage.
  abstract R result();

  // Encoding.

  private void encode(E value) {
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

  /// Encodes an object for every rank, one after the other, and fills their heads.
  void encodeAll(List<E> values, long[] heads) {
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
      encode(values.get(rank));
      fill(heads, rank, writer.size() - end);
      end = writer.size();
    }
  }

  /// Encodes this rank's only object, and returns its head.
  long[] encodeOnly(E value) {
    long[] head = new long[HEAD];
    encode(value);
    fill(head, 0, writer.size());
    return head;
  }

  private void fill(long[] heads, int rank, long length) {
    heads[HEAD * rank + LENGTH] = length;
    heads[HEAD * rank + CODEC] = codec.signature().hashCode();
  }

  /// The encoded bytes.
  Data encoded() {
    return Data.of(writer.memory().asSlice(0, writer.size()), Type.BYTE);
  }

  // Heads.

  /// The parts of objects that have these heads.
  Parts parts(long[] heads) {
    int[] lengths = new int[group.size()];
    for (int rank = 0; rank < lengths.length; rank++) {
      lengths[rank] = (int) heads[HEAD * rank + LENGTH];
    }
    return Parts.of(lengths);
  }

  /// Checks that every rank uses the codec of this one.
  void checkCodecs(long[] heads) {
    for (int rank = 0; rank < group.size(); rank++) {
      checkCodec(rank, heads[HEAD * rank + CODEC]);
    }
  }

  /// Checks that `rank` uses the codec of this one.
  void checkCodec(int rank, long hash) {
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

  /// Checks that an array can hold objects of `bytes` bytes in all.
  void checkLength(int rank, long bytes) {
    if (bytes > Integer.MAX_VALUE - 16) {
      throw new WeftException(
          name
              + ": the objects have "
              + bytes
              + " bytes at rank "
              + group.member(rank)
              + "; 2 GiB is the most");
    }
  }

  /// The bytes of all objects with these heads.
  static long total(long[] heads) {
    long total = 0;
    for (int at = LENGTH; at < heads.length; at += HEAD) {
      total += heads[at];
    }
    return total;
  }

  // Decoding.

  E decode(int rank, byte[] bytes) {
    return decode(rank, MemorySegment.ofArray(bytes), 0, bytes.length);
  }

  private E decode(int rank, MemorySegment memory, long at, long bytes) {
    try {
      return reader.wrap(memory.asReadOnly(), at, bytes).readWhole(codec);
    } catch (CodecException e) {
      throw new CodecException(
          "rank "
              + group.member(group.rank())
              + " cannot decode the object of rank "
              + group.member(rank)
              + " received by "
              + name
              + ", with the codec "
              + codec.signature()
              + ": "
              + e.getMessage(),
          e);
    } finally {
      // The reader is emptied, so that a codec that keeps it cannot use it later.
      reader.wrap(MemorySegment.NULL, 0, 0);
    }
  }

  /// Decodes the objects of all ranks from `bytes`; `own` is this rank's.
  List<E> decodeAll(E own, byte[] bytes, Parts parts) {
    var objects = new ArrayList<E>();
    MemorySegment memory = MemorySegment.ofArray(bytes);
    for (int rank = 0; rank < group.size(); rank++) {
      objects.add(
          rank == group.rank()
              ? own
              : decode(rank, memory, parts.displacement(rank), parts.count(rank)));
    }
    return objects;
  }
}
