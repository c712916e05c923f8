// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.internal;

import java.util.ArrayList;
import java.util.List;
import weft.codec.CodecException;
import weft.codec.Writer;
import weft.mobile.residence.KeptObject;
import weft.mobile.residence.ObjectHost;

/// What objects take in memory: what their types say, else the bytes of their encoding. An object
/// that changes is measured now and then, in a small part of the time.
final class ObjectSizes {
  /// Changes of an object until its size is looked at.
  static final int CHANGES = 16;

  /// The part of the time that this may take.
  private static final int TIME_PART = 50;

  private final ObjectHost host;
  private final Writer writer = new Writer();
  private long lastMeasured;
  private long measuring;

  /// By type, for those whose objects do not take the bytes of their encoding.
  private final List<Seen> seen = new ArrayList<>();

  ObjectSizes(ObjectHost host) {
    this.host = host;
  }

  /// The bytes of a present object. `encoded` are those of its encoding, or −1.
  long size(KeptObject object, long encoded) {
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

  /// Whether to measure an object that has changed once more.
  boolean isDue(Tenant tenant) {
    if (--tenant.untilMeasured >= 0) {
      return false;
    }
    tenant.untilMeasured = CHANGES;
    return System.nanoTime() - lastMeasured > TIME_PART * measuring;
  }

  /// Measures an object.
  long measure(Tenant tenant) {
    long began = System.nanoTime();
    long bytes = size(tenant.object, -1);
    lastMeasured = System.nanoTime();
    measuring = lastMeasured - began;
    return bytes;
  }

  /// Notes what an object takes in memory, and its encoding.
  void learn(int type, long bytes, long encoded) {
    if (bytes != encoded) {
      while (type >= seen.size()) {
        seen.add(new Seen());
      }
      Seen it = seen.get(type);
      it.bytes += bytes;
      it.encoded += encoded;
      it.most = Math.max(it.most, bytes);
    }
  }

  /// The bytes that an object will take in memory, guessed from those of its encoding.
  long expected(int type, long encoded) {
    if (type >= seen.size() || seen.get(type).most == 0) {
      return encoded;
    }
    Seen it = seen.get(type);
    return Math.min(it.most, (long) ((double) it.bytes / Math.max(1, it.encoded) * encoded));
  }

  /// The objects of a type that have left memory.
  private static final class Seen {
    private long bytes;
    private long encoded;
    private long most;
  }
}
