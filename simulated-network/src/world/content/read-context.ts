import { proto } from "@whiskeysockets/baileys";
import { unwrap } from "./unwrap.ts";

/** The references of a message. */
export interface ContextView {
  /** The message it answers. */
  readonly quotedId: string | null;
  /** Addresses of the people it mentions. */
  readonly mentioned: readonly string[];
  readonly forwarded: boolean;
}

/** Reads the references of a stored message; every kind carries them in its one part. */
export function readContext(encoded: Buffer): ContextView {
  const parts: unknown[] = Object.values(unwrap(proto.Message.decode(encoded)));
  const holder = parts.find((part) => typeof part === "object" && part !== null && "contextInfo" in part);
  // The field has one type in all parts.
  const context = (holder as { contextInfo?: proto.IContextInfo | null } | undefined)?.contextInfo;
  return {
    quotedId: context?.stanzaId || null,
    mentioned: context?.mentionedJid ?? [],
    forwarded: Boolean(context?.isForwarded),
  };
}
