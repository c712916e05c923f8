// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import weft.World;
import weft.testkit.MpiInstallations;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Channels and the loop keep their promises over MPI: with both libraries, with ranks that share
/// memory beside it, and with all that they send carried by it.
@Sampled
class ChannelsOverMpiTest {
  private static final String OPEN_MPI = "mpi:WEFT_MPI=openmpi";
  private static final String ALL_BY_OPEN_MPI = "mpi:WEFT_MPI=openmpi,WEFT_NETWORK_ONLY=1";
  private static final String ALL_BY_MPICH = "mpi:WEFT_MPI=mpich,WEFT_NETWORK_ONLY=1";

  private final ChannelContractTest contract = new ChannelContractTest();

  @BeforeEach
  void isThere() {
    assumeTrue(MpiInstallations.missing().isEmpty(), () -> MpiInstallations.missing().orElse(""));
  }

  @WeftTest(
      ranks = {2, 4},
      transport = {OPEN_MPI, ALL_BY_OPEN_MPI, ALL_BY_MPICH})
  void wordsArriveOnceAndInOrder(World world, Random random) {
    contract.wordsArriveOnceAndInOrder(world, random);
  }

  @WeftTest(
      ranks = {2, 4},
      transport = {ALL_BY_OPEN_MPI, ALL_BY_MPICH},
      ring = 4096)
  void objectsOfAllSizesKeepTheirOrder(World world, Random random) {
    contract.objectsOfAllSizesKeepTheirOrder(world, random);
  }

  @WeftTest(
      ranks = {2, 3},
      transport = {ALL_BY_OPEN_MPI, ALL_BY_MPICH})
  void vectorsAreReadInPlace(World world, Random random) {
    contract.vectorsAreReadInPlace(world, random);
  }

  @WeftTest(
      ranks = {2, 4},
      transport = {OPEN_MPI, ALL_BY_OPEN_MPI, ALL_BY_MPICH},
      ring = 4096)
  void handlersThatPushDeadlockNobody(World world, Random random) {
    contract.handlersThatPushDeadlockNobody(world, random);
  }

  @WeftTest(
      ranks = {2},
      transport = {ALL_BY_OPEN_MPI, ALL_BY_MPICH})
  void aPartlyFilledBufferLeavesByItself(World world) {
    contract.aPartlyFilledBufferLeavesByItself(world);
  }

  @WeftTest(
      ranks = {2},
      transport = {ALL_BY_OPEN_MPI, ALL_BY_MPICH})
  void aBoundLetsRecordsLeaveWhileOthersArePushed(World world) {
    contract.aBoundLetsRecordsLeaveWhileOthersArePushed(world);
  }

  @WeftTest(
      ranks = {3},
      transport = {ALL_BY_OPEN_MPI, ALL_BY_MPICH},
      ring = 4096,
      budget = 1 << 18)
  void aFloodTakesBoundedMemory(World world) {
    contract.aFloodTakesBoundedMemory(world);
  }

  @WeftTest(
      ranks = {1, 3},
      transport = {ALL_BY_OPEN_MPI, ALL_BY_MPICH})
  void arraysOfWordsKeepTheOrder(World world, Random random) {
    contract.arraysOfWordsKeepTheOrder(world, random);
  }
}
