// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import weft.transport.Sizes;

/// Parses sizes in bytes for picocli.
public final class Bytes implements ITypeConverter<Long> {
  /// Called by picocli.
  public Bytes() {}

  @Override
  public Long convert(String value) {
    try {
      return Sizes.parse(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /// Parses sizes that cannot be 0.
  static final class NotZero implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      long bytes = new Bytes().convert(value);
      if (bytes == 0) {
        throw new TypeConversionException(
            "0 is not possible; give a size, or omit the option for the default");
      }
      return bytes;
    }
  }
}
