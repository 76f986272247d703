import type { InstanceRecord, InstanceStatusReason } from "../core/contracts/instance.ts";
import { keys } from "../core/store/keys.ts";
import type { Acknowledgements } from "./acknowledgements.ts";
import { type AuthStore, openAuthStore } from "./baileys/auth-store.ts";
import { parseOwnPhone } from "./baileys/ids.ts";
import { storeMessage } from "./baileys/inbound/store-message.ts";
import { replayJournal } from "./baileys/replay-journal.ts";
import type { SessionCaches } from "./baileys/ttl-cache.ts";
import type { Inbox } from "./inbox.ts";
import { LiveConnection } from "./live-connection.ts";
import { linkIdleAt, nextStep } from "./next-step.ts";
import { Outage } from "./outage.ts";
import { claimPhone, releasePhone } from "./phone-claim.ts";
import { codeAskedAt, withdrawCode } from "./qr-row.ts";
import type { SessionDeps, SessionOwner } from "./session-deps.ts";
import { downView, ShownStatus } from "./shown-status.ts";

interface Shared {
  inbox: Inbox;
  acknowledgements: Acknowledgements;
  caches: SessionCaches;
}

/** What the life of a session tells its loop, and hears from it. */
interface Looks {
  changed: () => void;
  /** Another task has the instance. */
  lost: () => void;
  ending: AbortSignal;
}

/** A logout needs a connection; it is given this long to open, and the network this long to close it. */
const LOGOUT_OPEN_MS = 20_000;
const LOGOUT_CLOSE_MS = 5_000;
/** Between two link attempts, so that a network that refuses them is not asked without end. */
const NEXT_ATTEMPT_MS = 1_000;

/**
 * The state machine of one instance. Each turn reads what the customer wants and what became of the connection, and
 * takes one step; the session's loop calls it again when something changed or the time it gave has come.
 */
export class SessionLife {
  connection: LiveConnection | null = null;
  readonly #deps: SessionDeps;
  readonly #owner: SessionOwner;
  readonly #shared: Shared;
  readonly #looks: Looks;
  readonly #shown: ShownStatus;
  #outage: Outage;
  #store: AuthStore | null = null;
  /** The connection is about to be closed on the customer's wish: nothing more goes through it. */
  #leaving = false;
  #removed = false;
  #linkReason: InstanceStatusReason | null = null;
  #attemptAt: Date | null = null;

  constructor(deps: SessionDeps, owner: SessionOwner, shared: Shared, looks: Looks) {
    this.#deps = deps;
    this.#owner = owner;
    this.#shared = shared;
    this.#looks = looks;
    this.#shown = new ShownStatus(deps, owner);
    this.#outage = new Outage(deps, owner.instance_id);
  }

  isOpen(): boolean {
    return this.connection?.state === "open" && !this.#leaving;
  }

  /** Reads the keys, and stores what a crash left between "received" and "stored". */
  async load(): Promise<void> {
    const store = await this.#openStore();
    for (const { message } of await replayJournal(store)) {
      this.#shared.inbox.add("a message of the journal", () => storeMessage(this.#deps, this.#owner, store, message));
    }
  }

  /** One step. @returns when to look again, if nothing happens before. @throws FenceLost, AuthStoreClosed */
  async turn(): Promise<Date | null> {
    const { instance_id } = this.#owner;
    const [row, askedAt] = await Promise.all([
      this.#deps.table.get(keys.instance(instance_id)),
      codeAskedAt(this.#deps, instance_id),
    ]);
    const record = row as InstanceRecord | null; // an instance row
    await this.#takeClose(record);
    const now = this.#deps.clock.now();
    const step = nextStep(record, this.#linked(), askedAt, now);
    this.#leaving = step !== "open" && step !== "link";
    if (!record || step === "remove") return this.#remove(record);
    switch (step) {
      case "log_out":
        await this.#logOut();
        await this.#unlink(record, record.status_reason === "link_refused" ? null : record.status_reason);
        return now;
      case "stop":
        await this.#close();
        await this.#shown.show(record, { status: "stopped", connected: false });
        return null;
      case "restart":
        await this.#close();
        this.#outage.restart();
        await this.#shown.show(record, { ...this.#shownWhileRestarting(record), restart_done: record.restart_seq });
        return now;
      case "open":
        return this.#stayOpen(record);
      case "link":
        return this.#link(record, askedAt ?? now);
      case "rest":
        return this.#rest(record);
    }
  }

  /** Waits for the writes in hand; nothing is written afterwards. */
  async close(): Promise<void> {
    await this.#store?.settled();
    this.#store?.close();
  }

  /** Closes without another write. */
  async abandon(): Promise<void> {
    this.#store?.close();
    await this.connection?.end();
  }

  #linked(): boolean {
    return this.#store?.isLinked() === true;
  }

  async #openStore(): Promise<AuthStore> {
    this.#store = await openAuthStore(this.#deps, this.#owner, this.#looks.lost);
    return this.#store;
  }

  #needStore(): AuthStore {
    if (!this.#store) throw new Error("A session was used before its keys were read.");
    return this.#store;
  }

  async #newConnection(): Promise<LiveConnection> {
    await this.#deps.turnToConnect();
    const parts = { ...this.#shared, store: this.#needStore() };
    this.connection = new LiveConnection(this.#deps, this.#owner, parts, this.#looks.changed);
    return this.connection;
  }

  async #close(): Promise<void> {
    const { connection } = this;
    this.connection = null;
    await connection?.end();
    await this.#store?.settled();
  }

