// SPDX-License-Identifier: Apache-2.0
package weft;

import weft.internal.dispatch.HandlerTable;

/// Registers handlers and sets the numbers of their requests. Requests do not refer to the tables,
/// because the tables refer to the requests' handlers.
final class Registration {
  private Registration() {}

  /// Registers `handler` under the request's name.
  static void register(HandlerTable table, Rsr rsr, Object handler) {
    table.checkGiven(rsr.name(), "a handler", handler);
    register(table, rsr, rsr.shape(), handler);
  }

  /// Registers a handler; `shape` describes its arguments in one word, which is the same on every
  /// rank.
  static void register(HandlerTable table, Rsr rsr, String shape, Object handler) {
    table.add(rsr.name(), shape, handler, rsr::numbered);
  }

  /// Installs `handler` as the internal handler with this number (see
  /// [weft.internal.send.SystemHandlers]).
  static void install(HandlerTable table, Rsr rsr, int number, Object handler) {
    rsr.numbered(number);
    table.addSystem(rsr.name(), number, handler);
  }
}
