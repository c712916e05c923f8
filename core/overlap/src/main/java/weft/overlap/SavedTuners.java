// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import org.jspecify.annotations.Nullable;

/// Restores tuners from the text of [Tuner#save].
final class SavedTuners {
  private SavedTuners() {}

  static Tuner load(String saved) {
    String[] words = saved.strip().split("\\s+");
    try {
      return switch (words[0]) {
        case "fixed" -> new FixedTuner(number(words, 1));
        case "exponential", "fast-adaptive" ->
            new ExponentialTuner(
                words[0].equals("fast-adaptive"),
                number(words, 1),
                number(words, 2),
                number(words, 3));
        case "log-quadratic" -> LogQuadraticTuner.load(numbers(words));
        case "buffers" ->
            new BufferTuner(
                load(saved.strip().split("\\s+", 5)[4]),
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]));
        default -> throw malformed(saved, null);
      };
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw malformed(saved, e);
    }
  }

  private static double number(String[] words, int at) {
    return Double.parseDouble(words[at]);
  }

  private static double[] numbers(String[] words) {
    var numbers = new double[words.length - 1];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number(words, i + 1);
    }
    return numbers;
  }

  private static IllegalArgumentException malformed(
      String saved, @Nullable RuntimeException cause) {
    return new IllegalArgumentException(
        "\"" + saved + "\" is not the state of a tuner; give the text of Tuner.save", cause);
  }
}
