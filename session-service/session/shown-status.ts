import type { InstanceStatus, InstanceStatusReason } from "../../core/contracts/instance.ts";
import { changeInstanceStatus, type StatusChange } from "../../core/operations/instances/change-instance-status.ts";
import type { InstanceRecord } from "../../core/records/instance.ts";
import type { Owner } from "../../core/records/owner.ts";
import { GIVEN_UP_AFTER_MS } from "../connection/reconnect-delay.ts";
import type { SessionDeps } from "../session-deps.ts";

/** If a lost connection is restored within this time, customers don't see that it was lost. */
const HEALS_WITHIN_MS = 30_000;

/** The state that customers see for a linked instance without a connection. */
export interface DownView {
  status: InstanceStatus;
  status_reason: InstanceStatusReason | null;
  /** When the view will change without further events, or null if only an event can change it. */
  nextAt: Date | null;
}

/**
 * Returns the visible state of a linked instance without a connection.
 * @param since when the connection was lost, or when the session started without a connection.
 * @param cause the state that the network's reason requires immediately, if any.
 */
export function downView(
  before: { status: InstanceStatus; status_reason: InstanceStatusReason | null },
  since: Date,
  cause: { status: InstanceStatus; reason: InstanceStatusReason | null } | null,
  now: Date,
): DownView {
  const failsAt = new Date(since.getTime() + GIVEN_UP_AFTER_MS);
  const showsAt = new Date(since.getTime() + HEALS_WITHIN_MS);
  if (cause?.status === "failed") return { status: "failed", status_reason: cause.reason, nextAt: null };
  if (now >= failsAt) return { status: "failed", status_reason: cause?.reason ?? "unavailable", nextAt: null };
  if (cause) return { status: cause.status, status_reason: cause.reason, nextAt: failsAt };
  if (before.status === "working" && now < showsAt) return { ...shownOf(before), nextAt: showsAt };
  return { status: "starting", status_reason: null, nextAt: failsAt };
}

const shownOf = ({ status, status_reason }: Pick<DownView, "status" | "status_reason">) => ({ status, status_reason });

/** Writes an instance's visible state when it has changed. */
export class ShownStatus {
  readonly #deps: SessionDeps;
  readonly #owner: Owner;
  /** Whether the instance is connected, as last written by this session, or null if it isn't known yet. */
  #connected: boolean | null = null;
  /** The status that customers see, as last written by this session, or null if it isn't known yet. */
  status: InstanceStatus | null = null;

  constructor(deps: SessionDeps, owner: Owner) {
    this.#deps = deps;
    this.#owner = owner;
  }

  /** @throws FenceLost if another task owns the instance. */
  async show(record: InstanceRecord, change: StatusChange): Promise<void> {
    const isKnown =
      record.status === change.status &&
      record.status_reason === (change.status_reason ?? null) &&
      (change.phone === undefined || change.phone === record.phone) &&
      this.#connected === change.connected &&
      change.linked !== true &&
      (change.link_refused === undefined || change.link_refused === record.link_refused) &&
      (change.restart_done === undefined || change.restart_done === record.restart_done) &&
      (change.logout_done === undefined || change.logout_done === record.logout_done);
    if (!isKnown) {
      const opened = change.connected && this.#connected !== true;
      await changeInstanceStatus(this.#deps, this.#owner.instance_id, this.#owner.fence, { ...change, opened });
    }
    this.#connected = change.connected;
    this.status = change.status;
  }
}

/** Returns the earliest of the non-null times, or null if there are none. */
export function earliest(...moments: (Date | null)[]): Date | null {
  const times = moments.flatMap((moment) => (moment ? [moment.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Returns the latest of the non-null times, or null if there are none. */
export function latest(...moments: (Date | null)[]): Date | null {
  const times = moments.flatMap((moment) => (moment ? [moment.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
}
