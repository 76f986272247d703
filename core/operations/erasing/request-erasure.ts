import { ID_PREFIXES, type InstanceId } from "../../contracts/ids.ts";
import { idsOf, isAbout, maskedPerson } from "../../domain/erasing/about-person.ts";
import { idBound } from "../../domain/ulid-bound.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { type Actor, activityWrite } from "../../records/accounts/activity.ts";
import type { Pepper } from "../../records/accounts/pepper.ts";
import { type ErasureRecord, erasedRecords, erasureRecords, erasuresRow } from "../../records/erasure.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { messageRecords } from "../../records/message.ts";
import { findPerson } from "../../records/named-person.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys, lists } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { contactKey } from "../contacts/read-contact.ts";
import { ENDED_KNOWN_MS } from "./erase-step.ts";

type Deps = LaneDeps & { pepper: Pepper };

/**
 * The result of a request: either an erasure has been in progress since the given time, or an earlier erasure is
 * complete and nothing is left.
 */
export type AskedErasure = { state: "erasing"; asked_at: string } | { state: "erased" };

/**
 * Requests the erasure of all of a person's data, which the instance's owner carries out. Repeating the request returns
 * the state of the erasure. Once the erasure is complete, only one request reports that. The next request erases
 * whatever has arrived since then.
 * @param given phone digits, a private id, or the id of the chat with the person.
 * @throws ApiError `not_found` if the id can't belong to a person. Spec: contacts, `data`.
 */
export async function requestErasure(
  deps: Deps,
  instance: InstanceRecord,
  given: string,
  actor: Actor,
): Promise<AskedErasure> {
  const key = contactKey(given);
  const found = await findPerson(deps.table, instance.id, key);
  const now = deps.clock.now();
  const marks = await Promise.all([...new Set([key, found.person])].map((name) => markOf(deps, instance.id, name)));
  for (const name of new Set([found.person, key])) {
    const begun = await erasureRecords.read(deps.table, instance.id, name);
    if (begun) return goOn(deps, instance.id, begun);
  }
  if (found.known === null && (await hasEnded(deps, instance, [key, found.person], marks))) return { state: "erased" };
  const erasure: ErasureRecord = {
    person: found.person,
    names: [...new Set([found.person, key])],
    marks,
    step: "waiting",
    asked_at: now.toISOString(),
  };
  const activity = {
    account_id: instance.account_id,
    owner: instance.id,
    action: "contact.erased" as const,
    actor,
    subject: maskedPerson(found.person),
    changed: [],
  };
  const isBegun = await isCommitted(
    deps.table.transact([
      { put: { ...keys.erasure(instance.id, found.person), ...erasure }, if: [{ item: "absent" }] },
      erasuresRow(instance.id, now),
      activityWrite(deps.ids, activity, now),
    ]),
  );
  // If the erasure wasn't begun here, another request began it at the same moment and will wake the lane itself.
  if (isBegun) await ensureWake(deps, instanceLane(instance.id), now, null);
  return { state: "erasing", asked_at: erasure.asked_at };
}

/** Makes sure that an erasure continues, even if its row was quarantined. */
async function goOn(deps: Deps, instance: InstanceId, { asked_at }: ErasureRecord): Promise<AskedErasure> {
  const now = deps.clock.now();
  await deps.table.write(erasuresRow(instance, now));
  await ensureWake(deps, instanceLane(instance), now, null);
  return { state: "erasing", asked_at };
}

/**
 * Hashes the identifier that a request uses for a person, so the record of a completed erasure does not reveal the
 * person.
 */
const markOf = async ({ pepper }: Deps, instance: InstanceId, name: string): Promise<string> =>
  (await pepper.hmac("erased", `${instance}|${name}`)).toString("hex");

/**
 * How many of the messages stored since an erasure are searched for the person. If there are more, the person is
 * erased again.
 */
const LOOKED_AT = 50;

/**
 * Whether an erasure was completed recently and the person hasn't written since. Also deletes the record of that
 * completion.
 */
async function hasEnded(
  { table, clock }: Deps,
  { id, account_id }: InstanceRecord,
  names: string[],
  marks: string[],
): Promise<boolean> {
  const places = marks.map((mark) => keys.erased(id, mark));
  const ended = (await table.getMany(places)).map(erasedRecords.of);
  const last = ended.toSorted((a, b) => b.ended_ms - a.ended_ms)[0];
  const since = last?.ended_ms ?? 0;
  for (const place of places) await table.write({ delete: place });
  if (since < clock.now().getTime() - ENDED_KNOWN_MS) return false;
  // What the person wrote while the erasure was in progress is not erased.
  const from = last?.until ?? idBound(ID_PREFIXES.message, new Date(since));
  const range = { pk: lists.messagesOfInstance(id), index: "by_instance" as const, from, limit: LOOKED_AT };
  const { items, more } = await table.query(range);
  if (more) return false;
  const ids = idsOf(names);
  const messages = items.length === 0 ? [] : await table.getMany(items.map(({ sk }) => keys.message(account_id, sk)));
  return !messages
    .map(messageRecords.of)
    .some(({ person, chat_id, participant }) => isAbout([person, chat_id, participant], ids));
}
