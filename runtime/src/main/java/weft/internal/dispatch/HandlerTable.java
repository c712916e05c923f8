// SPDX-License-Identifier: Apache-2.0
package weft.internal.dispatch;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.internal.Engine;
import weft.internal.send.SystemHandlers;
import weft.memory.RecordLayout;

/// The handlers of one rank by name. Numbers follow the order of the names, so ranks may register
/// in any order.
public final class HandlerTable {
  private record Entry(String name, String shape, Object handler, IntConsumer numbered) {}

  private static final int FIRST_USER = SystemHandlers.FIRST_USER;

  private final Engine engine;
  private final Map<String, Entry> entries = new TreeMap<>();
  private final Dispatcher dispatcher;
  private String[] names = new String[FIRST_USER];

  public HandlerTable(Engine engine, Dispatcher dispatcher) {
    this.engine = engine;
    this.dispatcher = dispatcher;
    Arrays.fill(names, "of Weft's own");
  }

  /// Refuses to register null; `what` names the part of the registration that `given` is.
  public void checkGiven(@Nullable String name, String what, @Nullable Object given) {
    if (name == null) {
      throw new NullPointerException(
          "rank "
              + engine.rank()
              + " registers a handler with the name null; each needs a name of its own");
    }
    if (given == null) {
      throw new NullPointerException(
          "rank " + engine.rank() + " registers \"" + name + "\" with null instead of " + what);
    }
  }

  /// Adds a handler; `numbered` is told its number when all are known. `shape` is one word that
  /// says what it takes: ranks that have different ones do not begin to talk.
  public void add(String name, String shape, Object handler, IntConsumer numbered) {
    engine.contexts().checkRegistering(name);
    if (name.isEmpty() || name.indexOf('\n') >= 0) {
      throw new WeftException("a handler's name must be one line and not empty");
    }
    if (entries.putIfAbsent(name, new Entry(name, shape, handler, numbered)) != null) {
      throw new WeftException(
          "rank "
              + engine.rank()
              + " registers the handler \""
              + name
              + "\" twice; each needs a name of its own");
    }
    if (entries.size() > RecordLayout.MAX_HANDLER - FIRST_USER) {
      throw new WeftException("more than " + (RecordLayout.MAX_HANDLER - FIRST_USER) + " handlers");
    }
  }

  /// Adds a handler of Weft's own, with a number of its own; it runs from now on.
  public void addSystem(String name, int number, Object handler) {
    names[number] = name;
    dispatcher.handlers().put(number, handler);
  }

  /// Numbers the handlers and fills the dispatcher's tables.
  public void install() {
    int end = FIRST_USER + entries.size();
    names = Arrays.copyOf(names, end);
    dispatcher.growTo(end);
    int number = FIRST_USER;
    for (Entry entry : entries.values()) {
      entry.numbered.accept(number);
      names[number] = entry.name;
      dispatcher.handlers().put(number, entry.handler);
      number++;
    }
  }

  /// The name behind a record's header.
  String nameOf(long header) {
    int number = RecordLayout.handler(header);
    return number < names.length ? names[number] : "number " + number;
  }

  /// One line per handler: its shape and its name, in order.
  public String text() {
    var text = new StringBuilder();
    for (Entry entry : entries.values()) {
      text.append(entry.shape.replaceAll("\\s", "_")).append(' ').append(entry.name);
      text.append('\n');
    }
    return text.toString();
  }
}