  /** Takes note of a connection that closed by itself. */
  async #takeClose(record: InstanceRecord | null): Promise<void> {
    const { connection } = this;
    if (connection?.state !== "closed") return;
    this.connection = null;
    const store = this.#needStore();
    if (connection.scanned && store.isLinked()) {
      await store.saveCreds();
      this.#outage.restart();
    } else if (!store.isLinked()) {
      this.#attemptAt = new Date(this.#deps.clock.now().getTime() + NEXT_ATTEMPT_MS);
      await withdrawCode(this.#deps, this.#owner, false);
    } else if (connection.closeReason && !this.#outage.noteClose(connection) && record) {
      await this.#unlink(record, connection.closeReason.code === 401 ? "network_logged_out" : null);
      record.logout_done = record.logout_seq;
    }
  }

  async #stayOpen(record: InstanceRecord): Promise<Date | null> {
    const phone = parseOwnPhone(this.#needStore().creds.me?.id ?? "");
    const news = { phone, ...(record.phone !== phone && { linked: true, link_refused: false }) };
    if (this.connection?.state === "open") {
      this.#outage.over();
      await this.#shown.show(record, { status: "working", connected: true, ...news });
      return null;
    }
    if (!(await claimPhone(this.#deps, this.#owner, phone))) return this.#refuseLink(record);
    const now = this.#deps.clock.now();
    this.#outage.since ??= now;
    const view = downView(record, this.#outage.since, this.#outage.cause, now);
    const { status, status_reason } = view;
    await this.#shown.show(record, { status, status_reason, connected: false, ...news });
    if (record.phone !== phone) await withdrawCode(this.#deps, this.#owner, true);
    if (!this.connection && now >= this.#outage.retryAt) await this.#newConnection();
    return earliest(view.nextAt, this.connection ? null : this.#outage.retryAt);
  }

  /** The scanned phone is another instance's: the link is taken off it at once. Spec: Instance, `link_refused`. */
  async #refuseLink(record: InstanceRecord): Promise<Date | null> {
    await this.#logOut();
    await this.#wipe();
    await this.#shown.show(record, {
      status: "scan_qr_code",
      status_reason: "link_refused",
      link_refused: true,
      phone: null,
      connected: false,
    });
    return this.#deps.clock.now();
  }

  async #link(record: InstanceRecord, askedAt: Date): Promise<Date | null> {
    const now = this.#deps.clock.now();
    const status_reason = record.status === "scan_qr_code" ? record.status_reason : this.#linkReason;
    await this.#shown.show(record, { status: "scan_qr_code", status_reason, connected: false });
    if (this.connection) return linkIdleAt(askedAt);
    if (this.#attemptAt && now < this.#attemptAt) return this.#attemptAt;
    // Nothing of an earlier link, also a half-made one, may be left beside new credentials.
    await this.#wipe();
    await this.#newConnection();
    return linkIdleAt(askedAt);
  }

  async #rest(record: InstanceRecord): Promise<null> {
    if (this.connection) {
      await this.#close();
      await withdrawCode(this.#deps, this.#owner, false);
    }
    const status_reason = record.status === "scan_qr_code" ? record.status_reason : this.#linkReason;
    await this.#shown.show(record, { status: "scan_qr_code", status_reason, connected: false });
    return null;
  }

  async #remove(record: InstanceRecord | null): Promise<null> {
    if (this.#removed) return null;
    await this.#logOut();
    if (record?.phone) await releasePhone(this.#deps, this.#owner, record.phone);
    await this.#wipe();
    await withdrawCode(this.#deps, this.#owner, true);
    if (record) {
      await this.#shown.show(record, { status: "stopped", phone: null, connected: false });
      await this.#deps.table.write({ delete: keys.shardInstance(record.shard, record.id) });
    }
    this.#removed = true;
    return null;
  }

  /** Takes the link off the phone, if there is one; connects for it when needed. */
  async #logOut(): Promise<void> {
    if (this.#linked()) {
      const connection = this.connection ?? (await this.#newConnection());
      const deadline = this.#deps.monotonicMs() + LOGOUT_OPEN_MS;
      while (connection.state === "opening" && this.#deps.monotonicMs() < deadline) {
        if (this.#looks.ending.aborted) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      if (connection.state === "open") await connection.logout(LOGOUT_CLOSE_MS);
      else this.#deps.log.warn({ instance_id: this.#owner.instance_id }, "logged out here only: the network is away");
    }
    await this.#close();
  }

  /** The link is gone: keys are wiped, the phone is free for another instance. */
  async #unlink(record: InstanceRecord, reason: InstanceStatusReason | null): Promise<void> {
    const phone = record.phone ?? ownPhone(this.#store);
    if (phone !== null) await releasePhone(this.#deps, this.#owner, phone);
    await this.#wipe();
    this.#outage = new Outage(this.#deps, this.#owner.instance_id);
    this.#linkReason = reason;
    await this.#shown.show(record, {
      status: record.wanted === "off" ? "stopped" : "scan_qr_code",
      status_reason: reason,
      phone: null,
      connected: false,
      logout_done: record.logout_seq,
    });
  }

  async #wipe(): Promise<void> {
    await this.#close();
    await this.#store?.wipe();
    await this.#openStore();
  }

  #shownWhileRestarting(record: InstanceRecord) {
    if (!this.#linked())
      return { status: "scan_qr_code", status_reason: record.status_reason, connected: false } as const;
    // A connection that is back within seconds is no news.
    const status = record.status === "working" ? "working" : "starting";
    return { status, connected: false } as const;
  }
}

const ownPhone = (store: AuthStore | null) => {
  const id = store?.creds.me?.id;
  return store?.isLinked() && id !== undefined ? parseOwnPhone(id) : null;
};

function earliest(...dates: (Date | null)[]): Date | null {
  const known = dates.filter((date) => date !== null);
  return known.length === 0 ? null : known.reduce((a, b) => (a < b ? a : b));
}
