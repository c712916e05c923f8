// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.mobile.residence.KeptObject;
import weft.mobile.residence.ObjectHost;
import weft.mobile.residence.ObjectKeeper;
import weft.outofcore.store.Store;
import weft.outofcore.store.Stored;

/// Keeps the objects of one rank within a limit of memory (MRTS, DMCS section 6.3).
///
/// Objects that have mail and are absent are read ahead, as far as there is room, while present
/// ones run. Room is made by objects that nothing uses, the longest idle first. An object that has
/// come runs what it had before it may go again, so that two objects do not drive each other out.
public final class Keeper implements ObjectKeeper {
  /// Reads under way at once.
  private static final int DEPTH = 8;

  /// Objects that are looked at to choose one.
  private static final int LOOK = 8;

  /// The wanted objects of which one may be refused.
  private static final int MOST_REFUSED = 64;

  /// Nanoseconds after which a step brings no further object, so that the rank answers others.
  private static final long SLICE = 20_000;

  /// Nanoseconds between two looks at a read that is waited for.
  private static final long SHORT_WAIT = 50_000;

  private final ObjectHost host;
  private final long limit;
  private final Roles roles;
  private final ObjectSizes sizes;
  private final HeapUse heapUse;
  private final PresentObjects present;
  private final Store store;
  private final Tenants wanted = new Tenants();
  private final Tenants expected = new Tenants();
  private final Tenants arrived = new Tenants();
  private final Writer writer = new Writer();
  private final Reader reader = new Reader();
  private int reading;

  /// Whether an object was refused since the last one for which there was room.
  private boolean starving;

  private final Random random;
  private final KeeperCounts counts = new KeeperCounts();

  /// Keeps the objects of `host` within `limit` bytes, and the others in `store`.
  public Keeper(ObjectHost host, long limit, Roles roles, Store store) {
    this.host = host;
    this.limit = limit;
    this.roles = roles;
    this.sizes = new ObjectSizes(host);
    this.heapUse = new HeapUse(host, limit, roles.isFirst());
    this.present = new PresentObjects(host, limit, roles);
    this.store = store;
    this.random = new Random(host.world().rank());
  }

  private static Tenant tenant(KeptObject object) {
    return (Tenant) Objects.requireNonNull(object.record());
  }

  // Objects that come and go.

  @Override
  public void arrived(KeptObject object, long bytes, boolean mayGo) {
    var tenant = new Tenant(object);
    object.setRecord(tenant);
    present.enter(tenant, sizes.size(object, bytes));
    if (mayGo) {
      makeRoom(0);
    } else {
      present.keep(tenant);
    }
  }

  @Override
  public boolean admits(long bytes) {
    return present.fits(bytes);
  }

  @Override
  public void store(KeptObject object, byte[] encoded) {
    var tenant = new Tenant(object);
    tenant.bytes = sizes.expected(object.type(), encoded.length);
    object.setRecord(tenant);
    tenant.stored = store.put(object.word(), encoded, encoded.length);
    counts.absent++;
  }

  @Override
  public void gone(KeptObject object) {
    Tenant tenant = tenant(object);
    object.setRecord(null);
    tenant.gone = true;
    if (tenant.list != null) {
      tenant.list.remove(tenant);
    }
    if (object.isPresent()) {
      present.leave(tenant);
    } else {
      counts.absent--;
    }
    tenant.arrived = null;
    if (!tenant.reading) {
      present.release(tenant);
      forget(tenant);
    }
  }

  /// Gives back what the store has of an object.
  private void forget(Tenant tenant) {
    Stored stored = tenant.stored;
    if (stored != null) {
      tenant.stored = null;
      store.free(stored);
    }
  }

  @Override
  public void ran(KeptObject object, boolean changed) {
    Tenant tenant = tenant(object);
    tenant.quota--;
    if (changed) {
      changed(tenant);
    }
    present.use(tenant);
    if (roles.isEngine() && object.waiting() == 0 && object.isIdle()) {
      host.move(object, roles.server(object.word()));
    } else if (starving && object.isIdle() && wanted.size() > 0 && reading < DEPTH) {
      boolean _ = begin(Objects.requireNonNull(wanted.first()));
    }
  }

  private void changed(Tenant tenant) {
    forget(tenant);
    if (sizes.isDue(tenant)) {
      present.resize(tenant, sizes.measure(tenant));
    }
  }

