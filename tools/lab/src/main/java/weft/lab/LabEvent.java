// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import weft.cli.CommandException;

/// An event at a host, as written on a command line: `cut=h1`, `restore=h1`, `kill=h2`,
/// `slow=h3/10mbit`, `traffic=h0/h1`. In a timetable each event has a time before it: `2s:cut=h1`.
///
/// @param millis the milliseconds until the event
/// @param action the kind of event
/// @param host the number of the host
/// @param rate the new rate of its link for [Action#SLOW], else null
/// @param to the target of the traffic for [Action#TRAFFIC], else −1
public record LabEvent(long millis, Action action, int host, @Nullable Rate rate, int to) {
  /// The kinds of events.
  public enum Action {
    /// The link of the host is cut.
    CUT("cut=HOST"),
    /// The link of the host is restored.
    RESTORE("restore=HOST"),
    /// The host dies.
    KILL("kill=HOST"),
    /// The link of the host gets another rate.
    SLOW("slow=HOST/RATE"),
    /// Traffic starts from the host to another one.
    TRAFFIC("traffic=HOST/HOST");

    private final String form;

    Action(String form) {
      this.form = form;
    }
  }

  private static final Pattern TIMED = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?)(ms|s):(.*)");
  private static final Pattern EVENT = Pattern.compile("([a-z]+)=([^/]+)(?:/(.+))?");

  /// Parses the events of a timetable, separated by commas, in a lab of `hosts` hosts.
  ///
  /// @throws CommandException if an event is not valid, or names a host that does not exist
  public static List<LabEvent> timetable(String text, int hosts) {
    return Arrays.stream(text.split(",", -1)).map(event -> timed(event, hosts)).toList();
  }

  private static LabEvent timed(String text, int hosts) {
    Matcher matcher = TIMED.matcher(text);
    if (!matcher.matches()) {
      throw CommandException.usage(
          "'" + text + "' does not begin with a time, as 2s:cut=h1 and 500ms:cut=h1 do.");
    }
    int unit = matcher.group(2).equals("s") ? 1000 : 1;
    long millis = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit)).longValue();
    LabEvent event = parse(matcher.group(3), hosts);
    return new LabEvent(millis, event.action, event.host, event.rate, event.to);
  }

  /// Parses an event without a time.
  ///
  /// @throws CommandException if the event is not valid, or names a host that does not exist
  public static LabEvent parse(String text, int hosts) {
    Matcher matcher = EVENT.matcher(text);
    Action action = matcher.matches() ? action(matcher.group(1)) : null;
    if (action == null) {
      throw unknown(text);
    }
    int host = Network.number(matcher.group(2), hosts);
    String argument = matcher.group(3);
    boolean wantsArgument = action == Action.SLOW || action == Action.TRAFFIC;
    if (wantsArgument != (argument != null)) {
      throw unknown(text);
    }
    return new LabEvent(
        0,
        action,
        host,
        argument != null && action == Action.SLOW ? Rate.parse(argument) : null,
        argument != null && action == Action.TRAFFIC ? Network.number(argument, hosts) : -1);
  }

  private static @Nullable Action action(String name) {
    return Arrays.stream(Action.values())
        .filter(action -> action.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElse(null);
  }

  private static CommandException unknown(String text) {
    return CommandException.usage(
        "'"
            + text
            + "' is not an event. There are: "
            + String.join(", ", Arrays.stream(Action.values()).map(action -> action.form).toList())
            + ".");
  }

  /// Applies the event now.
  public void happen(Lab lab) {
    switch (action) {
      case CUT -> lab.cut(host);
      case RESTORE -> lab.restore(host);
      case KILL -> lab.kill(host);
      case SLOW -> lab.slow(host, rate == null ? Rate.NONE : rate);
      case TRAFFIC -> lab.traffic(host, to);
    }
  }

  /// Describes the event in messages.
  @Override
  public String toString() {
    String name = Network.host(host);
    return switch (action) {
      case CUT -> "the link of " + name + " is cut";
      case RESTORE -> "the link of " + name + " is restored";
      case KILL -> name + " is killed";
      case SLOW -> "the link of " + name + " has the rate " + rate;
      case TRAFFIC -> "traffic flows from " + name + " to " + Network.host(to);
    };
  }
}
