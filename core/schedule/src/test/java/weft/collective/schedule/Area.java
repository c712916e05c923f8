// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Memory of one rank in the [ScheduleMachine]: it knows who has still to read what of it.
final class Area {
  /// A promise that some bytes can be read: one for each send that did not carry its bytes.
  static final class Exposure {
    final Area area;
    final int at;
    final byte[] promised;
    private final Exposure[] behind;

    /// Receivers, and those they have passed it on to, that have not let go of it.
    private int holders = 1;

    /// The same that have not read it for the last time.
    private int readers = 1;

    private Exposure(Area area, int at, int length, Exposure... behind) {
      this.area = area;
      this.at = at;
      this.promised = Arrays.copyOfRange(area.data, at, at + length);
      this.behind = behind;
    }

    /// A part of it for one more rank, from one that has it in front of it.
    Exposure passOn(int from, int length) {
      holders++;
      readers++;
      Exposure more = new Exposure(area, at + from, length, this);
      area.exposures.add(more);
      return more;
    }

    /// The receiver has read it for the last time.
    void finish() {
      if (--readers == 0) {
        for (Exposure one : behind) {
          one.finish();
        }
      }
    }

    /// The receiver has said so.
    void letGo() {
      if (--holders == 0) {
        area.exposures.remove(this);
        for (Exposure one : behind) {
          one.letGo();
        }
      }
    }

    /// What can be read there now; it has to be what was promised.
    byte[] read() {
      byte[] now = Arrays.copyOfRange(area.data, at, at + promised.length);
      ScheduleMachine.check(
          Arrays.equals(now, promised), "%s was written while a receiver had to read it", area);
      return now;
    }
  }

  /// A promise that another rank writes some bytes once, which nobody else touches meanwhile.
  record Offer(Area area, int at, int length) {
    /// What was promised.
    void put(byte[] bytes) {
      ScheduleMachine.check(
          bytes.length == length, "%d bytes are put for %d", bytes.length, length);
      area.offers.remove(this);
      area.mayWrite(at, length);
      System.arraycopy(bytes, 0, area.data, at, length);
    }
  }

  private final String name;
  final byte[] data;
  private final List<Exposure> exposures = new ArrayList<>();
  private final List<Offer> offers = new ArrayList<>();

  Area(String name, int bytes, Random random) {
    this.name = name;
    this.data = new byte[bytes];
    random.nextBytes(data);
  }

  Exposure expose(int at, int length) {
    Exposure exposure = new Exposure(this, at, length);
    exposures.add(exposure);
    return exposure;
  }

  Offer offer(int at, int length) {
    Offer offer = new Offer(this, at, length);
    mayRead(at, length);
    offers.add(offer);
    return offer;
  }

  boolean isHeld() {
    return !exposures.isEmpty() || !offers.isEmpty();
  }

  boolean isOffered() {
    return !offers.isEmpty();
  }

  /// Fails if some other rank may write meanwhile what is to be read.
  void mayRead(int at, int length) {
    for (Offer one : offers) {
      ScheduleMachine.check(
          one.at + one.length <= at || at + length <= one.at,
          "%s+%d, %d bytes, is used while another rank may write it",
          name,
          at,
          length);
    }
  }

  /// Fails if some receiver has still to read what is to be written.
  void mayWrite(int at, int length) {
    mayRead(at, length);
    for (Exposure one : exposures) {
      boolean apart = one.at + one.promised.length <= at || at + length <= one.at;
      ScheduleMachine.check(
          apart || one.readers == 0,
          "%s+%d, %d bytes, is written while a receiver has to read it",
          name,
          at,
          length);
    }
  }

  void garble(Random random) {
    random.nextBytes(data);
  }

  @Override
  public String toString() {
    return name;
  }
}
