import { MENTION_RULE, type SendMessageBody } from "../../contracts/send-message.ts";
import { isGroup } from "./chat-id.ts";
import { mentionedPerson } from "./mentioned-person.ts";
import type { MessageContent, StoredFile } from "./message-content.ts";
import { checkRecipient } from "./recipient.ts";
import { checkContent, type FieldErrors, type FileRules, type FileToStore } from "./send-content.ts";
import { checkSendTime } from "./send-time.ts";

/** A send request that has passed the rules that involve more than one field. */
export interface CheckedSend {
  to: string | null;
  chat_id: string | null;
  content: MessageContent;
  /** The file sent with the request, or null. */
  upload: FileToStore | null;
  /** The file, if it was already in our store (where other messages may also use it), or null. */
  lying: StoredFile | null;
  /** The id of the message to reply to, which has not been looked up yet. */
  reply_to: string | null;
  /** When to send the message, or null to send it now. */
  send_at: Date | null;
}

/**
 * Checks the rules of a send request that involve several fields: a single recipient, a single kind of content,
 * mentions in groups only, and a time at most 30 days ahead. @returns error sentences by field if a rule is broken.
 * Spec: POST /v1/messages; Errors, rule 1.
 */
export function checkSend(body: SendMessageBody, rules: FileRules, now: Date): CheckedSend | { errors: FieldErrors } {
  const recipient = checkRecipient(body);
  const content = checkContent(body, rules);
  const time = checkSendTime(body.send_at, now);
  const mentions = checkMentions(body);
  const errors: FieldErrors = {
    ...("errors" in recipient && recipient.errors),
    ...("errors" in content && content.errors),
    ...("error" in time && { send_at: [time.error] }),
    ...(mentions !== null && { mentions: [mentions] }),
  };
  if ("errors" in recipient || "errors" in content || "error" in time || mentions !== null) return { errors };
  const lying = lyingThere(rules, content.content);
  return { ...recipient, ...content, lying, reply_to: body.reply_to ?? null, send_at: time.at };
}

/** Returns the file that is already in our store, with this message's file name. */
function lyingThere({ uploaded }: FileRules, content: MessageContent): StoredFile | null {
  if (!uploaded || !("filename" in content)) return null;
  const { key, mimetype, size_bytes, sha256 } = uploaded;
  return { key, mimetype, filename: content.filename, size_bytes, sha256, voice: content.voice };
}

/** Checks the mentions. @returns a sentence that describes the error, or null if the mentions are valid. */
function checkMentions({ mentions, chat_id: chatId, text, to }: SendMessageBody): string | null {
  if (!mentions || mentions.length === 0) return null;
  if (to || !isGroup(chatId)) return "Mentions only work in groups. Leave them out here.";
  if (text === null || text === undefined) return "Mentions need a text that names the people. Add a text.";
  return mentions.every((given) => mentionedPerson(given) !== null) ? null : MENTION_RULE;
}
