// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.internal;

import java.util.Arrays;
import weft.codec.CodecException;
import weft.codec.Writer;
import weft.mobile.residence.KeptObject;
import weft.mobile.residence.ObjectHost;

/// What objects take in memory: what their types say, else the bytes of their encoding. An object
/// that changes is measured now and then, in a small part of the time.
final class Sizes {
  /// Changes of an object until its size is looked at.
  static final int CHANGES = 16;

  /// The part of the time that this may take.
  private static final int TIME_PART = 50;

  private final ObjectHost host;
  private final Writer writer = new Writer();
  private long lastMeasured;
  private long measuring;

  /// By type: bytes in memory for each encoded byte; 0 if they are equal or not known.
  private double[] perByte = {};

  Sizes(ObjectHost host) {
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

  /// Notes how many bytes in memory an encoded byte of a type takes.
  void learn(int type, long bytes, long encoded) {
    if (bytes != encoded) {
      if (type >= perByte.length) {
        perByte = Arrays.copyOf(perByte, type + 8);
      }
      perByte[type] = bytes / (double) Math.max(1, encoded);
    }
  }

  /// The bytes that an object will take in memory, from those of its encoding.
  long expected(int type, long encoded) {
    double factor = type < perByte.length ? perByte[type] : 0;
    return factor == 0 ? encoded : (long) (factor * encoded);
  }
}
