import type { VaultOwner } from "../core/ports.ts";
import type { ConnectionDeps } from "./baileys/shared/connection-deps.ts";
import type { WaysOut } from "./baileys/shared/way-out.ts";
import type { WaitToConnect } from "./connection/connect-gate.ts";
import type { LookRound } from "./connection/look-round.ts";
import type { NetworkAddress } from "./connection/network-address.ts";
import type { Reach } from "./connection/reach.ts";

/** A session's dependencies: those for its connections, and those shared by all sessions of a task. */
export interface SessionDeps extends TaskDeps, Pick<ConnectionDeps, "get" | "preview" | "way"> {}

/** A task's dependencies, without a route for outgoing connections, because each session has its own. */
export interface TaskDeps extends Omit<ConnectionDeps, "get" | "preview" | "way"> {
  /** Creates the route for each session's outgoing connections, based on the proxy in its record. */
  waysOut: WaysOut;
  network: NetworkAddress;
  /** A factor that shortens the gaps between messages; 1 means as documented. */
  gapFactor: number;
  /** Whether numbers may be linked using a passkey signature; absent means no. */
  passkeys?: boolean;
  /** Resolves when the next connection may be opened: at most ten a second for the whole task. */
  waitToConnect: WaitToConnect;
  /** Whether the task has memory for more numbers; absent means always. */
  hasRoom?: () => boolean;
  /**
   * Holds an instance's data key in memory while its session lives; absent means the key is unwrapped every few
   * minutes.
   */
  keepKey?: (owner: VaultOwner) => () => void;
  /** Limits concurrent history imports across the whole task; absent means each session has its own limit. */
  historyPlaces?: { run<T>(work: () => Promise<T>): Promise<T> };
  /** Checks all sessions' connections; absent means each connection is checked separately. */
  lookRound?: LookRound;
  /** Notifies sessions that the network is reachable again; if absent, each session finds out on its own. */
  reach?: Reach;
}
