// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/// The size of the messages of a rank that have not left it, or have not arrived completely.
@Name("weft.Backlog")
@Label("Backlog")
@Category("Weft")
@Description(
    "Bytes that a rank keeps of messages that have not left it, or have not arrived completely")
@Enabled(false)
@Period("100 ms")
@StackTrace(false)
final class BacklogEvent extends Event {
  @Label("Rank")
  int rank;

  @Label("Size")
  @DataAmount
  long bytes;
}
