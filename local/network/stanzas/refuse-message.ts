import { parseAddress } from "../addresses.ts";
import { chatWith } from "../chats.ts";
import { child, children, node } from "../nodes.ts";
import type { Incoming } from "./incoming.ts";

/** The network's code for a first message of an account that may start no chats. */
const RESTRICTED = 463;

/** Why a message of a linked device is not taken, whatever is in it: the network's code; null when it passes. */
export function refusalOf(incoming: Incoming): number | null {
  const { world, stanza } = incoming;
  return (
    world.faults.refusalOf(marksOf(incoming)) ?? (stanza.attrs.category === "peer" ? null : restrictedTo(incoming))
  );
}

/** What the outside of a message tells about its content. */
function marksOf({ stanza }: Incoming): string[] {
  const copies = children(child(stanza, "participants") ?? node("participants"), "to");
  const parts = [stanza, ...copies].flatMap((holder) => children(holder, "enc"));
  const marks = [stanza.attrs.type, ...parts.map(({ attrs }) => attrs.mediatype)];
  return marks.filter((mark) => mark !== undefined);
}

/** A restricted account may go on in chats it has; new ones are refused. */
function restrictedTo({ turn, owner, stanza }: Incoming): number | null {
  const person = turn.store.people.at(parseAddress(stanza.attrs.to));
  if (!person || person.phone === owner.phone) return null;
  if (!turn.store.standing.of(owner.phone, turn.now).restrictedUntil) return null;
  return turn.store.messages.hasChat(owner.phone, chatWith(person).id) ? null : RESTRICTED;
}
