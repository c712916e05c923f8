// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.internal;

import org.jspecify.annotations.Nullable;

/// A list of objects, the oldest first.
final class Tenants {
  private @Nullable Tenant first;
  private @Nullable Tenant last;
  private int size;

  int size() {
    return size;
  }

  @Nullable Tenant first() {
    return first;
  }

  void add(Tenant tenant) {
    if (tenant.list != null) {
      tenant.list.remove(tenant);
    }
    tenant.list = this;
    tenant.before = last;
    tenant.after = null;
    if (last == null) {
      first = tenant;
    } else {
      last.after = tenant;
    }
    last = tenant;
    size++;
  }

  @SuppressWarnings("ReferenceEquality") // the list itself
  void remove(Tenant tenant) {
    if (tenant.list != this) {
      return;
    }
    if (tenant.before == null) {
      first = tenant.after;
    } else {
      tenant.before.after = tenant.after;
    }
    if (tenant.after == null) {
      last = tenant.before;
    } else {
      tenant.after.before = tenant.before;
    }
    tenant.list = null;
    tenant.before = null;
    tenant.after = null;
    size--;
  }

  @Nullable Tenant poll() {
    Tenant tenant = first;
    if (tenant != null) {
      remove(tenant);
    }
    return tenant;
  }
}
