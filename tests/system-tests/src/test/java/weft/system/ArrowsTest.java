// SPDX-License-Identifier: Apache-2.0
package weft.system;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The arrows between the rooms of the house: who may know whom. A new room gets a line in [Room].
final class ArrowsTest {
  /// The rooms, each with its packages and the rooms that it may use. A class belongs to the room
  /// with the longest package that matches.
  enum Room {
    /// The transport SPI. Of the public API it uses only the exceptions, as all transports: there
    /// is no other way to tell the user.
    TRANSPORT("weft.transport"),
    /// The files that users name. It reads the settings, which the SPI holds, and throws the public
    /// exceptions.
    FILES("weft.files", TRANSPORT),
    MEMORY("weft.memory", TRANSPORT),
    /// Local memory of programs: described, checked and copied.
    SPAN("weft.memory.span", MEMORY),
    /// How a job on this machine is found and asked.
    JOB("weft.transport.job", FILES, TRANSPORT, MEMORY),
    RINGS("weft.transport.rings", TRANSPORT, MEMORY),
    ACCELERATE("weft.accelerate", MEMORY),
    CODEC("weft.codec", MEMORY),
    /// The rooms of the runtime, from the lowest up. They may also use what [#LOW_API] names. The
    /// first holds the recordings of ranks; the others write into it.
    RECORDING("weft.recording", FILES, MEMORY, TRANSPORT, JOB),
    RANK("weft.internal.rank", MEMORY, TRANSPORT, JOB, RECORDING),
    SEND("weft.internal.send", MEMORY, SPAN, TRANSPORT, RANK),
    DISPATCH("weft.internal.dispatch", MEMORY, TRANSPORT, RECORDING, RANK, SEND),
    AGREEMENT("weft.internal.agreement", MEMORY, RANK, SEND, DISPATCH),
    /// One-sided memory.
    REMOTE("weft.internal.remote", MEMORY, SPAN, TRANSPORT, RANK, SEND, DISPATCH, AGREEMENT),
    /// One rank with its messages.
    MESSAGING(
        "weft.internal", MEMORY, TRANSPORT, CODEC, RECORDING, RANK, SEND, DISPATCH, AGREEMENT),
    /// A rank whole, and how ranks are started.
    LAUNCH(
        "weft.internal.launch",
        FILES,
        MEMORY,
        TRANSPORT,
        JOB,
        RINGS,
        RECORDING,
        RANK,
        SEND,
        DISPATCH,
        MESSAGING,
        REMOTE),
    /// The public API: programs use it alone.
    RUNTIME(
        "weft", MEMORY, SPAN, TRANSPORT, JOB, RINGS, CODEC, RECORDING, RANK, SEND, DISPATCH,
        MESSAGING, REMOTE, LAUNCH),
    SHM("weft.transport.shm", FILES, MEMORY, TRANSPORT, JOB, RINGS),
    /// What transports of several processes share: who is where, and who is lost.
    WATCH("weft.watch", FILES, MEMORY, TRANSPORT, JOB, RINGS),
    MPI("weft.transport.mpi", FILES, MEMORY, TRANSPORT, JOB, RINGS, WATCH),
    TCP("weft.transport.tcp", MEMORY, TRANSPORT, JOB, RINGS, WATCH),
    UCX("weft.transport.ucx", MEMORY, TRANSPORT, WATCH),
    /// What libraries of this house see of the runtime; programs do not see it.
    LAYER(
        "weft.layer",
        MEMORY,
        TRANSPORT,
        CODEC,
        RECORDING,
        RANK,
        SEND,
        DISPATCH,
        MESSAGING,
        REMOTE,
        LAUNCH,
        RUNTIME),
    SCHEDULE("weft.collective.schedule"),
    DATA("weft.collective.internal.data", SPAN),
    REDUCTION("weft.collective.internal.reduction", MEMORY, SPAN, DATA),
    WIRE("weft.collective.internal.wire", MEMORY, DISPATCH, RUNTIME, LAYER, SCHEDULE, DATA),
    /// It knows the runtime by its wire alone, and tables by rank and the exceptions.
    ENGINE(
        "weft.collective.internal.engine", MEMORY, SPAN, RUNTIME, SCHEDULE, DATA, REDUCTION, WIRE),
    BOARD(
        "weft.collective.internal.board",
        MEMORY,
        SPAN,
        TRANSPORT,
        LAYER,
        SCHEDULE,
        DATA,
        REDUCTION,
        WIRE,
        ENGINE),
    COLLECTIVE(
        "weft.collective",
        SPAN,
        FILES,
        CODEC,
        RUNTIME,
        LAYER,
        SCHEDULE,
        DATA,
        REDUCTION,
        WIRE,
        ENGINE,
        BOARD),
    /// Arithmetic over platforms and schedules: it knows no rank.
    MODEL("weft.model", SCHEDULE),
    OVERLAP("weft.overlap", TRANSPORT, CODEC, RUNTIME, LAYER),
    /// Files of checkpoints, and what libraries add to them. It knows no objects.
    CHECKPOINT("weft.checkpoint", FILES, TRANSPORT, CODEC, RUNTIME, LAYER, COLLECTIVE),
    /// Policies: arithmetic alone, and the file with the loads that they got.
    BALANCE("weft.mobile.balance", FILES),
    /// What mobile objects know of a library that keeps them elsewhere than in memory.
    RESIDENCE("weft.mobile.residence", CODEC, RUNTIME, LAYER),
    /// The protocol that finds mobile objects: it knows codecs, and other ranks by an interface.
    MOBILE_PROTOCOL("weft.mobile.internal.protocol", CODEC, RUNTIME, RESIDENCE),
    MOBILE_WIRE(
        "weft.mobile.internal",
        RESIDENCE,
        FILES,
        CODEC,
        RUNTIME,
        RECORDING,
        LAYER,
        COLLECTIVE,
        CHECKPOINT,
        MOBILE_PROTOCOL,
        BALANCE),
    MOBILE(
        "weft.mobile",
        FILES,
        TRANSPORT,
        CODEC,
        RUNTIME,
        RECORDING,
        LAYER,
        COLLECTIVE,
        CHECKPOINT,
        RESIDENCE,
        MOBILE_PROTOCOL,
        MOBILE_WIRE,
        BALANCE),
    /// A file and its threads. It knows no objects.
    STORE("weft.outofcore.store", RUNTIME, FILES),
    KEEPER("weft.outofcore.internal", CODEC, RUNTIME, RESIDENCE, STORE),
    OUT_OF_CORE("weft.outofcore", TRANSPORT, RUNTIME, LAYER, RESIDENCE, MOBILE, STORE, KEEPER),
    /// What the kernel of meshes is made of, the names of formats of files, and meshes. They know
    /// nothing else of the house.
    MESH_FILES("weft.mesh.files"),
    MESH_KERNEL("weft.mesh.internal", MESH_FILES),
    /// Regions of a mesh that several ranks hold.
    MESH_REGIONS("weft.mesh.kernel", MESH_KERNEL),
    MESH("weft.mesh", MESH_FILES, MESH_KERNEL, MESH_REGIONS),
    MESH_PARALLEL("weft.mesh.parallel", CODEC, RUNTIME, COLLECTIVE, MOBILE, MESH_REGIONS, MESH),
    /// Transforms and grids of one rank, and the product of all.
    MULTIPOLE_GRIDS("weft.multipole.internal"),
    /// Waves at many distances at once, which other libraries need too.
    MULTIPOLE_WAVES("weft.multipole.waves"),
    MULTIPOLE("weft.multipole", RUNTIME, OVERLAP, MULTIPOLE_GRIDS, MULTIPOLE_WAVES),
    LINALG("weft.linalg", FILES, CODEC, RUNTIME, LAYER, COLLECTIVE),
    MAXWELL_ROWS("weft.maxwell.internal", COLLECTIVE, LINALG, MESH, MULTIPOLE, MULTIPOLE_WAVES),
    MAXWELL("weft.maxwell", RUNTIME, COLLECTIVE, LINALG, MESH, MULTIPOLE, OVERLAP, MAXWELL_ROWS),
    /// Pages. It knows nothing of ranks that run.
    REPORT("weft.report", FILES),
    /// Command lines. It knows nothing of Weft.
    OPTIONS("weft.options"),
    /// Makes traces and reports from recordings.
    RECORD("weft.record", FILES, TRANSPORT, RECORDING, REPORT),
    BLAS("weft.blas", CODEC, RUNTIME, LINALG),
    /// It puts the last recorded events beside a failure.
    TESTKIT(
        "weft.testkit",
        MEMORY,
        TRANSPORT,
        JOB,
        RINGS,
        CODEC,
        RECORDING,
        RUNTIME,
        SHM,
        MPI,
        TCP,
        UCX,
        COLLECTIVE,
        SCHEDULE),
    /// Its doctor tries hosts by the first all-gather of ranks alone.
    CLI(
        "weft.cli",
        WATCH,
        FILES,
        MEMORY,
        TRANSPORT,
        JOB,
        RINGS,
        CODEC,
        RECORDING,
        RUNTIME,
        SHM,
        MPI,
        TCP,
        UCX,
        COLLECTIVE,
        SCHEDULE,
        CHECKPOINT,
        MODEL,
        RECORD,
        REPORT),
    /// Its program on several ranks measures; the command finds the parameters.
    CALIBRATE("weft.calibrate", RUNTIME, COLLECTIVE, SCHEDULE, MODEL, LINALG, CLI),
    LAB("weft.lab", TRANSPORT, JOB, CLI),
    APPS(
        "weft.apps",
        FILES,
        CODEC,
        RUNTIME,
        COLLECTIVE,
        SCHEDULE,
        MODEL,
        LINALG,
        CHECKPOINT,
        MOBILE,
        OUT_OF_CORE,
        BALANCE,
        OVERLAP,
        MESH,
        MESH_FILES,
        MESH_PARALLEL,
        MAXWELL,
        MULTIPOLE,
        OPTIONS,
        REPORT),
    EXAMPLES(
        "weft.examples",
        FILES,
        CODEC,
        RUNTIME,
        COLLECTIVE,
        SCHEDULE,
        MODEL,
        LINALG,
        CHECKPOINT,
        MOBILE,
        BALANCE,
        OVERLAP,
        MESH,
        MESH_FILES,
        MAXWELL,
        REPORT),
    BENCH(
        "weft.bench",
        FILES,
        MEMORY,
        TRANSPORT,
        JOB,
        RINGS,
        CODEC,
        LAUNCH,
        RUNTIME,
        SHM,
        MPI,
        TCP,
        UCX,
        COLLECTIVE,
        STORE,
        OUT_OF_CORE,
        SCHEDULE,
        MODEL,
        CALIBRATE,
        OPTIONS,
        REPORT,
        OVERLAP,
        CHECKPOINT,
        MOBILE,
        BALANCE,
        MESH,
        MESH_FILES,
        MAXWELL,
        LINALG);

