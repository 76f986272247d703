import { presentMessages } from "../../../core/operations/messages/present-messages.ts";
import { readIdempotent } from "../../../core/records/idempotency.ts";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { ApiDeps } from "../../own-deps.ts";

/** Returns an accepted message as the API presents it to its sender. */
export async function presentAccepted(deps: ApiDeps, message: MessageRecord) {
  const [shown] = await presentMessages(deps, [message]);
  return shown;
}

/**
 * Returns the response data for a repeated send or forward with the same key, or null if no message has been created
 * with that key yet.
 */
export async function replayAccepted(
  { deps, ready }: { deps: ApiDeps; ready: { instance: InstanceRecord } },
  key: string,
) {
  const first = await readIdempotent(deps, ready.instance, key);
  return first && ((await presentAccepted(deps, first)) ?? null);
}
