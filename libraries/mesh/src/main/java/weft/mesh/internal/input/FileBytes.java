// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import weft.mesh.internal.content.WrongFileException;

/// The bytes of a file, read as words, lines or binary numbers from its beginning to its end.
public final class FileBytes {
  /// As many characters of a wrong word are shown.
  private static final int SHOWN = 40;

  /// What error messages call it.
  public final String name;

  private final byte[] data;
  private final ByteBuffer numbers;

  /// Whether lines end by a carriage return alone, as the first one does.
  private final boolean returns;

  private int at;
  private int line = 1;

  /// @param name what error messages call it, such as "the surface a.stl"
  public FileBytes(String name, byte[] data) {
    this.name = name;
    this.data = data;
    this.numbers = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    int end = 0;
    while (end < data.length && data[end] != '\n' && data[end] != '\r') {
      end++;
    }
    returns = end + 1 < data.length && data[end] == '\r' && data[end + 1] != '\n';
    // A mark of the byte order is no part of the text.
    boolean marked =
        data.length > 2
            && data[0] == (byte) 0xef
            && data[1] == (byte) 0xbb
            && data[2] == (byte) 0xbf;
    at = marked ? 3 : 0;
  }

  private boolean isEnd(byte b) {
    return b == '\n' || returns && b == '\r';
  }

  /// All bytes; they are not copied.
  public byte[] bytes() {
    return data;
  }

  /// The number of bytes.
  public int length() {
    return data.length;
  }

  /// The number of bytes that are left.
  public int remaining() {
    return data.length - at;
  }

  /// As many of the next bytes as text.
  public String beginning(int count) {
    return new String(data, at, Math.min(count, data.length - at), ISO_8859_1);
  }

  /// The length of this line, without its end.
  public int lineLength() {
    int end = at;
    while (end < data.length && !isEnd(data[end])) {
      end++;
    }
    return end - at;
  }

  /// The place at hand, for [#reset].
  public int mark() {
    return at;
  }

  /// Goes back to a place in this line, or at the end of the one before.
  public void reset(int place) {
    for (int i = place; i < at; i++) {
      line -= isEnd(data[i]) ? 1 : 0;
    }
    at = place;
  }

  /// Goes back to the first byte.
  public void restart() {
    at = 0;
  }

  /// Whether the last byte ends a line.
  public boolean endsWithLine() {
    return data.length > 0 && isEnd(data[data.length - 1]);
  }

  /// An exception that says what is wrong in the line at hand.
  public WrongFileException wrong(String what) {
    return new WrongFileException("line " + line + " of " + name + ": " + what);
  }

  /// A word as messages show it.
  public static String shown(String word) {
    var text = new StringBuilder("\"");
    for (int i = 0; i < Math.min(SHOWN, word.length()); i++) {
      char c = word.charAt(i);
      text.append(c < ' ' || c == 127 ? String.format("\\x%02x", (int) c) : String.valueOf(c));
    }
    return text.append(word.length() > SHOWN ? "…\"" : "\"").toString();
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r' || b == '\f' || b == 11;
  }

  private void skipBlanks() {
    while (at < data.length && isBlank(data[at]) && !isEnd(data[at])) {
      at++;
    }
  }

  /// The next word of this line, or null if there is none.
  public @Nullable String wordInLine() throws WrongFileException {
    skipBlanks();
    if (at == data.length || isEnd(data[at])) {
      return null;
    }
    return take();
  }

  private String take() throws WrongFileException {
    int from = at;
    while (at < data.length && !isEnd(data[at]) && !isBlank(data[at])) {
      if (data[at] == 0) {
        throw wrong("the file is binary, or not of the kind that its name says");
      }
      at++;
    }
    return new String(data, from, at - from, ISO_8859_1);
  }

  /// The next word, on this line or a later one; null at the end.
  public @Nullable String word() throws WrongFileException {
    skipBlanks();
    while (at < data.length && isEnd(data[at])) {
      nextLine();
      skipBlanks();
    }
    return at == data.length ? null : take();
  }

  /// The rest of this line, without blanks around it. Goes on to the next line.
  public String restOfLine() {
    String text = restOfLineHere();
    nextLine();
    return text;
  }

  /// The rest of this line, without blanks around it. Stays at its end.
  public String restOfLineHere() {
    int from = at;
    at += lineLength();
    return new String(data, from, at - from, UTF_8).strip();
  }

