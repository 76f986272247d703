import type { Clock } from "../../core/ports.ts";
import type { LiveDevices } from "./delivery/live-devices.ts";
import type { LoginBook } from "./delivery/login-book.ts";
import type { Typing } from "./delivery/typing.ts";
import type { Faults } from "./faults.ts";
import type { Log } from "./log.ts";
import type { MediaStore } from "./media/media-store.ts";
import type { Turns } from "./turns.ts";
import type { PairingDesk } from "./world/linking/pairing-desk.ts";

/** The parts of one running network that handlers reach for. What must survive a restart is in the store, not here. */
export interface World {
  readonly clock: Clock;
  readonly log: Log;
  readonly turns: Turns;
  readonly live: LiveDevices;
  readonly pairing: PairingDesk;
  readonly faults: Faults;
  readonly media: MediaStore;
  readonly typing: Typing;
  readonly logins: LoginBook;
}
