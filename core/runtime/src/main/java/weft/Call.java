// SPDX-License-Identifier: Apache-2.0
package weft;

import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.codec.Writer;
import weft.internal.Engine;
import weft.internal.dispatch.HandlerTable;
import weft.internal.rank.Pending;

/// A handler with a result: registered with [World#call], seen from the caller.
///
/// The result arrives in the caller's [Completion]. An exception of the handler arrives there too,
/// as a [RemoteException], and does not end the job. An [Error] ends the job, because the program
/// is wrong then, not the argument. Argument and result are ordered with everything else that is
/// sent.
///
/// @param <A> the type of the argument
/// @param <R> the type of the result
public final class Call<A extends @Nullable Object, R extends @Nullable Object> {
  private static final int TICKET = 8;

  private final RsrObject.ObjectPath objects;
  private final Answers answers;
  private final RsrN request;
  private final Codec<A> argumentCodec;
  private final Codec<R> resultCodec;
  private final String call;

  Call(
      Engine engine,
      RsrObject.ObjectPath objects,
      Answers answers,
      String name,
      Codec<A> argumentCodec,
      Codec<R> resultCodec) {
    this.objects = objects;
    this.answers = answers;
    this.request = new RsrN(engine.sender(), name);
    this.call = "call of \"" + name + "\"";
    HandlerTable table = engine.handlers();
    table.checkGiven(name, "a codec of its argument", argumentCodec);
    table.checkGiven(name, "a codec of its result", resultCodec);
    this.argumentCodec = engine.guarded("the codec of the argument of " + call, argumentCodec);
    this.resultCodec = engine.guarded("the codec of the result of " + call, resultCodec);
  }

  /// The handler's code, which runs at the target.
  @FunctionalInterface
  public interface Handler<A extends @Nullable Object, R extends @Nullable Object> {
    /// Runs on the target's own thread, while that polls or waits. It must not wait.
    R handle(int source, A argument) throws Exception;
  }

  void register(HandlerTable table, Handler<A, R> handler) {
    table.checkGiven(name(), "a handler", handler);
    RsrN.Handler serve = (source, payload) -> serve(handler, source, payload);
    String shape = "call:" + argumentCodec.signature() + "->" + resultCodec.signature();
    Registration.register(table, request, shape, serve);
  }

  private void serve(Handler<A, R> handler, int source, Frame payload) {
    long ticket = payload.getLong(0);
    try {
      A argument = objects.decode(call, source, argumentCodec, payload, TICKET);
      answers.result(call, source, ticket, resultCodec, handler.handle(source, argument));
    } catch (Exception e) {
      answers.thrown(source, ticket, request.name(), e);
    }
  }

  /// Asks `target` for the result. `completion` is done when the result has arrived, and [#result]
  /// then returns it. If there is no room, the call waits and may run handlers meanwhile. In a
  /// handler it never waits. The argument may be changed as soon as this returns.
  ///
  /// @throws weft.codec.CodecException when the argument cannot be encoded; nothing was sent
  public void call(int target, A argument, Completion completion) {
    Writer out = objects.take();
    try {
      out.writeLong(0);
      objects.encode(call, target, argumentCodec, argument, out);
      long ticket = answers.begin(name(), call, target, completion);
      completion.caller = this;
      out.setLong(0, ticket);
      request.send(target, out.memory(), 0, out.size());
    } finally {
      objects.give();
    }
  }

  /// Asks `target`, waits for the result, and returns it. Meanwhile it may run handlers; a handler
  /// must not call it.
  ///
  /// @throws RemoteException when the handler threw
  /// @throws weft.codec.CodecException when argument or result cannot be encoded or decoded
  public R callSync(int target, A argument) {
    Completion completion = answers.waited(call);
    call(target, argument, completion);
    answers.await();
    return result(completion);
  }

  /// The result that arrived in `completion`.
  ///
  /// @throws RemoteException when the handler threw
  /// @throws IllegalStateException when the result has not arrived, or the completion is of another
  ///   operation
  @SuppressWarnings({"unchecked", "NullAway"}) // made by this call's own codec
  public R result(Completion completion) {
    Pending pending = completion.pending;
    if (!pending.call().equals(call)) {
      throw new IllegalStateException("the result of a " + call + " is asked of the " + completion);
    }
    return (R) pending.result();
  }

  /// Takes the answer.
  void answered(int source, Frame payload, Pending pending) {
    R result;
    try {
      result = objects.decode("the result of " + call, source, resultCodec, payload, TICKET);
    } catch (RuntimeException e) {
      pending.failed(e);
      return;
    }
    pending.done((@Nullable Object) result);
  }

  /// The name under which the handler was registered.
  public String name() {
    return request.name();
  }

  @Override
  public String toString() {
    return "Call \"" + name() + "\"";
  }
}
