// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

/// What ranks do in an operation, without the messages that only return tokens or report progress.
///
/// @param messages the messages that carry bytes, signal, announce or offer
/// @param bytes the bytes in them
/// @param pulls the requests for a piece of announced bytes
/// @param pulled the bytes that were requested
/// @param inPlace the bytes of blocks that ranks read, or write, in others' memory
/// @param acknowledgements the messages that tell a rank that its memory is free again
public record SheetCounts(
    long messages, long bytes, long pulls, long pulled, long inPlace, long acknowledgements) {
  /// Nothing.
  public static final SheetCounts NONE = new SheetCounts(0, 0, 0, 0, 0, 0);

  /// The sum of both.
  public SheetCounts plus(SheetCounts other) {
    return new SheetCounts(
        messages + other.messages,
        bytes + other.bytes,
        pulls + other.pulls,
        pulled + other.pulled,
        inPlace + other.inPlace,
        acknowledgements + other.acknowledgements);
  }
}
