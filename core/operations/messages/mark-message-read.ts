import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { requireDone } from "../commands/run-command.ts";
import type { FoundMessage } from "./read-message.ts";

/** Sends a read receipt to a message's author. @throws ApiError `conflict`, or an error from `requireDone`. */
export async function markMessageRead(deps: LaneDeps, { message, instance }: FoundMessage): Promise<void> {
  if (message.direction === "out") {
    throw new ApiError("conflict", { message: "Only received messages can be marked as read." });
  }
  await requireDone(deps, instance, { kind: "read", message_id: message.id });
}
