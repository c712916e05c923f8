// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import java.util.ArrayList;
import java.util.List;
import weft.bench.Report;

/// What is measured: one operation of the DMCS paper's tables 2 to 5, with its size in bytes.
///
/// @param kind which operation
/// @param bytes of its payload; the words of rsr0 to rsr4 are payload too
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

    /// What its half round trips are called, as commands of the pair.
    int trip() {
      return ordinal();
    }

    /// What its calls are called.
    int call() {
      return values().length + ordinal();
    }

    /// What the half round trips of the bare exchange are called that stands for it.
    int bareTrip() {
      return 2 * values().length + ordinal();
    }

    /// What the calls of that exchange are called.
    int bareCall() {
      return 3 * values().length + ordinal();
    }

    /// How many such numbers there are.
    static int commands() {
      return 4 * values().length;
    }
  }

  /// The sizes of payloads: from 8 B to 64 KB, the paper's among them.
  private static final List<Integer> SIZES = List.of(8, 64, 512, 4 << 10, 8 << 10, 64 << 10);

  /// All of them.
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

  /// What users call it.
  String name() {
    return kind == Kind.PUT_OP ? "put-op" : kind == Kind.RSRN ? "rsrN" : "rsr" + bytes / 8;
  }

  /// The row's name.
  String label() {
    return isSized() ? name() + " " + Report.size(bytes) : name();
  }

  /// Whether its size is not in its name.
  boolean isSized() {
    return kind == Kind.RSRN || kind == Kind.PUT_OP;
  }
}
