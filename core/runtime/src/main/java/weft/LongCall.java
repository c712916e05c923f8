// SPDX-License-Identifier: Apache-2.0
package weft;

import weft.internal.Engine;
import weft.internal.dispatch.HandlerTable;

/// A handler of two words with a result of one: registered with [World#longCall], seen from the
/// caller. Like [Call], but for words: it encodes nothing and allocates nothing.
public final class LongCall {
  private final Answers answers;
  private final Rsr3 request;
  private final String call;

  LongCall(Engine engine, Answers answers, String name) {
    this.answers = answers;
    this.request = new Rsr3(engine.sender(), name);
    this.call = "call of \"" + name + "\"";
  }

  /// The handler's code, which runs at the target.
  @FunctionalInterface
  public interface Handler {
    /// Runs on the target's own thread, while that polls or waits. It must not wait.
    long handle(int source, long a, long b) throws Exception;
  }

  void register(HandlerTable table, Handler handler) {
    table.checkGiven(request.name(), "a handler", handler);
    Rsr3.Handler serve = (source, ticket, a, b) -> serve(handler, source, ticket, a, b);
    Registration.register(table, request, "longCall", serve);
  }

  private void serve(Handler handler, int source, long ticket, long a, long b) {
    long result;
    try {
      result = handler.handle(source, a, b);
    } catch (Exception e) {
      answers.thrown(source, ticket, request.name(), e);
      return;
    }
    answers.word(source, ticket, result);
  }

  /// Asks `target` for the result. `completion` is done when the result has arrived, and its
  /// [Completion#value] is the result. If there is no room, the call waits and may run handlers
  /// meanwhile. In a handler it never waits.
  public void call(int target, long a, long b, Completion completion) {
    long ticket = answers.begin(name(), call, target, completion);
    request.send(target, ticket, a, b);
  }

  /// Asks `target`, waits for the result, and returns it. Meanwhile it may run handlers; a handler
  /// must not call it.
  ///
  /// @throws RemoteException when the handler threw
  public long callSync(int target, long a, long b) {
    Completion completion = answers.waited(call);
    call(target, a, b, completion);
    answers.await();
    return completion.value();
  }

  /// The name under which the handler was registered.
  public String name() {
    return request.name();
  }

  @Override
  public String toString() {
    return "LongCall \"" + name() + "\"";
  }
}
