import type { MessageStatus } from "../../contracts/message.ts";

/**
 * The statuses through which an outgoing message passes if nothing fails, always to the right. Spec: States, outgoing
 * message.
 */
const WAY = ["scheduled", "queued", "sent", "delivered", "read"] as const satisfies readonly MessageStatus[];

/**
 * Returns the statuses that a message passes through from `from` to `to`, each with its own event. A read receipt that
 * overtakes the delivery receipt leads through both.
 * @returns none if `to` is not ahead of `from`, or `from` is final.
 */
export function statusesOnTheWay(
  from: MessageStatus,
  to: "sent" | "delivered" | "read",
): ("sent" | "delivered" | "read")[] {
  const start = WAY.indexOf(from as (typeof WAY)[number]); // -1 for `failed` and `received`, which are not among them
  if (start < 0) return [];
  return WAY.slice(start + 1, WAY.indexOf(to) + 1).filter((status) => status !== "scheduled" && status !== "queued");
}
