import { proto } from "@whiskeysockets/baileys";
import { unwrap } from "./unwrap.ts";

/** A message's context, such as its quote and mentions. */
export interface ContextView {
  /** The id of the message that this message replies to. */
  readonly quotedId: string | null;
  /** The addresses of the people mentioned in the message. */
  readonly mentioned: readonly string[];
  readonly forwarded: boolean;
  /** The number of seconds before the message disappears, or null if it never does. */
  readonly disappearsInSec: number | null;
}

/** Parses the context of a stored message. It is in the message's only content part, whatever the kind of message. */
export function readContext(encoded: Buffer): ContextView {
  const parts: unknown[] = Object.values(unwrap(proto.Message.decode(encoded)));
  const holder = parts.find((part) => typeof part === "object" && part !== null && "contextInfo" in part);
  // The cast is safe, because this field has the same type in all parts.
  const context = (holder as { contextInfo?: proto.IContextInfo | null } | undefined)?.contextInfo;
  return {
    quotedId: context?.stanzaId || null,
    mentioned: context?.mentionedJid ?? [],
    forwarded: Boolean(context?.isForwarded),
    disappearsInSec: context?.expiration || null,
  };
}
