// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import static weft.collective.ObjectExchanges.sum;

import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.WeftException;
import weft.codec.Codec;

/// A collective operation on objects, which travel by a [Codec], whatever their lengths: what
/// [Group#run(ObjectOperation, Object)] carries out and [Group#start(ObjectOperation, Object,
/// Completion)] begins. It can be carried out again and again, one time at a time.
///
/// What a rank gives is encoded within the call; a list may be changed afterwards. Its own object
/// stands in its result as it was given, and is not to be changed before. Lengths go first, then
/// the bytes. Between the two the group begins nothing else: what is started meanwhile waits for
/// its turn. Objects of others are decoded when [#result] is called.
///
/// @param <T> what each rank gives: an object, or a list with one for every rank
/// @param <R> what comes of it
public final class ObjectOperation<T extends @Nullable Object, R extends @Nullable Object> {
  private static final int NO_ROOT = -1;

  /// Makes what one call needs.
  private interface Maker<T extends @Nullable Object, R extends @Nullable Object> {
    ObjectExchange<?, R> make(GroupRunner group, String name, T value);
  }

  private final String name;
  private final int root;
  private final Maker<T, R> maker;

  /// What was begun last.
  private @Nullable ObjectStages stages;

  private @Nullable ObjectExchange<?, R> exchange;

  private ObjectOperation(String name, int root, Maker<T, R> maker) {
    this.name = "Group." + name;
    this.root = root;
    this.maker = maker;
  }

  /// Brings the root's object to every rank; the root gets back the one that it gave. What others
  /// give is not looked at.
  public static <E extends @Nullable Object> ObjectOperation<E, E> broadcast(
      int root, Codec<E> codec) {
    return new ObjectOperation<>(
        "broadcast",
        root,
        (group, name, own) -> new ObjectExchanges.Broadcast<>(group, name, root, own, codec));
  }

  /// Brings everybody's object to the root, in the order of ranks; no objects elsewhere.
  public static <E extends @Nullable Object> ObjectOperation<E, List<E>> gather(
      int root, Codec<E> codec) {
    return gathering("gather", root, codec, (group, all) -> all);
  }

  /// Brings everybody's object to every rank, in the order of ranks.
  public static <E extends @Nullable Object> ObjectOperation<E, List<E>> allgather(Codec<E> codec) {
    return gathering("allgather", NO_ROOT, codec, (group, all) -> all);
  }

  /// Brings each rank its object of the root's list, which has one for every rank. What others give
  /// is not looked at.
  public static <E extends @Nullable Object> ObjectOperation<List<E>, E> scatter(
      int root, Codec<E> codec) {
    return new ObjectOperation<>(
        "scatter",
        root,
        (group, name, own) -> new ObjectExchanges.Scatter<>(group, name, root, own, codec));
  }

  /// Brings to each rank what everybody has for it, in the order of ranks: object *j* of rank *i*'s
  /// list becomes object *i* of rank *j*'s.
  public static <E extends @Nullable Object> ObjectOperation<List<E>, List<E>> alltoall(
      Codec<E> codec) {
    return dealing("alltoall", codec, all -> all);
  }

  /// Combines everybody's object at the root, in the order of ranks; null elsewhere.
  public static <E> ObjectOperation<E, @Nullable E> reduce(
      int root, Codec<E> codec, BinaryOperator<E> operator) {
    checkOperator("reduce", operator);
    return gathering("reduce", root, codec, (group, all) -> sum(all, operator));
  }

  /// Combines everybody's object, in the order of ranks; every rank gets the result. When it is
  /// started, `operator` runs as a handler does, at rank 0: it must not wait.
  public static <E> ObjectOperation<E, E> allreduce(Codec<E> codec, BinaryOperator<E> operator) {
    checkOperator("allreduce", operator);
    return new ObjectOperation<>(
        "allreduce",
        NO_ROOT,
        (group, name, own) -> new ObjectExchanges.Allreduce<>(group, name, own, codec, operator));
  }

