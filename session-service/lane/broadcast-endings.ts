import { broadcastOf } from "../../core/domain/broadcasts/broadcast-row.ts";
import { PAGE_PEOPLE } from "../../core/domain/broadcasts/recipient-states.ts";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { completeBroadcast } from "../../core/operations/broadcasts/complete-broadcast.ts";
import { isGoingOn } from "../../core/operations/broadcasts/pause-broadcast.ts";
import { sumProgress } from "../../core/operations/broadcasts/sum-progress.ts";
import { type BroadcastRecord, broadcastRecords } from "../../core/records/broadcasts/broadcast.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { SendingRecord } from "../../core/records/sending.ts";
import type { TransmitDeps } from "./started-send.ts";

/**
 * At times when no message may be sent anyway (at night, once the day's limit is reached, or while the number is
 * disconnected), finishes broadcasts that have no recipients left. At other times, the broadcast finishes at its next
 * step.
 */
export class BroadcastEndings {
  readonly #deps: TransmitDeps;
  readonly #own: Owner;
  /**
   * Broadcasts that still have waiting recipients, so their lists don't have to be searched again until near their
   * ends.
   */
  readonly #goOn = new Set<string>();
  readonly #atEnd = new Set<string>();

  constructor(deps: TransmitDeps, own: Owner) {
    this.#deps = deps;
    this.#own = own;
  }

  /** Records that a message to a recipient has started. @param place the recipient's position in the list. */
  began({ id, total }: Pick<BroadcastRecord, "id" | "total">, place: number): void {
    // Everyone after this person may have opted out, so near the end of the list, every check must find out whether the
    // broadcast is over.
    if (place >= total - PAGE_PEOPLE) this.#atEnd.add(id);
  }

  /**
   * Whether the message in progress may be its broadcast's last. Until that message is sent, the reason for holding the
   * next message isn't reported.
   */
  mayBeEnding(row: LaneRow, { slots }: Pick<SendingRecord, "slots">): boolean {
    return slots.length > 0 && this.#atEnd.has(broadcastOf(row) ?? "");
  }

  /** Forgets everything about a finished broadcast. */
  ended(broadcast: string): void {
    this.#goOn.delete(broadcast);
    this.#atEnd.delete(broadcast);
  }

  /**
   * Finishes a row's broadcast if none of its recipients is still waiting. @returns whether it was finished.
   * @throws FenceLost
   */
  async end(row: LaneRow): Promise<boolean> {
    const id = broadcastOf(row);
    if (id === null || (this.#goOn.has(id) && !this.#atEnd.has(id))) return false;
    const broadcast = await broadcastRecords.read(this.#deps.table, this.#own.account_id, id);
    if (!broadcast || !isGoingOn(broadcast)) return false;
    const { waiting } = await sumProgress(this.#deps.table, broadcast);
    if (waiting > 0) {
      this.#goOn.add(id);
      return false;
    }
    this.ended(id);
    return (await completeBroadcast(this.#deps, this.#own, broadcast)) === "done";
  }
}
