import { asRead } from "../../records/as-read.ts";
import { type MessageRecord, messageRecords } from "../../records/message.ts";
import { pageWithout } from "../../records/people-marks.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Item, Write } from "../../store/table.ts";
import type { Erasing } from "./erasing-person.ts";

/** How many times to retry while other people are reacting to the message or voting in its poll. */
const TRIES = 20;

/** The fields that reveal changes: every change to a received or sent message affects at least one of them. */
const CHANGING = [
  "changes",
  "status",
  "step",
  "row",
  "fence",
  "text_version",
  "transcript",
  "file_shared",
  "removed",
] as const satisfies (keyof MessageRecord)[];

/**
 * Erases the traces that the person left in someone else's message: a reaction, a vote or a quote. Their vote and
 * reaction are still counted, but anonymously. The whole message is written again, because a field changed on its own
 * would be stored next to the packed fields, which would still contain the old value.
 */
export async function dropTraces(work: Erasing, read: MessageRecord): Promise<void> {
  const { deps, ids, erasure } = work;
  if (!mayName(read, ids)) return;
  const { account_id, id, instance_id } = read;
  await retryOnChange(TRIES, async ({ commit }) => {
    const message = await messageRecords.read(deps.table, account_id, id);
    if (message === null || !mayName(message, ids)) return;
    const place = { instance_id, message_id: id };
    const pages = [
      ...(message.reactions_spilled === true
        ? await pageWithout(deps.table, { ...place, kind: "R" }, erasure.names)
        : []),
      ...(message.poll_votes?.spilled === true
        ? await pageWithout(deps.table, { ...place, kind: "V" }, erasure.names)
        : []),
    ];
    if (pages.length === 0 && !names(message, ids)) return;
    const put: Item = { ...message, ...keys.message(account_id, id), ...without(message, ids) };
    const change: Write = { put, if: [{ item: "exists" }, ...asRead<MessageRecord>(message, CHANGING)] };
    await commit(deps.table.transact([change, ...pages]));
  });
}

function without(message: MessageRecord, ids: ReadonlySet<string>): Partial<MessageRecord> {
  const { reactions, poll_votes, details, changes = 0 } = message;
  const nobody = { author_id: null, author_phone: null, body: null };
  return {
    changes: changes + 1,
    ...(reactions && { reactions: reactions.filter(({ by }) => !ids.has(by)) }),
    ...(poll_votes && {
      poll_votes: { ...poll_votes, recent: poll_votes.recent.filter(({ voter }) => !ids.has(voter)) },
    }),
    ...(details?.quoted &&
      isQuoted(message, ids) && { details: { ...details, quoted: { ...details.quoted, ...nobody } } }),
  };
}

const mayName = (message: MessageRecord, ids: ReadonlySet<string>) =>
  message.reactions_spilled === true || message.poll_votes?.spilled === true || names(message, ids);

const names = (message: MessageRecord, ids: ReadonlySet<string>) =>
  (message.reactions ?? []).some(({ by }) => ids.has(by)) ||
  (message.poll_votes?.recent ?? []).some(({ voter }) => ids.has(voter)) ||
  isQuoted(message, ids);

const isQuoted = ({ details }: MessageRecord, ids: ReadonlySet<string>) =>
  [details?.quoted?.author_id, details?.quoted?.author_phone].some((name) => typeof name === "string" && ids.has(name));
