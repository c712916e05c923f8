// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

/// The words that a rank has received from other ranks in factorisations and products.
///
/// @param words the elements that this rank needed from other ranks, 8 bytes each: panels,
///   exchanged rows, and sums. A word that a collective forwards through other ranks is counted
///   once
/// @param operations the collective operations that delivered them
public record ReceivedWords(long words, long operations) {}
