// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.util.Arrays;
import java.util.ListResourceBundle;
import weft.transport.JobSetting;

/// The help of the options of `weft run` that are a [JobSetting]: picocli looks each up by the name
/// of its option.
final class RunTexts extends ListResourceBundle {
  @Override
  protected Object[][] getContents() {
    return Arrays.stream(JobSetting.values())
        .map(it -> new Object[] {it.runOption().substring(2), it.description()})
        .toArray(Object[][]::new);
  }
}
