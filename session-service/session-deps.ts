import type { Get } from "../core/http/guarded-get.ts";
import type { LaneDeps } from "../core/lanes/lane.ts";
import type { MediaStore, Vault } from "../core/ports.ts";
import type { TurnToConnect } from "./connection/connect-gate.ts";
import type { NetworkSettings } from "./connection/network-address.ts";
import type { Reach } from "./connection/reach.ts";
import type { MediaFolder } from "./media/media-folder.ts";
import type { Metrics } from "./process/metrics.ts";

/** What the session service works with. */
export interface SessionDeps extends LaneDeps {
  vault: Vault;
  /** Files sent and received. */
  media: MediaStore;
  /** The way out to addresses that customers name. */
  get: Get;
  /** Where files lie on their way to the network. */
  folder: MediaFolder;
  /** Shortens gaps between messages: 1 = as documented. */
  pace: number;
  network: NetworkSettings;
  /** Milliseconds that only grow, whatever happens to the clock: leases and time limits of calls are measured by it. */
  monotonicMs(): number;
  /** Resolves when the next connection may be opened: at most ten a second for the whole task. */
  turnToConnect: TurnToConnect;
  /** Whether the task has memory for more numbers; absent: always. */
  hasRoom?: () => boolean;
  /** What the task's sessions know together of the network; absent: each is alone. */
  reach?: Reach;
  /** What is counted for the operator; absent: nothing is. */
  metrics?: Metrics;
}
