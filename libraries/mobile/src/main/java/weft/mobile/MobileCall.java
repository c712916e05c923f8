// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.WeftException;
import weft.codec.Codec;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.layer.Frames;
import weft.layer.LayerCompletions;

/// A request to objects that returns a result: [MobileType#call]. A rank gets the result through a
/// [Completion]. An object gets it as a message, even if it has moved.
///
/// ```
/// request   ticket (8 bytes; −1 for an object), rank or object (8), request (8), argument
/// answer    ticket (8 bytes), 1 byte: 0 and the result, or 1 and a sentence
/// ```
///
/// @param <T> the type of the objects
/// @param <A> the type of the argument
/// @param <R> the type of the result
public final class MobileCall<T, A extends @Nullable Object, R extends @Nullable Object>
    extends MobileRequest<T> {
  private static final int HEADER = 24;

  private final Codec<A> argumentCodec;
  private final Codec<R> resultCodec;
  private final String call;
  private final Frames answers;
  private final Map<Long, Completion> waiting = new HashMap<>();
  private long tickets;

  MobileCall(
      ObjectRank rank,
      Kind kind,
      String name,
      Codec<A> argumentCodec,
      Codec<R> resultCodec,
      Handler<T, A, R> handler) {
    this(rank, kind, name, argumentCodec, resultCodec, handler, new Serving<>());
  }

  private MobileCall(
      ObjectRank rank,
      Kind kind,
      String name,
      Codec<A> argumentCodec,
      Codec<R> resultCodec,
      Handler<T, A, R> handler,
      Serving<T, A, R> serving) {
    String named = "call of \"" + name + "\" of " + kind;
    argumentCodec =
        rank.layer.program().guarded("the codec of the argument of " + named, argumentCodec);
    resultCodec = rank.layer.program().guarded("the codec of the result of " + named, resultCodec);
    String shape = "call:" + argumentCodec.signature() + "->" + resultCodec.signature();
    super(rank, rank.types.addRequest(kind, name, shape, serving));
    this.argumentCodec = argumentCodec;
    this.resultCodec = resultCodec;
    this.call = named;
    this.answers =
        rank.layer
            .messages()
            .programFrames("weft mobile answer " + kind + "." + name, "answers", this::answered);
    rank.obstacles.add(() ->
        waiting.isEmpty()
            ? null
            : "the answers to " + waiting.size() + " " + named + " are missing; await them first");
    serving.call = this;
    serving.handler = handler;
  }

  /// Serves requests; created before the call that it serves, because the base constructor needs
  /// it.
  private static final class Serving<T, A extends @Nullable Object, R extends @Nullable Object>
      implements Request.Invoker {
    @Nullable MobileCall<T, A, R> call;
    @Nullable Handler<T, A, R> handler;

    @Override
    public void run(Self<?> self, Object state, MemorySegment memory, long at, long bytes) {
      if (call != null && handler != null) {
        call.serve(handler, self, state, memory, at, bytes);
      }
    }

    @Override
    public boolean isCall() {
      return true;
    }

    @Override
    public void renumber(MemorySegment memory, long at, IntUnaryOperator requests) {
      long then = memory.get(WORD, at + 16);
      if (memory.get(WORD, at) < 0) {
        memory.set(WORD, at + 16, requests.applyAsInt((int) then));
      }
    }

    @Override
    public int headBytes() {
      return HEADER;
    }

    @Override
    public boolean refuse(MemorySegment memory, long at, long object, long sender) {
      return call != null && call.refuse(memory, at, object, sender);
    }
  }

  /// The handler, which runs where the object is.
  @FunctionalInterface
  public interface Handler<T, A extends @Nullable Object, R extends @Nullable Object> {
    /// Runs in object context. An exception fails the caller's completion, or ends the job if the
    /// caller is an object.
    R handle(Self<T> self, T object, A argument) throws Exception;
  }

  @SuppressWarnings("unchecked") // the rank checks the type of the object
  private void serve(
      Handler<T, A, R> handler,
      Self<?> self,
      Object state,
      MemorySegment memory,
      long at,
      long bytes) {
    long ticket = memory.get(WORD, at);
    long caller = memory.get(WORD, at + 8);
    int then = (int) memory.get(WORD, at + 16);
    A argument = MobileRequest.decode(self, argumentCodec, memory, at + HEADER, bytes - HEADER);
    Writer out = rank.writers.take();
    try {
      try {
        R result = handler.handle((Self<T>) self, (T) state, argument);
        if (ticket >= 0) {
          out.writeLong(ticket);
          out.writeByte((byte) 0);
        }
        out.writeWhole(resultCodec, result);
      } catch (Exception e) {
        if (ticket < 0 || e instanceof weft.JobFailedException) {
          throw new WeftException(self + " has thrown " + rank.layer.program().describe(e), e);
        }
        out.clear();
        String why = self + " on rank " + rank.rank() + " has thrown ";
        writeFailure(out, ticket, why + rank.layer.program().describe(e));
      }
      if (ticket >= 0) {
        answers.send((int) caller, out.memory(), 0, out.size());
      } else {
        rank.sendWritten(caller, rank.types.request(then), out);
      }
    } finally {
      rank.writers.give();
    }
  }

  private static void writeFailure(Writer out, long ticket, String why) {
    out.writeLong(ticket);
    out.writeByte((byte) 1);
    out.writeString(why);
  }

  /// Fails the call of a rank whose object has ended.
  private boolean refuse(MemorySegment memory, long at, long object, long sender) {
    long ticket = memory.get(WORD, at);
    if (ticket < 0) {
      return false;
    }
    long caller = memory.get(WORD, at + 8);
    Writer out = rank.writers.take();
    try {
      writeFailure(out, ticket, "a call " + request.ended(rank.types.names, object, sender));
      answers.send((int) caller, out.memory(), 0, out.size());
    } finally {
      rank.writers.give();
    }
    return true;
  }

  private void answered(int source, MemorySegment memory, long at, long bytes) {
    Reader in = new Reader().wrap(memory, at, bytes);
    Completion completion = waiting.remove(in.readLong());
    if (completion == null) {
      throw new IllegalStateException("rank " + source + " answers a " + call + " twice");
    }
    if (in.readByte() != 0) {
      LayerCompletions.failed(completion, new WeftException(in.readString()));
      return;
    }
    try {
      LayerCompletions.doneWith(completion, in.readWhole(resultCodec));
    } catch (RuntimeException e) {
      LayerCompletions.failed(completion, e);
    }
  }

  /// Calls an object. `completion` is done when the result has arrived; [#result] returns the
  /// result. The call fails if the object has ended.
  public void call(MobilePointer<T> target, A argument, Completion completion) {
    rank.checkSend(target, request);
    Writer out = rank.writers.take();
    try {
      out.writeLong(tickets);
      out.writeLong(rank.rank());
      out.writeLong(0);
      out.writeWhole(argumentCodec, argument);
      LayerCompletions.begin(completion, call);
      waiting.put(tickets++, completion);
      rank.sendWritten(target, request, out);
    } finally {
      rank.writers.give();
    }
  }

  /// Calls an object on behalf of the object whose handler runs, `self`. That object's handler
  /// `then` gets the result. If the object has ended, there is none, and the call is undelivered as
  /// any message of `self` ([MobileType#undelivered]).
  public <S> void call(
      MobilePointer<T> target, A argument, Self<S> self, MobileRsrObject<S, R> then) {
    rank.checkSend(target, request);
    Writer out = rank.writers.take();
    try {
      out.writeLong(-1);
      out.writeLong(self.word());
      out.writeLong(then.request.number());
      out.writeWhole(argumentCodec, argument);
      rank.sendWritten(target, request, out);
    } finally {
      rank.writers.give();
    }
  }

  /// Calls an object, waits for the result, and returns it. Allowed only in the body.
  ///
  /// @throws WeftException if the handler threw an exception, or if the object has ended
  public R callSync(MobilePointer<T> target, A argument) {
    rank.layer.calls().checkMayWait(call);
    Completion completion = rank.world.completion();
    call(target, argument, completion);
    completion.await();
    return result(completion);
  }

  /// Returns the result that arrived for `completion`.
  ///
  /// @throws WeftException if the handler threw an exception, or if the object has ended
  @SuppressWarnings({"unchecked", "NullAway"}) // this call's own codec made the result
  public R result(Completion completion) {
    if (!LayerCompletions.call(completion).equals(call)) {
      throw new IllegalStateException("the result of a " + call + " is asked of the " + completion);
    }
    return (R) LayerCompletions.result(completion);
  }
}
