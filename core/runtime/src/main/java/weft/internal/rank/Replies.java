// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The operations that wait for a reply from another rank. Each has a ticket of one word, which is
/// sent with the request and returned with the reply.
///
/// ```
///  63                            32 31                              0
/// +--------------------------------+--------------------------------+
/// | how often the place was used   | place                          |
/// +--------------------------------+--------------------------------+
/// ```
public final class Replies {
  private final int rank;
  private @Nullable Pending[] places = new Pending[16];
  private int[] uses = new int[16];
  private int[] free = new int[16];
  private int frees;
  private int end;

  public Replies(int rank) {
    this.rank = rank;
  }

  /// Keeps `pending` until its reply arrives, and returns its ticket.
  public long register(Pending pending) {
    int place = frees > 0 ? free[--frees] : newPlace();
    places[place] = pending;
    return (long) uses[place] << 32 | place;
  }

  private int newPlace() {
    if (end == places.length) {
      places = Arrays.copyOf(places, 2 * end);
      uses = Arrays.copyOf(uses, 2 * end);
      free = Arrays.copyOf(free, 2 * end);
    }
    return end++;
  }

  /// Returns the operation with this ticket, and frees the ticket.
  public Pending take(long ticket) {
    int place = (int) ticket;
    Pending pending = place >= 0 && place < end ? places[place] : null;
    if (pending == null || uses[place] != (int) (ticket >>> 32)) {
      throw new IllegalStateException(
          "a reply arrived at rank "
              + rank
              + " with ticket "
              + ticket
              + ", for which nothing waits");
    }
    places[place] = null;
    uses[place]++;
    free[frees++] = place;
    return pending;
  }

  /// The number of waiting operations.
  int waiting() {
    return end - frees;
  }
}
