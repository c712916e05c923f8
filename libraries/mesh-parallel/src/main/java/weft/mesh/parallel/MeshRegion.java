// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.mesh.kernel.CavityPatch;
import weft.mesh.kernel.Claim;
import weft.mesh.kernel.CoarseTets;
import weft.mesh.kernel.PatchFilling;
import weft.mesh.kernel.RegionMesh;
import weft.mesh.kernel.RegionScratch;
import weft.mesh.parallel.PointQueue.Point;

/// One region: its part of the mesh, the points that it is to insert, and its attempts.
///
/// A point whose cavity is here is inserted in place. Else the tets come to the region that makes
/// the attempt, as in the DMCS paper put-ops bring what a search finds to who searches:
///
/// ```
/// NEED    attempt, point, tets    claim these tets, and those in conflict that are joined to them
/// LEND    attempt, tets, slots    copies of what was claimed, and slots that are kept for new tets;
///                                 or TAKEN, if some were another's
/// COMMIT  attempt, tets, faces    these tets have fallen; these are new; at these faces are others
/// RELEASE attempt                 the attempt was given up
/// ```
///
/// An attempt claims or gives up, and never waits, but for one elder in the whole mesh: its NEED is
/// kept where a tet is claimed, and goes first when that is released. Those that hold tets never
/// wait for it, so nothing waits in a circle. COMMIT needs no answer: a halo is out of date only
/// while the tet that borders it is claimed, and no search passes a claimed tet. A halo may name a
/// new tet whose COMMIT has not arrived in its region: who needs it there is told that it is taken.
final class MeshRegion {
  /// Points of one piece of work: some 100 µs.
  private static final int PIECE = 32;

  /// Attempts under way at most.
  private static final int MOST_ATTEMPTS = 256;

  /// Faces at the border for each attempt under way. One claims some seventy of them, so most do
  /// not meet the claims of others.
  private static final int FACES = 200;

  /// Failed attempts at a point after which its region asks to be the elder.
  static final int PATIENCE = 8;

  private final int self;
  private final int regions;
  final RegionMesh mesh;
  final PointQueue points = new PointQueue();
  final RegionCounts counts = new RegionCounts();
  private final Map<Long, CavityAttempt> attempts = new LinkedHashMap<>();

  /// Where the last of the first points was found: the next one is near it.
  private int trail = -1;

  private int lastAttempt;
  private int random;

  /// Elder attempts of other regions that wait for a claimed tet here.
  private final List<Parked> parked = new ArrayList<>();

  /// Whether this region has asked to be the elder, and whether it is.
  private boolean asked;

  private boolean elder;

  /// The point of the elder attempt, if it waits for the tet that holds it.
  private @Nullable Point waiting;

  /// At region 0.
  private final ElderToken token = new ElderToken();

  /// Pairs of global numbers of points at one place: of the vertex, and of the other point.
  final ArrayDeque<Long> same = new ArrayDeque<>();

  /// The points that have arrived before the beginning: their numbers and places.
  private long[] givenNumbers = new long[16];

  private double[] givenPlaces = new double[48];
  private int given;

  /// What ranks find out at the end.
  private @Nullable RegionNumbers numbers;

  /// @param from the number of tets that the attempt had here before
  @SuppressWarnings("ArrayRecordComponent") // not changed
  private record Parked(long attempt, int point, int[] wanted, int from) {}

  MeshRegion(int self, int regions, RegionScratch scratch) {
    this.self = self;
    this.regions = regions;
    mesh = new RegionMesh(scratch);
    random = 0x9e3779b9 * (self + 1) | 1;
  }

  int self() {
    return self;
  }

  void setNumbers(RegionNumbers numbers) {
    this.numbers = numbers;
  }

  /// The numbers of a finished region.
  RegionNumbers numbers() {
    return Objects.requireNonNull(numbers);
  }

  /// The work that is expected.
  int load() {
    return points.size();
  }

