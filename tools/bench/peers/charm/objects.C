// SPDX-License-Identifier: Apache-2.0
// Messages of two words between elements of a chare array on two processors, as weft bench mobile
// sends them to mobile objects: round trips between two, and messages to 1,000 in random order.
// Prints "trip NANOSECONDS" (half a round trip) and "rate MILLIONS" (messages a second).
#include "objects.decl.h"

#include <algorithm>
#include <cstdint>
#include <vector>

/* readonly */ CProxy_Main driver;
/* readonly */ CProxy_Cell cells;

static const int OBJECTS = 1000;
static const int TRIPS = 20000;
static const int MESSAGES = 200000;
static const int WARM_UPS = 3;
static const int ROUNDS = 11;

// The messages that this processor's elements have counted in the slice that goes on.
static CmiInt8 countedHere = 0;

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Elements 0 to 999 on processor 0, the others on processor 1.
class Halves : public CBase_Halves {
 public:
  Halves() {}
  Halves(CkMigrateMessage *message) : CBase_Halves(message) {}
  int procNum(int, const CkArrayIndex &index) override {
    return index.data()[0] < OBJECTS ? 0 : CkNumPes() - 1;
  }
};

class Main : public CBase_Main {
  std::vector<double> trips;
  std::vector<double> rates;
  int round = -WARM_UPS;
  double began = 0;

  void next() {
    began = CkWallTimer();
    cells[0].trip(TRIPS, 7);
  }

 public:
  explicit Main(CkArgMsg *message) {
    delete message;
    driver = thisProxy;
    CkArrayOptions options(2 * OBJECTS);
    options.setMap(CProxy_Halves::ckNew());
    cells = CProxy_Cell::ckNew(options);
    next();
  }

  void tripped() {
    if (round >= 0) {
      trips.push_back((CkWallTimer() - began) * 1e9 / (2.0 * TRIPS));
    }
    began = CkWallTimer();
    cells[0].flood(MESSAGES);
  }

  void counted() {
    if (round >= 0) {
      rates.push_back(MESSAGES / (CkWallTimer() - began) * 1e-6);
    }
    if (++round < ROUNDS) {
      next();
      return;
    }
    CkPrintf("trip %f\n", median(trips));
    CkPrintf("rate %f\n", median(rates));
    CkExit();
  }
};

class Cell : public CBase_Cell {
  uint64_t seed = 1;

 public:
  Cell() {}
  explicit Cell(CkMigrateMessage *) {}

  void trip(CmiInt8 left, CmiInt8 word) {
    bool first = thisIndex < OBJECTS;
    if (first && left == 0) {
      driver.tripped();
    } else if (first) {
      cells[2 * OBJECTS - 1].trip(left - 1, word);
    } else {
      cells[0].trip(left, word);
    }
  }

  void flood(int messages) {
    for (int i = 1; i <= messages; i++) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      cells[OBJECTS + (int)((seed >> 33) % OBJECTS)].count(i, messages);
    }
  }

  void count(CmiInt8, CmiInt8 all) {
    if (++countedHere == all) {
      countedHere = 0;
      driver.counted();
    }
  }
};

#include "objects.def.h"
