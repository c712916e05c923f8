// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Parses the literals of Python that headers of .npy files may consist of, as `ast.literal_eval`
/// does: strings, whole numbers, `True`, `False`, `None`, tuples, lists and dictionaries.
///
/// The values are [String], [BigInteger], [Boolean], an empty [Optional], [Tuple], [List] and
/// [Map].
final class PythonLiteral {
  /// A tuple.
  record Tuple(List<Object> items) {}

  /// A text is not a literal.
  static final class SyntaxException extends Exception {
    private static final long serialVersionUID = 1;

    SyntaxException(String message) {
      super(message);
    }
  }

  /// Python refuses deeper nesting, too.
  private static final int DEEPEST = 100;

  private final String text;

  /// Whether numbers may end with L, as those of Python 2 do.
  private final boolean isOld;

  private int at;
  private int depth;

  private PythonLiteral(String text, boolean isOld) {
    this.text = text;
    this.isOld = isOld;
  }

  /// Parses a text.
  ///
  /// @param isOld whether numbers may end with L
  static Object parse(String text, boolean isOld) throws SyntaxException {
    var parser = new PythonLiteral(text, isOld);
    Object value = parser.value();
    parser.skipSpace();
    if (parser.at < text.length()) {
      throw parser.unexpected();
    }
    return value;
  }

  private SyntaxException unexpected() {
    return at < text.length()
        ? new SyntaxException("unexpected character at position " + at)
        : new SyntaxException("it ends too early");
  }

  /// Skips blanks, line ends and comments.
  private void skipSpace() {
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '#') {
        int end = text.indexOf('\n', at);
        at = (end < 0 ? text.length() : end) - 1;
      } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f') {
        return;
      }
    }
  }

  private char peek() {
    skipSpace();
    return at < text.length() ? text.charAt(at) : 0;
  }

  private boolean takes(char expected) {
    if (peek() != expected) {
      return false;
    }
    at++;
    return true;
  }

  private void need(char expected) throws SyntaxException {
    if (!takes(expected)) {
      throw unexpected();
    }
  }

  private Object value() throws SyntaxException {
    if (++depth > DEEPEST) {
      throw new SyntaxException("it is nested too deeply");
    }
    Object value =
        switch (peek()) {
          case '{' -> dictionary();
          case '(' -> tuple();
          case '[' -> list(']');
          case '\'', '"' -> strings();
          case '+', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
          default -> word();
        };
    depth--;
    return value;
  }

  private Map<Object, Object> dictionary() throws SyntaxException {
    need('{');
    var entries = new LinkedHashMap<Object, Object>();
    while (!takes('}')) {
      Object key = value();
      need(':');
      entries.put(key, value());
      if (peek() != '}') {
        need(',');
      }
    }
    return entries;
  }

  /// A value in parentheses is a tuple if there is a comma after it.
  private Object tuple() throws SyntaxException {
    int begin = at;
    List<Object> items = list(')');
    boolean comma = items.isEmpty() || items.size() > 1 || endsWithComma(begin);
    return comma ? new Tuple(items) : items.getFirst();
  }

  private boolean endsWithComma(int begin) {
    for (int i = at - 2; i > begin; i--) {
      char c = text.charAt(i);
      if (!Character.isWhitespace(c)) {
        return c == ',';
      }
    }
    return false;
  }

  private List<Object> list(char end) throws SyntaxException {
    at++;
    var items = new ArrayList<Object>();
    while (!takes(end)) {
      items.add(value());
      if (peek() != end) {
        need(',');
      }
    }
    return items;
  }

  /// Strings beside each other are one string.
  private String strings() throws SyntaxException {
    var all = new StringBuilder();
    while (peek() == '\'' || peek() == '"') {
      string(all);
    }
    return all.toString();
  }

  private void string(StringBuilder all) throws SyntaxException {
    char quote = text.charAt(at++);
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == quote) {
        return;
      }
      if (c == '\n' || c == 0) {
        at--;
        throw unexpected();
      }
      if (c == '\\') {
        escape(all);
      } else {
        all.append(c);
      }
    }
    throw unexpected();
  }

  private void escape(StringBuilder all) throws SyntaxException {
    if (at == text.length()) {
      throw unexpected();
    }
    char c = text.charAt(at++);
    switch (c) {
      case '\\', '\'', '"' -> all.append(c);
      case 'n' -> all.append('\n');
      case 't' -> all.append('\t');
      case 'r' -> all.append('\r');
      case '\n' -> {}
      case 'x' -> all.appendCodePoint(hex(2));
      case 'u' -> all.appendCodePoint(hex(4));
      default -> all.append('\\').append(c); // Python keeps what it does not know.
    }
  }

  private int hex(int digits) throws SyntaxException {
    if (at + digits > text.length()) {
      throw unexpected();
    }
    int value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = Character.digit(text.charAt(at), 16);
      if (digit < 0) {
        throw unexpected();
      }
      value = 16 * value + digit;
      at++;
    }
    return value;
  }

  private BigInteger number() throws SyntaxException {
    boolean negative = false;
    while (peek() == '+' || peek() == '-') {
      negative ^= text.charAt(at++) == '-';
    }
    int radix = radix();
    var digits = new StringBuilder();
    boolean separated = radix == 10; // An underscore may follow a digit, or the 0x of a number.
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '_' && !separated) {
        separated = true;
      } else if (c < 0x80 && Character.digit(c, radix) >= 0) {
        digits.append(c);
        separated = false;
      } else {
        break;
      }
    }
    if (digits.isEmpty() || separated || hasLeadingZero(digits, radix)) {
      throw unexpected();
    }
    if (at < text.length() && text.charAt(at) == 'L' && isOld) {
      at++;
    }
    if (at < text.length() && isPartOfWord(text.charAt(at))) {
      throw unexpected();
    }
    var value = new BigInteger(digits.toString(), radix);
    return negative ? value.negate() : value;
  }

  private int radix() {
    String prefix =
        at + 1 < text.length() ? text.substring(at, at + 2).toLowerCase(java.util.Locale.ROOT) : "";
    int radix =
        switch (prefix) {
          case "0x" -> 16;
          case "0o" -> 8;
          case "0b" -> 2;
          default -> 10;
        };
    at += radix == 10 ? 0 : 2;
    return radix;
  }

  private static boolean hasLeadingZero(StringBuilder digits, int radix) {
    return radix == 10
        && digits.length() > 1
        && digits.charAt(0) == '0'
        && digits.chars().anyMatch(digit -> digit != '0');
  }

  /// A number followed by one of these is none, such as 3.0 or 3j.
  private static boolean isPartOfWord(char c) {
    return c == '.' || c == '_' || Character.isLetterOrDigit(c);
  }

  private Object word() throws SyntaxException {
    int begin = at;
    while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
      at++;
    }
    String word = text.substring(begin, at);
    char next = at < text.length() ? text.charAt(at) : 0;
    if ((word.equals("u") || word.equals("U")) && (next == '\'' || next == '"')) {
      return strings(); // A string of Python 2.
    }
    return switch (word) {
      case "True" -> true;
      case "False" -> false;
      case "None" -> Optional.empty();
      default -> {
        at = begin;
        throw unexpected();
      }
    };
  }
}
