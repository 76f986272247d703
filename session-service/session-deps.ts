import type { VaultOwner } from "../core/ports.ts";
import type { ConnectionDeps } from "./baileys/shared/connection-deps.ts";
import type { WaysOut } from "./baileys/shared/way-out.ts";
import type { WaitToConnect } from "./connection/connect-gate.ts";
import type { LookRound } from "./connection/look-round.ts";
import type { NetworkAddress } from "./connection/network-address.ts";
import type { Reach } from "./connection/reach.ts";

/** A session's dependencies: those for its connections, and those shared by all sessions of a task. */
export interface SessionDeps extends TaskDeps, Pick<ConnectionDeps, "get" | "preview" | "way"> {}

/** A task's dependencies. They don't include a route for outgoing connections, because each session has its own. */
export interface TaskDeps extends Omit<ConnectionDeps, "get" | "preview" | "way"> {
  /** Creates each session's route for outgoing connections, based on the proxy in its record. */
  waysOut: WaysOut;
  network: NetworkAddress;
  /** A factor that shortens the gaps between messages. 1 means the documented gaps. */
  gapFactor: number;
  /** Whether numbers may be linked using a passkey signature. Absent means no. */
  passkeys?: boolean;
  /** Resolves when the next connection may be opened. The whole task opens at most ten per second. */
  waitToConnect: WaitToConnect;
  /** Whether the task has memory for more numbers. Absent means always. */
  hasRoom?: () => boolean;
  /**
   * Caches an instance's data key in memory while its session lives. If absent, the key is unwrapped every few minutes.
   */
  keepKey?: (owner: VaultOwner) => () => void;
  /** Limits concurrent history imports across the whole task. If absent, each session has its own limit. */
  historyPlaces?: { run<T>(work: () => Promise<T>): Promise<T> };
  /** Checks all sessions' connections. If absent, each connection is checked separately. */
  lookRound?: LookRound;
  /** Notifies sessions that the network is reachable again. If absent, each session finds out on its own. */
  reach?: Reach;
}
