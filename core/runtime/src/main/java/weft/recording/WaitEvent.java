// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/// A rank waited in a call; the stack trace shows the line.
@Name("weft.Wait")
@Label("Wait")
@Category("Weft")
@Description("A rank waited in a call, and ran handlers meanwhile")
@Enabled(false)
@Threshold("10 us")
final class WaitEvent extends Event {
  @Label("Rank")
  int rank;

  @Label("Call")
  String call = "";

  @Label("Waited For Rank")
  @Description(
      "The rank that the call waits for, or whose message ended the wait; -1 if there is none")
  int peer;
}
