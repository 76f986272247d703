import type { InstanceRecord, InstanceStatusReason } from "../core/contracts/instance.ts";
import { keys } from "../core/store/keys.ts";
import type { Acknowledgements } from "./acknowledgements.ts";
import type { SessionCaches } from "./baileys/ttl-cache.ts";
import type { Inbox } from "./inbox.ts";
import { LiveConnection } from "./live-connection.ts";
import { logOut } from "./log-out.ts";
import { linkIdleAt, nextStep } from "./next-step.ts";
import { Outage } from "./outage.ts";
import { claimPhone, releasePhone } from "./phone-claim.ts";
import { codeAskedAt, withdrawCode } from "./qr-row.ts";
import type { SessionDeps, SessionOwner } from "./session-deps.ts";
import { SessionKeys } from "./session-keys.ts";
import { downView, earliest, ShownStatus } from "./shown-status.ts";

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

/** Between two link attempts, so that a network that refuses them is not asked without end. */
const NEXT_ATTEMPT_MS = 1_000;

/**
 * The state machine of one instance. Each turn reads what the customer wants and what became of the connection, and
 * takes one step; the session's loop calls it again when something changed or the time it gave has come.
 */
export class SessionLife {
  connection: LiveConnection | null = null;
  readonly keys: SessionKeys;
  readonly #deps: SessionDeps;
  readonly #owner: SessionOwner;
  readonly #shared: Shared;
  readonly #looks: Looks;
  readonly #shown: ShownStatus;
  #outage: Outage;
  /** The connection is about to be closed on the customer's wish: nothing more goes through it. */
  #leaving = false;
  #removed = false;
  #attemptAt: Date | null = null;

  constructor(deps: SessionDeps, owner: SessionOwner, shared: Shared, looks: Looks) {
    this.#deps = deps;
    this.#owner = owner;
    this.#shared = shared;
    this.#looks = looks;
    this.keys = new SessionKeys(deps, owner, looks.lost);
    this.#shown = new ShownStatus(deps, owner);
    this.#outage = new Outage(deps, owner.instance_id);
  }

  isOpen(): boolean {
    return this.connection?.state === "open" && !this.#leaving;
  }

