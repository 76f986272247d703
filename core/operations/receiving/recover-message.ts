import { type EventDeps, messageEvent } from "../../records/message-event.ts";
import { changeStoredMessage } from "./change-stored-message.ts";
import { contentOf, eventTypeOf } from "./describe-received.ts";
import { findMessage } from "./find-message.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/**
 * Gives a message that was stored as unreadable the content that has been read since: it came again, or the operator
 * had it tried again. The same type of event tells of it once more, with the same message id. docs/decisions/0031.
 * @param author as in NetworkMessage. @throws FenceLost @returns false: the stored one is whole, or this one is not.
 */
export async function recoverMessage(deps: EventDeps, incoming: IncomingMessage, author: string): Promise<boolean> {
  if (incoming.error_code === "unreadable") return false;
  const { account_id, instance_id, fence, network_id, journal, written_at, quoted } = incoming;
  const named = { instance_id, network_id, author };
  if ((await findMessage(deps, named))?.error_code !== "unreadable") return false;
  const change = { ...named, account_id, fence, at: written_at, journal };
  const changed = await changeStoredMessage(deps, change, async (message) => {
    if (message.error_code !== "unreadable") return null;
    const answered = quoted && (await findMessage(deps, { instance_id, ...quoted }));
    const set = { ...contentOf(incoming), reply_to: answered?.id ?? null };
    return { set, event: await messageEvent(deps, eventTypeOf(incoming), { ...message, ...set }) };
  });
  return changed !== null;
}
