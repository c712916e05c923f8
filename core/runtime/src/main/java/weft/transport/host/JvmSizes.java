// SPDX-License-Identifier: Apache-2.0
package weft.transport.host;

import java.util.List;

/// How much of its machine a JVM takes.
@FunctionalInterface
public interface JvmSizes {
  /// None: the process that starts the JVM on its host adds them.
  JvmSizes OF_ITS_HOST = chosen -> List.of();

  /// The options for the JVM. They name no collector if `chosen`, the user's options, do: two are
  /// an error.
  List<String> options(String chosen);
}
