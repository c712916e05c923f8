// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.internal;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import weft.mobile.residence.KeptObject;
import weft.mobile.residence.ObjectHost;

/// Notices types whose objects take much more of the Java heap than the bytes of their encoding,
/// which are what the limit counts.
///
/// What an object takes is what its decoding allocates. That includes what the decoding throws away
/// at once, which for most codecs is little.
final class HeapUse {
  /// The first reads of a type, which load its classes, and are not counted.
  private static final int SKIPPED = 16;

  /// Reads that are counted, and the bytes that they must have.
  private static final int READS = 64;

  private static final long BYTES = 64 << 10;

  /// The multiple of the encoding from which it is said.
  private static final int MUCH = 2;

  private final ObjectHost host;
  private final long limit;
  private final boolean speaks;
  private final List<Seen> types = new ArrayList<>();
  private @Nullable ThreadMXBean threads;

  /// @param speaks whether this rank says what it notices, for all
  HeapUse(ObjectHost host, long limit, boolean speaks) {
    this.host = host;
    this.limit = limit;
    this.speaks = speaks;
  }

  /// Called before an object is decoded. Returns what [#read] takes.
  long begin(KeptObject object) {
    if (!speaks) {
      return -1;
    }
    while (object.type() >= types.size()) {
      types.add(new Seen());
    }
    Seen it = types.get(object.type());
    if (it.isDone || it.skipped++ < SKIPPED) {
      return -1;
    }
    ThreadMXBean threads = this.threads;
    if (threads == null) {
      threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      this.threads = threads;
    }
    return threads.getCurrentThreadAllocatedBytes();
  }

  /// Called after an object was decoded from `encoded` bytes.
  void read(KeptObject object, long began, long encoded) {
    ThreadMXBean threads = this.threads;
    if (began < 0 || threads == null) {
      return;
    }
    Seen it = types.get(object.type());
    it.allocated += threads.getCurrentThreadAllocatedBytes() - began;
    it.encoded += encoded;
    it.reads++;
    if (it.reads >= READS && it.encoded >= BYTES) {
      it.isDone = true;
      if (it.allocated > MUCH * it.encoded && host.bytes(object) < 0) {
        System.err.println(sentence(host.typeName(object), it));
      }
    }
  }

  private String sentence(String type, Seen it) {
    double times = (double) it.allocated / it.encoded;
    return String.format(
        Locale.ROOT,
        "weft: objects of type \"%s\" take some %.1f times the bytes of their encoding in the Java heap, so"
            + " the limit of %,d bytes for the objects of a rank may become %,.0f; say what one"
            + " takes (MobileType.bytes), and the limit holds for that",
        type,
        times,
        limit,
        limit * times);
  }

  /// The objects of a type that were read.
  private static final class Seen {
    private int skipped;
    private int reads;
    private long allocated;
    private long encoded;
    private boolean isDone;
  }
}
