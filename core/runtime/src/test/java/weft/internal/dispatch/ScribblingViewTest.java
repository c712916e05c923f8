// SPDX-License-Identifier: Apache-2.0
package weft.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/// In debug mode a payload is overwritten when its handler has returned.
final class ScribblingViewTest {
  @Test
  void overwritesThePayloadAndNothingElse() {
    var seen = new ArrayList<String>();
    var view =
        new ScribblingView(
            new PayloadView() {
              @Override
              public void show(MemorySegment memory, long base, long length) {
                seen.add("shows " + length + " from " + base);
              }

              @Override
              public void hide() {
                seen.add("hides");
              }

              @Override
              public MemorySegment memory() {
                return MemorySegment.NULL;
              }

              @Override
              public long base() {
                return 0;
              }

              @Override
              public long length() {
                return 0;
              }
            });
    var ring = new byte[] {1, 2, 3, 4, 5};
    view.show(MemorySegment.ofArray(ring), 1, 3);
    assertThat(ring).containsExactly(1, 2, 3, 4, 5);
    view.hide();
    assertThat(ring).containsExactly(1, 0xDE, 0xDE, 0xDE, 5);
    assertThat(seen).containsExactly("shows 3 from 1", "hides");
  }
}
