import { phoneOfChat, privateUserOf } from "../messages/chat-id.ts";
import type { GroupMember } from "./group.ts";

/**
 * The maximum number of stored members. No group on the network is this large, so any further members must have been
 * made up by a stranger and are dropped.
 */
export const MEMBERS_KEPT_MAX = 8_192;

/** A group's members, with each person listed once, indexed by the id that the group uses and by phone. */
export interface MemberBook {
  members: Map<string, GroupMember>;
  idOfPhone: Map<string, string>;
}

/** A person as identified by a group fact. */
export type NamedMember = Pick<GroupMember, "id" | "phone">;

/** Creates a book of members. A person listed under both a private id and a phone becomes a single member. */
export function memberBook(members: readonly GroupMember[]): MemberBook {
  const book: MemberBook = { members: new Map(), idOfPhone: new Map() };
  for (const one of members) putMember(book, one);
  return book;
}

/** Returns the book's entries for a person: none, one, or two if they weren't known to be the same person. */
export function findInBook(book: MemberBook, one: NamedMember): GroupMember[] {
  const phone = phoneOfMember(one);
  const byPhone = phone === null ? undefined : book.idOfPhone.get(phone);
  const ids = byPhone === undefined || byPhone === one.id ? [one.id] : [one.id, byPhone];
  return ids.flatMap((id) => book.members.get(id) ?? []);
}

/** Adds a person with the given role. If an id or phone is already known for them, it is preserved. */
export function putMember(book: MemberBook, one: GroupMember): void {
  const before = findInBook(book, one);
  if (before.length === 0 && book.members.size >= MEMBERS_KEPT_MAX) return;
  for (const known of before) removeFrom(book, known);
  const all = [one, ...before];
  const id = all.find((named) => privateUserOf(named.id) !== null)?.id ?? one.id;
  const phone = all.map(phoneOfMember).find((known) => known !== null) ?? null;
  book.members.set(id, { id, phone, role: one.role });
  if (phone !== null) book.idOfPhone.set(phone, id);
}

/** Removes a person from the book, whichever id they are listed under. */
export function takeMember(book: MemberBook, one: NamedMember): void {
  for (const known of findInBook(book, one)) removeFrom(book, known);
}

/** Returns a member's phone in digits, taken from the report or from the member's id, or null if it is hidden. */
export const phoneOfMember = ({ id, phone }: NamedMember): string | null => phone ?? phoneOfChat(id);

function removeFrom(book: MemberBook, known: GroupMember): void {
  book.members.delete(known.id);
  const phone = phoneOfMember(known);
  if (phone !== null) book.idOfPhone.delete(phone);
}
