import { proto } from "@whiskeysockets/baileys";
import { unwrap } from "./unwrap.ts";

/** A message's references. */
export interface ContextView {
  /** The message it replies to. */
  readonly quotedId: string | null;
  /** Addresses of the people it mentions. */
  readonly mentioned: readonly string[];
  readonly forwarded: boolean;
  /** Seconds after which it disappears; null means never. */
  readonly disappearsInSec: number | null;
}

/** Reads a stored message's references, which every kind carries in its single part. */
export function readContext(encoded: Buffer): ContextView {
  const parts: unknown[] = Object.values(unwrap(proto.Message.decode(encoded)));
  const holder = parts.find((part) => typeof part === "object" && part !== null && "contextInfo" in part);
  // The field has the same type in all parts.
  const context = (holder as { contextInfo?: proto.IContextInfo | null } | undefined)?.contextInfo;
  return {
    quotedId: context?.stanzaId || null,
    mentioned: context?.mentionedJid ?? [],
    forwarded: Boolean(context?.isForwarded),
    disappearsInSec: context?.expiration || null,
  };
}
