import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MessageRecord } from "../../records/message.ts";
import { requireDone } from "../commands/run-command.ts";
import { type FoundMessage, readAgain, settling } from "./read-message.ts";

/**
 * Reacts to a received or sent message. If the message is being sent, waits until that has finished.
 * @param emoji null removes the reaction.
 * @throws ApiError `conflict` for a message that the network never had, or no longer has; the errors of `requireDone`.
 */
export async function reactToMessage(
  deps: LaneDeps,
  found: FoundMessage,
  emoji: string | null,
): Promise<MessageRecord> {
  const { instance } = found;
  const message = await settling(deps)(found.message);
  if (message.deleted_at !== null) throw new ApiError("conflict", { message: "This message was deleted." });
  if (message.step !== "done" || message.status === "failed") {
    throw new ApiError("conflict", { message: "This message has not been sent, so there is nothing to react to." });
  }
  await requireDone(deps, instance, { kind: "react", message_id: message.id, emoji });
  return readAgain(deps, message);
}
