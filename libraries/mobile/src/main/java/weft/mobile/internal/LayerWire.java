// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.Rsr1;
import weft.Rsr3;
import weft.World;
import weft.layer.Frames;
import weft.layer.Layer;
import weft.layer.LayerCounts;
import weft.mobile.internal.protocol.Router;
import weft.mobile.internal.protocol.Wire;

/// The wire of one rank of a job. Its messages are counted, so quiescence waits for every hop.
/// Messages about where objects are, and moves, are maintenance: balancing causes them too.
public final class LayerWire implements Wire {
  private final int rank;
  private final LayerCounts counts;
  private final Frames mail;
  private final Frames objects;
  private final Rsr3 places;
  private final Rsr1 claims;
  private final Frames streams;
  private @Nullable Router router;

  /// Creates the wire of the rank behind `world`, which has not started yet.
  public LayerWire(World world, Layer layer) {
    this.rank = layer.rank();
    this.counts = layer.counts();
    this.mail =
        layer
            .messages()
            .programFrames(
                "weft mobile mail",
                "mail",
                (source, memory, at, bytes) -> router().arrive(memory, at, bytes));
    this.objects =
        layer
            .messages()
            .programFrames(
                "weft mobile object",
                "objects",
                (source, memory, at, bytes) -> {
                  counts.maintenance(-1);
                  router().install(source, memory, at, bytes);
                });
    this.places =
        world.rsr3(
            "weft mobile place",
            (source, object, location, epoch) -> {
              counts.maintenance(-1);
              router().locationArrived(object, (int) location, epoch);
            });
    this.claims =
        world.rsr1("weft mobile insertion", (source, element) -> router().claimed(source, element));
    this.streams =
        layer
            .messages()
            .programFrames(
                "weft mobile numbers",
                "numbers",
                (source, memory, at, bytes) -> {
                  counts.maintenance(-1);
                  router().streams(memory, at, bytes);
                });
  }

  /// Sets the router that receives the messages.
  public void connect(Router router) {
    this.router = router;
  }

  private Router router() {
    return Objects.requireNonNull(router);
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int maxBytes() {
    return mail.maxBytes();
  }

  @Override
  public long openMail(int target, int bytes) {
    return mail.open(target, bytes);
  }

  @Override
  public MemorySegment memory() {
    return mail.memory();
  }

  @Override
  public void closeMail() {
    mail.close();
  }

  @Override
  public void mail(int target, MemorySegment memory, long at, long bytes) {
    mail.send(target, memory, at, bytes);
  }

  @Override
  public void install(int target, MemorySegment memory, long bytes) {
    objects.send(target, memory, 0, bytes);
    counts.maintenance(1);
  }

  @Override
  public void claim(int home, long element) {
    claims.send(home, element);
  }

  @Override
  public void streams(int target, MemorySegment memory, long bytes) {
    streams.send(target, memory, 0, bytes);
    counts.maintenance(1);
  }

  @Override
  public long reports() {
    return counts.reports();
  }

  @Override
  public void sendLocation(int target, long object, int location, long epoch) {
    places.send(target, object, location, epoch);
    counts.maintenance(1);
  }

  @Override
  public void expect(int messages) {
    counts.expect(messages);
  }

  @Override
  public void happened(int messages) {
    counts.happened(messages);
  }

  @Override
  public void handedOver(int messages) {
    counts.handedOver(messages);
  }

  @Override
  public void takenOver(int messages) {
    counts.takenOver(messages);
  }
}
