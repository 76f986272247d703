import type { InstanceStatusReason } from "../../core/contracts/instance.ts";
import { dropEarlierPhone } from "../../core/operations/instances/drop-earlier-phone.ts";
import type { InstanceRecord } from "../../core/records/instance.ts";
import { instanceRecords } from "../../core/records/instance.ts";
import type { Owner } from "../../core/records/owner.ts";
import { PROXY_FAILED } from "../baileys/shared/proxy-failed.ts";
import { Outage } from "../connection/outage.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { jobWithQuarantine } from "../inbox/job-with-quarantine.ts";
import { storeClose } from "../inbox/network-signals.ts";
import { StandingWatch } from "../inbox/standing-watch.ts";
import { orAborted } from "../process/or-aborted.ts";
import type { SessionDeps } from "../session-deps.ts";
import { CodeLinking } from "./code-linking.ts";
import { ConnectionSlot, type Looks, type SharedParts } from "./connection-slot.ts";
import type { LiveConnection } from "./live-connection.ts";
import { linkIdleAt, nextStep } from "./next-step.ts";
import type { OwnWay } from "./own-way.ts";
import { PasskeyLinking } from "./passkey-linking.ts";
import { claimPhone, releasePhone } from "./phone-claim.ts";
import { codeAskedAt, withdrawCode } from "./qr-row.ts";
import { SessionKeys } from "./session-keys.ts";
import { downView, earliest, latest, ShownStatus } from "./shown-status.ts";
import { LINK_REFUSED, linkLost, restarted, unlinked } from "./status-changes.ts";
import { wakeLane } from "./wake-lane.ts";

/** The pause between two linking attempts, so that a network that refuses them isn't queried endlessly. */
const NEXT_ATTEMPT_MS = 1_000;

/**
 * An instance's state machine. Each step reads the state that the customer wants and the connection's own state, and
 * performs the first action that they require. The session's loop takes another step when something has changed, or at
 * the time returned by the last step.
 */
export class SessionLife {
  /** Whether the instance has been deleted and its link removed from the phone. */
  hasLeft = false;
  readonly keys: SessionKeys;
  readonly codes: CodeLinking;
  readonly passkey: PasskeyLinking;
  readonly #deps: SessionDeps;
  readonly #owner: Owner;
  readonly #slot: ConnectionSlot;
  readonly #inbox: Inbox;
  readonly #looks: Looks;
  readonly #shown: ShownStatus;
  readonly #standing: StandingWatch;
  readonly #way: OwnWay;
  /** Why no code can be displayed, or null if there is no known obstacle. */
  #linkFault: InstanceStatusReason | null = null;
  #outage: Outage;
  /** Whether the customer wants the connection closed, in which case nothing more is sent over it. */
  #leaving = false;
  #attemptAt: Date | null = null;

