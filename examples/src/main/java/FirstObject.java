// SPDX-License-Identifier: Apache-2.0

// How do I send to an object, wherever it is?

import weft.Weft;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.mobile.MobileObjects;
import weft.mobile.MobilePointer;
import weft.mobile.MobileRsr1;
import weft.mobile.MobileType;

void main(String[] args) {
  Weft.launch(args, world -> run(world));
}

/// A sum that ranks add to.
static final class Account {
  long sum;
}

static final Codec<Account> CODEC =
    Codecs.of(
        "account",
        (account, out) -> out.writeLong(account.sum),
        in -> {
          var account = new Account();
          account.sum = in.readLong();
          return account;
        });

static void run(World world) {
  MobileObjects objects = MobileObjects.of(world); // before start, like every handler
  MobileType<Account> type = objects.type("account", CODEC);
  MobileRsr1<Account> add = type.rsr1("add", (self, account, value) -> account.sum += value);
  long[] word = new long[1];
  var share = world.rsr1("share", (source, it) -> word[0] = it);
  world.start();

  if (world.rank() == 0) {
    long made = type.create(new Account()).word(); // one word, which can be sent in messages
    for (int rank = 0; rank < world.size(); rank++) {
      share.send(rank, made);
    }
  }
  world.pollUntil(() -> word[0] != 0);
  MobilePointer<Account> account = type.pointer(word[0]);
  add.send(account, world.rank() + 1);

  world.quiesce(); // objects have handled all their messages, too
  Account here = objects.here(account);
  if (here != null) {
    System.out.println("the account holds " + here.sum);
  }
}
