import type { MessageRecord } from "../../core/contracts/message.ts";
import type { PersonRecord } from "../../core/contracts/person.ts";
import type { LaneDeps, LaneRow } from "../../core/lanes/lane.ts";
import { type Ownership, turnIntoReply } from "../../core/operations/send-steps.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";

const PAGE = 200;

/**
 * A person wrote: everything that waits for them as first or known becomes a reply, in its order. The person's exact
 * count of waiting messages ends the search early; only a lane whose owner wrote to hundreds of others reads far.
 * Spec: Number-protection rule, 1.
 */
export async function repliesNow(deps: LaneDeps, own: Ownership, person: string): Promise<void> {
  const lane = instanceLane(own.instance_id);
  const known = (await deps.table.get(keys.person(own.instance_id, person))) as PersonRecord | null; // a person row
  let left = known?.waiting ?? 0;
  for (const queue of ["F", "K"]) {
    let after: string | undefined;
    while (left > 0) {
      const page = await deps.table.query({ pk: lane, prefix: `${queue}#`, limit: PAGE, ...(after && { after }) });
      for (const row of page.items as LaneRow[]) {
        if (row.person !== person) continue;
        const message = (await deps.table.get(
          keys.message(own.account_id, String(row.message_id)),
        )) as MessageRecord | null; // a message row
        if (message && (await turnIntoReply(deps, own, row, message))) left--;
      }
      after = page.items.at(-1)?.sk;
      if (!page.more || after === undefined) break;
    }
  }
}
