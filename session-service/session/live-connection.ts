import { FenceLost } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import { isUnreadable } from "../baileys/inbound/is-unreadable.ts";
import type { AuthStore } from "../baileys/keys/auth-store.ts";
import { type CloseReason, type Connection, type ConnectionEvents, connect } from "../baileys/socket.ts";
import type { SessionCaches } from "../baileys/ttl-cache.ts";
import type { Acknowledgements } from "../connection/acknowledgements.ts";
import { BAD_SESSION } from "../connection/close-rules.ts";
import type { ClientVersion } from "../connection/network-address.ts";
import { addressOf } from "../connection/network-address.ts";
import type { SessionHealth } from "../connection/session-health.ts";
import { forgetDevices, STALE_DEVICES, withFreshDevices } from "../connection/stale-devices.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { declineCall } from "../inbox/incoming-call.ts";
import { explain463, REFUSED_463 } from "../inbox/network-signals.ts";
import { type Beside, type Received, receivedJob } from "../inbox/received-jobs.ts";
import type { Reception } from "../inbox/reception.ts";
import { journalJob } from "../inbox/replay-journal.ts";
import { blaming } from "../process/late-rejections.ts";
import type { SessionDeps } from "../session-deps.ts";
import { ScanCode } from "./scan-code.ts";

type Ringing = Parameters<Beside["decline"]>[0];

/** What a session's connections share. */
export interface SessionParts {
  store: AuthStore;
  caches: SessionCaches;
  inbox: Inbox;
  acknowledgements: Acknowledgements;
  health: SessionHealth;
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
  /** The network demands a passkey for the link. */
  needsPasskey = false;
  /** What somebody is to scan, while no phone is linked. */
  readonly scanCode: ScanCode;
  /** The client version it claims. */
  readonly version: ClientVersion;
  /** Why it closed by itself; null while it lives, and when we closed it. */
  closeReason: CloseReason | null = null;
  readonly openedMs: number;
  #lastFrameMs: number;
  #lastContentMs = Number.NEGATIVE_INFINITY;
  #closedByUs = false;
  readonly #deps: SessionDeps;
  readonly #connection: Connection;
  readonly #caches: SessionCaches;
  readonly #health: SessionHealth;
  /** Why we closed it although nobody wished it. */
  #verdict: CloseReason | null = null;
  readonly #watch: NodeJS.Timeout;
  readonly #relays = new Set<{ begunMs: number }>();
  readonly #closed = Promise.withResolvers<void>();

