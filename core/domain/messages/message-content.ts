/**
 * What an outgoing message consists of, as it is stored with the message. Plain data: the session makes the network's
 * bytes of it, the answers and events show its public side.
 */

/** Where a file to be sent comes from: a public address, or our own media store (uploaded as base64). */
export type FileSource = { url: string } | { key: string };

export interface TextContent {
  kind: "text";
  text: string;
  link_preview: boolean;
  /** Phones named in the text, in groups. */
  mentions: string[];
}

/** An image, a video, a sound or any other file. `voice`: a sound shown as a voice note. */
export interface MediaContent {
  kind: "image" | "video" | "audio" | "document";
  file: FileSource;
  mimetype: string;
  filename: string | null;
  caption: string | null;
  voice: boolean;
  mentions: string[];
}

export interface StickerContent {
  kind: "sticker";
  file: FileSource;
}

export interface LocationContent {
  kind: "location";
  latitude: number;
  longitude: number;
  title: string | null;
  address: string | null;
}

export interface ContactContent {
  kind: "contact";
  name: string;
  phone: string;
  organization: string | null;
}

export interface PollContent {
  kind: "poll";
  name: string;
  options: string[];
  multiple_answers: boolean;
}

export type MessageContent =
  | TextContent
  | MediaContent
  | StickerContent
  | LocationContent
  | ContactContent
  | PollContent;

/** The content kinds that must be fetched, converted and uploaded before their turn. */
export function needsPreparing(content: MessageContent | null): boolean {
  return content !== null && "file" in content;
}

/** A file in our media store. */
export interface StoredFile {
  key: string;
  mimetype: string;
  filename: string | null;
  size_bytes: number;
  /** Hex. */
  sha256: string;
  voice: boolean;
}

/**
 * One person's present choice in a poll: the options by their places; none: withdrawn, kept so that an older vote can't
 * return. `voter`: their phone, or their private id when the number is hidden.
 */
export interface PollVote {
  voter: string;
  options: number[];
  /** Wire time. */
  at: string;
}

/** The votes on a poll, of however many people. */
export interface PollVotes {
  /** Those who voted last, the latest at the end. The others lie in pages. */
  recent: PollVote[];
  /** How many chose each option, by its place. */
  tally: number[];
  /** How many people have a choice now. */
  count: number;
  /** There are pages. */
  spilled: boolean;
}

/**
 * One person's present reaction. `by`: their phone, or their private id when the number is hidden. Stored with an empty
 * `emoji` once it is removed, so that an older one can't return; those are never shown.
 */
export interface Reaction {
  by: string;
  emoji: string;
  at: string;
}

/** The public side of a content: the fields of the message that show it. */
export function contentView(content: MessageContent) {
  return {
    type: content.kind,
    body: textOf(content),
    link_preview: content.kind === "text" ? content.link_preview : null,
    location: content.kind === "location" ? withoutKind(content) : null,
    contact: content.kind === "contact" ? withoutKind(content) : null,
    poll: content.kind === "poll" ? withoutKind(content) : null,
  };
}

/** Its text, or its file's caption. */
function textOf(content: MessageContent): string | null {
  if (content.kind === "text") return content.text;
  return "caption" in content ? content.caption : null;
}

/** The same content with another text or caption; null when it has neither. */
export function withText(content: MessageContent, text: string): MessageContent | null {
  if (content.kind === "text") return { ...content, text };
  return "caption" in content ? { ...content, caption: text } : null;
}

function withoutKind<C extends { kind: string }>(content: C): Omit<C, "kind"> {
  const { kind: _, ...rest } = content;
  return rest;
}
