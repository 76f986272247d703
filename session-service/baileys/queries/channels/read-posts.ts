import { LIMITS } from "../../../../core/contracts/limits.ts";
import type { NetworkPost } from "../../../../core/domain/channels/channel.ts";
import { decodedMessage } from "../../inbound/bounds/decode.ts";
import { takenId } from "../../inbound/bounds/ids.ts";
import { type ForeignNode, partOf, timeOf } from "../../inbound/bounds/node.ts";
import { takenSeconds } from "../../inbound/bounds/numbers.ts";
import { takenText } from "../../inbound/bounds/texts.ts";
import { readContent } from "../../inbound/content/content-readers.ts";
import type { NamedFile } from "../../inbound/content/file-fields.ts";
import { unwrap } from "../../inbound/content/unwrap.ts";

const LARGEST_POST_BYTES = 1024 * 1024;
const MOST_KINDS = 50;
const MOST = 10_000_000_000;
/** The network's own file store. */
const FILES = "https://mmg.whatsapp.net";

/**
 * Parses a channel's posts from the network's response, newest first, without deleted posts.
 * @returns null if the response's shape is unknown.
 */
export function readPosts(answer: ForeignNode, now: Date): NetworkPost[] | null {
  const list = partOf(answer, "messages");
  if (!list) return null;
  const messages = list.parts.filter(({ tag }) => tag === "message");
  const numbered = messages.flatMap((message) => {
    const post = readPost(message, now);
    return post ? [{ post, number: takenSeconds(message.attrs.server_id) ?? 0 }] : [];
  });
  return numbered.toSorted((a, b) => b.number - a.number).map(({ post }) => post);
}

function readPost(message: ForeignNode, now: Date): NetworkPost | null {
  const id = takenId(message.attrs.id) ?? takenId(message.attrs.server_id);
  const at = timeOf(message, now);
  const packed: unknown = partOf(message, "plaintext")?.text;
  if (id === null || at === null || !(packed instanceof Uint8Array) || packed.length === 0) return null;
  const content = packed.length <= LARGEST_POST_BYTES ? unwrap(decodedMessage(packed)) : null;
  const shown = content && readContent(content);
  const file = shown?.file;
  return {
    id,
    type: shown?.type ?? null,
    text: shown?.body ?? null,
    media: file ? mediaOf(file) : null,
    views: takenSeconds(partOf(message, "views_count")?.attrs.count) ?? 0,
    reactions: reactionsOf(partOf(message, "reactions")),
    at_ms: at.getTime(),
  };
}

function mediaOf({ url, directPath, mimetype, filename, declaredBytes }: NamedFile): NetworkPost["media"] {
  const path = directPath?.startsWith("/") ? `${FILES}${directPath}` : null;
  return { url: url?.startsWith("https://") ? url : path, mimetype, filename, size_bytes: declaredBytes };
}

function reactionsOf(list: ForeignNode | undefined): NetworkPost["reactions"] {
  return (list?.parts ?? []).slice(0, MOST_KINDS).flatMap(({ attrs }) => {
    const emoji = takenText(attrs.code, LIMITS.emojiMaxChars);
    const count = takenSeconds(attrs.count);
    return emoji === null || count === null ? [] : [{ emoji, count: Math.min(count, MOST) }];
  });
}
