import type { InstanceId } from "../../../core/contracts/ids.ts";
import { phoneOfChat, phoneOfPerson } from "../../../core/domain/messages/chat-id.ts";
import { digitsOfMention } from "../../../core/domain/messages/mentioned-person.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { inMemberForms } from "../../../core/records/named-person.ts";
import type { Table } from "../../../core/store/table.ts";
import { memberIds } from "../groups/group-watch.ts";
import { chatAt } from "../shared/network-ids.ts";
import type { Addressing } from "./addressing.ts";

/** A mention in a text. */
const MENTION = /@(\d+)/g;

/**
 * Returns a group message with the ids of the people it mentions: of the kind that the group uses, a private id or a
 * phone, in the form of the number that the group has. Its text gets the same digits, because a phone shows a name only
 * in place of the mentioned id's own digits. What is stored keeps the given form. Spec: Message, `mentions`;
 * docs/decisions/0165, 0205.
 * @returns any other message unchanged.
 * @throws CannotPrepare `chat_not_found`; any other error means: again, later.
 */
export async function mentionsOfMembers(
  {
    table,
    instance_id,
    addressing,
  }: { table: Table; instance_id: InstanceId; addressing: Pick<Addressing, "group" | "person"> },
  chat: string,
  message: MessageRecord,
): Promise<MessageRecord> {
  const { content } = message;
  if (content === null || !("mentions" in content) || content.mentions.length === 0) return message;
  if (chatAt(chat).kind !== "group") return message;
  const members = new Set(memberIds(await addressing.group(chat)).map(phoneOfChat));
  const away = content.mentions.filter((one) => phoneOfPerson(one) !== null && !members.has(one));
  const found =
    away.length === 0 ? [] : await inMemberForms(table, instance_id, away, async () => (phone) => members.has(phone));
  const forms = new Map(away.map((phone, n) => [phone, found[n] ?? phone]));
  const ids = new Map<string, string>();
  const shown = new Map<string, string>();
  for (const person of content.mentions) {
    const id = await addressing.person(chat, forms.get(person) ?? person);
    ids.set(person, id);
    shown.set(digitsOfMention(person), digitsOfMention(id));
  }
  const inForms = (text: string) => text.replace(MENTION, (_, digits: string) => `@${shown.get(digits) ?? digits}`);
  const mentions = [...new Set(ids.values())];
  if (content.kind === "text") return { ...message, content: { ...content, text: inForms(content.text), mentions } };
  return { ...message, content: { ...content, caption: content.caption && inForms(content.caption), mentions } };
}
