import type { BroadcastReason } from "../../core/contracts/broadcasts/broadcast-states.ts";
import { MINUTE_MS } from "../../core/contracts/durations.ts";
import { broadcastOf } from "../../core/domain/broadcasts/broadcast-row.ts";
import { nightAt, quietHoursInForce } from "../../core/domain/protection/night.ts";
import { settingsInForce } from "../../core/domain/protection/settings.ts";
import { broadcastHold } from "../../core/domain/sending/decide-protected.ts";
import { checkPlan } from "../../core/operations/accounts/check-plan.ts";
import { judgeBroadcast } from "../../core/operations/broadcasts/judge-broadcast.ts";
import { pauseBroadcast } from "../../core/operations/broadcasts/pause-broadcast.ts";
import { broadcastRecords } from "../../core/records/broadcasts/broadcast.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { SessionPort } from "../session-port.ts";
import { heardFrom } from "./heard-from.ts";
import type { LaneView } from "./lane-view.ts";
import type { TransmitDeps } from "./started-send.ts";

/**
 * How long the number must have been disconnected during the day before a broadcast gives this as its reason for
 * waiting.
 */
const CLOSED_MS = 10 * MINUTE_MS;

/**
 * Reports, once per reason, that a broadcast isn't allowed to send. The broadcast is paused, and resumes on its own if
 * the reason permits.
 */
export class BroadcastHolds {
  readonly #deps: TransmitDeps;
  readonly #own: Owner;
  readonly #session: SessionPort;
  /** The last reason recorded, by broadcast. */
  readonly #noted = new Map<string, string>();
  #closedSince: number | null = null;

  constructor(deps: TransmitDeps, own: Owner, session: SessionPort) {
    this.#deps = deps;
    this.#own = own;
    this.#session = session;
  }

  /** Records that the broadcast's turn has come, so it is no longer held. */
  ended(broadcast: string): void {
    this.#noted.delete(broadcast);
  }

  /**
   * Records why the broadcast at the head of its queue isn't sending. @returns "again" if the record changed the lane;
   * otherwise the time of the next check (epoch ms), or null if no further check is needed. @throws FenceLost
   */
  async note(view: LaneView, open: boolean, gapFactor: number): Promise<"again" | number | null> {
    const row = view.heads.broadcast;
    const id = row && broadcastOf(row);
    if (!id || view.removed) return null;
    const now = view.now.getTime();
    const hasClosed = !open && this.#closedSince === null;
    this.#closedSince = open ? null : (this.#closedSince ?? now);
    if (hasClosed && (await this.#isSuspended(id))) return "again";
    const hold = broadcastHold(view, gapFactor);
    const cause = this.#causeOf(view, hold?.reason ?? null);
    const later = this.#closedSince === null ? null : this.#closedSince + CLOSED_MS;
    if (cause === null || this.#noted.get(id) === cause) return later !== null && later > now ? later : null;
    this.#noted.set(id, cause);
    const broadcast = await broadcastRecords.read(this.#deps.table, this.#own.account_id, id);
    if (!broadcast || (broadcast.status === "paused" && broadcast.reason === cause)) return null;
    const isPaused =
      cause === "number"
        ? await judgeBroadcast(this.#deps, this.#own, broadcast, view.sending, heardFrom(this.#session))
        : await pauseBroadcast(this.#deps, broadcast, cause, this.#own);
    if (!isPaused) this.#noted.delete(id);
    return cause === "number" && isPaused ? "again" : null;
  }

  /**
   * Whether the account is suspended. A suspended account's numbers are offline, so its broadcasts are paused until
   * someone resumes them.
   */
  async #isSuspended(id: string): Promise<boolean> {
    const { account_id } = this.#own;
    if ((await checkPlan(this.#deps, account_id)).word !== "ended") return false;
    const broadcast = await broadcastRecords.read(this.#deps.table, account_id, id);
    return broadcast !== null && (await pauseBroadcast(this.#deps, broadcast, "plan_limit", this.#own)) !== null;
  }

  /**
   * Returns why a broadcast is waiting, or `number` if this depends on the number's own state, which must be read
   * first.
   */
  #causeOf(
    { sending, now }: LaneView,
    hold: string | null,
  ): Extract<BroadcastReason, "daily_limit" | "warm_up" | "not_connected"> | "number" | null {
    if (hold === "paused") return "number";
    const settings = settingsInForce(sending);
    if (hold === "daily_cap") return settings.broadcast_per_day === 0 ? "warm_up" : "daily_limit";
    const isLong = this.#closedSince !== null && now.getTime() - this.#closedSince >= CLOSED_MS;
    return isLong && nightAt(now, quietHoursInForce(settings)) === null ? "not_connected" : null;
  }
}