    private final Set<String> packages;
    private final Set<Room> mayUse;

    Room(String packages, Room... mayUse) {
      this.packages = Set.of(packages.split(" "));
      this.mayUse = Set.of(mayUse);
    }

    /// Whether this is a room of the runtime below its public API.
    boolean isOfRuntime() {
      return this == RECORDING
          || packages.stream().anyMatch(name -> name.startsWith("weft.internal"));
    }

    private int matchLength(String packageName) {
      return packages.stream()
          .filter(name -> packageName.equals(name) || packageName.startsWith(name + "."))
          .mapToInt(String::length)
          .max()
          .orElse(-1);
    }

    static Room of(JavaClass type) {
      Room best = null;
      int bestLength = -1;
      for (Room room : values()) {
        int length = room.matchLength(type.getPackageName());
        if (length > bestLength) {
          best = room;
          bestLength = length;
        }
      }
      if (best == null) {
        throw new AssertionError(type.getName() + " is in no room: name its room in ArrowsTest");
      }
      return best;
    }
  }

  /// The public types that the rooms of the runtime use: handlers and what they are passed, and
  /// settings. None of these uses a room above SEND. Exceptions may be used as well.
  private static final Set<String> LOW_API =
      Set.of("Rsr0", "Rsr1", "Rsr2", "Rsr3", "Rsr4", "RsrN", "Frame", "Counters", "WeftConfig");

