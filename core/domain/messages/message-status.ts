import type { MessageStatus } from "../../contracts/message.ts";

/**
 * The statuses that an outgoing message goes through if nothing fails, always in this order. Spec: States, outgoing
 * message.
 */
const WAY = ["scheduled", "queued", "sent", "delivered", "read"] as const satisfies readonly MessageStatus[];

/**
 * Returns the statuses that a message passes through on its way from `from` to `to`, each of which triggers its own
 * event. If a read receipt overtakes the delivery receipt, the message passes through both statuses.
 * @returns an empty list if `to` isn't ahead of `from`, or if `from` is final.
 */
export function statusesOnTheWay(
  from: MessageStatus,
  to: "sent" | "delivered" | "read",
): ("sent" | "delivered" | "read")[] {
  const start = WAY.indexOf(from as (typeof WAY)[number]); // -1 for `failed` and `received`, which are not among them
  if (start < 0) return [];
  return WAY.slice(start + 1, WAY.indexOf(to) + 1).filter((status) => status !== "scheduled" && status !== "queued");
}
