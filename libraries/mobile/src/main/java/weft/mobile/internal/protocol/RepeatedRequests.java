// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import weft.codec.Reader;
import weft.codec.Writer;

/// The requests whose handlers run once more for an object when no object of its rank has mail:
/// each at most once, in the order in which they were asked for. An object has few of them.
final class RepeatedRequests {
  private int[] requests = new int[2];
  private int count;

  int count() {
    return count;
  }

  /// Adds a request. Returns false if it is there already.
  boolean add(int request) {
    for (int i = 0; i < count; i++) {
      if (requests[i] == request) {
        return false;
      }
    }
    if (count == requests.length) {
      requests = Arrays.copyOf(requests, 2 * count);
    }
    requests[count++] = request;
    return true;
  }

  /// Removes and returns the first request.
  int take() {
    int first = requests[0];
    count--;
    System.arraycopy(requests, 1, requests, 0, count);
    return first;
  }

  void clear() {
    count = 0;
  }

  /// Gives each request the number that `change` returns for it.
  void change(IntUnaryOperator change) {
    for (int i = 0; i < count; i++) {
      requests[i] = change.applyAsInt(requests[i]);
    }
  }

  void write(Writer out) {
    out.writeSize(count);
    for (int i = 0; i < count; i++) {
      out.writeInt(requests[i]);
    }
  }

  void read(Reader in) {
    for (int i = in.readSize(4); i > 0; i--) {
      add(in.readInt());
    }
  }
}
