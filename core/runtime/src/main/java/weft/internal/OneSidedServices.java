// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.util.function.BooleanSupplier;
import weft.internal.rank.DueWork;
import weft.internal.rank.Pending;
import weft.internal.remote.MemoryChannel;
import weft.internal.remote.RankServices;
import weft.transport.Transport;

/// Serves one-sided memory with the engine of its rank.
public final class OneSidedServices implements RankServices {
  private final Engine engine;
  private final Transport transport;

  /// The services of the rank of `engine`.
  public OneSidedServices(Engine engine, Transport transport) {
    this.engine = engine;
    this.transport = transport;
  }

  @Override
  public boolean inHandler() {
    return engine.inHandler();
  }

  @Override
  public void checkOpen(String call) {
    engine.checkOpen(call);
  }

  @Override
  public void checkMayWait(String call) {
    engine.checkMayWait(call);
  }

  @Override
  public void await(String call, int target, BooleanSupplier condition) {
    engine.await(call, "", target, condition);
  }

  @Override
  public void awaitRoom(String call, int target, BooleanSupplier room) {
    engine.self().loop().awaitRoom(call, "", target, room);
  }

  @Override
  public RuntimeException report(Throwable thrown) {
    return engine.report("one-sided memory", thrown);
  }

  @Override
  public void expect() {
    engine.ledger().expect();
  }

  @Override
  public void happened() {
    engine.ledger().happened();
  }

  @Override
  public void setDelayed(boolean delayed) {
    if (delayed) {
      engine.due(DueWork.DELAYED);
    } else {
      engine.notDue(DueWork.DELAYED);
    }
  }

  @Override
  public void agreeOnMalloc(long[] least) {
    engine.rounds().mallocAll(least);
  }

  @Override
  public void agreeOnFree(long[] least) {
    engine.rounds().freeAll(least);
  }

  @Override
  public Pending pending(Object handle) {
    return engine.self().pending(handle);
  }

  @Override
  public long register(Pending pending) {
    return engine.replies().register(pending);
  }

  @Override
  public Pending take(long ticket) {
    return engine.replies().take(ticket);
  }

  @Override
  public MemoryChannel channel() {
    return new OneSidedChannel(engine, transport);
  }
}
