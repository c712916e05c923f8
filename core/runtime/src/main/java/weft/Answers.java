// SPDX-License-Identifier: Apache-2.0
package weft;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.internal.Engine;
import weft.internal.rank.Pending;
import weft.internal.send.SystemHandlers;
import weft.transport.StackText;

/// Sends the result or the exception of a call back to the caller. All three messages are ordinary
/// requests to internal handlers, so quiescence counts them.
///
/// ```
/// reply         rsr2   ticket, value
/// reply bytes   rsrN   ticket (8 bytes), the encoded result
/// reply failed  rsrN   ticket (8 bytes), the encoded Thrown
/// ```
final class Answers {
  private static final int TICKET = 8;
  private static final int FRAMES = 40;

  /// The encoded form of an exception.
  record Thrown(String handler, String className, @Nullable String message, String stack) {}

  private static final Codec<Thrown> THROWN =
      Codecs.of("thrown", Answers::writeThrown, Answers::readThrown);

  private final Engine engine;
  private final RsrObject.ObjectPath objects;
  private final Rsr2 word;
  private final RsrN bytes;
  private final RsrN failed;
  private final Completion waited;
  private final BooleanSupplier waitedDone;

  Answers(Engine engine, RsrObject.ObjectPath objects, Rsr2 word) {
    this.engine = engine;
    this.objects = objects;
    this.waited = new Completion(engine);
    this.waitedDone = waited.pending::isDone;
    this.word = word;
    bytes = new RsrN(engine.sender(), "a reply");
    RsrN.Handler onBytes = this::bytesCame;
    Registration.install(engine.handlers(), bytes, SystemHandlers.REPLY_BYTES, onBytes);
    failed = new RsrN(engine.sender(), "a reply");
    RsrN.Handler onFailure = this::failureCame;
    Registration.install(engine.handlers(), failed, SystemHandlers.REPLY_FAILED, onFailure);
  }

  private void bytesCame(int source, Frame payload) {
    Pending pending = engine.self().replies().take(payload.getLong(0));
    Call<?, ?> caller = ((Completion) pending.handle()).caller;
    if (caller == null) {
      throw new IllegalStateException(
          "rank " + source + " answers " + pending.call() + " with bytes, which are not expected");
    }
    caller.answered(source, payload, pending);
  }

  private void failureCame(int source, Frame payload) {
    Pending pending = engine.self().replies().take(payload.getLong(0));
    Thrown thrown = objects.decode(pending.call(), source, THROWN, payload, TICKET);
    pending.failed(
        new RemoteException(
            source, thrown.handler, thrown.className, thrown.message, thrown.stack));
  }

  /// Answers with a word.
  void word(int target, long ticket, long value) {
    word.send(target, ticket, value);
  }

  /// Answers with an encoded result.
  <R extends @Nullable Object> void result(
      String call, int target, long ticket, Codec<R> codec, R result) {
    Writer out = objects.take();
    try {
      out.writeLong(ticket);
      objects.encode("the result of " + call, target, codec, result, out);
      bytes.send(target, out.memory(), 0, out.size());
    } finally {
      objects.give();
    }
  }

  /// Answers with the exception that `handler` threw.
  void thrown(int target, long ticket, String handler, Exception thrown) {
    if (thrown instanceof JobFailedException failure) {
      throw failure;
    }
    // Its methods are the program's, and may do anything but send.
    Thrown what =
        engine
            .self()
            .failures()
            .read(
                thrown,
                it ->
                    new Thrown(handler, it.getClass().getName(), StackText.message(it), stack(it)));
    Writer out = objects.take();
    try {
      out.writeLong(ticket);
      out.writeWhole(THROWN, what);
      failed.send(target, out.memory(), 0, out.size());
    } finally {
      objects.give();
    }
  }

  private static void writeThrown(Thrown thrown, Writer out) {
    out.writeString(thrown.handler);
    out.writeString(thrown.className);
    out.writeBoolean(thrown.message != null);
    if (thrown.message != null) {
      out.writeString(thrown.message);
    }
    out.writeString(thrown.stack);
  }

  private static Thrown readThrown(Reader in) {
    return new Thrown(
        in.readString(),
        in.readString(),
        in.readBoolean() ? in.readString() : null,
        in.readString());
  }

  /// The stack frames of the exception and of its causes, down to Weft's own.
  private static String stack(Throwable thrown) {
    var text = new StringBuilder();
    int causes = 0;
    for (@Nullable Throwable it = thrown; it != null && causes < 8; it = StackText.cause(it)) {
      if (causes++ > 0) {
        text.append("caused by ").append(StackText.sentence(it)).append('\n');
      }
      int frames = 0;
      for (StackTraceElement frame : StackText.frames(it)) {
        if (frames++ == FRAMES || frame.getClassName().startsWith("weft.internal.")) {
          break;
        }
        text.append(frame).append('\n');
      }
    }
    return text.toString();
  }

  /// The completion for a call that waits. One is enough, because only the body may wait.
  Completion waited(String call) {
    engine.self().checks().checkMayWait(call);
    return waited;
  }

  /// Waits until the operation of [#waited] is done, and throws its failure.
  void await() {
    if (!waited.pending.isDone()) {
      engine.self().loop().await("", waited.pending.call(), waitedDone);
    }
    waited.pending.throwFailure();
  }

  /// Begins an operation that ends with an answer from `target`, and returns its ticket.
  long begin(String name, String call, int target, Completion completion) {
    engine.sender().check(target, name);
    Pending pending = completion.pending;
    if (completion.engine != engine) {
      throw new IllegalArgumentException(
          "rank " + engine.self().rank() + " passes another rank's completion to " + call);
    }
    pending.begin(call);
    pending.sourceDone();
    return engine.self().replies().register(pending);
  }
}
