package io.dartagnan.client.admin;

import io.dartagnan.client.rpc.CloudCall;
import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudOutcome;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Something new, a table or a snapshot, that is made on all three clouds, or on none as far as that
 * can be done.
 */
final class AllOrNone {
  private final CloudAdmins admins;
  private final String what;
  private final CloudCall<Void> remove;

  /**
   * One that is about to be made.
   *
   * @param what names it, for messages
   * @param remove removes it from a cloud again
   */
  AllOrNone(CloudAdmins admins, String what, CloudCall<Void> remove) {
    this.admins = admins;
    this.what = what;
    this.remove = remove;
  }

  /**
   * Makes it, or checks what was made.
   *
   * @param make makes it on one cloud
   * @throws IOException if a cloud failed, naming it and what became of it on the others
   */
  void make(CloudCall<Object> make) throws IOException {
    List<CloudOutcome<Object>> outcomes = admins.change(make);
    try {
      CloudFailures.values(outcomes);
    } catch (IOException e) {
      throw undone(outcomes.stream().filter(o -> !o.failed()).map(CloudOutcome::cloud).toList(), e);
    }
  }

  /** Checks what was made on all three, and removes it from all if it is not as it has to be. */
  void check(CloudCall<Object> check) throws IOException {
    try {
      CloudFailures.values(admins.change(check));
    } catch (IOException e) {
      throw undone(admins.placement().clouds(), e);
    }
  }

  private IOException undone(List<Party> made, IOException failure) throws IOException {
    if (made.isEmpty()) {
      return failure;
    }
    List<CloudOutcome<Void>> removals =
        admins.change(cloud -> made.contains(cloud) ? remove.on(cloud) : null);
    List<String> fates = new ArrayList<>();
    for (Party cloud : made) {
      Throwable kept = removals.get(cloud.index()).failure();
      fates.add(
          kept == null
              ? "it was removed again from cloud " + cloud.index()
              : "it could not be removed from cloud %d, delete it there by hand (%s)"
                  .formatted(cloud.index(), CloudFailures.naming(cloud, kept).getMessage()));
    }
    return CloudFailures.withFate(failure, what + " was not created: " + String.join(", ", fates));
  }
}
