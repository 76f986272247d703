import type { LaneRow } from "../../core/lanes/lane.ts";
import { dropRecheck, putOffRecheck } from "../../core/lanes/recheck.ts";
import { checkLinkAgain, type HiddenWriter } from "../../core/operations/otps/check-link-again.ts";
import { verifyLink } from "../../core/operations/otps/verify-link.ts";
import { type MergeDeps, mergePerson } from "../../core/operations/receiving/merge-person.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { EventDeps } from "../../core/records/message-event.ts";
import type { OtpCodes } from "../../core/records/otps/otp-codes.ts";
import type { Owner } from "../../core/records/owner.ts";
import { readPerson } from "../../core/records/person.ts";
import { ConditionFailed } from "../../core/store/table.ts";
import { FewAtOnce } from "../process/few-at-once.ts";
import type { SessionPort } from "../session-port.ts";

/**
 * The time between two checks of a text from an author whose number is hidden. We chose this value ourselves:
 * docs/decisions/0091.
 */
const AGAIN_MS = 30_000;
/** The number of concurrent network queries. It is low because strangers can trigger them. */
const AT_ONCE = 1;

/**
 * Runs a lane's network queries about hidden authors in parallel with the lane, with at most one query per row at any
 * time.
 */
export class LinkRechecks {
  readonly #atOnce = new FewAtOnce(AT_ONCE);
  readonly #rows = new Set<string>();

  /** Whether the network is being queried. */
  get isRunning(): boolean {
    return this.#rows.size > 0;
  }

  /**
   * Starts a query in parallel with the lane, unless a query for the row is already pending. Never rejects; `work` must
   * not reject either.
   */
  begin({ sk }: LaneRow, work: () => Promise<void>): void {
    if (this.#rows.has(sk)) return;
    this.#rows.add(sk);
    void this.#atOnce.run(work).finally(() => this.#rows.delete(sk));
  }
}

/**
 * Checks a text that contains a link code and whose author's number is hidden. First compares the author with the
 * stored ids. Then queries the network, in parallel with the lane, for the private id of the OTP's phone number (never
 * for the phone number of a private id). The row stays for further checks until the OTP expires. Spec: OTP, by link.
 * @returns whether the row stays. @throws FenceLost
 */
export async function recheckLink(
  deps: EventDeps & MergeDeps & { codes?: OtpCodes },
  own: Owner,
  session: SessionPort,
  rechecks: LinkRechecks,
  row: LaneRow,
): Promise<boolean> {
  const until = new Date(deps.clock.now().getTime() + AGAIN_MS);
  const { instance_id } = own;
  const hidden = await checkLinkAgain(deps, own, row).catch((error: unknown) => {
    if (error instanceof FenceLost) throw error;
    deps.log.warn(
      { instance_id, error: String(error) },
      "a text could not be compared with the codes of links; this will be retried soon",
    );
    return null;
  });
  if (hidden === "over") return false;
  await deps.table.write(putOffRecheck(row, until)).catch(ignorePutAgain);
  if (hidden && session.isOpen()) rechecks.begin(row, () => askFor(deps, own, session, hidden, row));
  return true;
}

/**
 * Queries the network once. If the query fails, or if the network doesn't recognize the id, the row's next check
 * queries again.
 */
async function askFor(
  deps: EventDeps & MergeDeps,
  own: Owner,
  session: SessionPort,
  { otp, phone, found }: HiddenWriter,
  row: LaneRow,
): Promise<void> {
  const { instance_id } = own;
  try {
    if ((await session.resolveChat(phone, null)) !== found.person || !session.mayAct()) return;
    await mergePerson(deps, own, { phone, private_id: found.person });
    await verifyLink(deps, own, otp, await readPerson(deps.table, instance_id, phone));
    await deps.table.write(dropRecheck(row)).catch(ignorePutAgain);
  } catch (error) {
    if (error instanceof FenceLost) return; // its new owner checks the row
    deps.log.warn(
      { instance_id, otp, error: String(error) },
      "the hidden number of a link's writer could not be looked up; this will be retried soon",
    );
  }
}

/** Ignores a failed condition: the row was written again in the meantime and will be checked right away. */
function ignorePutAgain(error: unknown): void {
  if (!(error instanceof ConditionFailed)) throw error;
}
