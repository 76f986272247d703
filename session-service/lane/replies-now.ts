import type { PersonRecord } from "../../core/contracts/person.ts";
import type { LaneDeps, LaneRow } from "../../core/lanes/lane.ts";
import { isCounted, turnIntoReply, WAITING_QUEUES } from "../../core/operations/sending/waiting-row.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";

const PAGE = 200;
/** A row may be moved by another step (a file that was just prepared) while this looks: then it looks again. */
const ROUNDS = 3;

/**
 * A person wrote: everything that waits for them as first or known becomes a reply, in its order. The person's exact
 * count of waiting messages ends the search early; only a lane whose owner wrote to hundreds of others reads far.
 * Spec: Number-protection rule, 1.
 */
export async function repliesNow(deps: LaneDeps, own: Owner, person: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) if (await turnAll(deps, own, person)) return;
}

/** @returns false when a row was not as it was read. */
async function turnAll(deps: LaneDeps, own: Owner, person: string): Promise<boolean> {
  const lane = instanceLane(own.instance_id);
  const known = (await deps.table.get(keys.person(own.instance_id, person))) as PersonRecord | null; // a person row
  let left = known?.waiting ?? 0;
  let refused = false;
  for (const queue of WAITING_QUEUES) {
    let after: string | undefined;
    while (left > 0) {
      const page = await deps.table.query({ pk: lane, prefix: `${queue}#`, limit: PAGE, ...(after && { after }) });
      for (const row of page.items as LaneRow[]) {
        if (row.person !== person || !isCounted(row)) continue;
        const place = keys.message(own.account_id, String(row.message_id));
        const message = (await deps.table.get(place)) as MessageRecord | null; // a message row
        if (message && (await turnIntoReply(deps, own, row, message))) left--;
        else refused = true;
      }
      after = page.items.at(-1)?.sk;
      if (!page.more || after === undefined) break;
    }
  }
  return !refused;
}
