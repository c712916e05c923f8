// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/// A handler ran for one message.
@Name("weft.Handler")
@Label("Handler")
@Category("Weft")
@Description("A handler ran for one message")
@Enabled(false)
@Threshold("10 us")
@StackTrace(false)
final class HandlerEvent extends Event {
  @Label("Rank")
  int rank;

  @Label("Handler Name")
  String handler = "";

  @Label("Source Rank")
  int source;

  @Label("Message Size")
  @DataAmount
  long bytes;
}
