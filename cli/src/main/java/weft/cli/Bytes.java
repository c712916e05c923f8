// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import weft.transport.Sizes;

/// Sizes for picocli.
final class Bytes implements ITypeConverter<Long> {
  @Override
  public Long convert(String value) {
    try {
      return Sizes.parse(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
