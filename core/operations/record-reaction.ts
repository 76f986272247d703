import type { MessageRecord } from "../contracts/message.ts";
import { wireTime } from "../domain/wire-time.ts";
import { changeStoredMessage, type NetworkChange } from "./change-stored-message.ts";
import { type EventDeps, messageEvent } from "./message-events.ts";
import type { EventRoute } from "./publish-event.ts";

/** Somebody reacted to the message that `network_id` and `author` name. */
export interface NewReaction extends NetworkChange {
  /** Who: their phone, or their private id when the number is hidden; the instance's own phone for its own. */
  by: string;
  /** null: the reaction was removed. */
  emoji: string | null;
}

/**
 * Records a reaction, a changed or a removed one. Told again, or older than that person's last: nothing. In a group the
 * event is made only for accounts that also get `group.message`. Spec: Events, `message.reaction`.
 * @throws FenceLost @returns whether anything changed.
 */
export async function recordReaction(deps: EventDeps, reaction: NewReaction): Promise<boolean> {
  const { by, emoji } = reaction;
  const changed = await changeStoredMessage(deps, reaction, async (message, route) => {
    const at = wireTime(reaction.at);
    const before = (message.reactions ?? []).find((one) => one.by === by);
    if ((before?.emoji ?? "") === (emoji ?? "") || (before && before.at > at)) return null;
    const others = (message.reactions ?? []).filter((one) => one.by !== by);
    const set = { reactions: [...others, { by, emoji: emoji ?? "", at }] };
    if (!isWanted(message, route)) return { set, event: null };
    const more = { reacted: by, emoji, at };
    return { set, event: await messageEvent(deps, "message.reaction", { ...message, ...set }, more) };
  });
  return changed !== null;
}

const isWanted = ({ chat_id }: MessageRecord, route: EventRoute) =>
  !chat_id?.endsWith("@g.us") || route.chosen.has("group.message");