  // Objects that are needed.

  @Override
  public void wanted(KeptObject object) {
    Tenant tenant = tenant(object);
    if (tenant.list != wanted && tenant.list != arrived && !tenant.reading) {
      wanted.add(tenant);
    }
  }

  @Override
  public void expected(KeptObject object) {
    Tenant tenant = tenant(object);
    if (tenant.list == null && !tenant.reading) {
      expected.add(tenant);
    }
  }

  @Override
  public void use(KeptObject object) {
    Tenant tenant = tenant(object);
    if (!object.isPresent()) {
      counts.waited++;
      while (tenant.reading) {
        LockSupport.parkNanos(SHORT_WAIT);
        store.poll();
      }
      byte[] data = tenant.arrived;
      if (data == null) {
        makeRoom(tenant.bytes);
        data = store.get(Objects.requireNonNull(tenant.stored));
      }
      decode(tenant, data);
    }
    present.use(tenant);
    changed(tenant);
  }

  private void decode(Tenant tenant, byte[] data) {
    if (tenant.list != null) {
      tenant.list.remove(tenant);
    }
    tenant.arrived = null;
    present.release(tenant);
    KeptObject object = tenant.object;
    long began = heapUse.begin(object);
    host.enter(object, reader.wrap(MemorySegment.ofArray(data), 0, data.length));
    heapUse.read(object, began, data.length);
    counts.absent--;
    counts.entered++;
    present.enter(tenant, sizes.size(object, data.length));
  }

  @Override
  public void copy(KeptObject object, Writer out) {
    Tenant tenant = tenant(object);
    byte[] data = tenant.arrived;
    if (data == null) {
      data = store.get(Objects.requireNonNull(tenant.stored));
    }
    out.writeRaw(data, 0, data.length);
  }

  // Steps.

  @Override
  public int step() {
    present.endFresh();
    store.poll();
    int brought = 0;
    long end = arrived.size() + wanted.size() == 0 ? 0 : System.nanoTime() + SLICE;
    while (arrived.size() > 0 && (brought == 0 || System.nanoTime() - end < 0)) {
      Tenant it = Objects.requireNonNull(arrived.poll());
      decode(it, Objects.requireNonNull(it.arrived));
      brought++;
    }
    makeRoom(0);
    if (roles.isServer()) {
      while (wanted.size() > 0) {
        Tenant tenant = Objects.requireNonNull(wanted.poll());
        host.move(tenant.object, roles.engine());
        if (!tenant.gone) {
          wanted.add(tenant); // it is pinned, or objects rest
          break;
        }
      }
      return brought;
    }
    while (wanted.size() > 0
        && reading < DEPTH
        && (brought == 0 || System.nanoTime() - end < 0)
        && begin(next())) {
      brought++;
    }
    if (wanted.size() == 0) {
      prefetch();
    } else if (reading == 0 && arrived.size() == 0 && brought == 0 && !host.hasReady()) {
      refuse();
    }
    return brought;
  }

  /// The wanted object with the most mail for its size, among those that wait longest.
  private Tenant next() {
    Tenant best = Objects.requireNonNull(wanted.first());
    if (best.passed < LOOK) {
      Tenant oldest = best;
      int looked = 0;
      for (Tenant it = oldest.after; it != null && looked < LOOK; it = it.after, looked++) {
        if (value(it) > value(best)) {
          best = it;
        }
      }
      oldest.passed++;
    }
    best.passed = 0;
    return best;
  }

  private static double value(Tenant tenant) {
    return tenant.object.waiting() / (tenant.bytes + 512.0);
  }

  /// Begins to read an object, if there is room. Returns false if not.
  private boolean begin(Tenant tenant) {
    // What one takes may be a guess; if it is alone and too large, that is said when it has come.
    if (!makeRoom(tenant.bytes) && !present.isEmpty()) {
      return false;
    }
    starving = false;
    Stored stored = Objects.requireNonNull(tenant.stored);
    if (stored.isInMemory()) {
      decode(tenant, store.get(stored));
      return true;
    }
    Objects.requireNonNull(tenant.list).remove(tenant);
    tenant.reading = true;
    reading++;
    present.reserve(tenant);
    store.fetch(stored, data -> read(tenant, data));
    return true;
  }

