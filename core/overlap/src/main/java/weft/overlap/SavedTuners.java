// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.util.function.Function;

/// Restores tuners from the text of [Tuner#save].
final class SavedTuners {
  private SavedTuners() {}

  /// @param own restores tuners of the program
  static Tuner load(String text, Function<? super String, ? extends Tuner> own) {
    var saved = new SavedState(text);
    Tuner tuner =
        switch (saved.word("name")) {
          case "fixed" -> FixedTuner.load(saved);
          case "exponential" -> ExponentialTuner.load(false, saved);
          case "fast-adaptive" -> ExponentialTuner.load(true, saved);
          case "log-quadratic" -> LogQuadraticTuner.load(saved);
          case "buffers" -> BufferTuner.load(saved, inner -> load(inner, own));
          default -> own(text, saved, own);
        };
    saved.end();
    return tuner;
  }

  private static Tuner own(
      String text, SavedState saved, Function<? super String, ? extends Tuner> own) {
    saved.rest();
    Tuner tuner = own.apply(text);
    if (tuner == null) {
      throw new IllegalArgumentException(
          "the function given to Tuner.load returned null for \"" + text + "\"; return a tuner");
    }
    return tuner;
  }

  /// The function for programs without tuners of their own.
  @SuppressWarnings("DoNotCallSuggester") // it is passed as a function
  static Tuner unknown(String text) {
    throw new SavedState(text)
        .wrong(
            "no tuner of Weft has this name; for a tuner of your own, give Tuner.load a function"
                + " that restores it");
  }
}
