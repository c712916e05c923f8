// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.util.ArrayList;
import java.util.List;
import weft.bench.Report;

/// One measured operation of the DMCS paper's tables 2 to 5, with its size in bytes.
///
/// @param kind the kind of operation
/// @param bytes the bytes of its payload, which includes the words of rsr0 to rsr4
record MeasuredOperation(Kind kind, int bytes) {
  /// The kinds of operations.
  enum Kind {
    RSR0,
    RSR1,
    RSR2,
    RSR3,
    RSR4,
    RSRN,
    PUT_OP;

    /// The command of the pair for its half round trips.
    int trip() {
      return ordinal();
    }

    /// The command for its calls.
    int call() {
      return values().length + ordinal();
    }

    /// The command for half round trips of its bare counterpart.
    int bareTrip() {
      return 2 * values().length + ordinal();
    }

    /// The command for calls of its bare counterpart.
    int bareCall() {
      return 3 * values().length + ordinal();
    }

    /// The command for many in one direction.
    int rate() {
      return 4 * values().length + ordinal();
    }

    /// The command for many of its bare counterpart.
    int bareRate() {
      return 5 * values().length + ordinal();
    }

    /// The number of commands.
    static int commands() {
      return 6 * values().length;
    }
  }

  /// The sizes of payloads from 8 B to 64 KB, including those of the paper.
  private static final List<Integer> SIZES = List.of(8, 64, 512, 4 << 10, 8 << 10, 64 << 10);

  /// All operations.
  static List<MeasuredOperation> all() {
    var all = new ArrayList<MeasuredOperation>();
    for (int words = 0; words <= 4; words++) {
      all.add(new MeasuredOperation(Kind.values()[words], 8 * words));
    }
    for (Kind kind : List.of(Kind.RSRN, Kind.PUT_OP)) {
      for (int size : SIZES) {
        all.add(new MeasuredOperation(kind, size));
      }
    }
    return all;
  }

  /// The operation's name.
  String name() {
    return kind == Kind.PUT_OP ? "put-op" : kind == Kind.RSRN ? "rsrN" : "rsr" + bytes / 8;
  }

  /// The label of its row.
  String label() {
    return isSized() ? name() + " " + Report.size(bytes) : name();
  }

  /// Whether its label needs a size.
  boolean isSized() {
    return kind == Kind.RSRN || kind == Kind.PUT_OP;
  }
}
