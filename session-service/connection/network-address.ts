import { MINUTE_MS } from "../../core/contracts/durations.ts";
import { QUERY_TIMEOUT_MS } from "../baileys/shared/known-answer.ts";
import type { ClientVersion, NetworkSettings } from "../baileys/shared/network-settings.ts";

/** The client version we claim unless the operator sets another; pinned, because the newest one is untested. */
export const PINNED_VERSION: ClientVersion = [2, 3000, 1043857760];

const VERSION_REFUSED = 405;
const TOO_MANY_CONNECTS = 429;
const HOLD_MS = 15 * MINUTE_MS;

interface ClosedConnection {
  closeReason: { code: number } | null;
  version: ClientVersion;
}

/** Until when nobody may connect from one address, because the network counted too many connects from it. */
export class ConnectHold {
  #until = 0;

  begin(now: Date): void {
    this.#until = now.getTime() + HOLD_MS;
  }

  /** null means now. */
  heldAt(now: Date): Date | null {
    return this.#until > now.getTime() ? new Date(this.#until) : null;
  }
}

/**
 * The network's address and the client version that we claim, shared by all sessions of a process, and until when
 * nobody may connect from the process's own address.
 */
export class NetworkAddress implements NetworkSettings {
  readonly url: string | null;
  readonly rootKey: Uint8Array | null;
  readonly queryMs: number;
  readonly #versions: readonly ClientVersion[];
  readonly hold = new ConnectHold();
  #index = 0;

  /** @param versions to claim, in order; the next is tried if one is refused. None: the pinned one. */
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
   * Records that the network refused this version. @returns whether there is another to try now; after the last one the
   * first is tried again, but not at once.
   */
  refuseVersion(version: ClientVersion): boolean {
    if (version !== this.version) return true; // another session was refused before us
    this.#index = (this.#index + 1) % this.#versions.length;
    return this.#index !== 0;
  }

  /**
   * Records a close that concerns other sessions too: a refused version, or too many connects from one address.
   * @param hold the hold of the address that it came from: a number behind a proxy must not hold up the others.
   * @returns whether to connect again at once, with the next version.
   */
  takeClose({ closeReason, version }: ClosedConnection, now: Date, hold = this.hold): boolean {
    if (closeReason?.code === TOO_MANY_CONNECTS) hold.begin(now);
    return closeReason?.code === VERSION_REFUSED && this.refuseVersion(version);
  }

  /** Until when nobody may connect; null means now. */
  heldAt(now: Date): Date | null {
    return this.hold.heldAt(now);
  }
}

/** Parses `2.3000.1043857760, …`; the first is tried first. @throws if one is not a version. */
export function parseVersions(text: string): ClientVersion[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "").map(parseVersion);
}

function parseVersion(text: string): ClientVersion {
  const [major, minor, patch, more] = text.split(".").map(Number);
  const numbers = [major, minor, patch];
  if (more !== undefined || !numbers.every((part) => Number.isInteger(part))) {
    throw new Error(`CLIENT_VERSIONS: "${text}" is no version. Give numbers such as 2.3000.1043857760.`);
  }
  return numbers as unknown as ClientVersion; // three whole numbers
}
