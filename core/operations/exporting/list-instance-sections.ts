import { channelRecords } from "../../records/chats/channel.ts";
import { noteRecords } from "../../records/chats/chat-note.ts";
import { contactRecords } from "../../records/chats/contact.ts";
import { groupRecords } from "../../records/chats/group.ts";
import { isLive, readAllLabels } from "../../records/chats/label.ts";
import { labelsStates } from "../../records/chats/labels-state.ts";
import { chatIn, chatPlace, type StoredChat } from "../../records/chats/stored-chat.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { type PersonRecord, personRecords } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Key } from "../../store/table.ts";
import { presentChannel } from "../channels/present-channel.ts";
import { presentChats } from "../chats/present-chat.ts";
import { presentContact } from "../contacts/present-contact.ts";
import { isContact } from "../contacts/read-contact.ts";
import { presentGroup } from "../groups/present-group.ts";
import { presentLabel } from "../labels/present-label.ts";
import { presentNotes } from "../notes/present-notes.ts";
import {
  type Exporting,
  ofEachInstance,
  readPage,
  type Section,
  type SectionPage,
  throughParts,
} from "./exporting-data.ts";

/**
 * The number of groups per page. It is small because groups are read with their members, and a group can have up to a
 * thousand.
 */
const GROUPS = 10;

/** Everything that belongs to each of an account's instances: people, chats, groups, channels, labels and notes. */
export const INSTANCE_SECTIONS: readonly Section[] = [
  {
    name: "contacts",
    read: ofEachInstance(async (work, { id }, after) => {
      const page = await readPage(work.deps.table, { pk: keys.person(id, "").pk }, after);
      return { lines: await contactLines(work, id, page.items.map(personRecords.of)), after: page.after };
    }),
  },
  {
    name: "chats",
    read: ofEachInstance((work, { id }, after) => {
      const partitions = [keys.person(id, ""), keys.group(id, ""), keys.channel(id, "")];
      const parts = partitions.map(({ pk }) => async (from: string | undefined): Promise<SectionPage> => {
        const page = await readPage(work.deps.table, { pk }, from);
        return { lines: await chatLines(work, page.items), after: page.after };
      });
      return throughParts(parts, after);
    }),
  },
  {
    name: "groups",
    read: ofEachInstance(async ({ deps, files, now }, { id }, after) => {
      const page = await readPage(deps.table, { pk: keys.group(id, "").pk }, after, { limit: GROUPS });
      const own = page.items.map(groupRecords.of).filter(({ my_role }) => my_role !== undefined);
      const view = { table: deps.table, media: files.media, clock: { now: () => now } };
      const lines = own.map(async (record) => ({
        instance_id: id,
        ...(await presentGroup(view, id, { group: record.sk, record })),
      }));
      return { lines: await Promise.all(lines), after: page.after };
    }),
  },
  {
    name: "channels",
    read: ofEachInstance(async ({ deps, files, now }, { id }, after) => {
      const page = await readPage(deps.table, { pk: keys.channel(id, "").pk }, after);
      const view = { media: files.media, clock: { now: () => now } };
      const lines = page.items.map(channelRecords.of).map(async (record) => ({
        instance_id: id,
        ...(await presentChannel(view, record.sk, record)),
      }));
      return { lines: await Promise.all(lines), after: page.after };
    }),
  },
  { name: "labels", read: ofEachInstance(labels) },
  {
    name: "notes",
    read: ofEachInstance(async (work, { id }, after) => {
      const page = await readPage(work.deps.table, { pk: keys.note(id, "", "").pk }, after);
      return { lines: await noteLines(work, id, page.items), after: page.after };
    }),
  },
];

/** Builds the lines for people who are contacts. */
export async function contactLines(
  { deps, files, now }: Exporting,
  instance: string,
  people: readonly (PersonRecord & Key)[],
): Promise<object[]> {
  const contacts = people.filter((one) => isContact(one));
  const cold =
    contacts.length === 0 ? [] : await deps.table.getMany(contacts.map(({ sk }) => keys.contact(instance, sk)));
  const view = { media: files.media, clock: { now: () => now } };
  return Promise.all(
    contacts.map(async (known) => {
      const contact = contactRecords.among(cold, instance, known.sk);
      return { instance_id: instance, ...(await presentContact(view, { person: known.sk, known, contact })) };
    }),
  );
}

/** Builds the lines for the items that contain a chat. */
export async function chatLines({ deps, account, now }: Exporting, items: readonly Item[]): Promise<object[]> {
  const chats = items
    .map(chatIn)
    .filter(({ record }) => record.last_id !== undefined && record.hidden_ms === undefined);
  return chats.length === 0 ? [] : presentChats(deps, account.id, chats, now);
}

async function labels({ deps }: Exporting, { id }: InstanceRecord): Promise<SectionPage> {
  const all = (await readAllLabels(deps.table, id)).filter(isLive);
  const state = (await labelsStates.read(deps.table, id)) ?? {};
  return { lines: all.map((label) => ({ instance_id: id, ...presentLabel(label, state) })), after: null };
}

/** Builds the lines for unexpired notes, each with its chat. */
export async function noteLines(
  { deps, account, now }: Exporting,
  instance: string,
  items: readonly Item[],
): Promise<object[]> {
  const kept = items.map(noteRecords.of).filter(({ ttl }) => ttl * 1000 > now.getTime());
  const lines = await Promise.all(
    kept.map((note) => {
      const place = chatPlace(note.sk.slice(0, note.sk.lastIndexOf("#")));
      if (place === null) return [];
      const chat: StoredChat = { instance_id: instance, ...place, record: {} }; // its id is all that a note shows
      return presentNotes(deps.table, account.id, chat, [note]);
    }),
  );
  return lines.flat();
}
