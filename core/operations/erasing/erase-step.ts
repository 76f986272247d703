import { DAY_MS, HOUR_MS } from "../../contracts/durations.ts";
import { idsOf } from "../../domain/erasing/about-person.ts";
import { ERASURE_STEPS, type ErasedRecord, type ErasureRecord, type ErasureStep } from "../../records/erasure.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { dropErasedExports } from "../files/drop-export.ts";
import { eraseActivity, eraseEvents } from "./erase-account-records.ts";
import { eraseBroadcasts } from "./erase-broadcasts.ts";
import { eraseChat, eraseMentions, eraseStatuses } from "./erase-chat.ts";
import { eraseLatePerson } from "./erase-late.ts";
import { eraseDrafts, eraseOtps } from "./erase-listed.ts";
import { eraseChatMessages, eraseGroupMessages } from "./erase-messages.ts";
import { erasePerson } from "./erase-person.ts";
import { eraseWaiting } from "./erase-waiting.ts";
import type { EraseDeps, Erasing, StepResult } from "./erasing-person.ts";

const STEPS: Record<Exclude<ErasureStep, "end">, (work: Erasing) => Promise<StepResult>> = {
  waiting: eraseWaiting,
  person: erasePerson,
  chat: eraseChat,
  messages: eraseChatMessages,
  groups: eraseGroupMessages,
  mentions: eraseMentions,
  statuses: eraseStatuses,
  broadcasts: eraseBroadcasts,
  otps: eraseOtps,
  drafts: eraseDrafts,
  events: eraseEvents,
  activity: eraseActivity,
  // Requests that were being handled may have stored something about the person after the steps above. By now, all of
  // them have ended.
  late_person: eraseLatePerson,
  late_statuses: eraseStatuses,
  late_broadcasts: eraseBroadcasts,
  late_otps: eraseOtps,
  late_drafts: eraseDrafts,
  late_events: eraseEvents,
  late_activity: eraseActivity,
  // The message list lags. By now, it includes messages that were written right before it was first read.
  late_messages: eraseChatMessages,
};

/**
 * How long a completed erasure is still reported as complete when another request arrives. This value is a design
 * choice: docs/decisions/0229.
 */
export const ENDED_KNOWN_MS = HOUR_MS;

/**
 * Performs the next piece of an erasure, at most a page, and records the progress. Every piece is repeatable, so after
 * a crash the next owner continues with the piece whose completion was not recorded.
 * @returns `waits` if a message to the person is being sent (try again after a while), or `over` if the erasure is
 * complete. Must not be called while the erasure rests (`erasureRests`).
 * @throws FenceLost
 */
export async function eraseStep(
  deps: EraseDeps,
  own: Owner,
  erasure: ErasureRecord,
): Promise<"more" | "waits" | "over"> {
  const { step, after } = erasure;
  if (step === "end") return end(deps, own, erasure);
  const work: Erasing = { deps, own, erasure, ids: idsOf(erasure.names), after };
  const result = await STEPS[step](work);
  if (result.kind === "waits") {
    // Once the person's record has been erased, messages that are waiting are new ones.
    const again = step === "late_messages" ? step : "waiting";
    await note(deps, own, erasure, { step: again, after: undefined });
    return "waits";
  }
  const next = ERASURE_STEPS[ERASURE_STEPS.indexOf(step) + 1] ?? "end";
  const place = result.kind === "done" ? { step: next, after: undefined } : { step, after: result.after };
  await note(deps, own, erasure, { ...place, ...(result.kind === "done" && result.learned) });
  return "more";
}

/** Records the progress of an erasure. */
async function note(
  deps: EraseDeps,
  own: Owner,
  { person }: ErasureRecord,
  { after, ...fields }: Partial<ErasureRecord> & { after: string | undefined },
): Promise<void> {
  const place = keys.erasure(own.instance_id, person);
  const moved = after === undefined ? { set: fields, remove: ["after"] } : { set: { ...fields, after } };
  await transactFenced(deps.table, own.instance_id, own.fence, [{ update: place, ...moved, if: [{ item: "exists" }] }]);
}

/**
 * Removes the erasure's own record, since it mentions the person. A note that the erasure is complete is stored under
 * the person's hash for a while.
 */
async function end(deps: EraseDeps, own: Owner, { person, marks, until }: ErasureRecord): Promise<"over"> {
  // From now on, none of the person's data can get into a new archive, so remove the archives that contain such data
  // last.
  await dropErasedExports(deps, own.account_id, own.instance_id);
  const now = deps.clock.now();
  const ttl = Math.floor((now.getTime() + DAY_MS) / 1000);
  const ended: ErasedRecord = { ended_ms: now.getTime(), ...(until !== undefined && { until }), ttl };
  const writes = [
    { delete: keys.erasure(own.instance_id, person), if: [{ item: "exists" as const }] },
    ...marks.map((mark) => ({ put: { ...keys.erased(own.instance_id, mark), ...ended } })),
  ];
  await isCommitted(transactFenced(deps.table, own.instance_id, own.fence, writes));
  return "over";
}
