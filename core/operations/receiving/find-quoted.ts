import type { InstanceId } from "../../contracts/ids.ts";
import { chatKind } from "../../domain/messages/chat-id.ts";
import { whoMay } from "../../domain/messages/who-may.ts";
import type { MessageRecord } from "../../records/message.ts";
import { isOfChat, type NamedChat, placeOf } from "../../records/message-chat.ts";
import { findPeople } from "../../records/named-person.ts";
import { findMessage } from "../../records/network-message.ts";
import type { PersonRecord } from "../../records/person.ts";
import type { Table } from "../../store/table.ts";
import type { NamedByIt } from "./describe-received.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/** Finds the message that a received message replies to or comments on, and the names of the people it mentions. */
export async function findNamed(deps: { table: Table }, incoming: IncomingMessage): Promise<NamedByIt> {
  const { comments, instance_id } = incoming;
  return {
    answered: await findQuoted(deps, incoming),
    commented: comments ? await findQuoted(deps, { ...incoming, quoted: comments }) : null,
    names: await namesOfMentioned(deps.table, instance_id, [incoming]),
  };
}

/**
 * Reads the names of the people whom messages mention: the saved or verified name, or the name that the person chose to
 * show. Messages without mentions require no read.
 * @returns the names, by the id used in the mention; people without a stored name are missing.
 */
export async function namesOfMentioned(
  table: Table,
  instance: InstanceId,
  messages: readonly Pick<IncomingMessage, "details">[],
): Promise<Map<string, string>> {
  const nameless = messages.flatMap(({ details }) => details?.mentions ?? []).filter(({ name }) => name === null);
  const keysById = new Map(nameless.map(({ id, phone }) => [id, phone ?? id]));
  const found = await findPeople(table, instance, [...keysById.values()]);
  const names = [...keysById.keys()].map((id, n) => [id, nameOf(found[n]?.known)] as const);
  return new Map(names.flatMap(([id, name]) => (name ? [[id, name]] : [])));
}

const nameOf = (known: PersonRecord | null | undefined) => known?.name ?? known?.contact_name;

/**
 * Finds the message that a received message replies to, or returns null if it isn't a reply or the original isn't
 * stored. A sender can claim to quote any message, so only messages in the same chat are accepted.
 */
async function findQuoted(deps: { table: Table }, incoming: IncomingMessage): Promise<MessageRecord | null> {
  const { instance_id, quoted } = incoming;
  const message = quoted ? await findMessage(deps, { instance_id, ...quoted }) : null;
  return message && (await mayQuote(deps.table, instance_id, message, incoming)) ? message : null;
}

/** Whether a received message is allowed to quote this stored message. */
export async function mayQuote(
  table: Table,
  instance: InstanceId,
  message: MessageRecord,
  answer: Pick<IncomingMessage, "chat_id" | "person" | "private_id">,
): Promise<boolean> {
  const sameChat = await isOfChat(table, instance, message, receivedIn(answer));
  const act = { action: "quote", actor: "other", place: placeOf(message), sameChat, role: "unknown" } as const;
  return whoMay(act) === "allowed";
}

/** Returns the chat that a message was received in. */
export function receivedIn({
  chat_id,
  person,
  private_id,
}: Pick<IncomingMessage, "chat_id" | "person" | "private_id">): NamedChat {
  const kind = chatKind(chat_id);
  if (kind === "group" || kind === "channel") return { chat_id, person: [] };
  return { chat_id: null, person: [person, ...(private_id ? [private_id] : [])] };
}
