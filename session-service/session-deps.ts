import type { VaultOwner } from "../core/ports.ts";
import type { ConnectionDeps } from "./baileys/shared/connection-deps.ts";
import type { WaysOut } from "./baileys/shared/way-out.ts";
import type { WaitToConnect } from "./connection/connect-gate.ts";
import type { LookRound } from "./connection/look-round.ts";
import type { NetworkAddress } from "./connection/network-address.ts";
import type { Reach } from "./connection/reach.ts";

/** A session's tools: those for its connections, and those shared by all sessions of a task. */
export interface SessionDeps extends TaskDeps, Pick<ConnectionDeps, "get" | "way"> {}

/** The tools of a task, without a way out, because each session has its own. */
export interface TaskDeps extends Omit<ConnectionDeps, "get" | "way"> {
  /** Makes each session's way out, from the proxy in its record. */
  waysOut: WaysOut;
  network: NetworkAddress;
  /** Shortens gaps between messages: 1 = as documented. */
  gapFactor: number;
  /** Whether numbers may be linked with a passkey's signature; absent means no. */
  passkeys?: boolean;
  /** Resolves when the next connection may be opened: at most ten a second for the whole task. */
  waitToConnect: WaitToConnect;
  /** Whether the task has memory for more numbers; absent means always. */
  hasRoom?: () => boolean;
  /** Keeps an instance's data key while its session lives; absent means it is unwrapped every few minutes. */
  keepKey?: (owner: VaultOwner) => () => void;
  /** Places for history imports, for the whole task; absent means each session has its own. */
  historyPlaces?: { run<T>(work: () => Promise<T>): Promise<T> };
  /** Checks all sessions' connections; absent means each is checked separately. */
  lookRound?: LookRound;
  /** Notifies sessions that the network is reachable again; if absent, each session finds out by itself. */
  reach?: Reach;
}
