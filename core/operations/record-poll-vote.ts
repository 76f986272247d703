import { wireTime } from "../domain/wire-time.ts";
import { changeStoredMessage, type NetworkChange } from "./change-stored-message.ts";
import { type EventDeps, messageEvent } from "./message-events.ts";

/** Somebody voted on the poll that `network_id` and `author` name. */
export interface NewPollVote extends NetworkChange {
  /** Who: their phone, or their private id when the number is hidden. */
  voter: string;
  /** The chosen options' texts, all of the person's present choice; empty: withdrawn. */
  options: string[];
}

/**
 * Records a vote, a changed or a withdrawn one. Told again, or older than that person's last: nothing. Options that the
 * poll doesn't have are left out. Spec: Events, `message.poll_vote`.
 * @throws FenceLost @returns whether anything changed.
 */
export async function recordPollVote(deps: EventDeps, vote: NewPollVote): Promise<boolean> {
  const { voter } = vote;
  const changed = await changeStoredMessage(deps, vote, async (message) => {
    if (!message.poll) return null;
    const at = wireTime(vote.at);
    const options = message.poll.options.filter((option) => vote.options.includes(option));
    const before = message.poll_votes?.[voter];
    if (sameTexts(before?.options ?? [], options) || (before && before.at > at)) return null;
    const set = { poll_votes: { ...message.poll_votes, [voter]: { options, at } } };
    const more = { vote: voter, selected_options: options };
    return { set, event: await messageEvent(deps, "message.poll_vote", { ...message, ...set }, more) };
  });
  return changed !== null;
}

/** Both are in the poll's own order. */
const sameTexts = (a: string[], b: string[]) => a.length === b.length && a.every((text, i) => text === b[i]);
