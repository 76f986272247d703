import { isGroup } from "../../domain/messages/chat-id.ts";
import type { Reaction } from "../../domain/messages/message-content.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { EventRoute } from "../../records/event.ts";
import type { MessageRecord } from "../../records/message.ts";
import { type EventDeps, messageEvent } from "../../records/message-event.ts";
import { addMark, findMark, type Mark } from "../../records/people-marks.ts";
import { changeStoredMessage, type NetworkChange } from "./change-stored-message.ts";

/** A reaction to the message that `network_id` and `author` identify. */
export interface NewReaction extends NetworkChange {
  /**
   * The phone number of the person who reacted, or their private id if the number is hidden. For the instance's own
   * reactions, its own number.
   */
  by: string;
  /** The emoji, or null if the reaction was removed. */
  emoji: string | null;
}

/**
 * Records a new, changed, or removed reaction. Does nothing if the reaction is a duplicate or older than that person's
 * last reaction. In a group, the event is only created for accounts that also receive `group.message`. The cost doesn't
 * depend on how many people have reacted. Spec: Events, `message.reaction`.
 * @throws FenceLost @returns whether anything changed.
 */
export async function recordReaction(deps: EventDeps, reaction: NewReaction): Promise<boolean> {
  const { by, emoji } = reaction;
  const changed = await changeStoredMessage(deps, reaction, async (message, route) => {
    const at = wireTime(reaction.at);
    const said = emoji ?? "";
    const marks = { recent: (message.reactions ?? []).map(asMark), spilled: message.reactions_spilled === true };
    const place = placeOf(message);
    const before = await findMark(deps.table, place, marks, by);
    if ((before?.said ?? "") === said || (before && before.at > at)) return null;
    const { recent, spilled, writes } = await addMark(deps.table, place, marks, { by, at, said }, isRemoved);
    const set = {
      reactions: recent.map(asReaction),
      reactions_count: countOf(message) + one(said) - one(before?.said ?? ""),
      ...(spilled && { reactions_spilled: true }),
    };
    if (!isWanted(message, route)) return { set, also: writes, event: null };
    const more = { reacted: by, emoji, at };
    return { set, also: writes, event: await messageEvent(deps, "message.reaction", { ...message, ...set }, more) };
  });
  return changed !== null;
}

const isRemoved = (emoji: string) => emoji === "";
const one = (emoji: string) => (isRemoved(emoji) ? 0 : 1);

/** Returns the number of people who have reacted. */
const countOf = ({ reactions, reactions_count }: MessageRecord): number =>
  reactions_count ?? (reactions ?? []).filter(({ emoji }) => !isRemoved(emoji)).length;

const asMark = ({ by, at, emoji }: Reaction): Mark<string> => ({ by, at, said: emoji });
const asReaction = ({ by, at, said }: Mark<string>): Reaction => ({ by, emoji: said, at });

const placeOf = ({ instance_id, id, ttl }: MessageRecord) => ({ instance_id, message_id: id, kind: "R" as const, ttl });

const isWanted = ({ chat_id }: MessageRecord, route: EventRoute) =>
  !isGroup(chat_id) || route.chosen.has("group.message");
