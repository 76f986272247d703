import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps, LaneRow } from "../../lanes/lane.ts";
import { laneRows } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { lastInAsRead, personRecords } from "../../records/person.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../store/lane-queues.ts";
import { type Condition, TransactionRefused } from "../../store/table.ts";
import { isCounted, WAITING_QUEUES } from "../sending/move-waiting.ts";

const PAGE = 200;

/**
 * A private id has turned out to be a phone's: from now on they are one person under the phone, with the later of both
 * reply windows, and what waits for the private id waits for the phone. The chat keeps the id it was known by first.
 * Harmless when it is done already. Spec: Message, `chat_id`; docs/decisions.
 * @param pair `private_id` with its `@lid`. @throws FenceLost
 */
export async function mergePerson(
  deps: LaneDeps,
  own: Owner,
  pair: { phone: string; private_id: string },
): Promise<void> {
  const { instance_id: instance } = own;
  const places = { phone: keys.person(instance, pair.phone), hidden: keys.person(instance, pair.private_id) };
  for (;;) {
    const phone = await personRecords.read(deps.table, instance, pair.phone);
    const hidden = await personRecords.read(deps.table, instance, pair.private_id);
    if (phone?.private_id === pair.private_id && hidden?.merged_into === pair.phone) break;
    const last = later(phone?.last_in_at, hidden?.last_in_at);
    const lastId = last === phone?.last_in_at ? phone?.last_in_id : hidden?.last_in_id;
    const chat = phone?.chat_id ?? hidden?.chat_id;
    const name = phone?.contact_name ?? hidden?.contact_name;
    const merged = {
      phone: pair.phone,
      private_id: pair.private_id,
      ...(last !== undefined && { last_in_at: last }),
      ...(lastId !== undefined && { last_in_id: lastId }),
      ...(chat !== undefined && { chat_id: chat }),
      ...(name !== undefined && { contact_name: name }),
    };
    const writes = [
      { update: places.phone, set: merged, if: lastInAsRead(phone) },
      { update: places.hidden, set: { merged_into: pair.phone }, if: lastInAsRead(hidden) },
    ];
    try {
      await transactFenced(deps.table, instance, own.fence, writes);
      break;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error; // one of them wrote meanwhile: look again
    }
  }
  const hidden = await personRecords.read(deps.table, instance, pair.private_id);
  if ((hidden?.waiting ?? 0) > 0) await moveWaiting(deps, own, pair, hidden?.waiting ?? 0);
}

/** Each waiting message goes over with its count; then the lane looks whether they are replies now. */
async function moveWaiting(
  deps: LaneDeps,
  own: Owner,
  pair: { phone: string; private_id: string },
  count: number,
): Promise<void> {
  const lane = instanceLane(own.instance_id);
  let left = count;
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
  const now = deps.clock.now();
  const look = recheckRow(lane, deps.ids.next("look", now), now, { person: pair.phone });
  await transactFenced(deps.table, own.instance_id, own.fence, [look]);
  await ensureWake(deps, lane, now, null);
}

/** @returns false when the message started, ended or moved meanwhile. */
async function moveRow(
  deps: LaneDeps,
  own: Owner,
  row: LaneRow,
  pair: { phone: string; private_id: string },
): Promise<boolean> {
  const stillTheirs: Condition = [{ field: "person", op: "=", value: pair.private_id }];
  const writes = [
    { update: { pk: row.pk, sk: row.sk }, set: { person: pair.phone }, if: stillTheirs },
    {
      update: keys.message(own.account_id, String(row.message_id)),
      set: { person: pair.phone },
      if: [...stillTheirs, { field: "row", op: "=" as const, value: row.sk }],
    },
    { update: keys.person(own.instance_id, pair.private_id), add: { waiting: -1 } },
    { update: keys.person(own.instance_id, pair.phone), add: { waiting: 1 } },
  ];
  return isCommitted(transactFenced(deps.table, own.instance_id, own.fence, writes));
}

const later = (a: string | undefined, b: string | undefined) => (a === undefined || (b !== undefined && b > a) ? b : a);
