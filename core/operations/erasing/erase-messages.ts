import { isKeyAbout } from "../../domain/erasing/about-person.ts";
import { isSavedFile } from "../../domain/files/saved-file-key.ts";
import { phoneOfPerson } from "../../domain/messages/chat-id.ts";
import { laneRows } from "../../lanes/lane.ts";
import { type MessageRecord, messageRecords } from "../../records/message.ts";
import { markPages } from "../../records/people-marks.ts";
import { keys, lists } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import type { Item, Write } from "../../store/table.ts";
import { failMessage } from "../sending/send-steps.ts";
import { dropTraces } from "./drop-traces.ts";
import { deleteAll, type Erasing, nextPage, type StepResult, throughAll } from "./erasing-person.ts";

/** The number of parallel writes when deleting the pages of a message's marks. */
const AT_ONCE = 25;

/**
 * Erases a page of messages in the chat with the person. There is one list of messages for each of the person's keys.
 * @returns `waits` in the last step if a message is not over yet.
 */
export async function eraseChatMessages(work: Erasing): Promise<StepResult> {
  const { account_id: account, instance_id: instance } = work.own;
  const partitions = work.erasure.names.flatMap((name) => [
    ...(phoneOfPerson(name) === null ? [] : [lists.messagesOfPhone(account, name)]),
    lists.messagesOfChat(instance, name),
  ]);
  return throughAll(work.after, partitions.length, async (at, after) => {
    const range = { pk: partitions[at] ?? "", index: "by_phone" as const };
    const { items, next } = await nextPage(work.deps.table, range, after, "gsi3sk");
    // Entries written by earlier versions don't include the instance. For those entries, the instance is determined
    // when the message is read.
    const own = items.filter(({ gsi3sk }) => [undefined, instance].includes(String(gsi3sk).split("#")[1]));
    const found = await readThese(
      work,
      own.map(({ sk }) => sk),
    );
    const theirs = found.filter((one) => isWithPerson(work, one));
    const over = await overWithPerson(work, theirs);
    await removeMessages(work, over);
    const isLast = work.erasure.step === "late_messages";
    return isLast && over.length < theirs.length ? { kind: "waits" } : next;
  });
}

/**
 * Returns the messages with the person that are over. One that was accepted at the moment when the person's record was
 * erased is cancelled first: without its message, its row in the lane would end without an event, and its person would
 * count it as waiting forever. One that is being sent is left to the last step, which waits for it.
 */
async function overWithPerson(work: Erasing, found: readonly MessageRecord[]): Promise<MessageRecord[]> {
  const over: MessageRecord[] = [];
  for (const one of found) if (isWithPerson(work, one) && (await isOver(work, one))) over.push(one);
  return over;
}

async function isOver({ deps, own }: Erasing, message: MessageRecord): Promise<boolean> {
  if (message.step === "sending") return false;
  if (message.step === "done" || message.row === null) return true;
  const row = await deps.table.get(keys.laneRow(instanceLane(own.instance_id), message.row));
  if (row === null) return true;
  return (await failMessage(deps, own, message, laneRows.of(row), "cancelled")) === "done";
}

/**
 * Erases what the person wrote in groups, as well as their reactions, votes and quotes in messages that remain. Goes
 * through the instance's network ids page by page, because they lead to every received and sent message.
 */
export async function eraseGroupMessages(work: Erasing): Promise<StepResult> {
  const { pk } = keys.networkId(work.own.instance_id, "", "");
  const { items, next } = await nextPage(work.deps.table, { pk }, work.after);
  const named = items.flatMap(({ message_id }) => (typeof message_id === "string" ? [message_id] : []));
  const found = await readThese(work, [...new Set(named)]);
  const written = found.filter((one) => !isWithPerson(work, one) && isByPerson(work, one));
  const theirs = [...(await overWithPerson(work, found)), ...written];
  await removeMessages(work, theirs);
  const gone = new Set(theirs.map(({ id }) => id));
  for (const message of found) if (!gone.has(message.id)) await dropTraces(work, message);
  const stays = new Set(found.filter(({ id }) => !gone.has(id)).map(({ id }) => id));
  const rows = items.filter(({ sk, message_id }) => isKeyAbout(sk, work.ids) && !stays.has(String(message_id)));
  await deleteAll(work.deps.table, rows);
  return next;
}

/**
 * Removes messages along with their files, their marks and the rows for their network IDs. The record is removed last,
 * because everything else is found through it. The rows are removed in the same transaction, because some of the rows
 * lead to the record and the rest mention the person.
 */
export async function removeMessages(work: Erasing, messages: readonly MessageRecord[]): Promise<void> {
  for (const message of messages) {
    const { file } = message;
    if (file && !isSavedFile(file.key) && message.file_shared !== true) await work.deps.media.remove(file.key);
    await removeMarks(work, message);
    await work.deps.table.transact([
      { delete: keys.message(message.account_id, message.id) },
      ...networkRows(work, message).map((place): Write => ({ delete: place })),
    ]);
  }
}

async function removeMarks({ deps, own }: Erasing, { id, reactions_spilled, poll_votes }: MessageRecord) {
  if (reactions_spilled !== true && poll_votes?.spilled !== true) return;
  const pages = markPages(own.instance_id, id);
  for (let from = 0; from < pages.length; from += AT_ONCE) {
    await Promise.all(pages.slice(from, from + AT_ONCE).map((write: Write) => deps.table.write(write)));
  }
}

function networkRows({ own, erasure }: Erasing, { network_id, direction }: MessageRecord) {
  if (network_id === null) return [];
  const authors = direction === "out" ? ["out"] : erasure.names;
  return authors.map((author) => keys.networkId(own.instance_id, author, network_id));
}

async function readThese({ deps, own }: Erasing, ids: readonly string[]): Promise<MessageRecord[]> {
  const items: Item[] =
    ids.length === 0 ? [] : await deps.table.getMany(ids.map((id) => keys.message(own.account_id, id)));
  return items.map(messageRecords.of).filter(({ instance_id }) => instance_id === own.instance_id);
}

/** Whether a message belongs to the chat with the person and was stored before the person's record was erased. */
const isWithPerson = ({ ids, erasure }: Erasing, { id, person, chat_id }: MessageRecord) =>
  [person, chat_id].some((name) => name !== null && ids.has(name)) &&
  (erasure.until === undefined || id < erasure.until);

/** Whether the person wrote this message in a group before their record was erased. */
const isByPerson = ({ ids, erasure }: Erasing, { id, participant, direction }: MessageRecord) =>
  direction === "in" &&
  participant !== null &&
  ids.has(participant) &&
  (erasure.until === undefined || id < erasure.until);