  /// Whether nothing is left of attempts, and nothing to do.
  @Nullable String leftovers() {
    boolean clean =
        attempts.isEmpty()
            && mesh.claims().isEmpty()
            && points.isEmpty()
            && parked.isEmpty()
            && waiting == null
            && token.isFree()
            && !asked
            && !elder;
    return clean
        ? null
        : "region %d has %d attempts, %d claims, %d points and %d waiting elders left"
            .formatted(self, attempts.size(), mesh.claims().size(), points.size(), parked.size());
  }

  // Points.

  /// Adds a point before the work begins.
  void give(long number, double x, double y, double z) {
    if (given == givenNumbers.length) {
      givenNumbers = Arrays.copyOf(givenNumbers, 2 * given);
      givenPlaces = Arrays.copyOf(givenPlaces, 6 * given);
    }
    givenNumbers[given] = number;
    givenPlaces[3 * given] = x;
    givenPlaces[3 * given + 1] = y;
    givenPlaces[3 * given + 2] = z;
    given++;
  }

  /// All points are here: numbers them in the order of their insertion, and begins.
  void begin(RegionPost post) {
    double[] places = Arrays.copyOf(givenPlaces, 3 * given);
    int[] order = CoarseTets.order(places);
    mesh.expect(order.length);
    for (int i = 0; i < order.length; i++) {
      int p = order[i];
      order[i] = mesh.vertex(givenNumbers[p], places[3 * p], places[3 * p + 1], places[3 * p + 2]);
    }
    givenNumbers = new long[1];
    givenPlaces = new double[3];
    given = 0;
    points.begin(order);
    schedule(post);
  }

  /// Inserts some points, and asks for more work if there is some. Points at borders go first while
  /// attempts may be begun, since their answers take time; others are inserted meanwhile.
  void work(RegionPost post) {
    for (int i = 0; i < PIECE && mayWork(); i++) {
      if (mayAttempt()) {
        insert(post, points.takeBorder(next()));
      } else if (points.isFirstNext()) {
        insert(post, points.takeFirst(), trail, 0, false);
        trail = mesh.reached();
      } else {
        insert(post, points.takeHanded());
      }
    }
    schedule(post);
  }

  private boolean mayAttempt() {
    return attempts.size() < mostAttempts() && points.hasBorder();
  }

  /// The number of attempts that may be under way: the more, the longer the border.
  private int mostAttempts() {
    return Math.clamp(mesh.halos() / FACES, 2, MOST_ATTEMPTS);
  }

  private boolean mayWork() {
    return points.hasOwn() || mayAttempt();
  }

  /// Asks for work, unless all that is left waits for messages.
  private void schedule(RegionPost post) {
    if (!mayWork()) {
      if (points.isEmpty() || !attempts.isEmpty() || !mesh.claims().isEmpty()) {
        return;
      }
      points.skipDelay();
    }
    post.again();
  }

  private void insert(RegionPost post, Point point) {
    insert(post, point.vertex(), point.near(), point.fails(), false);
  }

  private void insert(RegionPost post, int vertex, int near, int fails, boolean asElder) {
    if (mesh.own() == 0) {
      handOver(post, (self + 1) % regions, vertex, -1, fails);
      giveBack(post, asElder);
      return;
    }
    int result = mesh.tryInsert(vertex, near);
    if (result >= 0) {
      if (result == vertex) {
        counts.count(RegionCounts.INSERTED);
      } else {
        same.add(mesh.number(result));
        same.add(mesh.number(vertex));
      }
      giveBack(post, asElder);
    } else if (result == RegionMesh.LEFT) {
      leave(post, vertex, fails);
      giveBack(post, asElder);
    } else if (result == RegionMesh.CLAIMED && !asElder) {
      points.block(vertex, mesh.reached(), fails);
    } else if (attempts.size() < mostAttempts() || asElder) {
      beginAttempt(post, vertex, mesh.reached(), fails, asElder);
    } else {
      points.toBorder(vertex, mesh.reached(), fails);
    }
  }

