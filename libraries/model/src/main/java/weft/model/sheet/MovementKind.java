// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import weft.model.CostChannel;

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
}
