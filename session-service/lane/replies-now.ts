import { classify } from "../../core/domain/messages/message-class.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import { laneRows } from "../../core/lanes/lane.ts";
import { isCounted, turnIntoKnown, turnIntoReply, WAITING_QUEUES } from "../../core/operations/sending/move-waiting.ts";
import { messageRecords } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import { personRecords } from "../../core/records/person.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../core/store/lane-queues.ts";

const PAGE = 200;
/**
 * The queues to search for first messages. The other queues contain none, or are checked for first messages when those
 * are due.
 */
const FIRST_QUEUES = ["first", "first_counted"] as const;
const turn = { reply: turnIntoReply, known: turnIntoKnown };
/**
 * The maximum number of reads. The read is repeated if another step (for a file that was just prepared) moves a row in
 * the meantime.
 */
const ROUNDS = 3;

/**
 * Handles a person who wrote: all first and known messages waiting for the person become replies, in order. If the
 * person wrote more than a day ago (as revealed by a late message, the phone's history or another of their ids), first
 * messages become known messages instead. The stored count of a person's waiting messages ends the search early, so a
 * long search is only necessary if messages are waiting for hundreds of other people. Spec: Number-protection rule, 1
 * and 2.
 */
export async function repliesNow(deps: LaneDeps, own: Owner, person: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) if (await turnAll(deps, own, person)) return;
}

/** @returns false if a row has changed since it was read. */
async function turnAll(deps: LaneDeps, own: Owner, person: string): Promise<boolean> {
  const lane = instanceLane(own.instance_id);
  const known = await personRecords.read(deps.table, own.instance_id, person);
  const now = classify(known?.last_in_at, deps.clock.now());
  if (now === "first") return true;
  let left = known?.waiting ?? 0;
  let refused = false;
  for (const queue of now === "reply" ? WAITING_QUEUES : FIRST_QUEUES) {
    let after: string | undefined;
    while (left > 0) {
      const page = await deps.table.query({
        pk: lane,
        prefix: `${INSTANCE_QUEUES[queue]}#`,
        limit: PAGE,
        ...(after && { after }),
      });
      for (const row of page.items.map(laneRows.of)) {
        if (row.person !== person || !isCounted(row)) continue;
        const message = await messageRecords.read(deps.table, own.account_id, String(row.message_id));
        if (message && (await turn[now](deps, own, row, message)) === "done") left--;
        else refused = true;
      }
      after = page.items.at(-1)?.sk;
      if (!page.more || after === undefined) break;
    }
  }
  return !refused;
}