  /// The walk to a point has left this region.
  private void leave(RegionPost post, int vertex, int fails) {
    int halo = mesh.reached();
    if (mesh.isClaimed(mesh.behind(halo))) {
      points.block(vertex, mesh.behind(halo), fails); // the halo may be out of date
    } else {
      handOver(post, mesh.haloRegion(halo), vertex, mesh.haloLink(halo) >> 2, fails);
    }
  }

  private void handOver(RegionPost post, int region, int vertex, int near, int fails) {
    Writer out = message(post, RegionMessages.POINT);
    RegionMessages.writePoint(out, mesh, vertex);
    out.writeInt(near);
    out.writeInt(fails);
    send(post, region, out);
    counts.count(RegionCounts.HANDED);
  }

  /// Lets a point wait for a random number of attempts at others, which doubles with each failure.
  private void delay(RegionPost post, int vertex, int near, int fails) {
    points.delay(vertex, near, fails, 1 + Math.floorMod(next(), 4 << Math.min(PATIENCE, fails)));
    if (fails >= PATIENCE && !asked && !elder) {
      asked = true;
      Writer out = message(post, RegionMessages.ASK);
      out.writeInt(self);
      send(post, 0, out);
    }
  }

  private int next() {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    return random;
  }

  // Attempts of this region.

  private void beginAttempt(RegionPost post, int vertex, int tet, int fails, boolean asElder) {
    long number = (long) self << 32 | ++lastAttempt;
    var attempt = new CavityAttempt(number, vertex, tet, fails, asElder);
    attempts.put(number, attempt);
    boolean lent = lendOwn(attempt, new int[] {tet});
    if (lent || mesh.claim(number) != null) {
      counts.count(RegionCounts.BEGUN);
      if (lent) {
        proceed(post, attempt);
      }
      return;
    }
    attempts.remove(number);
    if (asElder) {
      waiting = new Point(vertex, tet, fails, 0); // the tet may be gone when the other claim ends
    } else {
      points.block(vertex, tet, fails);
    }
  }

  /// Claims tets here for an attempt of this region, and those joined to them. An elder that cannot
  /// is kept here.
  private boolean lendOwn(CavityAttempt attempt, int[] wanted) {
    Claim before = mesh.claim(attempt.number);
    int from = before == null ? 0 : before.count();
    Claim claim =
        mesh.claim(attempt.number, attempt.vertex, wanted, wanted.length, from, attempt.elder);
    if (claim != null) {
      attempt.patch.add(self, mesh, claim, from);
      return true;
    }
    if (attempt.elder && mesh.claim(attempt.number) != null) {
      parked.add(new Parked(attempt.number, attempt.vertex, wanted, from));
    }
    return false;
  }

  /// All answers are here: asks for what is missing, or commits.
  private void proceed(RegionPost post, CavityAttempt attempt) {
    if (attempt.taken) {
      giveUp(post, attempt);
      return;
    }
    int[] missing = attempt.patch.missing();
    for (int[] own = CavityAttempt.of(self, missing);
        own.length > 0;
        own = CavityAttempt.of(self, missing)) {
      if (!lendOwn(attempt, own)) {
        if (!attempt.elder) {
          giveUp(post, attempt);
        }
        return;
      }
      missing = attempt.patch.missing();
    }
    if (missing.length == 0) {
      commit(post, attempt);
      return;
    }
    for (int i = 0; i < missing.length; i += 2) {
      if (i == 0 || missing[i] != missing[i - 2]) {
        need(post, attempt, missing[i], CavityAttempt.of(missing[i], missing));
      }
    }
  }

  private void need(RegionPost post, CavityAttempt attempt, int region, int[] tets) {
    attempt.asked.add(region);
    attempt.open++;
    Writer out = message(post, RegionMessages.NEED);
    out.writeLong(attempt.number);
    out.writeBoolean(attempt.elder);
    RegionMessages.writePoint(out, mesh, attempt.vertex);
    out.writeInts(tets);
    send(post, region, out);
  }

