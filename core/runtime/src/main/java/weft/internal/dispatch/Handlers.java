// SPDX-License-Identifier: Apache-2.0
package weft.internal.dispatch;

import java.util.Arrays;
import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.Rsr4;
import weft.RsrN;
import weft.internal.send.SystemHandlers;

/// The handlers by number, in one table per arity. An array load finds a handler, and an interface
/// call runs it. The subclass that [HandlerSpinner] makes for a busy rank needs neither.
class Handlers {
  final Rsr0.Handler[] rsr0;
  final Rsr1.Handler[] rsr1;
  final Rsr2.Handler[] rsr2;
  final Rsr3.Handler[] rsr3;
  final Rsr4.Handler[] rsr4;
  final RsrN.Handler[] rsrN;

  /// Tables with room for the internal handlers.
  Handlers() {
    int end = SystemHandlers.FIRST_USER;
    rsr0 = new Rsr0.Handler[end];
    rsr1 = new Rsr1.Handler[end];
    rsr2 = new Rsr2.Handler[end];
    rsr3 = new Rsr3.Handler[end];
    rsr4 = new Rsr4.Handler[end];
    rsrN = new RsrN.Handler[end];
  }

  /// The same handlers, and room for numbers below `end`.
  Handlers(Handlers of, int end) {
    rsr0 = Arrays.copyOf(of.rsr0, end);
    rsr1 = Arrays.copyOf(of.rsr1, end);
    rsr2 = Arrays.copyOf(of.rsr2, end);
    rsr3 = Arrays.copyOf(of.rsr3, end);
    rsr4 = Arrays.copyOf(of.rsr4, end);
    rsrN = Arrays.copyOf(of.rsrN, end);
  }

  /// The same handlers; for subclasses.
  Handlers(Handlers of) {
    this(of, of.rsr0.length);
  }

  void put(int number, Object handler) {
    switch (handler) {
      case Rsr0.Handler it -> rsr0[number] = it;
      case Rsr1.Handler it -> rsr1[number] = it;
      case Rsr2.Handler it -> rsr2[number] = it;
      case Rsr3.Handler it -> rsr3[number] = it;
      case Rsr4.Handler it -> rsr4[number] = it;
      case RsrN.Handler it -> rsrN[number] = it;
      default -> throw new IllegalArgumentException("not a handler: " + handler);
    }
  }

  void run0(int number, int source) {
    rsr0[number].handle(source);
  }

  void run1(int number, int source, long a) {
    rsr1[number].handle(source, a);
  }

  void run2(int number, int source, long a, long b) {
    rsr2[number].handle(source, a, b);
  }

  void run3(int number, int source, long a, long b, long c) {
    rsr3[number].handle(source, a, b, c);
  }

  void run4(int number, int source, long a, long b, long c, long d) {
    rsr4[number].handle(source, a, b, c, d);
  }
}