  private static final JavaClasses HOUSE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          // Tests that are main code for the sake of jcstress.
          .withImportOption(location -> !location.contains("weft/stress/"))
          .importPackages("weft");

  private static final DescribedPredicate<JavaClass> OURS =
      describe("ours", type -> (type.getPackageName() + ".").startsWith("weft."));

  @ParameterizedTest
  @EnumSource(names = "EXAMPLES", mode = EnumSource.Mode.EXCLUDE)
  void aRoomKnowsOnlyWhatItMayUse(Room room) {
    String allowed =
        room.mayUse.stream().map(Room::name).sorted().collect(Collectors.joining(", "));
    classes()
        .that(describe("are in " + room, type -> Room.of(type) == room))
        .should()
        .onlyDependOnClassesThat(
            describe(
                "are in " + room + (allowed.isEmpty() ? "" : " or " + allowed) + ", or not ours",
                type ->
                    !OURS.test(type)
                        || Room.of(type) == room
                        || room.mayUse.contains(Room.of(type))
                        || (mayUseExceptions(room) && isPublicException(type))
                        || (room.isOfRuntime() && isLowApi(type))
                        || (room == Room.RUNTIME
                            && type.getName().equals("weft.layer.LayerAccess"))))
        .check(HOUSE);
  }

  private static boolean isTransport(Room room) {
    return room == Room.TRANSPORT
        || room == Room.JOB
        || room == Room.RINGS
        || room == Room.SHM
        || room == Room.WATCH
        || room == Room.MPI
        || room == Room.TCP
        || room == Room.UCX;
  }

  private static boolean mayUseExceptions(Room room) {
    return isTransport(room) || room.isOfRuntime() || room == Room.CODEC || room == Room.FILES;
  }