  private void giveUp(RegionPost post, CavityAttempt attempt) {
    attempts.remove(attempt.number);
    counts.count(RegionCounts.GIVEN_UP);
    mesh.release(attempt.number);
    for (int region : attempt.asked) {
      Writer out = message(post, RegionMessages.RELEASE);
      out.writeLong(attempt.number);
      send(post, region, out);
    }
    delay(post, attempt.vertex, attempt.near, attempt.fails + 1);
    released(post);
  }

  private void commit(RegionPost post, CavityAttempt attempt) {
    attempts.remove(attempt.number);
    counts.count(RegionCounts.COMMITTED);
    CavityPatch patch = attempt.patch;
    PatchFilling filling = patch.commit(self, mesh, attempt.number, attempt.vertex);
    for (int region : attempt.asked) {
      Writer out = message(post, RegionMessages.COMMIT);
      out.writeLong(attempt.number);
      out.writeLong(mesh.number(attempt.vertex));
      RegionMessages.writeCommit(out, mesh, patch.fallen(region), filling, region);
      send(post, region, out);
    }
    giveBack(post, attempt.elder);
    released(post);
  }

  // The elder.

  private void giveBack(RegionPost post, boolean wasElder) {
    if (wasElder) {
      elder = false;
      send(post, 0, message(post, RegionMessages.RETURN));
    }
  }

  private void granted(RegionPost post) {
    asked = false;
    elder = true;
    counts.count(RegionCounts.ELDER);
    Point point = points.takeUnluckiest();
    if (point == null) {
      giveBack(post, true);
    } else {
      insert(post, point.vertex(), point.near(), point.fails(), true);
    }
  }

  private void grant(RegionPost post, int region) {
    if (region >= 0) {
      send(post, region, message(post, RegionMessages.GRANT));
    }
  }

  /// Claims here have ended: an elder that waits for them goes first.
  private void released(RegionPost post) {
    points.unblock();
    for (Parked it : List.copyOf(parked)) {
      Claim claim = mesh.claim(it.attempt, it.point, it.wanted, it.wanted.length, it.from, true);
      if (claim != null) {
        parked.remove(it);
        CavityAttempt own = attempts.get(it.attempt);
        if (own == null) {
          lend(post, claim, it.from);
        } else {
          own.patch.add(self, mesh, claim, it.from);
          proceed(post, own);
        }
      }
    }
    Point point = waiting;
    if (point != null) {
      waiting = null;
      insert(post, point.vertex(), point.near(), point.fails(), true);
    }
  }

  // Messages.

  /// Handles a message of a region.
  void receive(RegionPost post, Reader in) {
    byte kind = in.readByte();
    switch (kind) {
      case RegionMessages.POINT ->
          points.add(RegionMessages.readPoint(in, mesh), in.readInt(), in.readInt());
      case RegionMessages.NEED -> needed(post, in);
      case RegionMessages.LEND -> lent(post, in);
      case RegionMessages.TAKEN -> {
        CavityAttempt attempt = attempt(in);
        attempt.taken = true;
        answered(post, attempt);
      }
      case RegionMessages.COMMIT -> committed(post, in);
      case RegionMessages.RELEASE -> {
        mesh.release(in.readLong());
        released(post);
      }
      case RegionMessages.ASK -> grant(post, token.asked(in.readInt()));
      case RegionMessages.GRANT -> granted(post);
      case RegionMessages.RETURN -> grant(post, token.returned());
      default -> throw in.wrong("a message of a region, and its kind is " + kind);
    }
    schedule(post);
  }

  private CavityAttempt attempt(Reader in) {
    long number = in.readLong();
    CavityAttempt attempt = attempts.get(number);
    if (attempt == null) {
      throw in.wrong(
          "an answer to attempt %x of region %d, which has ended".formatted(number, self));
    }
    return attempt;
  }

