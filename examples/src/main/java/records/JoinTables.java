// SPDX-License-Identifier: Apache-2.0
package records;

import java.util.HashMap;
import java.util.Map;
import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.overlap.Channel;
import weft.overlap.PairChannel;

/// How do I join two tables whose rows are spread over the ranks? Channels of pairs bring the rows
/// with one key to one rank.
final class JoinTables {
  private static final int CUSTOMERS = 1_000;
  private static final int ORDERS = 100_000;
  private static final int CITIES = 3;

  private JoinTables() {}

  static void main(String[] args) {
    Weft.launch(args, JoinTables::run);
  }

  private static void run(World world) {
    Group all = Group.world(world);
    Map<Long, Long> cityOf = new HashMap<>();
    Map<Long, Long> amountOf = new HashMap<>();
    PairChannel customers =
        Channel.pairs(world, "customers", (source, customer, city) -> cityOf.put(customer, city));
    PairChannel orders =
        Channel.pairs(
            world,
            "orders",
            (source, customer, amount) -> amountOf.merge(customer, amount, Long::sum));
    world.start();

    // Both tables lie row by row on the ranks, as if each had read its part of two files.
    for (long row = world.rank(); row < CUSTOMERS; row += world.size()) {
      customers.push((int) (row % world.size()), row, row % CITIES);
    }
    for (long row = world.rank(); row < ORDERS; row += world.size()) {
      long customer = row * 7_919 % (CUSTOMERS + 100); // some orders name no customer
      orders.push((int) (customer % world.size()), customer, 1 + row % 50);
    }
    world.quiesce(); // no order between the two channels is needed: all rows are here now

    var sums = new long[CITIES];
    long withoutCustomer = 0;
    for (Map.Entry<Long, Long> order : amountOf.entrySet()) {
      Long city = cityOf.get(order.getKey());
      if (city == null) {
        withoutCustomer += order.getValue();
      } else {
        sums[city.intValue()] += order.getValue();
      }
    }
    all.allreduce(sums, Operator.SUM);
    withoutCustomer = all.allreduce(withoutCustomer, Operator.SUM);
    if (world.rank() == 0) {
      for (int city = 0; city < CITIES; city++) {
        IO.println("city " + city + ": " + sums[city]);
      }
      IO.println("without a customer: " + withoutCustomer);
    }
  }
}
