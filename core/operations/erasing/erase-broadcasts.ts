import { ID_PREFIXES } from "../../contracts/ids.ts";
import { type BroadcastRecord, broadcastRecords, type LeftOut } from "../../records/broadcasts/broadcast.ts";
import {
  type AudiencePerson,
  type GivenPerson,
  givenPages,
  peoplePages,
} from "../../records/broadcasts/broadcast-pages.ts";
import { keys, lists } from "../../store/keys.ts";
import type { Item } from "../../store/table.ts";
import { setState } from "../broadcasts/find-recipient.ts";
import { deleteAll, type Erasing, lateIds, nextPage, type StepResult } from "./erasing-person.ts";

/** Replaces the key of an erased person in an audience. It is never the key of a real person. */
export const ERASED = "erased";

/**
 * Erases the person from a page of the instance's broadcasts. Their place in each list stays, so the totals still add
 * up.
 */
export async function eraseBroadcasts(work: Erasing): Promise<StepResult> {
  const { deps, own } = work;
  // A request may also have changed the people of an earlier broadcast.
  const { before } = lateIds(work, ID_PREFIXES.broadcast);
  const bounds = before !== undefined && { before };
  const range = { pk: lists.broadcastsOfInstance(own.instance_id), index: "by_instance" as const, ...bounds };
  const { items, next } = await nextPage(deps.table, range, work.after, "gsi2sk");
  const found = items.length === 0 ? [] : await deps.table.getMany(items.map(({ pk, sk }) => ({ pk, sk })));
  for (const broadcast of found.map(broadcastRecords.of)) {
    await eraseLeftOut(work, broadcast);
    await erasePages(work, broadcast);
    const sent = work.erasure.names.map((name) => keys.broadcastSent(own.instance_id, broadcast.id, name));
    await deleteAll(deps.table, sent);
  }
  return next;
}

async function erasePages(work: Erasing, { id }: BroadcastRecord): Promise<void> {
  const { deps, own } = work;
  const { pk } = keys.broadcastPage(own.instance_id, id, 0, 0);
  for (let after: string | undefined; ; ) {
    const { items, more } = await deps.table.query({ pk, limit: PAGES, ...(after !== undefined && { after }) });
    for (const item of items) await erasePage(work, id, item);
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return;
  }
}

/** The number of pages per query. Each page contains a hundred people. */
const PAGES = 10;

async function erasePage(work: Erasing, id: string, item: Item): Promise<void> {
  const [gen = "", kind = "", page = ""] = item.sk.split("#");
  if (kind === "PEOPLE") {
    const { people } = peoplePages.of(item);
    const places = people.flatMap((one, at) => (isPerson(work, one) ? [at] : []));
    // A broadcast is never sent to a place that has a state, so set a state first.
    for (const at of places) {
      const spot = { id, gen: Number(gen), page: Number(page), at };
      await setState(work.deps.table, work.own.instance_id, spot, "never_wrote");
    }
    if (places.length > 0)
      await write(
        work,
        item,
        people.map((one) => (isPerson(work, one) ? NOBODY : one)),
      );
  } else if (kind === "GIVEN") {
    const { people } = givenPages.of(item);
    const others = people.filter(({ phone }: GivenPerson) => !work.ids.has(phone));
    if (others.length < people.length) await write(work, item, others);
  }
}

const NOBODY: AudiencePerson = { person: ERASED, phone: null, chat_id: null, name: null, fields: {} };

/**
 * Writes the whole page again, because a field changed on its own would be stored next to the packed fields, which
 * would still contain the old value.
 */
const write = ({ deps }: Erasing, page: Item, people: unknown[]) =>
  deps.table.write({ put: { ...page, people }, if: [{ item: "exists" }] });

const isPerson = ({ ids }: Erasing, { person, phone, chat_id }: AudiencePerson) =>
  [person, phone, chat_id].some((name) => name !== null && ids.has(name));

async function eraseLeftOut({ deps, ids }: Erasing, broadcast: BroadcastRecord): Promise<void> {
  const { left_out, dropped } = broadcast;
  const set = {
    ...(isIn(left_out, ids) && { left_out: without(left_out, ids) }),
    ...(dropped && isIn(dropped, ids) && { dropped: without(dropped, ids) }),
  };
  if (Object.keys(set).length === 0) return;
  const place = keys.broadcast(broadcast.account_id, broadcast.id);
  await deps.table.write({ update: place, set, if: [{ field: "gen", op: "=", value: broadcast.gen }] });
}

const isIn = ({ sample }: LeftOut, ids: ReadonlySet<string>) =>
  sample.some(({ phone }) => phone !== null && ids.has(phone));

const without = (left: LeftOut, ids: ReadonlySet<string>): LeftOut => ({
  ...left,
  sample: left.sample.map((one) => (one.phone !== null && ids.has(one.phone) ? { ...one, phone: null } : one)),
});
