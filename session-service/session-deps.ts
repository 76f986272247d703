import type { Get } from "../core/http/guarded-get.ts";
import type { LaneDeps } from "../core/lanes/lane.ts";
import type { MediaStore, Vault } from "../core/ports.ts";
import type { TurnToConnect } from "./connect-gate.ts";
import type { MediaFolder } from "./media/media-folder.ts";
import type { Metrics } from "./metrics.ts";
import type { Reach } from "./reach.ts";

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

/** Which network to speak to; null: the library's own. */
export interface NetworkSettings {
  url: string | null;
  /** Root of the network's certificate, 32 bytes. */
  rootKey: Uint8Array | null;
  /** Client versions to claim, in order: the next one is tried when one is refused. None: the pinned one. */
  versions?: readonly ClientVersion[];
}

/** As the network writes it: `2.3000.1043857760`. */
export type ClientVersion = readonly [number, number, number];

/** Which instance a session is for, and the fence with which this ownership began. */
export interface SessionOwner {
  instance_id: string;
  account_id: string;
  fence: number;
}
