import { type AccountId, ID_PREFIXES, type InstanceId } from "../../contracts/ids.ts";
import { isPast, type KeptKind, keptSince, type RetentionSetting } from "../../domain/accounts/retention.ts";
import { idBound } from "../../domain/ulid-bound.ts";
import { rowId } from "../../lanes/put-row.ts";
import { exportRecords } from "../../records/export.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import { ENDPOINT_QUEUES } from "../../store/lane-queues.ts";
import type { Item, Range, Table } from "../../store/table.ts";
import { dropPastExports } from "../files/drop-export.ts";
import { endPastBroadcasts } from "./end-past-broadcasts.ts";
import { type EndPastDeps, endPastMessages } from "./end-past-messages.ts";
import { endPastStatuses } from "./end-past-statuses.ts";

/** The number of items per read. We chose this value ourselves. */
const PAGE = 100;
const INSTANCES_PAGE = 500;

/** An account's id and retention setting. */
export type AccountSetting = RetentionSetting & { id: AccountId };

/** A partition whose items have a limited lifetime, and the function that deletes the expired ones on a page. */
interface Part {
  range: Omit<Range, "limit" | "after">;
  end(items: Item[]): Promise<unknown>;
}

/**
 * Deletes a page of the data that has passed the account's retention period. Safe to repeat for the same page.
 * @param place where the page begins, as returned for the previous page; undefined starts from the beginning.
 * @returns where the next page begins, or null once everything has been checked.
 */
export async function endPastData(
  deps: EndPastDeps,
  account: AccountSetting,
  place: string | undefined,
  now: Date,
): Promise<string | null> {
  const parts = partsOf(deps, account, await instancesOf(deps.table, account.id), now);
  const [name, after] = splitPlace(place);
  const found = parts.findIndex((one) => nameOf(one) === name);
  // If the place is in a partition of an instance that has been deleted since, the pass starts over.
  const at = Math.max(0, found);
  const part = parts[at];
  if (part === undefined) return null;
  const { items, more } = await deps.table.query({
    ...part.range,
    limit: PAGE,
    ...(found !== -1 && after !== "" && { after, from: undefined }),
  });
  await part.end(items);
  const last = items.at(-1)?.sk;
  if (more && last !== undefined) return `${nameOf(part)}|${last}`;
  const next = parts[at + 1];
  return next === undefined ? null : `${nameOf(next)}|`;
}

/**
 * Returns a name for a partition that stays the same while instances come and go. With its number in the list instead,
 * a place would soon mean another partition, where DynamoDB may refuse the range.
 */
const nameOf = ({ range }: Part) => `${range.pk} ${range.prefix ?? range.from ?? ""}`;

function splitPlace(place = "|"): [name: string, after: string] {
  const cut = place.indexOf("|");
  return [place.slice(0, cut), place.slice(cut + 1)];
}

async function instancesOf(table: Table, account: AccountId): Promise<InstanceId[]> {
  const { pk } = keys.accountInstance(account, "");
  const found: InstanceId[] = [];
  for (let after: string | undefined; ; ) {
    const { items, more } = await table.query({ pk, limit: INSTANCES_PAGE, ...(after !== undefined && { after }) });
    found.push(...items.map(({ sk }) => sk));
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return found;
  }
}

/**
 * Returns everything that expires. The order ensures that a row waiting to be delivered is deleted before its event.
 */
function partsOf(deps: EndPastDeps, account: AccountSetting, instances: InstanceId[], now: Date): Part[] {
  const { id } = account;
  const drop = (items: Item[]) => Promise.all(items.map(({ pk, sk }) => deps.table.write({ delete: { pk, sk } })));
  const dropPast = (kind: KeptKind) => (items: Item[]) =>
    drop(items.filter(({ ttl }) => typeof ttl === "number" && isPast(ttl, account, kind, now)));
  const messages = idBound(ID_PREFIXES.message, keptSince(account, "other", now));
  const otps = idBound(ID_PREFIXES.otp, keptSince(account, "other", now));
  const drafts = idBound(ID_PREFIXES.draft, keptSince(account, "other", now));
  const statuses = idBound(ID_PREFIXES.status, keptSince(account, "other", now));
  const broadcasts = idBound(ID_PREFIXES.broadcast, keptSince(account, "broadcast", now));
  const events = idBound(ID_PREFIXES.event, keptSince(account, "event", now));
  const owners = ["account", ...instances];
  const ladder = (items: Item[]) => drop(items.filter(({ sk }) => rowId(sk) < events));
  const { untried: q, ladder: d } = ENDPOINT_QUEUES;
  return [
    {
      range: { pk: keys.message(id, "").pk, before: messages },
      end: (items) => endPastMessages(deps, account, items, now),
    },
    { range: { pk: keys.otp(id, "").pk, before: otps }, end: dropPast("other") },
    ...owners.flatMap((owner): Part[] => [
      { range: { pk: endpointLane(id, owner), from: `${q}#`, before: `${q}#${events}` }, end: drop },
      { range: { pk: endpointLane(id, owner), prefix: `${d}#` }, end: ladder },
    ]),
    {
      range: { pk: keys.dataExport(id, "").pk },
      end: (items) => dropPastExports(deps, account, items.map(exportRecords.of), now),
    },
    { range: { pk: keys.event(id, "").pk, before: events }, end: drop },
    ...owners.flatMap((owner): Part[] => [
      { range: { pk: keys.failedDelivery(id, owner, "").pk, before: events }, end: drop },
      { range: { pk: keys.deliveryTry(id, owner, "", "").pk, before: events }, end: drop },
      { range: { pk: keys.deliveredPage(id, owner, "").pk }, end: dropPast("event") },
    ]),
    { range: { pk: keys.quarantine(id, "").pk }, end: dropPast("other") }, // deliveries of the account's own webhook
    ...instances.flatMap((instance): Part[] => [
      { range: { pk: keys.note(instance, "", "").pk }, end: dropPast("other") },
      { range: { pk: keys.quarantine(instance, "").pk }, end: dropPast("other") },
    ]),
    { range: { pk: keys.draft(id, "").pk, before: drafts }, end: drop },
    {
      range: { pk: keys.message(id, statuses).pk, before: statuses },
      end: (items) => endPastStatuses(deps, items),
    },
    {
      range: { pk: keys.broadcast(id, "").pk, before: broadcasts },
      end: (items) => endPastBroadcasts(deps, account, items, now),
    },
  ];
}
