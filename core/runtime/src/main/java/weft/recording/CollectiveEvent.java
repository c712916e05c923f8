// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/// A rank took part in a collective operation.
@Name("weft.Collective")
@Label("Collective Operation")
@Category("Weft")
@Description("A rank took part in a collective operation")
@Enabled(false)
@Threshold("10 us")
final class CollectiveEvent extends Event {
  @Label("Rank")
  int rank;

  @Label("Operation and Algorithm")
  String operation = "";

  @Label("Data Size")
  @DataAmount
  long bytes;

  @Label("Operation Number")
  @Description("Equal on all ranks that take part")
  long number;
}
