// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.internal;

import org.jspecify.annotations.Nullable;
import weft.mobile.residence.KeptObject;
import weft.outofcore.store.Stored;

/// A keeper's record of an object. It is in at most one [Tenants] list.
final class Tenant {
  final KeptObject object;

  /// What the object takes in memory when it is present.
  long bytes;

  /// The encoded object in the store; null if there is none, or it is out of date.
  @Nullable Stored stored;

  /// The encoded object that has come from the store and is not decoded yet.
  byte @Nullable [] arrived;

  /// Whether the store reads the object now.
  boolean reading;

  /// The bytes for which room is kept while it is read, and until it is decoded.
  long coming;

  /// Whether the object has left the rank, or has ended.
  boolean gone;

  /// The messages that the object may handle before it goes for others.
  int quota;

  /// Handlers that may have changed the object until its size is looked at again.
  int untilMeasured;

  /// How often others were preferred to it.
  int passed;

  @Nullable Tenants list;
  @Nullable Tenant before;
  @Nullable Tenant after;

  Tenant(KeptObject object) {
    this.object = object;
  }
}
