import type { proto, WAMessage } from "@whiskeysockets/baileys";
import type { IncomingMessage } from "../../../core/operations/receive-message.ts";
import { authorsOf, type People } from "./people.ts";
import type { Unwrapped } from "./unwrap.ts";

/** Which message it answers; null: none. */
export async function quotedIn(
  { key }: WAMessage,
  { kind, content }: Unwrapped,
  people: People,
): Promise<IncomingMessage["quoted"]> {
  const part: unknown = content[kind];
  if (typeof part !== "object" || part === null || !("contextInfo" in part)) return null;
  const context = part.contextInfo as proto.IContextInfo | null | undefined; // that field's type in every kind
  if (!context?.stanzaId) return null;
  // Without a writer's name it is the other side's own.
  const isInGroup = Boolean(key.participant);
  const named = context.participant || (isInGroup ? key.participant : key.remoteJid);
  const target = isInGroup ? { remoteJid: key.remoteJid ?? "", participant: named ?? "" } : { remoteJid: named ?? "" };
  const isOurs = (await authorsOf({ participant: named ?? "" }, people))[0] === "out";
  const [author] = isOurs ? ["out"] : await authorsOf(target, people);
  return author === undefined ? null : { network_id: context.stanzaId, author };
}
