// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import static weft.collective.ObjectExchange.sum;

import java.util.List;
import java.util.Objects;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.WeftException;
import weft.codec.Codec;

/// A collective operation on objects of any length, encoded by a [Codec].
/// [Group#run(ObjectOperation, Object)] runs it and [Group#start(ObjectOperation, Object,
/// Completion)] starts it. It can be used repeatedly, one run at a time.
///
/// The call encodes this rank's value, so a list may change afterwards. The rank's own object
/// appears in its result as it was given; do not change it before. The lengths are sent first, then
/// the bytes. Operations started between the two wait for their turn. [#result] decodes the objects
/// of other ranks.
///
/// @param <T> the value of each rank: an object, or a list with one object for every rank
/// @param <R> the result
public final class ObjectOperation<T extends @Nullable Object, R extends @Nullable Object> {
  private static final int NO_ROOT = -1;

  /// Creates the exchange of one run.
  private interface Maker<T extends @Nullable Object, R extends @Nullable Object> {
    ObjectExchange<?, R> make(GroupRunner group, String name, T value);
  }

  /// A function of all objects in the call `call` of `group`.
  private interface Then<E extends @Nullable Object, R extends @Nullable Object> {
    R apply(GroupRunner group, String call, List<E> all);
  }

  private final String name;
  private final int root;
  private final Maker<T, R> maker;

  /// The run that was started last.
  private @Nullable ObjectStages stages;

  private @Nullable ObjectExchange<?, R> exchange;

  private ObjectOperation(String name, int root, Maker<T, R> maker) {
    this.name = "Group." + name;
    this.root = root;
    this.maker = maker;
  }

  /// Copies the root's object to every rank; the root returns its own. Other ranks' objects are
  /// ignored.
  public static <E extends @Nullable Object> ObjectOperation<E, E> broadcast(
      int root, Codec<E> codec) {
    return new ObjectOperation<>(
        "broadcast",
        root,
        (group, name, own) -> new ObjectExchanges.Broadcast<>(group, name, root, own, codec));
  }

  /// Gathers all objects at the root, in the order of ranks; other ranks get an empty list.
  public static <E extends @Nullable Object> ObjectOperation<E, List<E>> gather(
      int root, Codec<E> codec) {
    return gathering("gather", root, codec, (group, call, all) -> all);
  }

  /// Gathers all objects on every rank, in the order of ranks.
  public static <E extends @Nullable Object> ObjectOperation<E, List<E>> allgather(Codec<E> codec) {
    return gathering("allgather", NO_ROOT, codec, (group, call, all) -> all);
  }

  /// Sends each rank its object from the root's list, which has one for every rank. Other ranks'
  /// lists are ignored.
  public static <E extends @Nullable Object> ObjectOperation<List<E>, E> scatter(
      int root, Codec<E> codec) {
    return new ObjectOperation<>(
        "scatter",
        root,
        (group, name, own) -> new ObjectExchanges.Scatter<>(group, name, root, own, codec));
  }

  /// Exchanges objects: object *j* of rank *i*'s list becomes object *i* of rank *j*'s result.
  public static <E extends @Nullable Object> ObjectOperation<List<E>, List<E>> alltoall(
      Codec<E> codec) {
    return dealing("alltoall", codec, (group, call, all) -> all);
  }

  /// Combines all objects at the root, in the order of ranks; null elsewhere.
  public static <E> ObjectOperation<E, @Nullable E> reduce(
      int root, Codec<E> codec, BinaryOperator<E> operator) {
    checkOperator("reduce", operator);
    return gathering("reduce", root, codec, (group, call, all) -> sum(group, call, all, operator));
  }

  /// Combines all objects, in the order of ranks; every rank gets the result. Rank 0 applies
  /// `operator`, which may neither send nor wait.
  public static <E> ObjectOperation<E, E> allreduce(Codec<E> codec, BinaryOperator<E> operator) {
    checkOperator("allreduce", operator);
    return new ObjectOperation<>(
        "allreduce",
        NO_ROOT,
        (group, name, own) -> new ObjectExchanges.Allreduce<>(group, name, own, codec, operator));
  }

  /// Combines object *i* of every list for rank *i*, in the order of ranks.
  public static <E> ObjectOperation<List<E>, E> reduceScatter(
      Codec<E> codec, BinaryOperator<E> operator) {
    checkOperator("reduceScatter", operator);
    return dealing(
        "reduceScatter", codec, (group, call, all) -> sumOfSome(group, call, all, operator));
  }

