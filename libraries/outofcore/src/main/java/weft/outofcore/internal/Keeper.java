// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.codec.CodecException;
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

  /// Objects in use that are looked at until one is found that can go.
  private static final int SEARCH = 64;

  /// Changes of an object until its size is looked at, and the part of the time that this may take.
  private static final int CHANGES = 16;

  private static final int TIME_PART = 50;

  /// Nanoseconds between two looks at a read that is waited for.
  private static final long SHORT_WAIT = 50_000;

  private final ObjectHost host;
  private final int rank;
  private final long limit;
  private final Store store;
  private final Tenants present = new Tenants();
  private final Tenants wanted = new Tenants();
  private final Tenants expected = new Tenants();
  private final Tenants arrived = new Tenants();
  private final Tenants fresh = new Tenants();
  private final Writer writer = new Writer();
  private final Reader reader = new Reader();
  private int reading;

  /// Whether an object was refused since the last one for which there was room.
  private boolean starving;

  private final Random random;
  private long resident;
  private long coming;
  private long lastMeasured;
  private long measuring;
  private final KeeperCounts counts = new KeeperCounts();

  /// By type: bytes in memory for each encoded byte; 0 if they are equal or not known.
  private double[] perByte = {};

  /// Keeps the objects of `host` within `limit` bytes, and the others in `store`.
  public Keeper(ObjectHost host, long limit, Store store) {
    this.host = host;
    this.rank = host.world().rank();
    this.limit = limit;
    this.store = store;
    this.random = new Random(rank);
  }

  private static Tenant tenant(KeptObject object) {
    return (Tenant) Objects.requireNonNull(object.record());
  }

  // Objects that come and go.

  @Override
  public void arrived(KeptObject object, long bytes, boolean mayGo) {
    var tenant = new Tenant(object);
    object.setRecord(tenant);
    enter(tenant, size(object, bytes));
    if (mayGo) {
      makeRoom(0);
    } else {
      tenant.fresh = true;
      fresh.add(tenant);
    }
  }

  /// Counts an object as present.
  private void enter(Tenant tenant, long bytes) {
    tenant.bytes = bytes;
    resident += bytes;
    tenant.quota = Math.max(1, tenant.object.waiting());
    tenant.untilMeasured = CHANGES;
    present.add(tenant);
    if (bytes > limit) {
      throw tooLarge(tenant);
    }
  }

  private WeftException tooLarge(Tenant tenant) {
    return new WeftException(
        host.name(tenant.object)
            + " takes "
            + tenant.bytes
            + " bytes on rank "
            + rank
            + ", and all objects in memory may take "
            + limit
            + "; raise --objects, or make objects of this type smaller");
  }

  /// The bytes of a present object. `encoded` are those of its encoding, or −1.
  private long size(KeptObject object, long encoded) {
    long given = host.bytes(object);
    if (given >= 0) {
      return given;
    }
    if (encoded >= 0) {
      return encoded;
    }
    try {
      host.encode(object, writer);
      return writer.size();
    } catch (CodecException e) {
      return 0; // it is not complete yet; if it has to go and still cannot be encoded, that is said
    } finally {
      writer.clear();
    }
  }

  @Override
  public boolean admits(long bytes) {
    return resident + coming + bytes <= limit;
  }

  @Override
  public void store(KeptObject object, byte[] encoded) {
    var tenant = new Tenant(object);
    tenant.bytes = expected(object.type(), encoded.length);
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
      resident -= tenant.bytes;
    } else {
      counts.absent--;
    }
    tenant.arrived = null;
    if (!tenant.reading) {
      came(tenant);
      forget(tenant);
    }
  }

  /// No room need be kept for an object that was read.
  private void came(Tenant tenant) {
    coming -= tenant.coming;
    tenant.coming = 0;
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
    if (!tenant.fresh) {
      present.add(tenant);
    }
    if (starving && object.isIdle() && wanted.size() > 0 && reading < DEPTH) {
      boolean _ = begin(Objects.requireNonNull(wanted.first()));
    }
  }

  private void changed(Tenant tenant) {
    forget(tenant);
    if (--tenant.untilMeasured < 0) {
      tenant.untilMeasured = CHANGES;
      long now = System.nanoTime();
      if (now - lastMeasured > TIME_PART * measuring) {
        measure(tenant);
        lastMeasured = System.nanoTime();
        measuring = lastMeasured - now;
      }
    }
  }

  private void measure(Tenant tenant) {
    long bytes = size(tenant.object, -1);
    resident += bytes - tenant.bytes;
    tenant.bytes = bytes;
    if (bytes > limit) {
      throw tooLarge(tenant);
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
    if (!tenant.fresh) {
      present.add(tenant);
    }
    changed(tenant);
  }

  private void decode(Tenant tenant, byte[] data) {
    if (tenant.list != null) {
      tenant.list.remove(tenant);
    }
    tenant.arrived = null;
    came(tenant);
    KeptObject object = tenant.object;
    host.enter(object, reader.wrap(MemorySegment.ofArray(data), 0, data.length));
    counts.absent--;
    counts.entered++;
    enter(tenant, size(object, data.length));
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
    for (Tenant it = fresh.poll(); it != null; it = fresh.poll()) {
      it.fresh = false;
      present.add(it);
    }
    store.poll();
    int brought = 0;
    for (Tenant it = arrived.poll(); it != null; it = arrived.poll()) {
      decode(it, Objects.requireNonNull(it.arrived));
      brought++;
    }
    makeRoom(0);
    while (wanted.size() > 0 && reading < DEPTH && begin(next())) {
      brought++;
    }
    if (wanted.size() == 0) {
      prefetch();
    } else if (reading == 0 && brought == 0 && !host.hasReady()) {
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
    if (!makeRoom(tenant.bytes) && resident + coming > 0) {
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
    tenant.coming = tenant.bytes;
    coming += tenant.coming;
    store.fetch(stored, data -> read(tenant, data));
    return true;
  }

  private void read(Tenant tenant, byte[] data) {
    tenant.reading = false;
    reading--;
    if (tenant.gone) {
      came(tenant);
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
      if (resident + coming + tenant.bytes > limit) {
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
    for (Tenant it = present.first(); it != null; it = it.after) {
      if (!it.object.isPinned()) {
        return; // it will go, or what keeps it will end
      }
    }
    Tenant tenant = wanted.first();
    for (int i = random.nextInt(Math.max(1, Math.min(SEARCH, wanted.size()))); i > 0; i--) {
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

  // Room.

  /// Lets objects go until `bytes` more fit. Returns false if they do not.
  private boolean makeRoom(long bytes) {
    while (resident + coming + bytes > limit) {
      Tenant tenant = victim();
      if (tenant == null) {
        return false;
      }
      evict(tenant);
    }
    return true;
  }

  /// The object that goes next: one that nothing uses and that has no mail, or none left of what it
  /// had when it came.
  private @Nullable Tenant victim() {
    Tenant best = null;
    int found = 0;
    Tenant it = present.first();
    for (int i = 0; it != null && i < SEARCH && found < LOOK; i++) {
      Tenant following = it.after;
      KeptObject object = it.object;
      if (!object.isIdle()) {
        present.add(it);
      } else if (object.waiting() == 0) {
        found++;
        if (best == null || best.object.waiting() > 0 || best.stored == null && it.stored != null) {
          best = it;
        }
        if (it.stored != null) {
          return it; // it need not be written
        }
      } else if (best == null && it.quota <= 0) {
        best = it;
      }
      it = following;
    }
    return best;
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
    resident -= tenant.bytes;
    tenant.bytes = size(object, tenant.stored.length());
    learn(object.type(), tenant.bytes, tenant.stored.length());
    present.remove(tenant);
    host.leave(object);
    counts.left++;
    counts.absent++;
    if (object.waiting() > 0) {
      wanted.add(tenant);
    }
  }

  /// Notes how many bytes in memory an encoded byte of a type takes.
  private void learn(int type, long bytes, long encoded) {
    if (bytes != encoded) {
      if (type >= perByte.length) {
        perByte = Arrays.copyOf(perByte, type + 8);
      }
      perByte[type] = bytes / (double) Math.max(1, encoded);
    }
  }

  /// The bytes that an object will take in memory, from those of its encoding.
  private long expected(int type, long encoded) {
    double factor = type < perByte.length ? perByte[type] : 0;
    return factor == 0 ? encoded : (long) (factor * encoded);
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

  /// The most bytes of objects in memory.
  public long limit() {
    return limit;
  }

  /// The counters.
  public KeeperCounts counts() {
    counts.resident = resident;
    counts.wanted = wanted.size();
    counts.reading = reading;
    return counts;
  }

  /// Describes what is in memory and what waits. Any thread may call it.
  public String describe() {
    int waiting = wanted.size() + reading;
    String text =
        present.size()
            + fresh.size()
            + " objects with "
            + resident
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
