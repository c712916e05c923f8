// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Converts maps, lists, texts and numbers to JSON that is safe inside a script element.
public final class JsonText {
  private JsonText() {}

  /// An object of named values: maps, lists, texts, numbers, truth values, arrays of doubles. NaN
  /// and infinity become null.
  public static String object(Map<String, ?> values) {
    return of(values);
  }

  static String of(@Nullable Object value) {
    var out = new StringBuilder();
    append(out, value);
    return out.toString();
  }

  private static void append(StringBuilder out, @Nullable Object value) {
    switch (value) {
      case null -> out.append("null");
      case Double number -> appendNumber(out, number);
      case Number number -> out.append(number);
      case Boolean truth -> out.append(truth);
      case double[] numbers -> {
        out.append('[');
        for (int i = 0; i < numbers.length; i++) {
          out.append(i == 0 ? "" : ",");
          appendNumber(out, numbers[i]);
        }
        out.append(']');
      }
      case Map<?, ?> map -> {
        String gap = "{";
        for (var entry : map.entrySet()) {
          out.append(gap);
          appendText(out, String.valueOf(entry.getKey()));
          out.append(':');
          append(out, entry.getValue());
          gap = ",";
        }
        out.append(map.isEmpty() ? "{}" : "}");
      }
      case List<?> list -> {
        String gap = "[";
        for (Object each : list) {
          out.append(gap);
          append(out, each);
          gap = ",";
        }
        out.append(list.isEmpty() ? "[]" : "]");
      }
      default -> appendText(out, value.toString());
    }
  }

  /// Appends a number. JSON has no NaN and no infinity, so these become null.
  private static void appendNumber(StringBuilder out, double number) {
    if (!Double.isFinite(number)) {
      out.append("null");
    } else if (number == Math.rint(number) && Math.abs(number) < 1e15) {
      out.append((long) number);
    } else {
      out.append(number);
    }
  }

  private static void appendText(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        // No text may end the script element around it.
        case '<', '>', '&', '\u2028', '\u2029' -> appendEscape(out, c);
        default -> {
          if (c < ' ') {
            appendEscape(out, c);
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static void appendEscape(StringBuilder out, char c) {
    out.append("\\u").append(Character.forDigit(c >> 12, 16));
    out.append(Character.forDigit(c >> 8 & 15, 16));
    out.append(Character.forDigit(c >> 4 & 15, 16)).append(Character.forDigit(c & 15, 16));
  }
}
