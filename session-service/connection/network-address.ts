import { MINUTE_MS } from "../../core/contracts/durations.ts";
import { QUERY_TIMEOUT_MS } from "../baileys/shared/known-answer.ts";
import type { ClientVersion, NetworkSettings } from "../baileys/shared/network-settings.ts";

/**
 * The client version to claim by default. It is pinned, because the latest version is untested. The operator can
 * override it.
 */
export const PINNED_VERSION: ClientVersion = [2, 3000, 1043857760];

const VERSION_REFUSED = 405;
const TOO_MANY_CONNECTS = 429;
const HOLD_MS = 15 * MINUTE_MS;

interface ClosedConnection {
  closeReason: { code: number } | null;
  version: ClientVersion;
}

/**
 * Blocks new connections from one address until a given time, because the network counted too many connection attempts
 * from it.
 */
export class ConnectHold {
  #until = 0;

  begin(now: Date): void {
    this.#until = now.getTime() + HOLD_MS;
  }

  /** Returns the time until which connecting is forbidden, or null if it is allowed now. */
  heldAt(now: Date): Date | null {
    return this.#until > now.getTime() ? new Date(this.#until) : null;
  }
}

/**
 * The network's address and the client version to claim, shared by all sessions of a process, together with the hold on
 * connections from the process's own address.
 */
export class NetworkAddress implements NetworkSettings {
  readonly url: string | null;
  readonly rootKey: Uint8Array | null;
  readonly queryMs: number;
  readonly #versions: readonly ClientVersion[];
  readonly hold = new ConnectHold();
  #index = 0;

  /**
   * @param versions the versions to claim, in order. If one is refused, the next is tried. If empty, the pinned version
   * is claimed.
   */
  constructor({ url, rootKey, queryMs }: NetworkSettings, versions: readonly ClientVersion[] = []) {
    this.url = url;
    this.rootKey = rootKey;
    this.queryMs = queryMs ?? QUERY_TIMEOUT_MS;
    this.#versions = versions.length > 0 ? versions : [PINNED_VERSION];
  }

  get version(): ClientVersion {
    return this.#versions[this.#index] ?? PINNED_VERSION;
  }

  /**
   * Records that the network refused this version. @returns whether another version can be tried now. After the last
   * one, the first is tried again, but not immediately.
   */
  refuseVersion(version: ClientVersion): boolean {
    if (version !== this.version) return true; // another session was refused before us
    this.#index = (this.#index + 1) % this.#versions.length;
    return this.#index !== 0;
  }

  /**
   * Records a close that also affects other sessions: a refused version, or too many connection attempts from one
   * address.
   * @param hold the hold for the address of the closed connection. A number behind a proxy must not hold up other
   * numbers.
   * @returns whether to reconnect immediately with the next version.
   */
  takeClose({ closeReason, version }: ClosedConnection, now: Date, hold = this.hold): boolean {
    if (closeReason?.code === TOO_MANY_CONNECTS) hold.begin(now);
    return closeReason?.code === VERSION_REFUSED && this.refuseVersion(version);
  }

  /** Returns the time until which connecting is forbidden, or null if it is allowed now. */
  heldAt(now: Date): Date | null {
    return this.hold.heldAt(now);
  }
}

/**
 * Parses `2.3000.1043857760, …` into versions, in the order in which to try them. @throws if one of them isn't a
 * version.
 */
export function parseVersions(text: string): ClientVersion[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "").map(parseVersion);
}

function parseVersion(text: string): ClientVersion {
  const [major, minor, patch, more] = text.split(".").map(Number);
  const numbers = [major, minor, patch];
  if (more !== undefined || !numbers.every((part) => Number.isInteger(part))) {
    throw new Error(`CLIENT_VERSIONS: "${text}" is not a version. Use numbers such as 2.3000.1043857760.`);
  }
  return numbers as unknown as ClientVersion; // three whole numbers
}
