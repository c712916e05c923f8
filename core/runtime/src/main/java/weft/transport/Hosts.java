// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import weft.WeftException;

/// The hosts of a job, and how many ranks each takes.
///
/// @param names the hosts, in the order of ranks
/// @param slots the number of ranks on each
public record Hosts(List<String> names, List<Integer> slots) {
  /// A host with its number of ranks or without. An IPv6 address with a number is in brackets, as
  /// in `[fd00::1]:2`.
  private static final Pattern HOST =
      Pattern.compile(
          "(?:(?<name>[^:\\[\\]\\s]+)|\\[(?<address>[^\\[\\]\\s]+)\\])(?::(?<ranks>[1-9]\\d{0,5}))?"
              + "|(?:[\\da-fA-F:]*::[\\da-fA-F:.]*|(?:[\\da-fA-F]+:){7}[\\da-fA-F]+)(?:%\\w+)?");

  /// The most bytes of a file of hosts.
  private static final int MOST_BYTES = 1 << 20;

  /// Copies both lists.
  public Hosts {
    names = List.copyOf(names);
    slots = List.copyOf(slots);
  }

  /// The hosts that `settings` name for `ranks` ranks; null if they name none.
  ///
  /// @throws WeftException naming the option, if its value is not possible
  public static @Nullable Hosts of(Map<String, String> settings, int ranks) {
    String hosts = settings.getOrDefault(JobVariables.HOSTS, "");
    try {
      return hosts.isEmpty() ? null : parse(hosts, ranks);
    } catch (WeftException e) {
      throw new WeftException(
          LaunchOption.HOSTS.name() + " " + hosts + " is not possible: " + e.getMessage(), e);
    }
  }

  /// The list in a file: one host in a line, with its number or without; what follows `#` is a
  /// remark.
  private static String read(String file) {
    if (file.isEmpty()) {
      throw new WeftException("the name of a file follows the @, as in @hosts.txt");
    }
    List<String> lines;
    try {
      lines = lines(Path.of(file));
    } catch (CharacterCodingException e) {
      throw new WeftException(file + " is no text file with a host in each line", e);
    } catch (NoSuchFileException e) {
      throw new WeftException(file + " cannot be read: it does not exist", e);
    } catch (AccessDeniedException e) {
      throw new WeftException(file + " cannot be read: this user may not", e);
    } catch (IOException e) {
      throw new WeftException(file + " cannot be read: " + e.getMessage(), e);
    } catch (InvalidPathException e) {
      throw new WeftException(file + " cannot be the name of a file", e);
    }
    var hosts = new ArrayList<String>();
    for (int i = 0; i < lines.size(); i++) {
      String host = lines.get(i).replaceFirst("#.*", "").strip();
      if (!host.isEmpty() && !HOST.matcher(host).matches()) {
        throw new WeftException(
            "line %d of %s, \"%s\", is not a host; write it as in alpha or alpha:2"
                .formatted(i + 1, file, host));
      }
      if (!host.isEmpty()) {
        hosts.add(host);
      }
    }
    if (hosts.isEmpty()) {
      throw new WeftException(file + " names no host; it needs one in each line");
    }
    return String.join(",", hosts);
  }

  /// The lines of a text. A device may have no end.
  private static List<String> lines(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new WeftException(
            file + " has more than " + MOST_BYTES + " bytes, so it lists no hosts");
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes))
          .toString()
          .lines()
          .toList();
    }
  }

  /// Reads `a,b:2` or `[fd00::1]:2`, or `@` and the name of a file with a host in each line: the
  /// number after a colon is the number of ranks on the host. Hosts without a number share the
  /// remaining ranks; the first ones take one more if these do not divide evenly.
  ///
  /// @throws WeftException if this is not such a list, or the ranks do not fit
  public static Hosts parse(String text, int ranks) {
    var names = new ArrayList<String>();
    var slots = new ArrayList<Integer>();
    int left = ranks;
    int open = 0;
    String list = text.startsWith("@") ? read(text.substring(1)) : text;
    for (String part : list.split(",", -1)) {
      String host = part.strip();
      Matcher found = HOST.matcher(host);
      if (host.startsWith("@")) {
        throw new WeftException(
            "a file of hosts cannot be a part of a list: give "
                + host
                + " alone, or name the hosts");
      }
      if (!found.matches()) {
        throw new WeftException(
            "\"" + text + "\" is not a list of hosts; write it as in alpha,beta or alpha:2,beta:4");
      }
      String number = found.group("ranks");
      names.add(Objects.requireNonNullElseGet(found.group("name"), () -> addressOf(found, host)));
      slots.add(number == null ? 0 : Integer.parseInt(number));
      left -= slots.getLast();
      open += number == null ? 1 : 0;
    }
    if (left > 0 && open == 0) {
      throw new WeftException(
          "the hosts "
              + text
              + " take "
              + (ranks - left)
              + " ranks, and there are "
              + ranks
              + "; give them more, or leave the numbers out");
    }
    for (int i = 0; i < slots.size(); i++) {
      if (slots.get(i) == 0) {
        int share = Math.ceilDiv(Math.max(0, left), open);
        slots.set(i, share);
        left -= share;
        open--;
      }
    }
    return new Hosts(names, slots).used();
  }

  private static String addressOf(Matcher found, String host) {
    return Objects.requireNonNullElse(found.group("address"), host);
  }

  /// The same without hosts that take no ranks.
  private Hosts used() {
    int[] used = IntStream.range(0, names.size()).filter(i -> slots.get(i) > 0).toArray();
    return new Hosts(
        IntStream.of(used).mapToObj(names::get).toList(),
        IntStream.of(used).mapToObj(slots::get).toList());
  }

  /// The largest number of ranks on one host.
  public int most() {
    return slots.stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /// Formatted as `alpha:2,beta:2`, which both Open MPI and MPICH understand.
  @Override
  public String toString() {
    return IntStream.range(0, names.size())
        .mapToObj(i -> bracketed(names.get(i)) + ":" + slots.get(i))
        .collect(Collectors.joining(","));
  }

  private static String bracketed(String host) {
    return host.indexOf(':') < 0 ? host : "[" + host + "]";
  }
}
