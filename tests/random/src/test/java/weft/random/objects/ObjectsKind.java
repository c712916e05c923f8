// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import weft.random.RandomJob;
import weft.random.RandomKind;
import weft.random.SeedsProgram;
import weft.transport.JobSetting;

/// Random programs of mobile objects, all in memory or a few of them.
final class ObjectsKind implements RandomKind {
  private static final int LEAST = 5;
  private static final int MOST = 15;

  private final boolean kept;

  ObjectsKind(boolean kept) {
    this.kept = kept;
  }

  @Override
  public String test() {
    return kept ? "RandomStoredObjectsTest" : "RandomObjectsTest";
  }

  @Override
  public Class<? extends SeedsProgram> program() {
    return ObjectsProgram.class;
  }

  @Override
  public Set<String> features(RandomJob job) {
    Set<String> features = new TreeSet<>(Features.of(job));
    if (kept) {
      features.addAll(Features.ON_DISK);
      // That an object moves by itself is told by its codec, which the disk calls too.
      features.removeIf(it -> it.matches("moved by ([A-Z_]+|several policies)"));
    }
    return features;
  }

  @Override
  public Map<JobSetting, String> settings(RandomJob job) {
    if (!kept) {
      return Map.of();
    }
    // Objects that a program leaves pinned stay in memory while those of later seeds run.
    long objects = LEAST + job.first() % (MOST - LEAST + 1) + 3L * job.seeds();
    return Map.of(JobSetting.OBJECTS, Long.toString(objects * Player.BYTES));
  }

  @Override
  public long digest(long seed) {
    return new Model(Planner.plan(seed)).digest();
  }

  @Override
  public String listing(long seed) {
    return Listing.of(Planner.plan(seed));
  }
}
