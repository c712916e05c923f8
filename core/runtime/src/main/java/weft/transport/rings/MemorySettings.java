// SPDX-License-Identifier: Apache-2.0
package weft.transport.rings;

import java.util.Map;
import weft.WeftException;
import weft.memory.HeapLayout;
import weft.memory.RingMemory;
import weft.transport.JobVariables;
import weft.transport.Sizes;

/// The memory settings of one rank, from the variables of a job.
@SuppressWarnings("exports") // weft.memory is for transports, not for users
public final class MemorySettings {
  private MemorySettings() {}

  /// The bytes of each ring: `usual` if [JobVariables#RING] is not set.
  ///
  /// @throws WeftException naming the variable, if its value is not possible
  public static long ring(Map<String, String> environment, long usual) {
    String text = environment.getOrDefault(JobVariables.RING, "");
    if (text.isEmpty()) {
      return usual;
    }
    long bytes = bytes(JobVariables.RING, text);
    if (!RingMemory.isPossible(bytes)) {
      throw wrong(
          JobVariables.RING,
          text,
          "a power of two from " + RingMemory.LEAST_BYTES + " to " + RingMemory.MOST_BYTES);
    }
    return bytes;
  }

  /// The registered heap, of [HeapLayout#DEFAULT_BYTES] if [JobVariables#HEAP] is not set.
  ///
  /// @throws WeftException naming the variable, if its value is not possible
  public static HeapLayout heap(Map<String, String> environment) {
    String text = environment.getOrDefault(JobVariables.HEAP, "");
    long bytes = text.isEmpty() ? HeapLayout.DEFAULT_BYTES : bytes(JobVariables.HEAP, text);
    if (!HeapLayout.isPossible(bytes)) {
      throw wrong(JobVariables.HEAP, text, "a size from 1 to " + HeapLayout.MAX_BYTES);
    }
    return new HeapLayout(bytes, !environment.getOrDefault(JobVariables.CHECK, "").isEmpty());
  }

  private static long bytes(String variable, String text) {
    try {
      return Sizes.parse(text);
    } catch (IllegalArgumentException e) {
      throw wrong(variable, text, "a size such as 64k or 1m");
    }
  }

  private static WeftException wrong(String variable, String text, String right) {
    return new WeftException(variable + " is \"" + text + "\"; it must be " + right);
  }
}
