// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

/// The fixed map from each object to its home: the rank that knows where the object is.
@FunctionalInterface
public interface Homes {
  /// Returns the home of the object `word`.
  int home(long word);
}
