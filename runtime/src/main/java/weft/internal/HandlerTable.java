// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.Rsr4;
import weft.RsrN;
import weft.WeftException;
import weft.memory.RecordLayout;

/// The handlers of one rank by name. Numbers follow the order of the names, so ranks may register
/// in any order.
public final class HandlerTable {
  private record Entry(String name, int kind, Object handler, IntConsumer numbered) {}

  private final Engine engine;
  private final Map<String, Entry> entries = new TreeMap<>();
  private String[] names = {};

  HandlerTable(Engine engine) {
    this.engine = engine;
  }

  /// Adds a handler; `numbered` is told its number when all are known.
  public void add(String name, int kind, Object handler, IntConsumer numbered) {
    engine.checkRegistering(name);
    if (name.isEmpty() || name.indexOf('\n') >= 0) {
      throw new WeftException("a handler's name must be one line and not empty");
    }
    if (entries.putIfAbsent(name, new Entry(name, kind, handler, numbered)) != null) {
      throw new WeftException(
          "rank "
              + engine.rank()
              + " registers the handler \""
              + name
              + "\" twice; each needs a name of its own");
    }
    if (entries.size() > RecordLayout.MAX_HANDLER - Dispatcher.FIRST_USER) {
      throw new WeftException(
          "more than " + (RecordLayout.MAX_HANDLER - Dispatcher.FIRST_USER) + " handlers");
    }
  }

  /// Numbers the handlers and fills the dispatcher's tables.
  void install(Dispatcher dispatcher) {
    int end = Dispatcher.FIRST_USER + entries.size();
    names = new String[end];
    var rsr0 = new Rsr0.Handler[end];
    var rsr1 = new Rsr1.Handler[end];
    var rsr2 = new Rsr2.Handler[end];
    var rsr3 = new Rsr3.Handler[end];
    var rsr4 = new Rsr4.Handler[end];
    var rsrN = new RsrN.Handler[end];
    System.arraycopy(dispatcher.rsr0, 0, rsr0, 0, Dispatcher.FIRST_USER);
    System.arraycopy(dispatcher.rsrN, 0, rsrN, 0, Dispatcher.FIRST_USER);
    int number = Dispatcher.FIRST_USER;
    for (Entry entry : entries.values()) {
      entry.numbered.accept(number);
      names[number] = entry.name;
      switch (entry.handler) {
        case Rsr0.Handler handler -> rsr0[number] = handler;
        case Rsr1.Handler handler -> rsr1[number] = handler;
        case Rsr2.Handler handler -> rsr2[number] = handler;
        case Rsr3.Handler handler -> rsr3[number] = handler;
        case Rsr4.Handler handler -> rsr4[number] = handler;
        case RsrN.Handler handler -> rsrN[number] = handler;
        default -> throw new IllegalArgumentException("not a handler: " + entry.handler);
      }
      number++;
    }
    dispatcher.rsr0 = rsr0;
    dispatcher.rsr1 = rsr1;
    dispatcher.rsr2 = rsr2;
    dispatcher.rsr3 = rsr3;
    dispatcher.rsr4 = rsr4;
    dispatcher.rsrN = rsrN;
  }

  /// The name behind a record's header.
  String nameOf(long header) {
    int number = RecordLayout.handler(header);
    return number >= Dispatcher.FIRST_USER && number < names.length
        ? names[number]
        : "weft's own " + number;
  }

  /// One line per handler: its kind and its name, in order.
  String text() {
    var text = new StringBuilder();
    for (Entry entry : entries.values()) {
      text.append(kindName(entry.kind)).append(' ').append(entry.name);
      text.append('\n');
    }
    return text.toString();
  }

  private static String kindName(int kind) {
    return kind == RecordLayout.RSRN ? "rsrN" : "rsr" + (kind - RecordLayout.RSR0);
  }
}