  constructor(deps: SessionDeps, owner: Owner, shared: SharedParts, looks: Looks, way: OwnWay) {
    this.#way = way;
    this.#deps = deps;
    this.#owner = owner;
    this.keys = new SessionKeys(deps, owner, looks.lost);
    this.#inbox = shared.inbox;
    this.#looks = looks;
    this.#slot = new ConnectionSlot(deps, owner, this.keys, shared, looks);
    this.codes = new CodeLinking(deps, owner.instance_id, looks.changed);
    this.passkey = new PasskeyLinking(deps, owner.instance_id, () => this.connection);
    this.#shown = new ShownStatus(deps, owner);
    this.#standing = new StandingWatch(deps, owner, shared.inbox, looks.changed);
    this.#outage = new Outage(deps, owner.instance_id);
    deps.reach?.whenBack(() => this.#outage.tryNow() && looks.changed(), looks.ending);
  }

  get connection(): LiveConnection | null {
    return this.#slot.current;
  }

  isOpen(): boolean {
    return this.connection?.state === "open" && !this.#leaving;
  }

  /** The status that customers see, or null if it isn't known yet. */
  get status() {
    return this.#shown.status;
  }

  /**
   * Takes a step. @returns when to take the next step if nothing changes in the meantime. @throws FenceLost,
   * AuthStoreClosed
   */
  async step(): Promise<Date | null> {
    const { instance_id } = this.#owner;
    const [record, scanAskedAt] = await Promise.all([
      instanceRecords.read(this.#deps.table, instance_id),
      codeAskedAt(this.#deps, instance_id),
    ]);
    // From here on, all connections use the route in the record, even a connection that is used only to log out.
    if (record) await this.#way.follow(record);
    const now = this.#deps.clock.now();
    if (await this.#takeClose(record)) return now;
    const askedAt = latest(latest(scanAskedAt, this.codes.askedAt()), this.passkey.askedAt());
    const step = nextStep(record, this.keys.isLinked(), askedAt, now);
    this.#leaving = step !== "open" && step !== "link";
    if (step !== "link") this.codes.refuse(step);
    if (!record || step === "remove") return this.#remove(record);
    switch (step) {
      case "log_out":
        await this.#slot.takeOffPhone();
        await this.#unlink(record, null);
        return now;
      case "stop":
        await this.#slot.close();
        await this.#shown.show(record, { status: "stopped", connected: false });
        return null;
      case "restart":
        await this.#slot.close();
        this.#outage.restart();
        await this.#shown.show(record, restarted(record, this.keys.isLinked()));
        return now;
      case "open":
        return this.#stayOpen(record, this.keys.phone() ?? "");
      case "link":
        return this.#link(record, linkIdleAt(askedAt ?? now));
      case "rest":
        await this.#slot.close();
        await this.#showUnlinked(record);
        return null;
    }
  }

  /** Handles a connection that closed on its own. @returns whether that unlinked the instance. */
  async #takeClose(record: InstanceRecord | null): Promise<boolean> {
    const { connection } = this;
    if (connection?.state !== "closed") return false;
    this.#slot.current = null;
    if (connection.closeReason && this.keys.isLinked() && !connection.scanned) {
      await storeClose(this.#deps, this.#owner, connection.closeReason);
    }
    if (!this.keys.isLinked()) {
      this.#linkFault = connection.closeReason?.code === PROXY_FAILED ? "proxy_unreachable" : null;
      this.#attemptAt = new Date(this.#deps.clock.now().getTime() + NEXT_ATTEMPT_MS);
      await withdrawCode(this.#deps, this.#owner, false);
    } else if (connection.scanned) {
      await this.keys.store.saveCreds();
      this.#outage.restart();
    } else if (!this.#outage.noteClose(connection) && record) {
      await this.#unlink(record, connection.closeReason?.code === 401 ? "network_logged_out" : null);
      return true;
    }
    const now = this.#deps.clock.now();
    if (this.#deps.network.takeClose(connection, now, this.#way.hold)) this.#outage.retryAt = now;
    return false;
  }

  async #stayOpen(record: InstanceRecord, phone: string): Promise<Date | null> {
    const isNew = record.phone !== phone;
    const news = { phone, ...(isNew && { linked: true, link_refused: false }) };
    if (this.connection?.state === "open") {
      if (this.#outage.over()) this.#deps.reach?.back();
      const restricted = this.#standing.look(this.connection, record);
      const waits = restricted && record.status !== "working" ? this.#standing.waitsUntil(this.connection) : null;
      if (waits) return waits;
      const status_reason = restricted ? "restricted" : null;
      await this.#shown.show(record, { status: "working", status_reason, connected: true, ...news });
      return restricted;
    }
    if (!(await claimPhone(this.#deps, this.#owner, phone))) return this.#refuseLink(record);
    // If the process crashes before the link is recorded, this step runs again. Until then, no data from the new phone
    // is processed.
    if (isNew) await this.#forgetEarlierPhone(phone);
    const now = this.#deps.clock.now();
    this.#outage.since ??= now;
    const { nextAt, ...view } = downView(record, this.#outage.since, this.#outage.cause, now);
    await this.#shown.show(record, { ...view, connected: false, ...news });
    if (isNew) await withdrawCode(this.#deps, this.#owner, true);
    const mayAt = latest(this.#outage.retryAt, this.#way.hold.heldAt(now));
    if (!this.connection && mayAt && now >= mayAt) await this.#slot.open(false);
    return earliest(nextAt, this.connection ? null : mayAt);
  }

  /** Removes the previously linked phone's data, once the inbox has processed everything from that phone. */
  async #forgetEarlierPhone(phone: string): Promise<void> {
    const { ending } = this.#looks;
    const forget = () => dropEarlierPhone(this.#deps, this.#owner, phone, () => ending.aborted);
    const done = this.#inbox.add(jobWithQuarantine(this.#deps, this.#owner, { kind: "relink" }, forget));
    // A stopped inbox never reports the job as done.
    await orAborted(done, ending);
    if (ending.aborted) throw new Error("The task was stopped in the middle of a link.");
  }

  /**
   * Immediately removes the link from a scanned phone that belongs to another instance. Spec: Instance, `link_refused`.
   */
  async #refuseLink(record: InstanceRecord): Promise<Date> {
    await this.#slot.takeOffPhone();
    await this.keys.renew();
    await withdrawCode(this.#deps, this.#owner, true); // it was scanned
    await this.#shown.show(record, LINK_REFUSED);
    return this.#deps.clock.now();
  }

  async #link(record: InstanceRecord, idleAt: Date): Promise<Date> {
    await this.#showUnlinked(record);
    if (this.connection && this.codes.needsNew(this.connection)) await this.#slot.close();
    const now = this.#deps.clock.now();
    if (this.connection) {
      this.codes.serve(this.connection);
      return earliest(idleAt, this.connection.scanCode.look(now)) ?? idleAt;
    }
    const mayAt = latest(this.#attemptAt, this.#way.hold.heldAt(now));
    if (mayAt && now < mayAt) return mayAt;
    // Data from an earlier link, even an incomplete one, must not remain alongside new credentials.
    await this.keys.renew();
    await this.#slot.open(false);
    return idleAt;
  }

  async #remove(record: InstanceRecord | null): Promise<null> {
    if (this.hasLeft) return null;
    const phone = record?.phone ?? this.keys.phone();
    await this.#slot.takeOffPhone();
    if (phone !== null) await releasePhone(this.#deps, this.#owner, phone);
    await this.keys.renew();
    await withdrawCode(this.#deps, this.#owner, true);
    if (record) await this.#shown.show(record, { status: "stopped", phone: null, connected: false });
    this.hasLeft = true;
    // The lane waits for this before removing everything else.
    await wakeLane(this.#deps, this.#owner.instance_id, "left");
    return null;
  }

  /** Handles the end of a link by wiping the keys and freeing the phone for other instances. */
  async #unlink(record: InstanceRecord, reason: InstanceStatusReason | null): Promise<void> {
    const phone = record.phone ?? this.keys.phone();
    if (phone !== null) await releasePhone(this.#deps, this.#owner, phone);
    await this.keys.renew();
    this.#outage = new Outage(this.#deps, this.#owner.instance_id);
    await this.#shown.show(record, linkLost(record, reason));
  }

  async #showUnlinked(record: InstanceRecord): Promise<void> {
    // The keys are already gone, for example because a wipe was interrupted, so free the phone here.
    if (record.phone !== null) await releasePhone(this.#deps, this.#owner, record.phone);
    if (this.connection?.hasCode) this.#linkFault = null;
    const fault = this.connection?.needsPasskey ? "passkey_required" : this.#linkFault;
    await this.#shown.show(record, unlinked(record, fault));
  }
}
