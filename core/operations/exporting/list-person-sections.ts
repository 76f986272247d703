import { isAbout } from "../../domain/erasing/about-person.ts";
import { phoneOfPerson } from "../../domain/messages/chat-id.ts";
import { eventRecords } from "../../records/event.ts";
import { type MessageRecord, messageRecords } from "../../records/message.ts";
import { otpRecords } from "../../records/otps/otp.ts";
import { personRecords } from "../../records/person.ts";
import { keys, lists } from "../../store/keys.ts";
import type { Item } from "../../store/table.ts";
import {
  type ExportedPerson,
  type Exporting,
  readPage,
  type Section,
  type SectionPage,
  throughParts,
} from "./exporting-data.ts";
import { eventLines, messageLines, otpLines } from "./list-account-sections.ts";
import { chatLines, contactLines, noteLines } from "./list-instance-sections.ts";

/**
 * Everything to export about one person, in order: all the data that an instance stores about them, in the form the API
 * shows.
 */
export const PERSON_SECTIONS: readonly Section[] = [
  {
    name: "contacts",
    read: ofPerson(async (work, person) =>
      done(await contactLines(work, person.instance.id, (await people(work, person)).map(personRecords.of))),
    ),
  },
  { name: "chats", read: ofPerson(async (work, person) => done(await chatLines(work, await people(work, person)))) },
  { name: "notes", read: ofPerson(notes) },
  { name: "messages", read: ofPerson(chatMessages) },
  { name: "group_messages", read: ofPerson(groupMessages) },
  { name: "otps", read: ofPerson(otps) },
  { name: "events", read: ofPerson(events) },
];

/** Builds a reader that only works with a person. In an account's export, which has no person, it reads nothing. */
function ofPerson(
  read: (work: Exporting, person: ExportedPerson, after: string | undefined) => Promise<SectionPage>,
): Section["read"] {
  return async (work, after) => (work.person === null ? done([]) : read(work, work.person, after));
}

const done = (lines: object[]): SectionPage => ({ lines, after: null });

/** Reads the person's records. There is one for each of their keys. */
const people = ({ deps }: Exporting, { instance, names }: ExportedPerson): Promise<Item[]> =>
  deps.table.getMany(names.map((name) => keys.person(instance.id, name)));

function notes(work: Exporting, { instance, names }: ExportedPerson, after: string | undefined): Promise<SectionPage> {
  const parts = names.map((name) => async (from: string | undefined): Promise<SectionPage> => {
    const { pk, sk: prefix } = keys.note(instance.id, name, "");
    const page = await readPage(work.deps.table, { pk, prefix }, from);
    return { lines: await noteLines(work, instance.id, page.items), after: page.after };
  });
  return throughParts(parts, after);
}

/** Reads the messages in the chat with the person. There is one list of messages for each of the person's keys. */
function chatMessages(work: Exporting, person: ExportedPerson, after: string | undefined): Promise<SectionPage> {
  const { id } = person.instance;
  const partitions = person.names.flatMap((name) => [
    ...(phoneOfPerson(name) === null ? [] : [lists.messagesOfPhone(work.account.id, name)]),
    lists.messagesOfChat(id, name),
  ]);
  const parts = partitions.map((pk) => async (from: string | undefined): Promise<SectionPage> => {
    const page = await readPage(work.deps.table, { pk, index: "by_phone" }, from, { order: "gsi3sk" });
    const found = await readMessages(
      work,
      person,
      page.items.map(({ sk }) => sk),
    );
    return {
      lines: await messageLines(
        work,
        found.filter((one) => isWith(one, person)),
      ),
      after: page.after,
    };
  });
  return throughParts(parts, after);
}

/**
 * Reads the messages that the person wrote in groups. They are found through the instance's network IDs, which lead to
 * every received message.
 */
async function groupMessages(work: Exporting, person: ExportedPerson, after: string | undefined): Promise<SectionPage> {
  const page = await readPage(work.deps.table, { pk: keys.networkId(person.instance.id, "", "").pk }, after);
  const named = page.items.flatMap(({ message_id }) => (typeof message_id === "string" ? [message_id] : []));
  const found = await readMessages(work, person, [...new Set(named)]);
  const theirs = found.filter((one) => !isWith(one, person) && isBy(one, person));
  return { lines: await messageLines(work, theirs), after: page.after };
}

async function readMessages(
  { deps, account }: Exporting,
  { instance }: ExportedPerson,
  ids: readonly string[],
): Promise<MessageRecord[]> {
  const items = ids.length === 0 ? [] : await deps.table.getMany(ids.map((id) => keys.message(account.id, id)));
  const own = items.map(messageRecords.of).filter(({ instance_id }) => instance_id === instance.id);
  return own.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const isWith = ({ person, chat_id }: MessageRecord, { ids }: ExportedPerson) =>
  [person, chat_id].some((name) => name !== null && ids.has(name));

const isBy = ({ direction, participant }: MessageRecord, { ids }: ExportedPerson) =>
  direction === "in" && participant !== null && ids.has(participant);

async function otps(work: Exporting, { instance, ids }: ExportedPerson, after: string | undefined) {
  const range = { pk: lists.otpsOfInstance(instance.id), index: "by_instance" as const };
  const page = await readPage(work.deps.table, range, after, { order: "gsi2sk" });
  const places = page.items.map(({ pk, sk }) => ({ pk, sk }));
  const found = places.length === 0 ? [] : (await work.deps.table.getMany(places)).map(otpRecords.of);
  return {
    lines: otpLines(
      work,
      found.filter(({ phone }) => phone !== null && ids.has(phone)),
    ),
    after: page.after,
  };
}

async function events(work: Exporting, { instance, ids }: ExportedPerson, after: string | undefined) {
  const page = await readPage(work.deps.table, { pk: keys.event(work.account.id, "").pk }, after);
  const own = page.items.map(eventRecords.of).filter(({ instance_id }) => instance_id === instance.id);
  return { lines: eventLines(work, own).filter((line) => isAbout(line, ids)), after: page.after };
}
