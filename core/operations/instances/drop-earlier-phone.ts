import type { Clock } from "../../ports.ts";
import { chatLabelsOf, relabel } from "../../records/chats/chat-labels.ts";
import { contactRecords } from "../../records/chats/contact.ts";
import { checkFence, transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { type PersonRecord, personRecords } from "../../records/person.ts";
import { safetyOf } from "../../records/safety.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Table } from "../../store/table.ts";
import { mirrorContact } from "../contacts/mirror-contact.ts";
import { dropPhoneLabels } from "../labels/drop-phone-labels.ts";
import { removePartition } from "./remove-partition.ts";

type Deps = { table: Table; clock: Pick<Clock, "now"> };

/**
 * Chat settings that belong to the phone. After each link, the phone reports the settings that are on but not those
 * that are off.
 */
const SAME_PHONES = ["archived", "pinned_ms", "muted_until_ms"] as const satisfies (keyof PersonRecord)[];
const OTHER_PHONES = [...SAME_PHONES, "phone_chat_id", "blocked"] as const satisfies (keyof PersonRecord)[];
/** The number of people per table request. A single request returns at most one megabyte. */
const PAGE = 500;
/** The number of parallel writes. */
const AT_ONCE = 25;

/**
 * Removes everything that only the previously linked phone reported, before anything from the new phone arrives. If the
 * same phone was linked again, only the archive, pin and mute settings are removed; otherwise, so are blocks, saved
 * names, groups, channels and the phone's labels. People, messages, labels created through the gateway and names saved
 * by a request are retained. If the removal is interrupted, repeating the call completes it. Does nothing at the first
 * link.
 * @param phone the digits of the currently linked phone. @param isOver checked between pages; returning true ends the
 * removal early.
 * @throws FenceLost Spec: Instance lifecycle. docs/decisions/0079.
 */
export async function dropEarlierPhone(deps: Deps, own: Owner, phone: string, isOver: () => boolean): Promise<void> {
  const { instance_id: instance } = own;
  const { linked_phone } = safetyOf(await deps.table.get(keys.safety(instance)));
  if (linked_phone === null) return;
  const isSame = linked_phone === phone;
  const fields = isSame ? SAME_PHONES : OTHER_PHONES;
  if (!isSame)
    await eachPage(deps, own, keys.contact(instance, "").pk, isOver, (items) => forgetNames(deps, own, items));
  await eachPage(deps, own, keys.person(instance, "").pk, isOver, (items) => forgetFields(deps, items, fields));
  for (const { pk } of [keys.group(instance, ""), keys.channel(instance, "")]) {
    if (isSame) await eachPage(deps, own, pk, isOver, (items) => forgetFields(deps, items, fields));
    else await eachPage(deps, own, pk, isOver, (items) => removeChats(deps, own, items));
  }
  if (!isSame) await transactFenced(deps.table, instance, own.fence, [{ delete: keys.channelList(instance) }]);
  if (!isSame && !isOver()) await dropPhoneLabels(deps, own, deps.clock.now());
}

async function eachPage(
  { table }: Deps,
  own: Owner,
  pk: string,
  isOver: () => boolean,
  work: (items: Item[]) => Promise<void>,
): Promise<void> {
  for (let after: string | undefined; ; ) {
    if (isOver()) return;
    await checkFence(table, own.instance_id, own.fence);
    const { items, more } = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    for (let n = 0; n < items.length; n += AT_ONCE) await work(items.slice(n, n + AT_ONCE));
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return;
  }
}

async function forgetFields({ table }: Deps, items: Item[], fields: readonly (keyof PersonRecord)[]): Promise<void> {
  const known = items.map(personRecords.of).filter((record) => fields.some((field) => record[field] !== undefined));
  await Promise.all(known.map(({ pk, sk }) => table.write({ update: { pk, sk }, remove: [...fields] })));
}

/**
 * Removes names saved on the phone, but not names that were saved through the gateway and haven't reached the phone
 * yet.
 */
async function forgetNames(deps: Deps, own: Owner, items: Item[]): Promise<void> {
  const saved = items.map(contactRecords.of).filter(({ saved_by }) => saved_by === "phone");
  await Promise.all(saved.map(({ sk }) => mirrorContact(deps, own, sk, { kind: "saved", name: null, by: "phone" })));
}

/**
 * Removes chats. Their labels are removed first, because a label would otherwise count the chat indefinitely, and so
 * are group members, because they can only be found through the group.
 */
async function removeChats({ table }: Deps, own: Owner, items: Item[]): Promise<void> {
  const labelled = items.flatMap((item) => chatLabelsOf(item) ?? []).filter(({ labels = [] }) => labels.length > 0);
  for (const chat of labelled)
    await transactFenced(table, own.instance_id, own.fence, relabel(own.instance_id, chat.sk, chat, []));
  for (const { pk, sk } of items) {
    if (pk === keys.group(own.instance_id, sk).pk)
      await removePartition({ table }, keys.groupText(own.instance_id, sk).pk);
    await table.write({ delete: { pk, sk } });
  }
}
