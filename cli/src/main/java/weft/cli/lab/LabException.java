// SPDX-License-Identifier: Apache-2.0
package weft.cli.lab;

/// Something that a lab cannot do, in a sentence.
public final class LabException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final boolean usage;

  private LabException(boolean usage, String sentence) {
    super(sentence);
    this.usage = usage;
  }

  /// It was asked for what there is not: a host, a rate, root's rights.
  static LabException usage(String sentence) {
    return new LabException(true, sentence);
  }

  /// It should have worked.
  static LabException failure(String sentence) {
    return new LabException(false, sentence);
  }

  /// Whether it was asked for what there is not, or what this machine does not have.
  public boolean isUsage() {
    return usage;
  }
}
