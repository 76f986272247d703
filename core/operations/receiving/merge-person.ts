import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { chatStates, uniteChatStates } from "../../records/answers/chat-state.ts";
import { contactRecords } from "../../records/chats/contact.ts";
import { carryPersonDay } from "../../records/chats/person-day.ts";
import { forgetTimer } from "../../records/chats/remembered-timer.ts";
import { transactFenced } from "../../records/fence.ts";
import { type FoundOptOut, findKeptOptOut, type OptOutHashes } from "../../records/kept-opt-outs.ts";
import type { Owner } from "../../records/owner.ts";
import { type PersonRecord, personRecords } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Write } from "../../store/table.ts";
import { isOtherForm, type NamePair, type PersonSides } from "./merge-sides.ts";
import { mergeWrites } from "./merge-writes.ts";
import { moveMergedWaiting } from "./move-merged-waiting.ts";

/** Dependencies for merging people. `optOuts`: the opt-outs of people whose data was erased. */
export type MergeDeps = LaneDeps & { optOuts: OptOutHashes };

/** The maximum number of attempts to change two contended records. In practice, far fewer are needed. */
const TRIES = 50;

/**
 * Merges a private id, or another form of a number, into the phone number that it turned out to belong to. From then
 * on, they are one person and one chat. Uses one commit; if either record has changed in the meantime, the commit is
 * refused and the merge is decided again. Messages waiting under the other id or form are then moved individually. The
 * same commit adds a row to the lane, so they are still moved if this process dies first. Safe to repeat after the
 * merge. An opt-out that was retained when the person's data was erased takes effect again. Spec: Message, `chat_id`;
 * docs/decisions/0079, 0229.
 * @throws FenceLost
 */
export async function mergePerson(deps: MergeDeps, own: Owner, pair: NamePair): Promise<void> {
  const lane = instanceLane(own.instance_id);
  return retryOnChange(TRIES, async ({ commit }) => {
    const [open, hidden] = [await sidesOf(deps, own, pair.phone), await sidesOf(deps, own, pair.private_id)];
    const isKnown = isOtherForm(pair) ? open.person !== null : open.person?.private_id === pair.private_id;
    const isDone = isKnown && hidden.person?.merged_into === pair.phone;
    const [theirs, now] = [hidden.person?.waiting ?? 0, deps.clock.now()];
    if (isDone && theirs === 0) return;
    const waits = theirs + (open.person?.waiting ?? 0) > 0;
    const look = recheckRow(lane, `merged-${pair.private_id}`, now, { person: pair.private_id });
    const states = uniteChatStates(own.instance_id, pair, open.state, hidden.state);
    const merge = isDone
      ? []
      : await countable(deps, [
          ...mergeWrites(own.instance_id, pair, open, hidden, now, await keptOptOut(deps, own, pair, [open, hidden])),
          ...states,
          ...(await countedDay(deps, own, pair, hidden.person)),
        ]);
    await commit(transactFenced(deps.table, own.instance_id, own.fence, [...merge, ...(waits ? [look] : [])]));
    for (const name of [pair.phone, pair.private_id]) forgetTimer(deps.table, own, name);
    if (theirs > 0) await moveMergedWaiting(deps, own, pair);
    if (waits) await ensureWake(deps, lane, now, null);
  });
}

/**
 * Finds the opt-out that was retained when the person's data was erased. Each first message only looks for it under the
 * keys that are known by then, so a person who wrote under one key may have opted out under the other. Reads nothing
 * for people who have never written: their first message finds it.
 */
async function keptOptOut(
  { table, optOuts }: MergeDeps,
  { instance_id }: Owner,
  { phone, private_id }: NamePair,
  sides: PersonSides[],
): Promise<FoundOptOut | null> {
  const known = sides.flatMap(({ person }) => person ?? []);
  if (known.every(({ first_in_at, last_in_at }) => first_in_at === undefined && last_in_at === undefined)) return null;
  const names = [phone, private_id, ...known.map((one) => one.private_id)];
  return findKeptOptOut(table, optOuts, instance_id, names);
}

/**
 * Builds the writes that carry over the day on which a person counted as new. A person with a private id has written,
 * so they never counted as new; a person stored under another form might have.
 */
async function countedDay({ table }: LaneDeps, own: Owner, pair: NamePair, known: PersonRecord | null) {
  if (!isOtherForm(pair)) return [];
  return carryPersonDay(table, own.instance_id, known, { from: pair.private_id, to: pair.phone });
}

/**
 * Drops writes that update the counts of deleted labels. A chat may still refer to such a label, which must not prevent
 * a merge.
 */
async function countable({ table }: LaneDeps, writes: Write[]): Promise<Write[]> {
  const counts = writes.flatMap((write) => ("update" in write && write.add?.count !== undefined ? [write.update] : []));
  const there = await table.getMany(counts);
  const gone = counts.filter(({ sk }) => !there.some((label) => label.sk === sk));
  return writes.filter((write) => !("update" in write) || !gone.includes(write.update));
}

async function sidesOf({ table }: LaneDeps, { instance_id }: Owner, person: string) {
  const places = [keys.person(instance_id, person), keys.contact(instance_id, person)];
  const items = await table.getMany([...places, keys.chatState(instance_id, person)]);
  return {
    state: chatStates.among(items, instance_id, person),
    person: personRecords.among(items, instance_id, person),
    contact: contactRecords.among(items, instance_id, person),
  };
}
