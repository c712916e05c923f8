// SPDX-License-Identifier: Apache-2.0
package weft.internal.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import weft.RsrN;
import weft.WeftException;
import weft.internal.rank.CallChecks;
import weft.internal.rank.Counted;
import weft.internal.rank.HandlerNames;
import weft.internal.rank.Rank;
import weft.internal.send.SystemHandlers;
import weft.memory.RecordLayout;

/// The handlers of one rank by name. Numbers follow the order of the names, so ranks may register
/// in any order; handlers of messages that are not the program's get the lower numbers.
public final class HandlerTable {
  private record Entry(
      String name, String shape, Counted counted, @Nullable Object handler, IntConsumer numbered) {}

  private static final int FIRST_USER = SystemHandlers.FIRST_USER;

  private final int rank;
  private final CallChecks checks;
  private final HandlerNames names;
  private final Dispatcher dispatcher;
  private final Map<String, Entry> entries = new TreeMap<>();

  /// The table that fills `dispatcher`.
  public HandlerTable(Rank rank, Dispatcher dispatcher) {
    this.rank = rank.rank();
    this.checks = rank.checks();
    this.names = rank.handlerNames();
    this.dispatcher = dispatcher;
  }

  /// Refuses to register null; `what` names the part of the registration.
  public void checkGiven(@Nullable String name, String what, @Nullable Object given) {
    if (name == null) {
      throw new NullPointerException(
          "rank " + rank + " registers a handler with the name null; each needs a name of its own");
    }
    if (given == null) {
      throw new NullPointerException(
          "rank " + rank + " registers \"" + name + "\" with null instead of " + what);
    }
  }

  /// Adds a handler of the program's messages; `numbered` gets its number when all names are known.
  /// `shape` describes its arguments in one word. If shapes differ between ranks, `start` throws.
  public void add(String name, String shape, Object handler, IntConsumer numbered) {
    add(name, shape, Counted.BY_PROGRAM, handler, numbered);
  }

  /// Adds a handler as [#add(String, String, Object, IntConsumer)] does, whose messages are counted
  /// according to `counted`.
  public void add(
      String name, String shape, Counted counted, Object handler, IntConsumer numbered) {
    enter(name, shape, counted, handler, numbered);
  }

  /// Adds a name that has no handler, but that all ranks must have with this shape.
  public void addName(String name, String shape) {
    enter(name, shape, Counted.BY_PROGRAM, null, number -> {});
  }

  private void enter(
      String name, String shape, Counted counted, @Nullable Object handler, IntConsumer numbered) {
    checks.checkRegistering(name);
    if (name.isEmpty() || name.indexOf('\n') >= 0) {
      throw new WeftException("a handler's name must be one line and not empty");
    }
    var entry = new Entry(name, shape, counted, handler, numbered);
    if (entries.putIfAbsent(name, entry) != null) {
      throw new WeftException(
          "rank "
              + rank
              + " registers the handler \""
              + name
              + "\" twice; each needs a name of its own");
    }
    if (entries.size() > RecordLayout.MAX_HANDLER - FIRST_USER) {
      throw new WeftException("more than " + (RecordLayout.MAX_HANDLER - FIRST_USER) + " handlers");
    }
  }

  /// Adds a handler that reads payloads in place; see [#add(String, String, Counted, Object,
  /// IntConsumer)].
  public void addPayload(
      String name, String shape, Counted counted, PayloadHandler handler, IntConsumer numbered) {
    add(name, shape, counted, inPlace(handler), numbered);
  }

  /// Adds an internal handler with a fixed number; it runs from now on. [SystemHandlers#counted]
  /// determines which counters include its messages.
  public void addSystem(String name, int number, Object handler) {
    names.setOwn(number, name);
    dispatcher.put(number, handler);
  }

  /// Adds an internal handler that reads payloads in place.
  public void addSystemPayload(String name, int number, PayloadHandler handler) {
    addSystem(name, number, inPlace(handler));
  }

  /// Sets the place of payloads that are put into this rank's heap.
  public void setLandings(Landings landings) {
    dispatcher.setLandings(landings);
  }

  private RsrN.Handler inPlace(PayloadHandler handler) {
    PayloadView view = dispatcher.view();
    return (source, frame) -> handler.handle(source, view.memory(), view.base(), view.length());
  }

  /// Numbers the handlers and fills the dispatcher's tables.
  public void install() {
    List<Entry> ordered = new ArrayList<>();
    for (Counted counted :
        new Counted[] {Counted.BY_END, Counted.BY_QUIESCENCE, Counted.BY_PROGRAM}) {
      entries.values().stream()
          .filter(entry -> entry.handler != null && entry.counted == counted)
          .forEach(ordered::add);
    }
    dispatcher.growTo(FIRST_USER + ordered.size());
    int number = FIRST_USER;
    for (Entry entry : ordered) {
      entry.numbered.accept(number);
      names.set(number, entry.name);
      if (entry.counted != Counted.BY_PROGRAM) {
        dispatcher.countApart(number, entry.counted);
      }
      dispatcher.put(number, Objects.requireNonNull(entry.handler));
      number++;
    }
  }

  /// One line per handler: its shape and its name, in order.
  public String text() {
    var text = new StringBuilder();
    for (Entry entry : entries.values()) {
      text.append(entry.shape.replaceAll("\\s", "_"));
      text.append(entry.counted == Counted.BY_PROGRAM ? "" : ":" + entry.counted);
      text.append(' ').append(entry.name).append('\n');
    }
    return text.toString();
  }
}
