// SPDX-License-Identifier: Apache-2.0
package weft;

import weft.internal.Engine;
import weft.internal.send.Sender;
import weft.memory.RecordLayout;

/// A remote service request: a registered handler, seen from the sender.
public abstract sealed class Rsr permits Rsr0, Rsr1, Rsr2, Rsr3, Rsr4, RsrN, RsrObject {
  final Engine engine;
  final Sender sender;
  final String name;

  /// The record's header, known from `start()` on (for [RsrN] without the length).
  long header;

  private final int kind;
  private final int payload;

  Rsr(Engine engine, String name, int kind, int payload) {
    this.engine = engine;
    this.sender = engine.sender();
    this.name = name;
    this.kind = kind;
    this.payload = payload;
  }

  /// Registers `handler` under this request's name.
  void register(Object handler) {
    engine.handlers().checkGiven(name, "a handler", handler);
    register(handler, kind == RecordLayout.RSRN ? "rsrN" : "rsr" + (kind - RecordLayout.RSR0));
  }

  /// The same; `shape` is one word that says what the handler takes, and the same on every rank.
  void register(Object handler, String shape) {
    engine
        .handlers()
        .add(name, shape, handler, number -> header = RecordLayout.header(kind, number, payload));
  }

  /// Makes `handler` the one of Weft's own with this number (see
  /// [weft.internal.send.SystemHandlers]).
  void install(int number, Object handler) {
    header = RecordLayout.header(kind, number, payload);
    engine.handlers().addSystem(name, number, handler);
  }

  /// The name under which the handler was registered.
  public final String name() {
    return name;
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + " \"" + name + "\"";
  }
}
