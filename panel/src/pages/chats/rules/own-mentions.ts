import type { Message } from "../../../../../core/contracts/message.ts";
import type { Member } from "./mention.ts";

/** Matches `@` followed by as many digits as a phone number or a private ID can have. */
const MENTION_DIGITS = /@(\d{5,20})(?!\d)/g;

/** Returns the group members mentioned in a sent text. Digits that don't match a member remain plain text. */
export function ownMentions(body: string, members: readonly Member[]): NonNullable<Message["mentions"]> {
  return [...new Set([...body.matchAll(MENTION_DIGITS)].map(([, digits = ""]) => digits))].flatMap((digits) => {
    const member = members.find(({ id, phone }) => phone === digits || id.split("@")[0] === digits);
    if (member === undefined) return [];
    const { id, phone, name } = member;
    return [{ id, phone, name, is_me: false, text: `@${digits}` }];
  });
}
