// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.lang.foreign.MemorySegment;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr4;
import weft.internal.dispatch.HandlerTable;
import weft.internal.dispatch.PayloadHandler;
import weft.internal.rank.Counted;
import weft.internal.remote.MemoryChannel;
import weft.internal.send.Sender;
import weft.memory.Peers;
import weft.memory.RecordLayout;
import weft.transport.Outbox;
import weft.transport.Transport;

/// Sends and receives the messages of one-sided memory with those of its rank.
final class OneSidedChannel implements MemoryChannel {
  private final int rank;
  private final int frameBytes;
  private final Sender sender;
  private final HandlerTable handlers;
  private final Peers<Outbox> outboxes;

  OneSidedChannel(Engine engine, Transport transport) {
    this.rank = engine.rank();
    this.frameBytes = engine.frameBytes();
    this.sender = engine.sender();
    this.handlers = engine.handlers();
    this.outboxes = Peers.of(transport.size(), transport::outbox);
  }

  @Override
  public long frameBytes() {
    return frameBytes;
  }

  @Override
  public Outbox outbox(int target) {
    return outboxes.get(target);
  }

  @Override
  public boolean isAwaited(int target) {
    return sender.awaits(outboxes.get(target));
  }

  @Override
  public void install(String name, int handler, PayloadHandler receiver) {
    handlers.addSystemPayload(name, handler, receiver);
  }

  @Override
  public void install(String name, int handler, int words, WordsReceiver receiver) {
    Object known =
        switch (words) {
          case 1 -> (Rsr1.Handler) (source, a) -> receiver.receive(source, a, 0, 0, 0);
          case 2 -> (Rsr2.Handler) (source, a, b) -> receiver.receive(source, a, b, 0, 0);
          case 4 -> (Rsr4.Handler) receiver::receive;
          default -> throw new IllegalArgumentException(words + " words");
        };
    handlers.addSystem(name, handler, known);
  }

  @Override
  public void send(
      String name, int handler, int words, int target, long a, long b, long c, long d) {
    long header = RecordLayout.header(RecordLayout.RSR0 + words, handler, 8 * words);
    sender.words(Counted.BY_QUIESCENCE, name, target, header, a, b, c, d);
  }

  @Override
  public void notify(int handler, int target, long a, long b) {
    // This is not a field, because a handler may also get here while this call waits for room.
    long[] words = {a, b};
    sender.system(handler, target, words, 2);
  }

  @Override
  public long open(String name, int handler, int target, long bytes) {
    return sender.open(Counted.BY_QUIESCENCE, name, outboxes.get(target), handler, (int) bytes);
  }

  @Override
  public MemorySegment memory() {
    return sender.opened();
  }

  @Override
  public void close() {
    sender.close();
  }

  @Override
  public void checkToSelf(String name) {
    sender.check(rank, name);
  }

  @Override
  public void sendToSelf(String name, long header, long a, long b, long c, long d) {
    sender.words(name, sender.outbox(rank, name), header, a, b, c, d);
  }
}
