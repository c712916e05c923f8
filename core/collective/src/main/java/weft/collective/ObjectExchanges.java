// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;

/// The exchanges behind [ObjectOperation].
final class ObjectExchanges {
  private ObjectExchanges() {}

  /// The root's object on every rank; other ranks' objects are ignored.
  static final class Broadcast<E extends @Nullable Object> extends ObjectExchange<E, E> {
    private final int root;
    private final boolean isRoot;
    private final E own;
    private final long[] head;
    private byte[] bytes = {};

    Broadcast(GroupRunner group, String name, int root, E own, Codec<E> codec) {
      super(group, name, codec);
      this.root = root;
      this.isRoot = root == group.rank();
      this.own = own;
      this.head = isRoot ? encodeOnly(own) : new long[HEAD];
    }

    @Override
    Operation stage(int stage) {
      if (stage == 0) {
        return Operation.broadcast(root, Data.of(head));
      }
      if (isRoot) {
        return Operation.broadcast(root, encoded());
      }
      bytes = new byte[(int) head[LENGTH]];
      return Operation.broadcast(root, Data.of(bytes));
    }

    @Override
    void checkHeads() {
      checkCodec(root, head[CODEC]);
      checkLength(root, head[LENGTH]);
    }

    @Override
    E result() {
      return isRoot ? own : decode(root, bytes);
    }
  }

  /// A function of all objects, in the order of ranks. The root gets its result, or every rank if
  /// `root` is negative; other ranks apply it to no objects.
  static final class Gather<E extends @Nullable Object, R extends @Nullable Object>
      extends ObjectExchange<E, R> {
    private final int root;
    private final boolean takes;
    private final E own;
    private final Function<List<E>, R> then;
    private final long[] head;
    private final long[] heads;
    private byte[] bytes = {};

    Gather(
        GroupRunner group,
        String name,
        int root,
        E own,
        Codec<E> codec,
        Function<List<E>, R> then) {
      super(group, name, codec);
      this.root = root;
      this.takes = root < 0 || root == group.rank();
      this.own = own;
      this.then = then;
      this.head = encodeOnly(own);
      this.heads = new long[HEAD * group.size()];
    }

    @Override
    Operation stage(int stage) {
      if (stage == 0) {
        return Operation.allgather(Data.of(head), Data.of(heads));
      }
      bytes = new byte[takes ? (int) total(heads) : 0];
      Data out = takes ? Data.of(bytes) : Data.none();
      return root < 0
          ? Operation.allgather(encoded(), out, parts(heads))
          : Operation.gather(root, encoded(), out, parts(heads));
    }

    @Override
    void checkHeads() {
      checkCodecs(heads);
      if (takes) {
        checkLength(group.rank(), total(heads));
      }
    }

    @Override
    R result() {
      return then.apply(takes ? decodeAll(own, bytes, parts(heads)) : List.of());
    }
  }

  /// Each rank's object from the root's list; other ranks' lists are ignored.
  static final class Scatter<E extends @Nullable Object> extends ObjectExchange<E, E> {
    private final int root;
    private final boolean isRoot;

    /// The root's own object; empty elsewhere.
    private final List<E> own;

    private final long[] heads;
    private byte[] bytes = {};

    Scatter(GroupRunner group, String name, int root, List<E> values, Codec<E> codec) {
      super(group, name, codec);
      this.root = root;
      this.isRoot = root == group.rank();
      this.heads = new long[HEAD * group.size()];
      if (isRoot) {
        encodeAll(values, heads);
      }
      this.own = isRoot ? only(values, root) : List.of();
    }

    @Override
    Operation stage(int stage) {
      if (stage == 0) {
        return Operation.broadcast(root, Data.of(heads));
      }
      if (isRoot) {
        // In place, so that the root's own object stays where it is.
        return Operation.scatter(root, encoded(), parts(heads));
      }
      bytes = new byte[(int) length()];
      return Operation.scatter(root, Data.of(bytes), parts(heads));
    }

    private long length() {
      return heads[HEAD * group.rank() + LENGTH];
    }

    @Override
    void checkHeads() {
      checkCodec(root, heads[CODEC]);
      checkLength(group.rank(), length());
    }

    @Override
    E result() {
      return isRoot ? own.getFirst() : decode(root, bytes);
    }
  }

  /// A function of every rank's object for this one, in the order of ranks.
  static final class Alltoall<E extends @Nullable Object, R extends @Nullable Object>
      extends ObjectExchange<E, R> {
    private final E own;
    private final Function<List<E>, R> then;
    private final long[] sent;
    private final long[] heads;
    private byte[] bytes = {};

    Alltoall(
        GroupRunner group, String name, List<E> values, Codec<E> codec, Function<List<E>, R> then) {
      super(group, name, codec);
      this.then = then;
      this.sent = new long[HEAD * group.size()];
      this.heads = new long[HEAD * group.size()];
      encodeAll(values, sent);
      this.own = values.get(group.rank());
    }

    @Override
    Operation stage(int stage) {
      if (stage == 0) {
        return Operation.alltoall(Data.of(sent), Data.of(heads));
      }
      bytes = new byte[(int) total(heads)];
      return Operation.alltoall(encoded(), parts(sent), Data.of(bytes), parts(heads));
    }

    @Override
    void checkHeads() {
      checkCodecs(heads);
      checkLength(group.rank(), total(heads));
    }

    @Override
    R result() {
      return then.apply(decodeAll(own, bytes, parts(heads)));
    }
  }

  /// All objects, combined by rank 0 in the order of ranks and then broadcast.
  static final class Allreduce<E> extends ObjectExchange<E, E> {
    private final String name;
    private final E own;
    private final Codec<E> codec;
    private final Gather<E, @Nullable E> reduce;
    private @Nullable Broadcast<E> broadcast;

    Allreduce(GroupRunner group, String name, E own, Codec<E> codec, BinaryOperator<E> operator) {
      super(group, name, codec);
      this.name = name;
      this.own = own;
      this.codec = codec;
      this.reduce =
          new Gather<>(group, name, 0, own, codec, all -> sum(group, name, all, operator));
    }

    @Override
    int stages() {
      return 4;
    }

    @Override
    Operation stage(int stage) {
      return stage < 2 ? reduce.stage(stage) : broadcast().stage(stage - 2);
    }

    private Broadcast<E> broadcast() {
      Broadcast<E> broadcast = this.broadcast;
      if (broadcast == null) {
        E sum = reduce.result();
        broadcast = new Broadcast<>(group, name, 0, sum == null ? own : sum, codec);
        this.broadcast = broadcast;
      }
      return broadcast;
    }

    @Override
    void checkHeads() {
      reduce.checkHeads();
    }

    @Override
    E result() {
      return broadcast().result();
    }
  }

  /// A list of one element, copied because the program may change `values`; it may be null.
  private static <E extends @Nullable Object> List<E> only(List<E> values, int at) {
    var only = new ArrayList<E>(1);
    only.add(values.get(at));
    return only;
  }
}
