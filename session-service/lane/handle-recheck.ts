import type { LaneDeps, LaneRow } from "../../core/lanes/lane.ts";
import { dropRecheck } from "../../core/lanes/recheck.ts";
import { judgeBroadcast } from "../../core/operations/broadcasts/judge-broadcast.ts";
import { joinForm } from "../../core/operations/receiving/join-form.ts";
import type { MergeDeps } from "../../core/operations/receiving/merge-person.ts";
import { moveMergedWaiting } from "../../core/operations/receiving/move-merged-waiting.ts";
import type { StepOutcome } from "../../core/operations/sending/send-steps.ts";
import type { FileNames, MediaStore } from "../../core/ports.ts";
import { broadcastRecords } from "../../core/records/broadcasts/broadcast.ts";
import type { OptOutHashes } from "../../core/records/kept-opt-outs.ts";
import type { EventDeps } from "../../core/records/message-event.ts";
import type { OtpCodes } from "../../core/records/otps/otp-codes.ts";
import type { Owner } from "../../core/records/owner.ts";
import { personRecords } from "../../core/records/person.ts";
import { ConditionFailed } from "../../core/store/table.ts";
import type { SessionPort } from "../session-port.ts";
import { carryOnErasures } from "./carry-on-erasures.ts";
import { heardFrom } from "./heard-from.ts";
import type { LaneMemory } from "./lane-memory.ts";
import { lookAfterLabels } from "./look-after-labels.ts";
import { recheckLink } from "./recheck-link.ts";
import { repliesNow } from "./replies-now.ts";

/** Dependencies for handling recheck rows. Without `codes`, link OTPs are not completed. */
type RecheckDeps = LaneDeps &
  EventDeps & { codes?: OtpCodes; media: Pick<MediaStore, "link" | "remove"> & FileNames; optOuts: OptOutHashes };

/**
 * Does the work requested by a recheck row, then deletes the row unless it was written again in the meantime. Such a
 * row is created when a person has written, when an API function is waiting for something, or (for a row without a
 * name) when the instance's own record or connection has changed.
 */
export async function handleRecheck(
  deps: RecheckDeps,
  own: Owner,
  session: SessionPort,
  { commands, links }: Pick<LaneMemory, "commands" | "links">,
  row: LaneRow,
): Promise<StepOutcome> {
  if (typeof row.person === "string") await recheckPerson(deps, own, row.person, row.joins);
  // Commands run in the background. A command that is lost with its task is answered at its deadline.
  else if (typeof row.command === "string") void commands.run(deps, session, row);
  else if (row.labels === true) {
    if (await lookAfterLabels(deps, own, session, row)) return "done";
  } else if (row.erasures === true) {
    if (await carryOnErasures(deps, own, row)) return "done";
  } else if (typeof row.link === "string") {
    if (await recheckLink(deps, own, session, links, row)) return "done";
  }
  // A retry that is lost along with its task remains marked as requested, and can be requested again.
  else if (typeof row.quarantined === "string") session.retryQuarantined(row.quarantined);
  else if (typeof row.judged === "string") await judgeOne(deps, own, session, row.judged);
  // If this request is lost, the next connection finds the changes still waiting for the phone.
  else if (row.mirror === "contacts") session.mirrorContacts();
  else await session.reconcile();
  await deps.table.write(dropRecheck(row)).catch(ignoreRefusal);
  return "done";
}

/** Judges a broadcast's results after a person opted out of it. */
async function judgeOne(deps: LaneDeps, own: Owner, session: SessionPort, id: string): Promise<void> {
  const broadcast = await broadcastRecords.read(deps.table, own.account_id, id);
  if (broadcast) await judgeBroadcast(deps, own, broadcast, null, heardFrom(session));
}

/**
 * Handles a person who wrote, or a private id whose phone was revealed: moves the messages waiting for that person, and
 * classifies them again.
 * @param joins the phone whose chat may be merged with the chat under `person`, which is another form of that number;
 * ignored if it isn't a phone.
 */
async function recheckPerson(deps: MergeDeps, own: Owner, person: string, joins: unknown): Promise<void> {
  if (typeof joins === "string") await joinForm(deps, own, person, joins);
  const phone = (await personRecords.read(deps.table, own.instance_id, person))?.merged_into;
  if (phone === undefined) return repliesNow(deps, own, person);
  await moveMergedWaiting(deps, own, { phone, private_id: person });
  await repliesNow(deps, own, phone);
}

/** Ignores a failed condition: the row was changed in the meantime and will be handled again. */
export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ConditionFailed)) throw error;
}
