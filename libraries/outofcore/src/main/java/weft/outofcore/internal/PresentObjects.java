// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.internal;

import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.mobile.residence.KeptObject;
import weft.mobile.residence.ObjectHost;

/// The objects of a rank that are in memory, and what they take of the limit.
final class PresentObjects {
  /// Objects that nothing uses, of which one is chosen.
  private static final int LOOK = 8;

  /// Objects that are looked at until one is found that can go.
  private static final int SEARCH = 64;

  private final ObjectHost host;
  private final long limit;
  private final Roles roles;

  /// The longest idle first.
  private final Tenants present = new Tenants();

  /// Those that the program has just made, and may hold.
  private final Tenants fresh = new Tenants();

  private long resident;
  private long coming;

  PresentObjects(ObjectHost host, long limit, Roles roles) {
    this.host = host;
    this.limit = roles.isServer() ? 0 : limit;
    this.roles = roles;
  }

  int count() {
    return present.size() + fresh.size();
  }

  /// The bytes of all objects in memory.
  long resident() {
    return resident;
  }

  // Objects.

  /// Counts an object as present.
  void enter(Tenant tenant, long bytes) {
    tenant.bytes = bytes;
    resident += bytes;
    tenant.quota = Math.max(1, tenant.object.waiting());
    tenant.untilMeasured = ObjectSizes.CHANGES;
    present.add(tenant);
    check(tenant);
  }

  /// Keeps an object until [#endFresh], since the program may hold it.
  void keep(Tenant tenant) {
    fresh.add(tenant);
  }

  /// The program holds nothing any more that it has made.
  void endFresh() {
    for (Tenant it = fresh.poll(); it != null; it = fresh.poll()) {
      present.add(it);
    }
  }

  /// An object has been used.
  @SuppressWarnings("ReferenceEquality") // the list itself
  void use(Tenant tenant) {
    if (tenant.list != fresh) {
      present.add(tenant);
    }
  }

  /// An object is present no longer. Its lists are left to the caller.
  void leave(Tenant tenant) {
    resident -= tenant.bytes;
  }

  /// An object takes `bytes` bytes now.
  void resize(Tenant tenant, long bytes) {
    resident += bytes - tenant.bytes;
    tenant.bytes = bytes;
    check(tenant);
  }

  private void check(Tenant tenant) {
    if (tenant.bytes > limit && !roles.isServer()) {
      throw new WeftException(
          host.name(tenant.object)
              + " takes "
              + tenant.bytes
              + " bytes on rank "
              + host.world().rank()
              + ", and all objects in memory may take "
              + limit
              + "; raise --objects, or make objects of this type smaller");
    }
  }

  // Room.

  /// Keeps room for an object that is being read.
  void reserve(Tenant tenant) {
    tenant.coming = tenant.bytes;
    coming += tenant.coming;
  }

  /// Gives that room back.
  void release(Tenant tenant) {
    coming -= tenant.coming;
    tenant.coming = 0;
  }

  /// Whether `bytes` more fit.
  boolean fits(long bytes) {
    return resident + coming + bytes <= limit;
  }

  /// Whether nothing is in memory, or comes.
  boolean isEmpty() {
    return resident + coming == 0;
  }

  /// Whether all objects are pinned.
  boolean isAllPinned() {
    for (Tenant it = present.first(); it != null; it = it.after) {
      if (!it.object.isPinned()) {
        return false;
      }
    }
    return true;
  }

  /// The object that goes next: one that nothing uses and that has no mail, or none left of what it
  /// had when it came. Null if there is none among the longest idle.
  @Nullable Tenant victim() {
    Tenant best = null;
    int found = 0;
    Tenant it = present.first();
    for (int i = 0; it != null && i < SEARCH && found < LOOK; i++) {
      Tenant following = it.after;
      KeptObject object = it.object;
      if (!object.isIdle()) {
        present.add(it);
      } else if (object.waiting() == 0) {
        if (it.stored != null) {
          return it; // it need not be written
        }
        if (found++ == 0) {
          best = it;
        }
      } else if (best == null && (it.quota <= 0 || roles.isServer())) {
        best = it;
      }
      it = following;
    }
    return best;
  }
}