  /// Combines object *i* of everybody's list for rank *i*, in the order of ranks.
  public static <E> ObjectOperation<List<E>, E> reduceScatter(
      Codec<E> codec, BinaryOperator<E> operator) {
    checkOperator("reduceScatter", operator);
    return dealing("reduceScatter", codec, all -> sumOfSome(all, operator));
  }

  /// Combines the objects of ranks 0 to this one, in this order.
  public static <E> ObjectOperation<E, E> scan(Codec<E> codec, BinaryOperator<E> operator) {
    checkOperator("scan", operator);
    return gathering(
        "scan",
        NO_ROOT,
        codec,
        (group, all) -> sumOfSome(all.subList(0, group.rank() + 1), operator));
  }

  /// Combines the objects of the ranks before this one, in their order; null at rank 0.
  public static <E> ObjectOperation<E, @Nullable E> exscan(
      Codec<E> codec, BinaryOperator<E> operator) {
    checkOperator("exscan", operator);
    return gathering(
        "exscan", NO_ROOT, codec, (group, all) -> sum(all.subList(0, group.rank()), operator));
  }

  /// Compilers do not keep null out of programs that ignore `@Nullable`.
  private static void checkOperator(String name, @Nullable BinaryOperator<?> operator) {
    if (operator == null) {
      throw new NullPointerException(
          "Group." + name + " was given null as its operator; give a function of two objects");
    }
  }

  /// Gathers everybody's objects, of which `then` makes the result.
  private static <E extends @Nullable Object, R extends @Nullable Object>
      ObjectOperation<E, R> gathering(
          String name, int root, Codec<E> codec, BiFunction<GroupRunner, List<E>, R> then) {
    return new ObjectOperation<>(
        name,
        root,
        (group, call, own) ->
            new ObjectExchanges.Gather<>(
                group, call, root, own, codec, all -> then.apply(group, all)));
  }

  /// Deals everybody's objects out, of which `then` makes the result.
  private static <E extends @Nullable Object, R extends @Nullable Object>
      ObjectOperation<List<E>, R> dealing(String name, Codec<E> codec, Function<List<E>, R> then) {
    return new ObjectOperation<>(
        name,
        NO_ROOT,
        (group, call, own) -> new ObjectExchanges.Alltoall<>(group, call, own, codec, then));
  }

  private static <E> E sumOfSome(List<E> all, BinaryOperator<E> operator) {
    return Objects.requireNonNull(sum(all, operator));
  }

  /// What came of the call that was begun last, and is done. Decodes what has come, so ask once.
  ///
  /// @throws WeftException when it could not be done
  /// @throws weft.codec.CodecException when an object cannot be decoded
  /// @throws IllegalStateException when it is under way, or was never begun
  public R result() {
    ObjectExchange<?, R> exchange = this.exchange;
    if (exchange == null || stages == null) {
      throw new IllegalStateException(name + " has no result: it was not begun yet");
    }
    if (stages.isBusy()) {
      throw new IllegalStateException(
          "the result of " + name + " is not there yet; await its completion");
    }
    stages.throwFailure();
    return exchange.result();
  }

  String name() {
    return name;
  }

  /// Carries it out: each stage is an operation of the group that is waited for.
  R run(GroupRunner group, T value) {
    ObjectExchange<?, R> exchange = exchange(group, value);
    for (int stage = 0; stage < exchange.stages(); stage++) {
      if (stage == 1) {
        exchange.checkHeads();
      }
      group.run(exchange.stage(stage).as(name));
    }
    return exchange.result();
  }

  /// Begins it; `done` is told when it is done.
  void start(GroupRunner group, T value, Completion done) {
    ObjectExchange<?, R> exchange = exchange(group, value);
    var stages = new ObjectStages(group, name, exchange, done);
    this.stages = stages;
    this.exchange = exchange;
    stages.begin();
  }

  private ObjectExchange<?, R> exchange(GroupRunner group, T value) {
    if (stages != null && stages.isBusy()) {
      throw new IllegalStateException(
          name + " is under way; an operation is carried out one time at a time");
    }
    if (root != NO_ROOT) {
      Operation.checkRoot(name, root, group.size());
    }
    return maker.make(group, name, value);
  }

  @Override
  public String toString() {
    return name;
  }
}
