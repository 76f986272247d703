import type { LaneDeps, LaneRow } from "../../lanes/lane.ts";
import { laneRows } from "../../lanes/lane.ts";
import { transactFenced } from "../../records/fence.ts";
import { messageRecords } from "../../records/message.ts";
import { underForm } from "../../records/message-form.ts";
import type { Owner } from "../../records/owner.ts";
import { personRecords } from "../../records/person.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../store/lane-queues.ts";
import type { Condition } from "../../store/table.ts";
import { isCounted, WAITING_QUEUES } from "../sending/move-waiting.ts";
import { isOtherForm, type NamePair } from "./merge-sides.ts";

const PAGE = 200;

/**
 * Moves each message that is waiting for a private id, or for another form of a number, to the phone number it turned
 * out to belong to, along with its count. If interrupted, a repeated call continues where the last one stopped. @throws
 * FenceLost
 */
export async function moveMergedWaiting(deps: LaneDeps, own: Owner, pair: NamePair): Promise<void> {
  const lane = instanceLane(own.instance_id);
  const hidden = await personRecords.read(deps.table, own.instance_id, pair.private_id);
  let left = hidden?.merged_into === pair.phone ? (hidden.waiting ?? 0) : 0;
  for (const queue of WAITING_QUEUES) {
    let after: string | undefined;
    while (left > 0) {
      const page = await deps.table.query({
        pk: lane,
        prefix: `${INSTANCE_QUEUES[queue]}#`,
        limit: PAGE,
        ...(after && { after }),
      });
      for (const row of page.items.map(laneRows.of)) {
        if (row.person === pair.private_id && isCounted(row) && (await moveRow(deps, own, row, pair))) left--;
      }
      after = page.items.at(-1)?.sk;
      if (!page.more || after === undefined) break;
    }
  }
}

/** Moves a waiting message. @returns false if the message started, ended or moved in the meantime. */
async function moveRow(deps: LaneDeps, own: Owner, row: LaneRow, pair: NamePair): Promise<boolean> {
  const form = isOtherForm(pair) ? await formFields(deps, own, row, pair) : {};
  const stillTheirs: Condition = [{ field: "person", op: "=", value: pair.private_id }];
  const writes = [
    { update: { pk: row.pk, sk: row.sk }, set: { person: pair.phone }, if: stillTheirs },
    {
      update: keys.message(own.account_id, String(row.message_id)),
      set: { person: pair.phone, ...form },
      if: [...stillTheirs, { field: "row", op: "=" as const, value: row.sk }],
    },
    { update: keys.person(own.instance_id, pair.private_id), add: { waiting: -1 } },
    { update: keys.person(own.instance_id, pair.phone), add: { waiting: 1 } },
  ];
  return isCommitted(transactFenced(deps.table, own.instance_id, own.fence, writes));
}

/** Returns the message fields that change when a message is sent to the network's form of its recipient's number. */
async function formFields({ table }: LaneDeps, own: Owner, row: LaneRow, { phone }: NamePair) {
  const message = await messageRecords.read(table, own.account_id, String(row.message_id));
  const known = await personRecords.read(table, own.instance_id, phone);
  return message === null ? {} : underForm(message, { person: phone, known });
}
