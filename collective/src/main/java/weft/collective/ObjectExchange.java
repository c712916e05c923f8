// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.codec.Codec;
import weft.codec.CodecException;
import weft.codec.Reader;
import weft.codec.Writer;

/// One call that moves objects of type `E` from rank to rank, in stages, each an operation on data:
/// first the heads of all objects, then the bytes that their codec makes.
///
/// A head is a length, so that each rank makes room, and a hash of what the codec writes: ranks
/// that mean different bytes are told.
///
/// @param <R> what comes of it
abstract class ObjectExchange<E extends @Nullable Object, R extends @Nullable Object> {
  static final int LENGTH = 0;
  static final int CODEC = 1;
  static final int HEAD = 2;

  final GroupRunner group;
  private final Codec<E> codec;
  private final String name;
  private final Reader reader = new Reader();

  /// What this rank sends.
  private final Writer writer = new Writer();

  /// A call in `group`; reports call it `name`.
  ObjectExchange(GroupRunner group, String name, Codec<E> codec) {
    this.group = group;
    this.name = name;
    this.codec = codec;
  }

  /// How many stages there are; the first brings the heads.
  int stages() {
    return 2;
  }

  /// The operation of a stage, from 0 on, once those before it are done.
  abstract Operation stage(int stage);

  /// Makes sure, after the first stage, that what the heads say can be done.
  ///
  /// @throws WeftException when ranks use different codecs, or objects are too long: on all ranks
  ///   that see it
  abstract void checkHeads();

  /// What came of it, after the last stage.
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

  /// Encodes an object for every rank, one after the other, and says where they stand.
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

  /// What was encoded.
  Data encoded() {
    return Data.of(writer.memory().asSlice(0, writer.size()), Type.BYTE);
  }

  // Heads.

  /// Where objects stand that have these heads.
  Parts parts(long[] heads) {
    int[] lengths = new int[group.size()];
    for (int rank = 0; rank < lengths.length; rank++) {
      lengths[rank] = (int) heads[HEAD * rank + LENGTH];
    }
    return Parts.of(lengths);
  }

  /// Makes sure that each rank uses this one's codec.
  void checkCodecs(long[] heads) {
    for (int rank = 0; rank < group.size(); rank++) {
      checkCodec(rank, heads[HEAD * rank + CODEC]);
    }
  }

  /// Makes sure that `rank` uses this one's codec.
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

  /// Makes sure that objects of so many bytes fit an array.
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

  /// How many bytes objects with these heads have.
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

  /// The objects of all ranks that stand in `bytes`; this rank's own is `own`.
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
