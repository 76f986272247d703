import type { Message } from "../../../../../core/contracts/message.ts";
import type { Member } from "./mention.ts";

/** Digits after an `@`, as many as a phone number or a private id has. */
const DIGITS = /@(\d{5,20})(?!\d)/g;

/** Whether a text of ours may mention somebody: the API repeats such a text as it was sent, with digits. */
export const mayMention = (body: string | null): boolean => body !== null && body.search(DIGITS) >= 0;

/** The members of its group whom a text that was sent from here mentions. Digits of nobody there stay as they are. */
export function ownMentions(body: string, members: readonly Member[]): NonNullable<Message["mentions"]> {
  return [...new Set([...body.matchAll(DIGITS)].map(([, digits = ""]) => digits))].flatMap((digits) => {
    const member = members.find(({ id, phone }) => phone === digits || id.split("@")[0] === digits);
    if (member === undefined) return [];
    const { id, phone, name } = member;
    return [{ id, phone, name, is_me: false, text: `@${digits}` }];
  });
}
