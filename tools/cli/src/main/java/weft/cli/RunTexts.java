// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.util.Arrays;
import java.util.ListResourceBundle;
import weft.transport.JobSetting;

/// The help texts of those options of `weft run` that are a [JobSetting]. Picocli finds each text
/// by the name of its option.
final class RunTexts extends ListResourceBundle {
  @Override
  protected Object[][] getContents() {
    return Arrays.stream(JobSetting.values())
        .map(it -> new Object[] {it.runOption().substring(2), it.description()})
        .toArray(Object[][]::new);
  }
}
