// SPDX-License-Identifier: Apache-2.0
package weft.files;

/// Text from a file, as messages show it. It can neither move the cursor of a terminal nor fill the
/// screen.
public final class Quoted {
  private static final int USUAL_LENGTH = 200;

  private Quoted() {}

  /// Returns `text` with control characters escaped.
  public static String text(String text) {
    var shown = new StringBuilder(text.length());
    text.codePoints().forEach(point -> append(shown, point));
    return shown.toString();
  }

  /// Returns the beginning of `text`, with control characters escaped.
  public static String beginning(String text) {
    if (text.codePointCount(0, text.length()) <= USUAL_LENGTH) {
      return text(text);
    }
    return text(text.substring(0, text.offsetByCodePoints(0, USUAL_LENGTH))) + " …";
  }

  private static void append(StringBuilder shown, int point) {
    switch (point) {
      case '\n' -> shown.append("\\n");
      case '\r' -> shown.append("\\r");
      case '\t' -> shown.append("\\t");
      default -> {
        if (isHarmless(point)) {
          shown.appendCodePoint(point);
        } else if (point < 0x100) {
          shown.append("\\x%02x".formatted(point));
        } else {
          shown.append("\\u{%x}".formatted(point));
        }
      }
    }
  }

  private static boolean isHarmless(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT, // overrides the direction of text
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
