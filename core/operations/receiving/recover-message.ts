import { optOutWord } from "../../domain/broadcasts/opt-out-words.ts";
import { chosenId } from "../../domain/messages/said-by-choice.ts";
import { whoMay } from "../../domain/messages/who-may.ts";
import { codesIn } from "../../domain/otps/find-code.ts";
import { automationsRecords } from "../../records/answers/automations.ts";
import type { MessageRecord } from "../../records/message.ts";
import { isOfChat, placeOf } from "../../records/message-chat.ts";
import { type EventDeps, messageEvent } from "../../records/message-event.ts";
import { findMessage } from "../../records/network-message.ts";
import { readPerson } from "../../records/person.ts";
import { awaitAnswer, wakeChat } from "../answers/note-chat-text.ts";
import { changeStoredMessage } from "./change-stored-message.ts";
import { contentOf, eventTypeOf } from "./describe-received.ts";
import { findNamed, receivedIn } from "./find-quoted.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/**
 * Adds the content to a message that was stored as unreadable, when the content becomes readable because the message
 * arrived again or the operator retried it. An event of the same type reports the message again, with the same message
 * id. docs/decisions/0031.
 * @param author as in NetworkMessage. @throws FenceLost @returns false if the stored message is already complete, or
 * the new message is still unreadable.
 */
export async function recoverMessage(deps: EventDeps, incoming: IncomingMessage, author: string): Promise<boolean> {
  if (incoming.error_code === "unreadable") return false;
  const { account_id, instance_id, fence, network_id, journal, written_at } = incoming;
  const named = { instance_id, network_id, author };
  const stored = await findMessage(deps, named);
  if (stored?.error_code !== "unreadable" || !(await isOfItsChat(deps, stored, incoming))) return false;
  const change = { ...named, account_id, fence, at: written_at, journal };
  let wake = async () => {};
  const changed = await changeStoredMessage(deps, change, async (message) => {
    if (message.error_code !== "unreadable") return null;
    const named = await findNamed(deps, incoming);
    const set = { ...contentOf(incoming, named), reply_to: named.answered?.id ?? null };
    const answer = await awaited(deps, incoming, message);
    wake = async () => (answer ? wakeChat(deps, instance_id, answer) : undefined);
    const event = await messageEvent(deps, eventTypeOf(incoming), { ...message, ...set });
    return { set, also: answer?.writes ?? [], event };
  });
  if (changed !== null) await wake();
  return changed !== null;
}

/**
 * Whether the stored message is in the same chat. The sender chose both ids, so a matching id in another chat says
 * nothing about this one.
 */
async function isOfItsChat(deps: EventDeps, stored: MessageRecord, incoming: IncomingMessage): Promise<boolean> {
  const sameChat = await isOfChat(deps.table, incoming.instance_id, stored, receivedIn(incoming));
  const act = { action: "edit", actor: "writer", place: placeOf(stored), sameChat, role: "unknown" } as const;
  return whoMay(act) === "allowed";
}

/**
 * Returns the writes that queue an automatic answer to a person's text that has become readable, as if it had just
 * arrived. Spec: AI agent; Menu.
 */
async function awaited(deps: EventDeps, incoming: IncomingMessage, message: MessageRecord) {
  const { account_id, instance_id, written_at } = incoming;
  const found = message.person === null ? null : await readPerson(deps.table, instance_id, message.person);
  const isTheirs = found !== null && !incoming.from_me && found.known?.blocked !== true && !isOrder(incoming);
  const automations = isTheirs ? await automationsRecords.read(deps.table, instance_id) : null;
  const text = { account_id, instance_id, message_id: message.id, person: found?.person ?? "", written_at };
  // The message is already in its chat, so if it is the first one, nothing came before it.
  const before_ms = message.nth === 1 ? undefined : found?.known?.last_ms;
  return awaitAnswer({ ...text, before_ms }, automations, deps.clock.now());
}

/**
 * Whether the text is a code or a keyword like STOP. It is too late for the text to take effect, and a greeting would
 * be an odd response.
 */
const isOrder = (incoming: IncomingMessage) =>
  incoming.body !== null &&
  ((incoming.type === "text" && optOutWord(incoming.body) !== null) ||
    optOutWord(chosenId(incoming)) !== null ||
    codesIn(incoming.body).length > 0);
