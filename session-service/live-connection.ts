import { recordReceipt } from "../core/operations/record-receipt.ts";
import type { Acknowledgements } from "./acknowledgements.ts";
import type { AuthStore } from "./baileys/auth-store.ts";
import { learnPair } from "./baileys/inbound/learn-pair.ts";
import type { ReadReceipt } from "./baileys/inbound/read-receipts.ts";
import { storeMessage } from "./baileys/inbound/store-message.ts";
import { storeJournalled } from "./baileys/replay-journal.ts";
import { type CloseReason, type Connection, connect } from "./baileys/socket.ts";
import type { SessionCaches } from "./baileys/ttl-cache.ts";
import type { Inbox } from "./inbox.ts";
import { publishCode } from "./qr-row.ts";
import type { SessionDeps, SessionOwner } from "./session-deps.ts";

/** What a session's connections share. */
export interface SessionParts {
  store: AuthStore;
  caches: SessionCaches;
  inbox: Inbox;
  acknowledgements: Acknowledgements;
  /** It is opened to log out only: what the phone's people write is not the instance's. */
  mute: boolean;
}

/** A connection that hears nothing for this long while it opens never will. */
const SILENT_OPENING_MS = 20_000;
const RELAY_MS = 45_000;
const LOCK_WAIT_MS = 60_000;
const WATCH_MS = 1_000;
const RECYCLE_AFTER_MS = 12 * 3_600_000;
const QUIET_MS = 60_000;

/** One connection and what is known of it. `changed` is called whenever the session's loop should look. */
export class LiveConnection {
  state: "opening" | "open" | "closed" = "opening";
  openedAt: Date | null = null;
  drained = false;
  /** A phone scanned this connection's code. */
  scanned = false;
  /** It shows a code and waits for somebody to scan it. */
  hasCode = false;
  /** Why it closed by itself; null while it lives, and when we closed it. */
  closeReason: CloseReason | null = null;
  readonly openedMs: number;
  #lastFrameMs: number;
  #lastContentMs = Number.NEGATIVE_INFINITY;
  #closedByUs = false;
  readonly #deps: SessionDeps;
  readonly #connection: Connection;
  readonly #watch: NodeJS.Timeout;
  readonly #closed = Promise.withResolvers<void>();

  constructor(deps: SessionDeps, owner: SessionOwner, parts: SessionParts, changed: () => void) {
    this.#deps = deps;
    this.openedMs = deps.monotonicMs();
    this.#lastFrameMs = this.openedMs;
    const { inbox, store, acknowledgements, mute } = parts;
    // What an earlier connection left there when it closed.
    const reception = { deps, owner, store, inbox };
    const readJournal = () => inbox.add("the journal", () => storeJournalled(reception));
    if (!mute) readJournal();
    this.#connection = connect(deps, owner, parts, {
      code: (value, validForMs) => {
        this.hasCode = true;
        const expires = new Date(deps.clock.now().getTime() + validForMs);
        inbox.add("a code", () => publishCode(deps, owner, value, expires));
      },
      linked: () => {
        this.scanned = true;
      },
      open: () => {
        this.state = "open";
        this.openedAt = deps.clock.now();
        inbox.phone.open((message) => this.#connection.askForFile(message));
        changed();
      },
      drained: () => {
        this.drained = true;
        // Its last messages may have been decrypted while this one was opening.
        if (!mute) readJournal();
      },
      closed: (reason) => {
        clearInterval(this.#watch);
        this.state = "closed";
        inbox.phone.close();
        if (!this.#closedByUs) this.closeReason = reason;
        this.#closed.resolve();
        changed();
      },
      messages: (messages) => {
        for (const message of mute ? [] : messages) inbox.add("a message", () => storeMessage(reception, message));
      },
      receipts: (receipts) => {
        if (mute) return Promise.resolve();
        const { promise, resolve } = Promise.withResolvers<void>();
        inbox.add("a receipt", async () => {
          for (const receipt of receipts) await storeReceipt(deps, owner, receipt);
          resolve();
        });
        return promise;
      },
      pair: (pair) => {
        if (!mute) inbox.add("a person's two ids", () => learnPair(reception, pair));
      },
      acknowledged: (id, error) => acknowledgements.note(id, error),
      frame: (content) => {
        this.#lastFrameMs = deps.monotonicMs();
        if (content) this.#lastContentMs = this.#lastFrameMs;
      },
    });
    this.#watch = setInterval(() => this.#look(), WATCH_MS).unref();
  }

  get network(): Connection {
    return this.#connection;
  }

  /** Ms since a message or a receipt came. */
  contentAgeMs(): number {
    return this.#deps.monotonicMs() - this.#lastContentMs;
  }

  /** Hands the bytes to the network. @throws after 45 s; the connection is given up then, its lock may be stuck. */
  async relay(chat: string, networkId: string, bytes: Uint8Array): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new Error("The network did not take the message in 45 s."));
      void this.giveUp();
    }, RELAY_MS);
    try {
      await Promise.race([this.#connection.relay(chat, networkId, bytes), late, this.#brokenOff()]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes on purpose; the link stays. */
  async end(): Promise<void> {
    this.#closedByUs = true;
    clearInterval(this.#watch);
    await this.#connection.end();
    this.state = "closed";
  }

  /** Closes as if the line had broken, so that the session connects again. */
  async giveUp(): Promise<void> {
    await this.#connection.end();
  }

  /** Takes the link off the phone, then closes. */
  async logout(closeMs: number): Promise<void> {
    this.#closedByUs = true;
    await this.#connection.logout();
    await Promise.race([this.#closed.promise, new Promise((resolve) => setTimeout(resolve, closeMs).unref())]);
    if (this.state !== "closed") await this.end();
  }

  async #brokenOff(): Promise<never> {
    await this.#closed.promise;
    throw new Error("The connection broke off.");
  }

  #look(): void {
    const now = this.#deps.monotonicMs();
    const opensInVain = this.state === "opening" && !this.hasCode && now - this.#lastFrameMs > SILENT_OPENING_MS;
    const isStuck = this.#connection.lockWaitMs() > LOCK_WAIT_MS;
    const isOld = now - this.openedMs > RECYCLE_AFTER_MS && this.contentAgeMs() > QUIET_MS;
    if (opensInVain || isStuck || (this.state === "open" && isOld)) {
      clearInterval(this.#watch);
      void this.giveUp();
    }
  }
}

async function storeReceipt(deps: SessionDeps, owner: SessionOwner, receipt: ReadReceipt): Promise<void> {
  await recordReceipt(deps, { ...owner, ...receipt, at: receipt.at ?? deps.clock.now() });
}
