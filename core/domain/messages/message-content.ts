import type { FileSource } from "../files/file-source.ts";

/**
 * The stored content of an outgoing message is plain data. The session encodes it for the network, and responses and
 * events include its public fields.
 */

/** A personal invitation to a group, as shown on phones. `expires_at` is ISO, UTC, or null if unknown. */
export interface GroupInvitation {
  group: string;
  subject: string;
  code: string;
  expires_at: string | null;
}

/** A text message. */
export interface TextContent {
  kind: "text";
  text: string;
  link_preview: boolean;
  /** The people mentioned in the text, in groups only: phones in digits, or private ids. */
  mentions: string[];
  /** An invitation displayed above the text. */
  group_invitation?: GroupInvitation;
}

/** An image, a video, audio or any other file. `voice` means that audio is shown as a voice note. */
export interface MediaContent {
  kind: "image" | "video" | "audio" | "document";
  file: FileSource;
  mimetype: string;
  filename: string | null;
  caption: string | null;
  voice: boolean;
  mentions: string[];
}

/** A sticker. */
export interface StickerContent {
  kind: "sticker";
  file: FileSource;
}

/** A location on a map. */
export interface LocationContent {
  kind: "location";
  latitude: number;
  longitude: number;
  title: string | null;
  address: string | null;
}

/** A contact card. */
export interface ContactContent {
  kind: "contact";
  name: string;
  phone: string;
  organization: string | null;
}

/** A poll. */
export interface PollContent {
  kind: "poll";
  name: string;
  options: string[];
  multiple_answers: boolean;
}

/** The content of a message of any type. */
export type MessageContent =
  | TextContent
  | MediaContent
  | StickerContent
  | LocationContent
  | ContactContent
  | PollContent;

/** Whether the content includes a file, which must be fetched, converted and uploaded before the message is due. */
export function needsPreparing(content: MessageContent | null): boolean {
  return content !== null && "file" in content;
}

/** A file in our media store. */
export interface StoredFile {
  key: string;
  mimetype: string;
  filename: string | null;
  size_bytes: number;
  /** The hash in hexadecimal. */
  sha256: string;
  voice: boolean;
}

/**
 * One person's current choice in a poll, as the positions of the chosen options. A withdrawn vote becomes an empty
 * list, which is stored so that an older vote can't take its place. `voter` is the person's phone, or their private id
 * if the number is hidden.
 */
export interface PollVote {
  voter: string;
  options: number[];
  /** When the vote was cast, in wire time. */
  at: string;
}

/** A poll's votes, in a form that can hold any number of voters. */
export interface PollVotes {
  /** The most recent votes, oldest first. Older votes are stored in pages. */
  recent: PollVote[];
  /** The number of votes for each option, by position. */
  tally: number[];
  /** The number of people who currently have a vote. */
  count: number;
  /** Whether older votes are stored in pages. */
  spilled: boolean;
}

/**
 * A person's current reaction. `by` is the person's phone, or their private id if the number is hidden. A removed
 * reaction has an empty `emoji` and is never shown. It is stored so that an older reaction can't replace it.
 */
export interface Reaction {
  by: string;
  emoji: string;
  at: string;
}

/** Returns the public fields of a message's content. */
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

/** Returns the content's text, or its file's caption. */
function textOf(content: MessageContent): string | null {
  if (content.kind === "text") return content.text;
  return "caption" in content ? content.caption : null;
}

/** Returns the content with a new text or caption, or null if it has neither. */
export function withText(content: MessageContent, text: string): MessageContent | null {
  if (content.kind === "text") return { ...content, text };
  return "caption" in content ? { ...content, caption: text } : null;
}

function withoutKind<C extends { kind: string }>(content: C): Omit<C, "kind"> {
  const { kind: _, ...rest } = content;
  return rest;
}