  /// Whether nothing but blanks is left in this line.
  public boolean atLineEnd() {
    skipBlanks();
    return at == data.length || isEnd(data[at]);
  }

  /// Goes to the beginning of the next line.
  public void nextLine() {
    while (at < data.length && !isEnd(data[at])) {
      at++;
    }
    if (at < data.length) {
      at++;
      line++;
    }
  }

  /// Whether nothing is left.
  public boolean atEnd() {
    return at >= data.length;
  }

  /// Goes to the next line that is neither empty nor a comment.
  public void nextContent(String missing) throws FileEndedException {
    while (true) {
      skipBlanks();
      if (atEnd()) {
        throw new FileEndedException(missing);
      }
      if (!isEnd(data[at]) && data[at] != '#') {
        return;
      }
      nextLine();
    }
  }

  /// The next word, or the file ends before `missing`.
  public String need(String missing) throws WrongFileException, FileEndedException {
    String word = word();
    if (word == null) {
      throw new FileEndedException(missing);
    }
    return word;
  }

  /// The next whole number, on this line or a later one. Comments behind a `#` are left out.
  public long wholeOnward(String missing) throws WrongFileException, FileEndedException {
    nextContent(missing);
    return whole(need(missing));
  }

  /// The next number, on this line or a later one. Comments behind a `#` are left out.
  public double realOnward(String missing) throws WrongFileException, FileEndedException {
    nextContent(missing);
    return real(need(missing));
  }

  /// A number of a word.
  public double real(String word) throws WrongFileException {
    try {
      return Double.parseDouble(word);
    } catch (NumberFormatException e) {
      return odd(word);
    }
  }

  /// What C programs print for numbers that are not finite.
  private double odd(String word) throws WrongFileException {
    return switch (word.toLowerCase(java.util.Locale.ROOT)) {
      case "nan", "-nan", "+nan", "-nan(ind)", "nan(ind)", "1.#qnan", "-1.#ind" -> Double.NaN;
      case "inf", "+inf", "infinity", "1.#inf" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity", "-1.#inf" -> Double.NEGATIVE_INFINITY;
      default -> throw wrong(shown(word) + " is not a number");
    };
  }

  /// A whole number of a word.
  public long whole(String word) throws WrongFileException {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw wrong(shown(word) + " is not a whole number that fits");
    }
  }

  /// A number of things, which the rest of the file must have room for.
  public int count(long number, int least, String what) throws WrongFileException {
    if (number < 0 || number > Integer.MAX_VALUE / 4) {
      throw wrong("there cannot be " + number + " " + what);
    }
    return (int) Math.min(number, (remaining() + 1L) / Math.max(1, least) + 1);
  }

  /// The next number of this line.
  public double realInLine(String what) throws WrongFileException, FileEndedException {
    String word = wordInLine();
    if (word == null) {
      throw missing(what);
    }
    return real(word);
  }

  /// The next whole number of this line.
  public long wholeInLine(String what) throws WrongFileException, FileEndedException {
    String word = wordInLine();
    if (word == null) {
      throw missing(what);
    }
    return whole(word);
  }

  private WrongFileException missing(String what) throws WrongFileException, FileEndedException {
    if (atEnd()) {
      throw new FileEndedException(what);
    }
    return wrong(what + " is missing");
  }

  /// Sets the order of the bytes of binary numbers.
  public void order(ByteOrder order) {
    numbers.order(order);
  }

  /// Takes bytes, and returns where they begin.
  public int take(int bytes, String missing) throws FileEndedException {
    if (bytes > remaining()) {
      throw new FileEndedException(missing);
    }
    int from = at;
    at += bytes;
    return from;
  }

  /// A binary number at a place.
  public byte byteAt(int place) {
    return data[place];
  }

  /// A binary number at a place.
  public short shortAt(int place) {
    return numbers.getShort(place);
  }

  /// A binary number at a place.
  public int intAt(int place) {
    return numbers.getInt(place);
  }

  /// A binary number at a place.
  public long longAt(int place) {
    return numbers.getLong(place);
  }

  /// A binary number at a place.
  public float floatAt(int place) {
    return numbers.getFloat(place);
  }

  /// A binary number at a place.
  public double doubleAt(int place) {
    return numbers.getDouble(place);
  }
}