  private void needed(RegionPost post, Reader in) {
    long number = in.readLong();
    boolean fromElder = in.readBoolean();
    int point = RegionMessages.readPoint(in, mesh);
    int[] wanted = in.readInts();
    Claim before = mesh.claim(number);
    int from = before == null ? 0 : before.count();
    Claim claim = mesh.claim(number, point, wanted, wanted.length, from, fromElder);
    if (claim != null) {
      lend(post, claim, from);
    } else if (fromElder) {
      parked.add(new Parked(number, point, wanted, from));
    } else {
      Writer out = message(post, RegionMessages.TAKEN);
      out.writeLong(number);
      send(post, CavityAttempt.region(number), out);
    }
  }

  private void lend(RegionPost post, Claim claim, int from) {
    Writer out = message(post, RegionMessages.LEND);
    out.writeLong(claim.attempt());
    int spares = claim.spares();
    mesh.keepSlots(claim, from);
    RegionMessages.writeLent(out, self, mesh, claim, from, spares);
    send(post, CavityAttempt.region(claim.attempt()), out);
  }

  private void lent(RegionPost post, Reader in) {
    CavityAttempt attempt = attempt(in);
    RegionMessages.readLent(in, mesh, attempt.patch);
    answered(post, attempt);
  }

  private void answered(RegionPost post, CavityAttempt attempt) {
    if (--attempt.open == 0) {
      proceed(post, attempt);
    }
  }

  private void committed(RegionPost post, Reader in) {
    long number = in.readLong();
    int point = mesh.known(in.readLong());
    RegionMessages.readCommit(in, self, mesh, number, point);
    released(post);
  }

  private static Writer message(RegionPost post, byte kind) {
    Writer out = post.begin();
    out.writeByte(kind);
    return out;
  }

  private void send(RegionPost post, int region, Writer out) {
    counts.message(out.size());
    post.send(region);
  }

  // Moves.

  /// Writes all of this region.
  void write(Writer out) {
    out.writeInt(self);
    out.writeInt(regions);
    RegionMessages.writeMesh(out, mesh);
    out.writeLongs(Arrays.copyOf(givenNumbers, given));
    out.writeDoubles(Arrays.copyOf(givenPlaces, 3 * given));
    points.write(out);
    counts.write(out);
    out.writeSize(attempts.size());
    attempts.values().forEach(it -> it.write(out));
    out.writeInt(lastAttempt);
    out.writeInt(random);
    out.writeSize(parked.size());
    for (Parked it : parked) {
      out.writeLong(it.attempt);
      out.writeInt(it.point);
      out.writeInts(it.wanted);
      out.writeInt(it.from);
    }
    out.writeBoolean(asked);
    out.writeBoolean(elder);
    out.writeBoolean(waiting != null);
    if (waiting != null) {
      PointQueue.write(waiting, out);
    }
    token.write(out);
    out.writeLongs(same.stream().mapToLong(it -> it).toArray());
  }

  /// Reads what [#write] wrote.
  static MeshRegion read(Reader in, RegionScratch scratch) {
    var region = new MeshRegion(in.readInt(), in.readInt(), scratch);
    RegionMessages.readMesh(in, region.mesh);
    long[] numbers = in.readLongs();
    double[] places = in.readDoubles();
    for (int i = 0; i < numbers.length; i++) {
      region.give(numbers[i], places[3 * i], places[3 * i + 1], places[3 * i + 2]);
    }
    region.points.read(in);
    region.counts.read(in);
    for (int i = in.readSize(30); i > 0; i--) {
      CavityAttempt attempt = CavityAttempt.read(in);
      region.attempts.put(attempt.number, attempt);
    }
    region.lastAttempt = in.readInt();
    region.random = in.readInt();
    for (int i = in.readSize(17); i > 0; i--) {
      region.parked.add(new Parked(in.readLong(), in.readInt(), in.readInts(), in.readInt()));
    }
    region.asked = in.readBoolean();
    region.elder = in.readBoolean();
    if (in.readBoolean()) {
      region.waiting = PointQueue.readPoint(in);
    }
    region.token.read(in);
    for (long number : in.readLongs()) {
      region.same.add(number);
    }
    return region;
  }
}
