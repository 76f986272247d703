import type { Arrivals } from "../delivery/arrivals.ts";
import type { LiveDevices } from "../delivery/live-devices.ts";
import type { LoginBook } from "../delivery/login-book.ts";
import type { Typing } from "../delivery/typing.ts";
import type { Faults } from "../faults/faults.ts";
import type { MediaStore } from "../media/media-store.ts";
import type { Clock } from "../process/clock.ts";
import type { Log } from "../process/log.ts";
import type { Transactions } from "../store/transactions.ts";

/** The parts of a running network that handlers need. Anything that survives a restart is in the store instead. */
export interface World {
  readonly clock: Clock;
  readonly log: Log;
  readonly transactions: Transactions;
  readonly live: LiveDevices;
  readonly faults: Faults;
  readonly media: MediaStore;
  readonly typing: Typing;
  readonly arrivals: Arrivals;
  readonly logins: LoginBook;
}
