// SPDX-License-Identifier: Apache-2.0
package weft.options;

/// A command line is not valid. The message is a sentence for the user, who needs no stack trace.
public final class OptionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  OptionException(String sentence) {
    super(sentence);
  }
}
