// SPDX-License-Identifier: Apache-2.0
package weft;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import weft.internal.launch.RankRunner;
import weft.internal.launch.RankRuntime;
import weft.internal.rank.Settings;
import weft.transport.FailureReport;
import weft.transport.Transport;
import weft.transport.rings.ThreadsJob;

/// How a rank ends.
final class EndTest {
  @Test
  void aJobThatFailsAtItsVeryEndHasFailed() throws InterruptedException {
    var job = new ThreadsJob(1, 0);
    var thrown = new AtomicReference<Throwable>();
    var thread =
        new Thread(() -> {
          var frame = new Frame();
          var settings = new Settings(0, 1);
          var runtime = new RankRuntime(failingAtTheEnd(job), settings, frame, frame.view());
          try {
            RankRunner.run(runtime, it -> new World(it, WeftConfig.ofRanks(1).args()).start());
          } catch (JobFailedException e) {
            thrown.set(e);
          }
        });
    job.assign(0, thread);
    thread.start();
    thread.join();

    assertThat(thrown.get()).hasMessage("rank 0 failed in the job's end: a host was cut off");
  }

  private static Transport failingAtTheEnd(ThreadsJob job) {
    Transport joined = job.join(0);
    return (Transport)
        Proxy.newProxyInstance(
            Transport.class.getClassLoader(),
            new Class<?>[] {Transport.class},
            (_, method, arguments) -> {
              if (method.getName().equals("finished")) {
                job.fail(new FailureReport(0, "the job's end", "a host was cut off", ""));
              }
              try {
                return method.invoke(joined, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
