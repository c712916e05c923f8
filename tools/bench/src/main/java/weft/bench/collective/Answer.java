// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.Arrays;

/// One rank's answer to one line: `ok` and whole numbers, or `failed` and a sentence.
public final class Answer {
  private static final String OK = "ok";
  private static final String FAILED = "failed ";

  private final long[] values;

  Answer(long... values) {
    this.values = values;
  }

  /// The line with these numbers.
  public static String of(long... values) {
    var line = new StringBuilder(OK);
    for (long value : values) {
      line.append(' ').append(value);
    }
    return line.toString();
  }

  /// The line that reports a failure.
  public static String failed(String why) {
    return FAILED + why.replace('\n', ' ');
  }

  /// Parses a line.
  ///
  /// @throws IllegalStateException if the rank failed, or if the line is not an answer
  public static Answer parse(String line) {
    String[] words = line.strip().split(" ");
    if (line.startsWith(FAILED)) {
      throw new IllegalStateException(line.substring(FAILED.length()));
    }
    if (!words[0].equals(OK)) {
      throw new IllegalStateException("a rank sent \"" + line + "\", which is not an answer");
    }
    var values = new long[words.length - 1];
    try {
      for (int i = 0; i < values.length; i++) {
        values[i] = Long.parseLong(words[i + 1]);
      }
    } catch (NumberFormatException e) {
      throw new IllegalStateException("a rank sent \"" + line + "\", which is not an answer", e);
    }
    return new Answer(values);
  }

  /// The number at index `at`.
  ///
  /// @throws IllegalStateException if there are fewer
  public long value(int at) {
    if (at >= values.length) {
      throw new IllegalStateException(
          "a rank answered " + values.length + " numbers, and number " + (at + 1) + " is missing");
    }
    return values[at];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Answer answer && Arrays.equals(values, answer.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return of(values);
  }
}
