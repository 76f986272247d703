import type { PollVotes } from "../../domain/messages/message-content.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { MessageRecord } from "../../records/message.ts";
import { type EventDeps, messageEvent } from "../../records/message-event.ts";
import { addMark, findMark, type Mark } from "../../records/people-marks.ts";
import { changeStoredMessage, type NetworkChange } from "./change-stored-message.ts";

/** A vote on the poll that `network_id` and `author` identify. */
export interface NewPollVote extends NetworkChange {
  /** The voter's phone number, or their private id if the number is hidden. */
  voter: string;
  /** The texts of all options that the voter has now selected. Empty if the vote was withdrawn. */
  options: string[];
}

/**
 * Records a new, changed, or withdrawn vote. Does nothing if the vote is a duplicate or older than the voter's last
 * vote. Ignores options that the poll doesn't have. The cost doesn't depend on how many people have voted. Spec:
 * Events, `message.poll_vote`.
 * @throws FenceLost @returns whether anything changed.
 */
export async function recordPollVote(deps: EventDeps, vote: NewPollVote): Promise<boolean> {
  const { voter } = vote;
  const changed = await changeStoredMessage(deps, vote, async (message) => {
    const { poll } = message;
    if (!poll) return null;
    const at = wireTime(vote.at);
    const chosen = poll.options.flatMap((option, place) => (vote.options.includes(option) ? [place] : []));
    const votes = message.poll_votes ?? noVotes(poll.options.length);
    const marks = { recent: votes.recent.map(asMark), spilled: votes.spilled };
    const place = placeOf(message);
    const before = await findMark(deps.table, place, marks, voter);
    if (String(before?.said ?? []) === String(chosen) || (before && before.at > at)) return null;
    const { recent, spilled, writes } = await addMark(
      deps.table,
      place,
      marks,
      { by: voter, at, said: chosen },
      (said) => said.length === 0,
    );
    const set = {
      poll_votes: { recent: recent.map(asVote), spilled, ...counted(votes, before?.said ?? [], chosen) },
    };
    const more = { vote: voter, selected_options: chosen.map((at) => poll.options[at] ?? "") };
    return { set, also: writes, event: await messageEvent(deps, "message.poll_vote", { ...message, ...set }, more) };
  });
  return changed !== null;
}

const noVotes = (options: number): PollVotes => ({
  recent: [],
  tally: Array.from({ length: options }, () => 0),
  count: 0,
  spilled: false,
});

/** Returns the counts after one person's vote has changed. */
function counted({ tally, count }: PollVotes, before: number[], now: number[]): Pick<PollVotes, "tally" | "count"> {
  const has = (choice: number[], place: number) => (choice.includes(place) ? 1 : 0);
  return {
    tally: tally.map((votes, place) => votes + has(now, place) - has(before, place)),
    count: count + Math.min(now.length, 1) - Math.min(before.length, 1),
  };
}

const asMark = ({ voter, at, options }: PollVotes["recent"][number]): Mark<number[]> => ({
  by: voter,
  at,
  said: options,
});
const asVote = ({ by, at, said }: Mark<number[]>): PollVotes["recent"][number] => ({ voter: by, at, options: said });

const placeOf = ({ instance_id, id, ttl }: MessageRecord) => ({ instance_id, message_id: id, kind: "V" as const, ttl });
