import { extractMessageContent, type proto } from "@whiskeysockets/baileys";

/** A content's kind, and the content with all wrapping taken off. */
export interface Unwrapped {
  kind: keyof proto.IMessage;
  content: proto.IMessage;
}

/** Wrappings that the library does not take off; each holds one message. */
const WRAPPINGS = [
  "lottieStickerMessage",
  "groupMentionedMessage",
  "botInvokeMessage",
  "botForwardedMessage",
  "pollCreationMessageV4",
  "questionMessage",
  "questionReplyMessage",
] as const satisfies (keyof proto.IMessage)[];

/** What travels beside a content and is none. */
const ATTACHMENTS = new Set<string>([
  "messageContextInfo",
  "senderKeyDistributionMessage",
  "fastRatchetKeySenderKeyDistributionMessage",
  "chat",
]);

const DEEPEST = 5;

/** Takes off what a content is wrapped in (disappearing, seen once, with a caption, …); null: nothing is in it. */
export function unwrap(message: proto.IMessage | null | undefined): Unwrapped | null {
  let content = extractMessageContent(message);
  for (let depth = 0; depth < DEEPEST && content; depth++) {
    const wrapping = WRAPPINGS.find((name) => content?.[name]?.message);
    if (!wrapping) break;
    content = extractMessageContent(content[wrapping]?.message);
  }
  if (!content) return null;
  const parts = Object.entries(content);
  const found = parts.find(([name, part]) => !ATTACHMENTS.has(name) && part !== null && part !== undefined);
  return found ? { kind: found[0] as keyof proto.IMessage, content } : null; // Object.entries loses the key type
}

/** Every layer of a message, the outermost first. */
export function layersOf(message: proto.IMessage): proto.IMessage[] {
  const layers = [message];
  for (let depth = 0; depth < DEEPEST; depth++) {
    const inner: unknown = Object.values(layers.at(-1) ?? {}).find(
      (part) => typeof part === "object" && part !== null && "message" in part && typeof part.message === "object",
    );
    const next = (inner as { message?: proto.IMessage | null } | undefined)?.message; // the check above
    if (!next) break;
    layers.push(next);
  }
  return layers;
}
