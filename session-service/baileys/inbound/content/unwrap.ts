import { extractMessageContent, type proto } from "@whiskeysockets/baileys";
import { asSent, type Foreign, foreign } from "../bounds/foreign.ts";

/** A content's kind, and the content without any wrapping. */
export interface Unwrapped {
  kind: keyof proto.IMessage;
  content: Foreign<proto.IMessage>;
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

/** Parts that accompany a content and are not contents themselves. */
const ATTACHMENTS = new Set<string>([
  "messageContextInfo",
  "senderKeyDistributionMessage",
  "fastRatchetKeySenderKeyDistributionMessage",
  "chat",
]);

const DEEPEST = 5;

/** Unwraps a content (disappearing, view once, with a caption, …); null: nothing is in it. */
export function unwrap(message: Foreign<proto.IMessage> | null | undefined): Unwrapped | null {
  let content = extracted(message);
  for (let depth = 0; depth < DEEPEST && content; depth++) {
    const around: Foreign<proto.IMessage> = content;
    const wrapping = WRAPPINGS.find((name) => around[name]?.message);
    if (!wrapping) break;
    content = extracted(around[wrapping]?.message);
  }
  if (!content) return null;
  const parts = Object.entries(content);
  const found = parts.find(([name, part]) => !ATTACHMENTS.has(name) && part !== null && part !== undefined);
  return found ? { kind: found[0] as keyof proto.IMessage, content } : null; // Object.entries loses the key type
}

function extracted(message: Foreign<proto.IMessage> | null | undefined): Foreign<proto.IMessage> | undefined {
  const content = message && extractMessageContent(asSent<proto.IMessage>(message));
  return content ? foreign<proto.IMessage>(content) : undefined;
}

/** Every layer of a message, the outermost first. */
export function layersOf(message: Foreign<proto.IMessage>): Foreign<proto.IMessage>[] {
  const layers = [message];
  for (let depth = 0; depth < DEEPEST; depth++) {
    const inner: unknown = Object.values(layers.at(-1) ?? {}).find(
      (part) => typeof part === "object" && part !== null && "message" in part && typeof part.message === "object",
    );
    const next = (inner as { message?: Foreign<proto.IMessage> | null } | undefined)?.message; // the check above
    if (!next) break;
    layers.push(next);
  }
  return layers;
}
