// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.io.Serial;

/// Why a host cannot be used. The message is a sentence that names the host.
final class HostException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  HostException(String sentence) {
    super(sentence);
  }
}
