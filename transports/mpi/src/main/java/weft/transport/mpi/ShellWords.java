// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.ArrayList;
import java.util.List;
import weft.WeftException;
import weft.transport.JobVariables;

/// Splits text into words as a shell does.
final class ShellWords {
  private ShellWords() {}

  /// The words of `text`, separated by white space that is not quoted or escaped by a backslash.
  ///
  /// @throws WeftException if a quote is not closed
  static List<String> split(String text) {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && quote != '\'' && i + 1 < text.length()) {
        i++;
        word.append(text.charAt(i));
        inWord = true;
      } else if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '"' || c == '\'') {
        quote = c;
        inWord = true;
      } else if (!Character.isWhitespace(c)) {
        word.append(c);
        inWord = true;
      } else if (inWord) {
        words.add(word.toString());
        word.setLength(0);
        inWord = false;
      }
    }
    if (quote != 0) {
      throw new WeftException(
          "the arguments for mpirun ("
              + JobVariables.MPI_ARGS
              + ") lack a closing "
              + quote
              + ": "
              + text);
    }
    if (inWord) {
      words.add(word.toString());
    }
    return words;
  }
}