  constructor(deps: SessionDeps, owner: Owner, parts: SessionParts, changed: () => void) {
    this.#deps = deps;
    this.openedMs = deps.monotonicMs();
    this.#lastFrameMs = this.openedMs;
    const { inbox, store, acknowledgements, health, mute } = parts;
    this.#health = health;
    this.#caches = parts.caches;
    this.version = addressOf(deps.network).version;
    this.scanCode = new ScanCode(deps, owner, inbox, () => this.#closedByUs || this.state === "closed");
    // What an earlier connection left there when it closed.
    const reception = { deps, owner, store, inbox };
    const beside = { changed, decline: (call: Ringing) => this.#decline(reception, call) };
    const readJournal = () => void inbox.add(journalJob(reception));
    if (!mute) readJournal();
    const take = async <K extends keyof Received>(kind: K, value: Received[K]): Promise<void> => {
      if (!mute) await inbox.add(receivedJob(reception, kind, value, beside));
    };
    const events: ConnectionEvents = {
      code: (value, validForMs) => {
        this.scanCode.show(value, validForMs);
        changed();
      },
      linked: () => {
        this.scanned = true;
      },
      passkey: () => {
        this.needsPasskey = true;
        changed();
      },
      open: () => {
        this.state = "open";
        deps.metrics?.count("ConnectionsOpened");
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
        deps.metrics?.count("ConnectionsClosed");
        inbox.phone.close();
        if (!this.#closedByUs) this.closeReason = this.#verdict ?? reason;
        this.#closed.resolve();
        changed();
      },
      messages: (messages) => {
        for (const message of messages) void take("message", message);
        // Each is counted, also after one was too many.
        const tooMany = messages.filter((message) => health.noteMessage(!isUnreadable(message)));
        if (tooMany.length > 0) this.#giveUpBad();
      },
      receipts: async (receipts) => {
        await Promise.all(receipts.map((receipt) => take("receipt", receipt)));
      },
      call: (call) => take("call", call),
      groupChange: (change) => take("group_change", change),
      pair: (pair) => void take("pair", pair),
      acknowledged: (id, error, chat) => {
        if (error === STALE_DEVICES) forgetDevices(parts.caches);
        if (error !== REFUSED_463.locked) return acknowledgements.note(id, error);
        void explain463(deps, owner, this.#connection, chat, changed).then((why) => acknowledgements.note(id, why));
      },
      timeLock: (lock) => void inbox.add(receivedJob(reception, "lock", lock, beside)),
      quota: (quota) => void inbox.add(receivedJob(reception, "quota", quota)),
      frame: (content) => {
        this.#lastFrameMs = deps.monotonicMs();
        if (!content) return;
        this.#lastContentMs = this.#lastFrameMs;
        health.heard();
      },
    };
    const culprit = { instance_id: owner.instance_id, recycle: () => void this.giveUp() };
    this.#connection = blaming(culprit, () => connect(deps, owner, { ...parts, version: this.version }, events));
    this.#watch = setInterval(() => this.#look(), WATCH_MS).unref();
  }

  /** It shows a code and waits for somebody to scan it. */
  get hasCode(): boolean {
    return this.scanCode.firstAt !== null;
  }

  get network(): Connection {
    return this.#connection;
  }

  /** Ms since a message or a receipt came. */
  contentAgeMs(): number {
    return this.#deps.monotonicMs() - this.#lastContentMs;
  }

  /**
   * Hands the bytes to the network; once more when the devices they are made for turn out not to be there any more.
   * @throws NothingLeft; any error after 45 s: the connection is given up then, its lock may be stuck.
   */
  async relay(chat: string, networkId: string, bytes: Uint8Array): Promise<void> {
    const relay = { begunMs: this.#deps.monotonicMs() };
    this.#relays.add(relay);
    const hand = () => Promise.race([this.#connection.relay(chat, networkId, bytes), this.#brokenOff()]);
    try {
      await withFreshDevices(this.#caches, hand);
    } finally {
      this.#relays.delete(relay);
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

  /** Whoever asked for it has gone: what fails is only logged, and the call rings on. */
  #decline(reception: Reception, call: Ringing): void {
    declineCall(reception, this.#connection, call).catch((error: unknown) => {
      const fields = { instance_id: reception.owner.instance_id, error: String(error) };
      if (!(error instanceof FenceLost)) this.#deps.log.warn(fields, "a call was not declined");
    });
  }

  /** So many messages can't be read that going on only costs. */
  #giveUpBad(): void {
    if (this.#verdict) return;
    this.#verdict = { code: BAD_SESSION, data: undefined };
    void this.giveUp();
  }

  async #brokenOff(): Promise<never> {
    await this.#closed.promise;
    throw new Error("The connection broke off.");
  }

  #look(): void {
    const now = this.#deps.monotonicMs();
    const opensInVain = this.state === "opening" && !this.hasCode && now - this.#lastFrameMs > SILENT_OPENING_MS;
    const hangs = [...this.#relays].some(({ begunMs }) => now - begunMs > RELAY_MS);
    const isStuck = hangs || this.#connection.lockWaitMs() > LOCK_WAIT_MS;
    const isDeaf = this.state === "open" && this.#health.isDeaf(this.openedMs);
    const isOld = now - this.openedMs > RECYCLE_AFTER_MS && this.contentAgeMs() > QUIET_MS;
    if (opensInVain || isStuck || isDeaf || (this.state === "open" && isOld)) {
      clearInterval(this.#watch);
      void this.giveUp();
    }
  }
}