  /** One step. @returns when to look again, if nothing happens before. @throws FenceLost, AuthStoreClosed */
  async turn(): Promise<Date | null> {
    const { instance_id } = this.#owner;
    const [row, askedAt] = await Promise.all([
      this.#deps.table.get(keys.instance(instance_id)),
      codeAskedAt(this.#deps, instance_id),
    ]);
    const record = row as InstanceRecord | null; // an instance row
    const now = this.#deps.clock.now();
    if (await this.#takeClose(record)) return now;
    const step = nextStep(record, this.keys.isLinked(), askedAt, now);
    this.#leaving = step !== "open" && step !== "link";
    if (!record || step === "remove") return this.#remove(record);
    switch (step) {
      case "log_out":
        await this.#takeOffPhone();
        await this.#unlink(record, null);
        return now;
      case "stop":
        await this.#close();
        await this.#shown.show(record, { status: "stopped", connected: false });
        return null;
      case "restart":
        await this.#close();
        this.#outage.restart();
        await this.#showRestart(record);
        return now;
      case "open":
        return this.#stayOpen(record, this.keys.phone() ?? "");
      case "link":
        return this.#link(record, linkIdleAt(askedAt ?? now));
      case "rest":
        await this.#endAttempt();
        await this.#showUnlinked(record);
        return null;
    }
  }

  async #newConnection(mute: boolean): Promise<LiveConnection> {
    await this.#deps.turnToConnect();
    const parts = { ...this.#shared, store: this.keys.store, mute };
    this.connection = new LiveConnection(this.#deps, this.#owner, parts, this.#looks.changed);
    return this.connection;
  }

  async #close(): Promise<void> {
    const { connection } = this;
    this.connection = null;
    await connection?.end();
    await this.keys.settled();
  }

  /** Takes note of a connection that closed by itself. @returns true when the instance was unlinked by it. */
  async #takeClose(record: InstanceRecord | null): Promise<boolean> {
    const { connection } = this;
    if (connection?.state !== "closed") return false;
    this.connection = null;
    if (!this.keys.isLinked()) {
      this.#attemptAt = new Date(this.#deps.clock.now().getTime() + NEXT_ATTEMPT_MS);
      await withdrawCode(this.#deps, this.#owner, false);
    } else if (connection.scanned) {
      await this.keys.store.saveCreds();
      this.#outage.restart();
    } else if (!this.#outage.noteClose(connection) && record) {
      await this.#unlink(record, connection.closeReason?.code === 401 ? "network_logged_out" : null);
      return true;
    }
    return false;
  }

  async #stayOpen(record: InstanceRecord, phone: string): Promise<Date | null> {
    const isNew = record.phone !== phone;
    const news = { phone, ...(isNew && { linked: true, link_refused: false }) };
    if (this.connection?.state === "open") {
      this.#outage.over();
      await this.#shown.show(record, { status: "working", connected: true, ...news });
      return null;
    }
    if (!(await claimPhone(this.#deps, this.#owner, phone))) return this.#refuseLink(record);
    const now = this.#deps.clock.now();
    this.#outage.since ??= now;
    const { nextAt, ...view } = downView(record, this.#outage.since, this.#outage.cause, now);
    await this.#shown.show(record, { ...view, connected: false, ...news });
    if (isNew) await withdrawCode(this.#deps, this.#owner, true);
    if (!this.connection && now >= this.#outage.retryAt) await this.#newConnection(false);
    return earliest(nextAt, this.connection ? null : this.#outage.retryAt);
  }

  /** The scanned phone is another instance's: the link is taken off it at once. Spec: Instance, `link_refused`. */
  async #refuseLink(record: InstanceRecord): Promise<Date> {
    await this.#takeOffPhone();
    await this.keys.renew();
    await this.#shown.show(record, {
      status: "scan_qr_code",
      status_reason: "link_refused",
      link_refused: true,
      phone: null,
      connected: false,
    });
    return this.#deps.clock.now();
  }

  async #link(record: InstanceRecord, idleAt: Date): Promise<Date> {
    await this.#showUnlinked(record);
    if (this.connection) return idleAt;
    if (this.#attemptAt && this.#deps.clock.now() < this.#attemptAt) return this.#attemptAt;
    // Nothing of an earlier link, also a half-made one, may be left beside new credentials.
    await this.keys.renew();
    await this.#newConnection(false);
    return idleAt;
  }

  async #endAttempt(): Promise<void> {
    if (!this.connection) return;
    await this.#close();
    await withdrawCode(this.#deps, this.#owner, false);
  }

  async #remove(record: InstanceRecord | null): Promise<null> {
    if (this.#removed) return null;
    const phone = record?.phone ?? this.keys.phone();
    await this.#takeOffPhone();
    if (phone !== null) await releasePhone(this.#deps, this.#owner, phone);
    await this.keys.renew();
    await withdrawCode(this.#deps, this.#owner, true);
    if (record) await this.#shown.show(record, { status: "stopped", phone: null, connected: false });
    this.#removed = true;
    return null;
  }

  /** Takes the link off the phone, if there is one; connects for it when needed, and hears nothing meanwhile. */
  async #takeOffPhone(): Promise<void> {
    if (this.keys.isLinked()) {
      const connection = this.connection ?? (await this.#newConnection(true));
      if (!(await logOut(this.#deps, connection, this.#looks.ending))) {
        this.#deps.log.warn({ instance_id: this.#owner.instance_id }, "logged out here only: the network is away");
      }
    }
    await this.#close();
  }

  /** The link is gone: keys are wiped, the phone is free for another instance. */
  async #unlink(record: InstanceRecord, reason: InstanceStatusReason | null): Promise<void> {
    const phone = record.phone ?? this.keys.phone();
    if (phone !== null) await releasePhone(this.#deps, this.#owner, phone);
    await this.keys.renew();
    this.#outage = new Outage(this.#deps, this.#owner.instance_id);
    await this.#shown.show(record, {
      status: record.wanted === "off" ? "stopped" : "scan_qr_code",
      status_reason: reason,
      phone: null,
      connected: false,
      logout_done: record.logout_seq,
    });
  }

  async #showUnlinked(record: InstanceRecord): Promise<void> {
    // Its keys are gone, by a wipe that broke off or otherwise: the phone must not stay taken for ever.
    if (record.phone !== null) await releasePhone(this.#deps, this.#owner, record.phone);
    // Why the last link ended stays visible until there is a new one.
    const status_reason = record.status === "scan_qr_code" ? record.status_reason : null;
    await this.#shown.show(record, { status: "scan_qr_code", status_reason, phone: null, connected: false });
  }

  #showRestart(record: InstanceRecord): Promise<void> {
    const restart_done = record.restart_seq;
    // A connection that is back within seconds is no news.
    const linked = record.status === "working" ? "working" : "starting";
    const status = this.keys.isLinked() ? linked : "scan_qr_code";
    const status_reason = status === "scan_qr_code" ? record.status_reason : null;
    return this.#shown.show(record, { status, status_reason, connected: false, restart_done });
  }
}
