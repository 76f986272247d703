import { isAbout, maskedPerson } from "../../domain/erasing/about-person.ts";
import { activityRecords } from "../../records/accounts/activity.ts";
import { type EventRecord, eventRecords } from "../../records/event.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import { ENDPOINT_QUEUES } from "../../store/lane-queues.ts";
import { removePartition } from "../instances/remove-partition.ts";
import { deleteAll, type Erasing, nextPage, type StepResult } from "./erasing-person.ts";

/**
 * Erases a page of the account's stored events: this instance's events that mention the person, along with everything
 * stored about their delivery. A row waiting for its next attempt contains none of the event's data, and is dropped
 * when its event isn't found.
 */
export async function eraseEvents(work: Erasing): Promise<StepResult> {
  const { deps, own, after } = work;
  const { items, next } = await nextPage(deps.table, { pk: keys.event(own.account_id, "").pk }, after);
  for (const event of items.map(eventRecords.of).filter((one) => isAboutPerson(work, one))) {
    for (const owner of ["account", own.instance_id]) await eraseDelivery(work, owner, event.id);
    await deps.table.write({ delete: keys.event(own.account_id, event.id) });
  }
  return next;
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
export async function eraseActivity({ deps, own, ids, after }: Erasing): Promise<StepResult> {
  const { items, next } = await nextPage(deps.table, { pk: keys.activity(own.account_id, "").pk }, after);
  const lines = items.map(activityRecords.of).filter(({ owner }) => owner === own.instance_id);
  for (const { pk, sk, subject } of lines) {
    if (typeof subject !== "string" || !ids.has(subject)) continue;
    await deps.table.write({ update: { pk, sk }, set: { subject: maskedPerson(subject) }, if: [{ item: "exists" }] });
  }
  return next;
}
