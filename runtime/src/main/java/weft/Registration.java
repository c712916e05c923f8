// SPDX-License-Identifier: Apache-2.0
package weft;

import weft.internal.dispatch.HandlerTable;

/// Registers handlers and tells their requests the number. Requests do not know the tables: the
/// tables know the requests' handlers.
final class Registration {
  private Registration() {}

  /// Registers `handler` under the request's name.
  static void register(HandlerTable table, Rsr rsr, Object handler) {
    table.checkGiven(rsr.name(), "a handler", handler);
    register(table, rsr, rsr.shape(), handler);
  }

  /// Registers a handler; `shape` is one word that says what it takes, and the same on every rank.
  static void register(HandlerTable table, Rsr rsr, String shape, Object handler) {
    table.add(rsr.name(), shape, handler, rsr::numbered);
  }

  /// Makes `handler` the one of Weft's own with this number (see
  /// [weft.internal.send.SystemHandlers]).
  static void install(HandlerTable table, Rsr rsr, int number, Object handler) {
    rsr.numbered(number);
    table.addSystem(rsr.name(), number, handler);
  }
}
