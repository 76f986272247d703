import * as z from "zod";
import { chatIdOf } from "../../format/addresses.ts";
import type { InboxMessage } from "../../store/messages-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { type Chat, chatAt } from "../../world/people/chats.ts";
import { SandboxError } from "./sandbox-error.ts";

/** A phone number, reduced to its digits by removing spaces, signs and brackets. */
export const PhoneNumber = z
  .string()
  .transform((value) => value.replace(/[\s()+.-]/g, ""))
  .pipe(z.string().regex(/^[1-9]\d{6,14}$/, "A phone is its country code and number: 7 to 15 digits, no leading 0."));

/** Returns the person with the number in a path or body. @throws SandboxError phone_not_found, bad_request. */
export function personOf(transaction: Transaction, phone: string): Person {
  const parsed = PhoneNumber.safeParse(phone);
  if (!parsed.success) throw new SandboxError("phone_not_found", `${phone} is not a phone number.`);
  const person = transaction.store.people.byPhone(parsed.data);
  if (person) return person;
  throw new SandboxError("phone_not_found", `No phone ${parsed.data} exists here; make it with POST /phones.`);
}

/** Returns the chat with this id, which can have any form. @throws SandboxError chat_not_found. */
export function chatOf(transaction: Transaction, chatId: string): Chat {
  const chat = chatAt(transaction, chatId);
  if (chat) return chat;
  throw new SandboxError("chat_not_found", `${chatId} is no chat here; a person must be made with POST /phones first.`);
}

/**
 * Returns the chat in a path, identified by an id in any form or by a person's number. @throws SandboxError
 * chat_not_found.
 */
export function chatInPath(transaction: Transaction, value: string): Chat {
  const phone = PhoneNumber.safeParse(value);
  return chatOf(transaction, phone.success ? chatIdOf(phone.data) : value);
}

/** Returns a message on the owner's phone. @throws SandboxError message_not_found. */
export function messageOf(transaction: Transaction, owner: Person, id: string): InboxMessage {
  const message = transaction.store.messages.find(owner.phone, id);
  if (message) return message;
  throw new SandboxError("message_not_found", `Phone ${owner.phone} has no message ${id}.`);
}
