// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import weft.model.CostChannel;
import weft.model.Platform;
import weft.model.TauLopCost.CostTerm;

/// What a movement of bytes is.
enum MovementKind {
  /// Between the memories of two ranks.
  BETWEEN,

  /// Into memory of a rank that others read.
  WRITE,

  /// Within memory that no other rank uses.
  OWN,

  /// Between the memories of two ranks, through a buffer if the channel copies in and out.
  PULL;

  /// Its time when `count` movements run at once.
  double time(CostChannel channel, long bytes, double count) {
    return switch (this) {
      case BETWEEN -> channel.read(bytes, count);
      case WRITE -> channel.write(bytes, count);
      case OWN -> channel.copy(bytes, count);
      case PULL -> channel.pull(bytes, count);
    };
  }

  /// The terms of a part of a movement while `count` movements run.
  ///
  /// @param number that of the channel
  CostTerm term(CostChannel channel, int number, long bytes, int count, double part) {
    boolean isBoth = this == PULL && channel.copies() > 1;
    String letter =
        channel.steps() == null || isBoth
            ? "L"
            : switch (this) {
              case BETWEEN, PULL -> "R";
              case WRITE -> "W";
              case OWN -> "C";
            };
    return new CostTerm(
        isBoth ? channel.copies() * part : part,
        (count > 1 ? count + "‖" : "") + letter + Platform.superscript(number) + "(" + bytes + ")",
        part * time(channel, bytes, count));
  }
}