  private void read(Tenant tenant, byte[] data) {
    tenant.reading = false;
    reading--;
    if (tenant.gone) {
      present.release(tenant);
      forget(tenant);
    } else {
      tenant.arrived = data;
      arrived.add(tenant);
    }
  }

  /// Reads what is expected, as far as there is room without that others go.
  private void prefetch() {
    while (expected.size() > 0 && reading < DEPTH) {
      Tenant tenant = Objects.requireNonNull(expected.first());
      if (!present.fits(tenant.bytes)) {
        expected.remove(tenant);
      } else if (!begin(tenant)) {
        return;
      }
    }
  }

  /// Nothing can run, and no wanted object has room. One of them is refused: a random one, since
  /// attempts that are always refused in turn would keep each other from all that they need. What
  /// the refusal makes others unpin goes at once, before it is pinned again.
  private void refuse() {
    if (!present.isAllPinned()) {
      return; // another will go, or what keeps it will end
    }
    Tenant tenant = wanted.first();
    for (int i = random.nextInt(Math.clamp(wanted.size(), 1, MOST_REFUSED)); i > 0; i--) {
      tenant = Objects.requireNonNull(tenant).after;
    }
    if (tenant != null) {
      starving = true;
      wanted.remove(tenant);
      if (host.refuse(tenant.object)) {
        counts.refused++;
      }
      if (tenant.object.waiting() > 0 && !tenant.gone) {
        wanted.add(tenant);
      }
    }
  }

  /// Lets objects go until `bytes` more fit. Returns false if they do not.
  private boolean makeRoom(long bytes) {
    while (!present.fits(bytes)) {
      Tenant tenant = present.victim();
      if (tenant == null) {
        return false;
      }
      evict(tenant);
    }
    return true;
  }

  private void evict(Tenant tenant) {
    KeptObject object = tenant.object;
    if (tenant.stored == null) {
      int size;
      byte[] data;
      try {
        host.encode(object, writer);
        size = writer.size();
        data = new byte[size];
        MemorySegment.copy(writer.memory(), ValueLayout.JAVA_BYTE, 0, data, 0, size);
      } finally {
        writer.clear();
      }
      tenant.stored = store.put(object.word(), data, size);
    }
    present.leave(tenant);
    tenant.bytes = sizes.size(object, tenant.stored.length());
    sizes.learn(object.type(), tenant.bytes, tenant.stored.length());
    Objects.requireNonNull(tenant.list).remove(tenant);
    host.leave(object);
    counts.left++;
    counts.absent++;
    if (object.waiting() > 0) {
      wanted.add(tenant);
    }
  }

  @Override
  public long entered() {
    return counts.entered;
  }

  @Override
  public long left() {
    return counts.left;
  }

  @Override
  public boolean isReading() {
    return reading > 0;
  }

  // Mail.

  @Override
  public Object putMail(MemorySegment memory, long at, long bytes) {
    var data = new byte[Math.toIntExact(bytes)];
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, data, 0, data.length);
    counts.mailStored += bytes;
    counts.mail += bytes;
    return store.put(Long.MIN_VALUE, data, data.length);
  }

  @Override
  public void readMail(Object stored, MemorySegment to, long at) {
    byte[] data = store.get((Stored) stored);
    MemorySegment.copy(data, 0, to, ValueLayout.JAVA_BYTE, at, data.length);
  }

  @Override
  public void freeMail(Object stored) {
    var mail = (Stored) stored;
    counts.mail -= mail.length();
    store.free(mail);
  }

  // What others see.

  /// The counters.
  public KeeperCounts counts() {
    counts.resident = present.resident();
    counts.wanted = wanted.size();
    counts.reading = reading;
    return counts;
  }

  /// Describes what is in memory and what waits. Any thread may call it.
  public String describe() {
    int waiting = wanted.size() + reading;
    String text =
        present.count()
            + " objects with "
            + present.resident()
            + " bytes in memory (--objects "
            + limit
            + "), "
            + counts.absent
            + " on disk";
    String mail = counts.mail == 0 ? "" : ", " + counts.mail + " bytes of mail on disk";
    return text
        + mail
        + (waiting == 0
            ? ""
            : ", "
                + waiting
                + " of them have mail, "
                + reading
                + " are being read; those in memory that are pinned or in use cannot go");
  }

  /// The store.
  public Store opened() {
    return store;
  }
}
