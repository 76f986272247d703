import { DAY_MS } from "../../contracts/durations.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { isAbout, isKeyAbout } from "../../domain/erasing/about-person.ts";
import { contactRecords } from "../../records/chats/contact.ts";
import { statusLists } from "../../records/status.ts";
import { keys } from "../../store/keys.ts";
import { chatLane } from "../../store/lane-names.ts";
import type { Key } from "../../store/table.ts";
import { removePartition } from "../instances/remove-partition.ts";
import { DONE, deleteAll, type Erasing, lateIds, nextPage, type StepResult, throughAll } from "./erasing-person.ts";

/** How many days of daily counts can exist for the person, counting back from the latest date in any time zone. */
const COUNTED_DAYS = 7;

/**
 * Erases the chat data found by the person's keys: the contact and its picture, the notes, the automations' data, texts
 * waiting for an answer, and changes waiting for the phone.
 */
export async function eraseChat({ deps, own, erasure }: Erasing): Promise<StepResult> {
  const { instance_id: instance } = own;
  const { table } = deps;
  const now = deps.clock.now().getTime();
  const days = Array.from({ length: COUNTED_DAYS }, (_, n) => new Date(now + (1 - n) * DAY_MS));
  for (const name of erasure.names) {
    const picture = (await contactRecords.read(table, instance, name))?.picture?.key;
    if (typeof picture === "string") await deps.media.remove(picture);
    const notes = keys.note(instance, name, "");
    await removePartition(deps, notes.pk, { prefix: notes.sk });
    await removePartition(deps, chatLane(instance, name));
    await deleteAll(table, [
      keys.contact(instance, name),
      keys.contactSync(instance, name),
      keys.checkedNumber(instance, name),
      keys.labelChange(instance, name),
      keys.chatState(instance, name),
      ...days.map((day) => keys.personDay(instance, day.toISOString().slice(0, 10), name)),
    ]);
  }
  return DONE;
}

/** Erases the instance's short-lived records that mention the person in their key or in a field. */
export async function eraseMentions(work: Erasing): Promise<StepResult> {
  const { deps, own, ids } = work;
  const partitions = [
    keys.labelWait(own.instance_id, "", ""),
    keys.command(own.instance_id, ""),
    keys.call(own.instance_id, ""),
    keys.album(own.instance_id, ""),
    keys.teamSign(own.instance_id, "", ""),
    keys.quarantine(own.instance_id, ""),
  ].map(({ pk }) => pk);
  return throughAll(work.after, partitions.length, async (at, after) => {
    const { items, next } = await nextPage(deps.table, { pk: partitions[at] ?? "" }, after);
    await deleteAll(
      deps.table,
      items.filter((item) => isKeyAbout(item.sk, ids) || isAbout(fieldsOf(item), ids)),
    );
    return next;
  });
}

/** Erases the person from the statuses' lists: the people for whom they were posted, and the people who viewed them. */
export async function eraseStatuses(work: Erasing): Promise<StepResult> {
  const { deps, own, ids } = work;
  // The session may also have stored the addresses of an earlier status.
  const { before } = lateIds(work, ID_PREFIXES.status);
  const range = { pk: keys.status(own.instance_id, "").pk, ...(before !== undefined && { before }) };
  const { items, next } = await nextPage(deps.table, range, work.after);
  for (const { sk: status } of items) {
    await deleteAll(
      deps.table,
      work.erasure.names.map((name) => keys.statusView(own.instance_id, status, name)),
    );
    const list = await statusLists.read(deps.table, own.instance_id, status);
    if (!list) continue;
    const set = {
      recipients: list.recipients.filter((one) => !ids.has(one)),
      ...(list.listed && { listed: list.listed.filter((one) => !ids.has(one)) }),
    };
    if (set.recipients.length === list.recipients.length && set.listed?.length === list.listed?.length) continue;
    await deps.table.write({ update: keys.statusList(own.instance_id, status), set, if: [{ item: "exists" }] });
  }
  return next;
}

/** Returns an item's fields without its key, which is checked separately. */
const fieldsOf = ({ pk: _, sk: __, ...fields }: Key & Record<string, unknown>) => fields;
