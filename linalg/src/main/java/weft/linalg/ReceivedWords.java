// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

/// What a rank has received of others in factorisations and products.
///
/// @param words the elements that this rank needs of other ranks, 8 bytes each: panels, rows that
///   are exchanged, and sums. A word that a collective takes on a detour is counted once
/// @param operations the collective operations that bring them
public record ReceivedWords(long words, long operations) {}
