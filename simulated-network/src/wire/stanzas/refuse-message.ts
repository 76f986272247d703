import { parseAddress } from "../../format/addresses.ts";
import { child, childBytes, children, node } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import { chatWith } from "../../world/people/chats.ts";
import { privacyToken } from "../../world/standing/privacy-token.ts";
import type { Incoming } from "../connection/incoming.ts";

/**
 * The network's code for a message that isn't allowed to start a chat, because the account is restricted or the message
 * lacks the token that the person requires.
 */
const NO_NEW_CHAT = 463;

/** Returns the network's code for refusing a message from a linked device, or null if the message is accepted. */
export function refusalOf(incoming: Incoming): number | null {
  const fault = incoming.world.faults.refusalOf(marksOf(incoming));
  if (fault !== null) return fault;
  const stranger = strangerOf(incoming);
  return stranger && (isLocked(incoming) || lacksToken(incoming, stranger)) ? NO_NEW_CHAT : null;
}

/** Returns the types of a message that are visible outside its encryption. */
function marksOf({ stanza }: Incoming): string[] {
  const copies = children(child(stanza, "participants") ?? node("participants"), "to");
  const parts = [stanza, ...copies].flatMap((holder) => children(holder, "enc"));
  const marks = [stanza.attrs.type, ...parts.map(({ attrs }) => attrs.mediatype)];
  return marks.filter((mark) => mark !== undefined);
}

/** Returns the person the message would start a chat with, or null if it doesn't start a chat. */
export function strangerOf({ transaction, owner, stanza }: Incoming): Person | null {
  if (stanza.attrs.category === "peer") return null;
  const person = transaction.store.people.at(parseAddress(stanza.attrs.to));
  if (!person || person.phone === owner.phone) return null;
  return transaction.store.messages.hasChat(owner.phone, chatWith(person).id) ? null : person;
}

/**
 * Whether new chats are refused, because the account is locked or has used up its quota. Existing chats can still be
 * continued.
 */
function isLocked({ transaction, owner }: Incoming): boolean {
  const isRestricted = transaction.store.standing.of(owner.phone, transaction.now).restrictedUntil !== null;
  return isRestricted || transaction.store.quotas.of(owner.phone, transaction.now)?.status === "CAPPED";
}

function lacksToken({ transaction, owner, stanza }: Incoming, stranger: Person): boolean {
  if (!transaction.store.quotas.demandsToken(stranger.phone)) return false;
  return !childBytes(stanza, "tctoken")?.equals(privacyToken(owner, stranger));
}