  private static boolean isLowApi(JavaClass type) {
    JavaClass element = type.getBaseComponentType();
    String name = element.getName().replaceFirst("\\$.*", "");
    return element.getPackageName().equals("weft") && LOW_API.contains(name.substring(5));
  }

  private static boolean isPublicException(JavaClass type) {
    return type.getPackageName().equals("weft") && type.isAssignableTo(RuntimeException.class);
  }

  @Test
  void programsUseThePublicApiAlone() {
    classes()
        .that()
        .resideInAnyPackage("weft.apps..", "weft.examples..")
        .should()
        .onlyDependOnClassesThat(
            describe(
                "are public API, their own, or not ours",
                type ->
                    !OURS.test(type)
                        || type.getPackageName().equals("weft")
                        || type.getPackageName().equals("weft.codec")
                        || type.getPackageName().equals("weft.files")
                        || type.getPackageName().equals("weft.collective")
                        || type.getPackageName().equals("weft.collective.schedule")
                        || Room.of(type) == Room.MODEL
                        || type.getPackageName().equals("weft.overlap")
                        || type.getPackageName().equals("weft.checkpoint")
                        || type.getPackageName().equals("weft.mobile")
                        || type.getPackageName().equals("weft.mobile.balance")
                        || type.getPackageName().equals("weft.outofcore")
                        || type.getPackageName().equals("weft.maxwell")
                        || type.getPackageName().equals("weft.multipole")
                        || type.getPackageName().equals("weft.mesh")
                        || type.getPackageName().equals("weft.mesh.surface")
                        || type.getPackageName().equals("weft.mesh.files")
                        || type.getPackageName().equals("weft.mesh.parallel")
                        || type.getPackageName().equals("weft.linalg")
                        || type.getPackageName().equals("weft.linalg.kernel")
                        || type.getPackageName().equals("weft.report")
                        || type.getPackageName().equals("weft.options")
                        || Room.of(type) == Room.APPS
                        || Room.of(type) == Room.EXAMPLES))
        .check(HOUSE);
  }

  @Test
  void whatUsersLinkNeedsTheJdkAlone() {
    classes()
        .that(
            describe(
                "are linked by users",
                type ->
                    EnumSet.complementOf(
                            EnumSet.of(
                                Room.TESTKIT,
                                Room.CLI,
                                Room.CALIBRATE,
                                Room.LAB,
                                Room.APPS,
                                Room.EXAMPLES,
                                Room.BENCH))
                        .contains(Room.of(type))))
        .should()
        .onlyDependOnClassesThat(
            describe(
                "are ours, of the JDK, or JSpecify's annotations",
                type ->
                    OURS.test(type)
                        || type.getPackageName().isEmpty() // primitive types and their arrays
                        || type.getPackageName().startsWith("java.")
                        || type.getPackageName().startsWith("javax.management")
                        || type.getPackageName().startsWith("jdk.")
                        || type.getPackageName().equals("com.sun.management")
                        || type.getPackageName().startsWith("org.jspecify.")))
        .check(HOUSE);
  }

  @Test
  void noCyclesBetweenTheModules() {
    slices()
        .assignedFrom(
            new SliceAssignment() {
              @Override
              public SliceIdentifier getIdentifierOf(JavaClass type) {
                return OURS.test(type)
                    ? SliceIdentifier.of(moduleOf(Room.of(type)))
                    : SliceIdentifier.ignore();
              }

              @Override
              public String getDescription() {
                return "the modules";
              }
            })
        .should()
        .beFreeOfCycles()
        .check(HOUSE);
  }

  private static String moduleOf(Room room) {
    return switch (room) {
      case MEMORY,
          SPAN,
          TRANSPORT,
          FILES,
          JOB,
          RINGS,
          CODEC,
          RECORDING,
          RANK,
          SEND,
          DISPATCH,
          AGREEMENT,
          MESSAGING,
          REMOTE,
          LAUNCH,
          RUNTIME,
          LAYER ->
          "runtime";
      case DATA, REDUCTION, WIRE, ENGINE, BOARD, COLLECTIVE -> "collective";
      case MESH_FILES, MESH_KERNEL, MESH_REGIONS, MESH -> "mesh";
      case MAXWELL_ROWS, MAXWELL -> "maxwell";
      case MULTIPOLE_GRIDS, MULTIPOLE_WAVES, MULTIPOLE -> "multipole";
      case MOBILE_PROTOCOL, MOBILE_WIRE, BALANCE, MOBILE -> "mobile";
      default -> room.name();
    };
  }

  @Test
  void theWholeHouseWasRead() {
    Set<Room> seen = EnumSet.noneOf(Room.class);
    HOUSE.forEach(type -> seen.add(Room.of(type)));
    assertThat(seen).containsAll(EnumSet.complementOf(EnumSet.of(Room.EXAMPLES)));
  }
}
