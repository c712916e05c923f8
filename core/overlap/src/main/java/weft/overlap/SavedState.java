// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.util.Arrays;

/// The text of [Tuner#save]: a word that says which tuner it is, and the numbers of its state. Each
/// number is checked when it is read, so that a text that was damaged is refused, and never becomes
/// a tuner that misbehaves later.
final class SavedState {
  private final String text;
  private final String[] words;
  private int next;

  SavedState(String text) {
    this.text = text;
    this.words = text.strip().split("\\s+");
  }

  /// The text of a state: numbers and arrays of numbers after `name`.
  static String text(String name, Object... values) {
    var text = new StringBuilder(name);
    for (Object value : values) {
      if (value instanceof double[] numbers) {
        for (double number : numbers) {
          text.append(' ').append(number);
        }
      } else {
        text.append(' ').append(value);
      }
    }
    return text.toString();
  }

  /// The next word.
  String word(String what) {
    if (next == words.length || words[next].isEmpty()) {
      throw wrong("its " + what + " is missing");
    }
    return words[next++];
  }

  /// The next number, which must be from `least` to `most`.
  double number(String what, double least, double most) {
    double number = numberOrNaN(what, least, most);
    if (Double.isNaN(number)) {
      throw wrong("its " + what + " is not a number");
    }
    return number;
  }

  /// The next number, or NaN, which stands for none.
  double numberOrNaN(String what, double least, double most) {
    String word = word(what);
    double number;
    try {
      number = Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw wrong("its " + what + " is \"" + word + "\"");
    }
    if (number < least || number > most) {
      throw wrong("its " + what + " is " + word + ", and not from " + least + " to " + most);
    }
    return number;
  }

  /// The next number, which must be a valid parameter p.
  double parameter() {
    return number("parameter", 0, Double.MAX_VALUE);
  }

  /// The next number, an integer from `least` to `most`.
  int integer(String what, int least, int most) {
    String word = word(what);
    int number;
    try {
      number = Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw wrong("its " + what + " is \"" + word + "\"");
    }
    if (number < least || number > most) {
      throw wrong("its " + what + " is " + word + ", and not from " + least + " to " + most);
    }
    return number;
  }

  /// The next number, 0 or 1.
  boolean flag(String what) {
    return integer(what, 0, 1) == 1;
  }

  /// Reads the next `values.length` numbers.
  void numbers(String what, double[] values, double least, double most) {
    for (int i = 0; i < values.length; i++) {
      values[i] = number(what, least, most);
    }
  }

  /// The words that were not read yet, as one text.
  String rest() {
    String rest = String.join(" ", Arrays.asList(words).subList(next, words.length));
    next = words.length;
    return rest;
  }

  /// Refuses words after the last one of the state.
  void end() {
    if (next < words.length) {
      throw wrong("it goes on with \"" + words[next] + "\"");
    }
  }

  /// The exception for a text that is not a state.
  IllegalArgumentException wrong(String why) {
    String shown = text.length() <= 80 ? text : text.substring(0, 80) + "…";
    return new IllegalArgumentException(
        "\"" + shown + "\" is not the state of a tuner: " + why + "; give the text of Tuner.save");
  }
}
