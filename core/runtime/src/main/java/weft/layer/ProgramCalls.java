// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.internal.Engine;
import weft.internal.rank.CurrentContext;
import weft.internal.rank.ProgramParts;
import weft.transport.StackText;

/// Calls of functions of the program by a library: codecs, loads, operators, results. Each is a
/// *part* of the program with a name, which exceptions and reports use.
///
/// ```java
/// long outer = program.enterPure(part);
/// try {
///   value = load.applyAsDouble(object);
/// } catch (Throwable thrown) {
///   throw program.failed(outer, thrown);
/// }
/// program.leave(outer);
/// ```
public final class ProgramCalls {
  private final Engine engine;
  private final CurrentContext context;

  ProgramCalls(Engine engine) {
    this.engine = engine;
    this.context = engine.self().context();
  }

  /// The number of the part with this name, such as `the load of type "cell"`.
  public static int part(String name) {
    return ProgramParts.number(name);
  }

  /// Enters a part that may neither send, wait, poll nor step, because it runs in the middle of
  /// another operation: a codec, a load, an operator. The rank refuses such calls. Returns what
  /// [#leave] and [#failed] need.
  public long enterPure(int part) {
    return context.enterPure(part);
  }

  /// Enters a part that runs as a handler does: it may send, and must not wait. See [#enterPure].
  public long enterHandler(int part) {
    return context.enterPart(part);
  }

  /// Leaves a part that has returned.
  public void leave(long outer) {
    context.leave(outer);
  }

  /// Leaves a part that has thrown, and rethrows. A report of this exception names the part.
  public RuntimeException failed(long outer, Throwable thrown) {
    throw context.failed(outer, thrown);
  }

  /// Runs a pure part, where an allocation does not matter.
  public void runPure(int part, Runnable work) {
    run(enterPure(part), work);
  }

  /// Runs a part as a handler, where an allocation does not matter.
  public void runHandler(int part, Runnable work) {
    run(enterHandler(part), work);
  }

  private void run(long outer, Runnable work) {
    try {
      work.run();
    } catch (Throwable thrown) {
      throw failed(outer, thrown);
    }
    leave(outer);
  }

  /// Returns `thrown`, whose report names the part, because that returned a wrong value.
  public <E extends Throwable> E blame(int part, E thrown) {
    context.blame(part, thrown);
    return thrown;
  }

  /// The program's `codec` as the rank calls it: as a pure part with the name `part`.
  public <T extends @Nullable Object> Codec<T> guarded(String part, Codec<T> codec) {
    return engine.guarded(part, codec);
  }

  /// The class and message of an exception, whose methods may be the program's, and the part that
  /// threw it.
  public String describe(Throwable thrown) {
    String sentence = engine.self().failures().read(thrown, StackText::sentence);
    String place = context.place("", thrown);
    return place.isEmpty() ? sentence : sentence + " (in " + place + ")";
  }
}
