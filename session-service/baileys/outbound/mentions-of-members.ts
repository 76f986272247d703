import type { GroupMetadata } from "@whiskeysockets/baileys";
import type { InstanceId } from "../../../core/contracts/ids.ts";
import { phoneOfChat, phoneOfPerson } from "../../../core/domain/messages/chat-id.ts";
import { digitsOfMention } from "../../../core/domain/messages/mentioned-person.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { inMemberForms } from "../../../core/records/named-person.ts";
import { readPerson } from "../../../core/records/person.ts";
import type { Table } from "../../../core/store/table.ts";
import { memberIds } from "../groups/group-watch.ts";
import { chatAt, parseParty, withoutDevice } from "../shared/network-ids.ts";
import type { Addressing } from "./addressing.ts";

/** Matches a mention in text. */
const MENTION = /@(\d+)/g;

/** The dependencies for handling mentions. */
interface MentionParts {
  table: Table;
  instance_id: InstanceId;
  addressing: Pick<Addressing, "group" | "person">;
}

/**
 * Replaces the mentions in a group message with the ids used in the group for the mentioned people: their private id,
 * or their phone in the group's form of the number. The text gets the same digits, because a phone displays a name only
 * in place of the mentioned id's own digits. If the group uses phones and someone's phone is hidden, only the text
 * contains their name. The stored message retains the form in which the customer wrote the number. Spec: Message,
 * `mentions`; docs/decisions/0165, 0205, 0209.
 * @returns any other message unchanged.
 * @throws CannotPrepare `chat_not_found`. After any other error, the call can be retried later.
 */
export async function mentionsOfMembers(
  parts: MentionParts,
  chat: string,
  message: MessageRecord,
): Promise<MessageRecord> {
  const { content } = message;
  if (content === null || !("mentions" in content) || content.mentions.length === 0) return message;
  if (chatAt(chat).kind !== "group") return message;
  const group = await parts.addressing.group(chat);
  const forms = await formsOf(parts, group, content.mentions);
  const ids = new Set<string>();
  const shown = new Map<string, string>();
  for (const person of content.mentions) {
    const id = await parts.addressing.person(chat, forms.get(person) ?? person);
    const name = group.addressingMode === "pn" && isPrivate(id) ? await nameOf(parts, id) : null;
    shown.set(digitsOfMention(person), name ?? digitsOfMention(id));
    if (name === null) ids.add(id);
  }
  const inForms = (text: string) => text.replace(MENTION, (_, digits: string) => `@${shown.get(digits) ?? digits}`);
  const mentions = [...ids];
  if (content.kind === "text") return { ...message, content: { ...content, text: inForms(content.text), mentions } };
  return { ...message, content: { ...content, caption: content.caption && inForms(content.caption), mentions } };
}

/**
 * Returns the ids used in the group for the mentioned people. People missing from the map retain the id in the mention.
 */
async function formsOf(
  { table, instance_id }: MentionParts,
  group: GroupMetadata,
  mentions: string[],
): Promise<Map<string, string>> {
  const members = new Set(memberIds(group).map(phoneOfChat));
  const away = mentions.filter((one) => phoneOfPerson(one) !== null && !members.has(one));
  const found =
    away.length === 0 ? [] : await inMemberForms(table, instance_id, away, async () => (phone) => members.has(phone));
  const phones = group.participants.flatMap(({ id, lid }): [string, string][] => {
    const phone = phoneOfChat(id);
    return lid && phone !== null ? [[withoutDevice(lid), phone]] : [];
  });
  return new Map([...phones, ...away.map((phone, n): [string, string] => [phone, found[n] ?? phone])]);
}

/**
 * Returns the name that a person shows to everyone, never a name from this account's address book, or null if none is
 * known.
 */
async function nameOf({ table, instance_id }: MentionParts, privateId: string): Promise<string | null> {
  const { known } = await readPerson(table, instance_id, privateId);
  return known?.contact_name ?? null;
}

const isPrivate = (id: string) => parseParty(id).kind === "private";
