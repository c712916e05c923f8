// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

/// The fixed map from objects to the ranks that always know where they are.
@FunctionalInterface
public interface Homes {
  /// The home of the object `word`.
  int home(long word);
}
