import type { Owner } from "../../core/records/owner.ts";
import type { SessionDeps } from "../session-deps.ts";
import { LiveConnection } from "./live-connection.ts";
import { logOut } from "./log-out.ts";
import { withdrawCode } from "./qr-row.ts";
import type { SessionKeys } from "./session-keys.ts";
import type { SessionParts } from "./session-parts.ts";

/** The parts that a session creates once and keeps when its keys are renewed. */
export type SharedParts = Omit<SessionParts, "store" | "caches" | "mute">;

/** The signals exchanged between a session's life and its loop. */
export interface Looks {
  changed: () => void;
  /** Called when another task owns the instance. */
  lost: () => void;
  /** Whether the task's heartbeat is recent and the shard is still ours. */
  holds: () => boolean;
  ending: AbortSignal;
}

/**
 * Holds a session's only connection. Opens it, closes it deliberately, and uses it to remove the link from the phone.
 */
export class ConnectionSlot {
  current: LiveConnection | null = null;
  readonly #deps: SessionDeps;
  readonly #owner: Owner;
  readonly #keys: SessionKeys;
  readonly #shared: SharedParts;
  readonly #looks: Looks;

  constructor(deps: SessionDeps, owner: Owner, keys: SessionKeys, shared: SharedParts, looks: Looks) {
    this.#deps = deps;
    this.#owner = owner;
    this.#keys = keys;
    this.#shared = shared;
    this.#looks = looks;
  }

  /**
   * Opens a connection when it is this session's turn. @param mute true only for a logout. @throws if the task may no
   * longer connect.
   */
  async open(mute: boolean): Promise<LiveConnection> {
    await this.#deps.waitToConnect(this.#looks.ending);
    // The wait may have taken so long, or the process may have been suspended for so long, that a connection would now
    // displace the new owner's.
    if (this.#looks.ending.aborted || !this.#looks.holds())
      throw new Error("This task is no longer allowed to connect.");
    const { store, caches } = this.#keys;
    const parts = { ...this.#shared, store, caches, mute };
    this.current = new LiveConnection(this.#deps, this.#owner, parts, this.#looks.changed);
    return this.current;
  }

  /** Closes the connection deliberately, and withdraws any code it was displaying. */
  async close(): Promise<void> {
    const connection = this.current;
    this.current = null;
    await connection?.end();
    await this.#keys.settled();
    if (connection?.hasCode) await withdrawCode(this.#deps, this.#owner, false);
  }

  /** Unlinks the phone, if it is linked. Connects for this purpose if necessary, but processes no received data. */
  async takeOffPhone(): Promise<void> {
    if (this.#keys.isLinked()) {
      const connect = () => this.open(true);
      if (!(await logOut(this.#deps, this.current, connect, this.#looks.ending))) {
        // Keep the keys, so the next owner can use them to log out.
        if (this.#looks.ending.aborted) throw new Error("The task was stopped in the middle of a logout.");
        this.#deps.log.warn(
          { instance_id: this.#owner.instance_id },
          "logged out only on our side, because the network can't be reached",
        );
      }
    }
    await this.close();
  }
}
