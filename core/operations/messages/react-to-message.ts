import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MessageRecord } from "../../records/message.ts";
import { requireDone } from "../commands/run-command.ts";
import { type FoundMessage, readAgain, settling } from "./read-message.ts";

/**
 * Reacts to a received or sent message. If the message is currently being sent, waits for the send to finish.
 * @param emoji null removes the reaction.
 * @throws ApiError `conflict` if the network never had the message or no longer has it, or an error from `requireDone`.
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
