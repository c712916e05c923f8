// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Combines element by element: `to` = `left` ∘ `right`, where `to` may be one of them.
interface Combine {
  void apply(byte[] left, int l, byte[] right, int r, byte[] to, int t, int bytes);
}
