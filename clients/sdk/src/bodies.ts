import type { ForwardMessage, PostStatus, SendMessage } from "./types.ts";

/** An object without any of these fields. */
type None<K extends string> = { [P in K]?: null | undefined };
/** An object with exactly one of these fields. */
type One<T, K extends keyof T & string> = {
  [P in K]: { [Q in P]-?: NonNullable<T[Q]> } & None<Exclude<K, P>>;
}[K];
type Rest<T, K extends keyof T> = Omit<T, K>;

type Recipient = "to" | "chat_id";
/** A file, specified by either its address or its content. */
type File<M> =
  NonNullable<M> extends infer T extends { url?: unknown; data?: unknown }
    ? Rest<T, "url" | "data"> & One<T, "url" | "data">
    : never;

/** The kinds of content other than plain text. A message can contain only one of them. */
type Contents = {
  media: File<SendMessage["media"]>;
  location: NonNullable<SendMessage["location"]>;
  contact: NonNullable<SendMessage["contact"]>;
  sticker: File<SendMessage["sticker"]>;
  poll: NonNullable<SendMessage["poll"]>;
};
type Content =
  | ({ text: string } & None<keyof Contents>)
  | ({ media: Contents["media"]; text?: string | null } & None<Exclude<keyof Contents, "media">>)
  | (One<Omit<Contents, "media">, Exclude<keyof Contents, "media">> & None<"media" | "text">);

/**
 * A message to send. It has one recipient (`to` or `chat_id`) and one content. `text` can also be the caption of media.
 */
export type SendMessageBody = Rest<SendMessage, Recipient | "text" | keyof Contents> &
  One<SendMessage, Recipient> &
  Content;

/** A message to forward to one recipient: `to` or `chat_id`. */
export type ForwardMessageBody = Rest<ForwardMessage, Recipient> & One<ForwardMessage, Recipient>;

/** A status to post: either a text, or media with an optional caption. */
export type PostStatusBody = Rest<PostStatus, "text" | "media"> &
  (({ text: string } & None<"media">) | { media: File<PostStatus["media"]>; text?: string | null });
