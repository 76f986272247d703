import { LIMITS } from "../contracts/limits.ts";
import { type Message, messageView } from "../contracts/message.ts";
import { forwardingView } from "../domain/messages/forwarding-score.ts";
import type { PollVote, StoredFile } from "../domain/messages/message-content.ts";
import type { MediaStore } from "../ports.ts";
import type { MessageRecord } from "./message.ts";

/** The dependency for creating links to files. */
export interface Links {
  media: Pick<MediaStore, "link">;
}

/**
 * Builds a message as customers see it in responses, lists, and events: all public keys, a fresh link to its file, and
 * a poll's results and votes. A message deleted for everyone has no content. Spec: Resources › Message.
 */
export async function presentMessage(deps: Links, record: MessageRecord): Promise<Message> {
  const { file } = record;
  const isLinked = file !== null && record.deleted_at === null && urlOf(record) === null;
  return viewOf(record, isLinked ? await fileLink(deps, file) : null);
}

/** Creates a fresh link to a stored file. */
export const fileLink = ({ media }: Links, { key, mimetype, filename }: StoredFile): Promise<string> =>
  media.link(key, { mimetype, filename });

/**
 * Works like `presentMessage`, but with an existing link. @param link from `fileLink`, or null if the message has no
 * file in our store.
 */
export function viewOf(record: MessageRecord, link: string | null): Message {
  const { reactions_count: _stored, ...fields } = messageView(record);
  if (record.deleted_at !== null) return { ...fields, ...NO_CONTENT };
  const view = { ...fields, ...record.details, ...forwardingView(record.forwarding_score), ...reactionsOf(record) };
  return { ...view, media: mediaOf(record, link), ...pollOf(record) };
}

const NO_CONTENT = {
  body: null,
  media: null,
  location: null,
  contact: null,
  poll: null,
  order: null,
  product: null,
  link_preview: null,
  reactions: null,
} as const;

/** Returns the customer-supplied URL of a message's file, or null if there is none. */
function urlOf({ content }: MessageRecord): string | null {
  const source = content && "file" in content ? content.file : null;
  return source && "url" in source ? source.url : null;
}

function mediaOf(record: MessageRecord, link: string | null): Message["media"] {
  const { content, file } = record;
  const url = urlOf(record);
  if (url !== null) {
    const { mimetype, filename } = content && "mimetype" in content ? content : { mimetype: null, filename: null };
    return { url, mimetype, filename, size_bytes: file?.size_bytes ?? null };
  }
  if (!file || link === null) return null;
  const { mimetype, filename, size_bytes } = file;
  return { url: link, mimetype, filename, size_bytes };
}

function reactionsOf({ reactions, reactions_count }: MessageRecord): Pick<Message, "reactions" | "reactions_count"> {
  const present = (reactions ?? []).filter((reaction) => reaction.emoji !== "");
  const count = reactions_count ?? present.length;
  return count > 0 ? { reactions: present, reactions_count: count } : { reactions: null };
}

function pollOf({ poll, poll_votes }: MessageRecord): Pick<Message, "results" | "votes" | "votes_count"> {
  if (!poll) return {};
  const results = poll.options.map((option, place) => ({ option, votes: poll_votes?.tally[place] ?? 0 }));
  return { results, votes: votesOf(poll.options, poll_votes?.recent ?? []), votes_count: poll_votes?.count ?? 0 };
}

/** Returns the most recent votes within the limits, oldest first. */
function votesOf(options: string[], recent: PollVote[]): NonNullable<Message["votes"]> {
  const shown: NonNullable<Message["votes"]> = [];
  let bytes = 0;
  for (const vote of recent.toReversed()) {
    if (vote.options.length === 0) continue;
    const one = { voter: vote.voter, options: vote.options.map((place) => options[place] ?? ""), at: vote.at };
    bytes += Buffer.byteLength(JSON.stringify(one));
    if (shown.length === LIMITS.votesShownMax || bytes > LIMITS.votesShownMaxBytes) break;
    shown.push(one);
  }
  return shown.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.voter < b.voter ? -1 : 1));
}