  /// Combines the objects of ranks 0 to this one, in this order.
  public static <E> ObjectOperation<E, E> scan(Codec<E> codec, BinaryOperator<E> operator) {
    checkOperator("scan", operator);
    return gathering(
        "scan",
        NO_ROOT,
        codec,
        (group, call, all) -> sumOfSome(group, call, all.subList(0, group.rank() + 1), operator));
  }

  /// Combines the objects of the ranks before this one, in their order; null at rank 0.
  public static <E> ObjectOperation<E, @Nullable E> exscan(
      Codec<E> codec, BinaryOperator<E> operator) {
    checkOperator("exscan", operator);
    return gathering(
        "exscan",
        NO_ROOT,
        codec,
        (group, call, all) -> sum(group, call, all.subList(0, group.rank()), operator));
  }

  /// Compilers do not keep null out of programs that ignore `@Nullable`.
  private static void checkOperator(String name, @Nullable BinaryOperator<?> operator) {
    if (operator == null) {
      throw new NullPointerException(
          "Group." + name + " was given null as its operator; give a function of two objects");
    }
  }

  /// An operation that gathers all objects and applies `then` to them.
  private static <E extends @Nullable Object, R extends @Nullable Object>
      ObjectOperation<E, R> gathering(String name, int root, Codec<E> codec, Then<E, R> then) {
    return new ObjectOperation<>(
        name,
        root,
        (group, call, own) ->
            new ObjectExchanges.Gather<>(
                group, call, root, own, codec, all -> then.apply(group, call, all)));
  }

  /// An operation that exchanges objects and applies `then` to those for this rank.
  private static <E extends @Nullable Object, R extends @Nullable Object>
      ObjectOperation<List<E>, R> dealing(String name, Codec<E> codec, Then<E, R> then) {
    return new ObjectOperation<>(
        name,
        NO_ROOT,
        (group, call, own) ->
            new ObjectExchanges.Alltoall<>(
                group, call, own, codec, all -> then.apply(group, call, all)));
  }

  private static <E> E sumOfSome(
      GroupRunner group, String call, List<E> all, BinaryOperator<E> operator) {
    return Objects.requireNonNull(sum(group, call, all, operator));
  }

  /// Returns the result of the last run, which is done. Each call decodes the objects again.
  ///
  /// @throws WeftException if the operation failed
  /// @throws weft.codec.CodecException if an object cannot be decoded
  /// @throws IllegalStateException if the operation is pending or was never started
  public R result() {
    ObjectExchange<?, R> exchange = this.exchange;
    if (exchange == null || stages == null) {
      throw new IllegalStateException(name + " has no result: it was never started");
    }
    if (stages.isBusy()) {
      throw new IllegalStateException(
          "the result of " + name + " is not available yet; await its completion");
    }
    stages.throwFailure();
    return exchange.result();
  }

  String name() {
    return name;
  }

  /// Runs the operation; each stage is an operation of the group.
  R run(GroupRunner group, T value) {
    ObjectExchange<?, R> exchange = exchange(group, value);
    for (int stage = 0; stage < exchange.stages(); stage++) {
      if (stage == 1) {
        exchange.checkHeads();
      }
      group.run(stage(group, exchange, stage));
    }
    return exchange.result();
  }

  /// The operation of a stage. If it cannot be made, after stages that have moved data, other ranks
  /// wait for this one.
  private Operation stage(GroupRunner group, ObjectExchange<?, R> exchange, int stage) {
    try {
      return exchange.stage(stage).as(name);
    } catch (RuntimeException | Error e) {
      group.failed(name, e);
      throw e;
    }
  }

  /// Starts the operation; `done` completes with it.
  void start(GroupRunner group, T value, Completion done) {
    ObjectExchange<?, R> exchange = exchange(group, value);
    var stages = new ObjectStages(group, name, exchange, done);
    this.stages = stages;
    this.exchange = exchange;
    stages.begin();
  }

  private ObjectExchange<?, R> exchange(GroupRunner group, T value) {
    if (stages != null && stages.isBusy()) {
      throw new IllegalStateException(name + " is pending; an operation has one run at a time");
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
