// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/// A name that may not be known yet: that of a container that starts now.
///
/// The JVM remembers for ten seconds that a name is not known, unless a property of the whole JVM
/// says otherwise, which belongs to the program. It remembers spellings, and names are the same in
/// upper and in lower case (RFC 4343). So each look-up takes another spelling.
final class LateName {
  private static final int MOST_LETTERS = 10;

  private final String name;
  private int lookUps;

  LateName(String name) {
    this.name = name;
  }

  /// The addresses of the name, as they are now.
  ///
  /// @throws UnknownHostException if it is not known yet
  List<InetAddress> addresses() throws UnknownHostException {
    return List.of(InetAddress.getAllByName(spelling(lookUps++)));
  }

  /// The spelling of one look-up; the first is that of the user.
  String spelling(int number) {
    var text = new StringBuilder(name);
    int letters = 0;
    for (int i = 0; i < text.length() && letters < MOST_LETTERS; i++) {
      char c = text.charAt(i);
      boolean isLower = c >= 'a' && c <= 'z';
      if (isLower || (c >= 'A' && c <= 'Z')) {
        if ((number >> letters & 1) != 0) {
          text.setCharAt(i, isLower ? Character.toUpperCase(c) : Character.toLowerCase(c));
        }
        letters++;
      }
    }
    return text.toString();
  }
}
