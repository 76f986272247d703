import { type Message, type MessageRecord, messageView } from "../contracts/message.ts";
import type { MediaStore } from "../ports.ts";

/** What makes links to files. */
export interface Links {
  media: Pick<MediaStore, "link">;
}

/**
 * A stored message as customers see it, in answers, lists and events alike: all public keys, a fresh link to its file,
 * and on polls the results and votes. One deleted for everyone carries no content. Spec: Resources › Message.
 */
export async function presentMessage(deps: Links, record: MessageRecord): Promise<Message> {
  const view = { ...messageView(record), reactions: reactionsOf(record) };
  if (record.deleted_at !== null) return { ...view, ...NO_CONTENT };
  return { ...view, media: await mediaOf(deps, record), ...pollOf(record) };
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

async function mediaOf(deps: Links, { content, file }: MessageRecord): Promise<Message["media"]> {
  const source = content && "file" in content ? content.file : null;
  if (source && "url" in source) {
    const { mimetype, filename } = content && "mimetype" in content ? content : { mimetype: null, filename: null };
    return { url: source.url, mimetype, filename, size_bytes: file?.size_bytes ?? null };
  }
  if (!file) return null;
  const { mimetype, filename, size_bytes } = file;
  return { url: await deps.media.link(file.key, { mimetype, filename }), mimetype, filename, size_bytes };
}

function reactionsOf({ reactions }: MessageRecord): Message["reactions"] {
  const present = (reactions ?? []).filter((reaction) => reaction.emoji !== "");
  return present.length > 0 ? present : null;
}

function pollOf({ poll, poll_votes }: MessageRecord): Pick<Message, "results" | "votes"> {
  if (!poll) return {};
  const votes = Object.entries(poll_votes ?? {})
    .map(([voter, { options, at }]) => ({ voter, options, at }))
    .filter(({ options }) => options.length > 0)
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.voter < b.voter ? -1 : 1));
  const results = poll.options.map((option) => ({
    option,
    votes: votes.filter(({ options }) => options.includes(option)).length,
  }));
  return { results, votes };
}
