import { ID_PREFIXES } from "../../contracts/ids.ts";
import { isAbout, maskedPerson } from "../../domain/erasing/about-person.ts";
import { rowId } from "../../lanes/put-row.ts";
import { activityRecords } from "../../records/accounts/activity.ts";
import { type EventRecord, eventRecords } from "../../records/event.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import { ENDPOINT_QUEUES } from "../../store/lane-queues.ts";
import { removePartition } from "../instances/remove-partition.ts";
import { deleteAll, type Erasing, lateIds, nextPage, type StepResult } from "./erasing-person.ts";

/** The number of waiting rows per read. This number is a design choice. */
const LADDER_PAGE = 500;

/**
 * Erases a page of the account's stored events: this instance's events that mention the person, along with everything
 * stored about their delivery. Rows waiting for their next attempt contain none of the event's data, but are dropped
 * first: a response to an attempt in progress, which may repeat parts of the event, can't be stored without its row.
 */
export async function eraseEvents(work: Erasing): Promise<StepResult> {
  const { deps, own, after } = work;
  const range = { pk: keys.event(own.account_id, "").pk, ...lateIds(work, ID_PREFIXES.event) };
  const { items, next } = await nextPage(deps.table, range, after);
  const events = items.map(eventRecords.of).filter((one) => isAboutPerson(work, one));
  const owners = ["account", own.instance_id];
  const ids = new Set(events.map(({ id }) => id));
  if (ids.size > 0) for (const owner of owners) await dropRetries(work, owner, ids);
  for (const event of events) {
    for (const owner of owners) await eraseDelivery(work, owner, event.id);
    await deps.table.write({ delete: keys.event(own.account_id, event.id) });
  }
  return next;
}

/** Deletes the rows of these events that are waiting for their next attempt. */
async function dropRetries({ deps, own }: Erasing, owner: string, ids: ReadonlySet<string>): Promise<void> {
  const pk = endpointLane(own.account_id, owner);
  const prefix = `${ENDPOINT_QUEUES.ladder}#`;
  for (let after: string | undefined; ; ) {
    const { items, more } = await deps.table.query({ pk, prefix, limit: LADDER_PAGE, ...(after && { after }) });
    await deleteAll(
      deps.table,
      items.filter(({ sk }) => ids.has(rowId(sk))),
    );
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return;
  }
}

/**
 * Erases an event's row in a webhook's lane, its failure record, and the responses to its attempts, since those may
 * repeat parts of the event.
 */
async function eraseDelivery({ deps, own }: Erasing, owner: string, event: string): Promise<void> {
  const lane = endpointLane(own.account_id, owner);
  await deleteAll(deps.table, [
    keys.laneRow(lane, `${ENDPOINT_QUEUES.untried}#${event}`),
    keys.failedDelivery(own.account_id, owner, event),
  ]);
  const tries = keys.deliveryTry(own.account_id, owner, event, "");
  await removePartition(deps, tries.pk, { prefix: tries.sk });
}

function isAboutPerson({ own, ids }: Erasing, { instance_id, body }: EventRecord): boolean {
  if (instance_id !== own.instance_id) return false;
  try {
    return isAbout(JSON.parse(body), ids);
  } catch {
    return false; // what can't be read is no event of ours
  }
}

/** Masks the person in a page of the activity log. The lines themselves stay. */
export async function eraseActivity(work: Erasing): Promise<StepResult> {
  const { deps, own, ids, after } = work;
  const { from } = lateIds(work, ID_PREFIXES.activity);
  const range = { pk: keys.activity(own.account_id, "").pk, ...(from !== undefined && { from }) };
  const { items, next } = await nextPage(deps.table, range, after);
  const lines = items.map(activityRecords.of).filter(({ owner }) => owner === own.instance_id);
  for (const { pk, sk, subject } of lines) {
    if (typeof subject !== "string" || !ids.has(subject)) continue;
    await deps.table.write({ update: { pk, sk }, set: { subject: maskedPerson(subject) }, if: [{ item: "exists" }] });
  }
  return next;
}
