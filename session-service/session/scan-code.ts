import type { Owner } from "../../core/records/owner.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { jobWithQuarantine } from "../inbox/job-with-quarantine.ts";
import type { SessionDeps } from "../session-deps.ts";
import { publishCode } from "./qr-row.ts";

/**
 * The minimum remaining validity for republishing a code. A code with less validity left could not be scanned before it
 * expires.
 */
const WORTH_SHOWING_MS = 1_000;

/** Publishes a connection's scannable codes, each for as long as the network allows. */
export class ScanCode {
  /** When the connection displayed its first code, or null if it hasn't displayed any yet. */
  firstAt: Date | null = null;
  readonly #deps: SessionDeps;
  readonly #owner: Owner;
  readonly #inbox: Inbox;
  readonly #isOver: () => boolean;
  #value = "";
  #endsMs = 0;
  #until: Date | null = null;

  /** @param isOver whether the connection has closed or is about to, so its codes can no longer be scanned. */
  constructor(deps: SessionDeps, owner: Owner, inbox: Inbox, isOver: () => boolean) {
    this.#deps = deps;
    this.#owner = owner;
    this.#inbox = inbox;
    this.#isOver = isOver;
  }

  /** Publishes the next code. */
  show(value: string, validForMs: number): void {
    this.firstAt ??= this.#deps.clock.now();
    this.#value = value;
    this.#endsMs = this.#deps.monotonicMs() + validForMs;
    this.#publish(validForMs);
  }

  /**
   * If the gateway's clock was moved forward and the code has expired only according to that clock, republishes the
   * code with its actual expiry, because the network doesn't follow that clock. @returns when to check again, or null
   * if the next code arrives automatically.
   */
  look(now: Date): Date | null {
    if (!this.#until) return null;
    const leftMs = this.#endsMs - this.#deps.monotonicMs();
    if (this.#until <= now && leftMs > WORTH_SHOWING_MS) this.#publish(leftMs);
    return this.#until > now ? this.#until : null;
  }

  #publish(forMs: number): void {
    const until = new Date(this.#deps.clock.now().getTime() + forMs);
    const value = this.#value;
    this.#until = until;
    const publish = async () => {
      // The code may have been withdrawn while this job was waiting for its turn.
      if (!this.#isOver()) await publishCode(this.#deps, this.#owner, value, until);
    };
    void this.#inbox.add(jobWithQuarantine(this.#deps, this.#owner, { kind: "code" }, publish));
  }
}
