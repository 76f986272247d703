import type { MessageStatus } from "../../contracts/message.ts";

/** The statuses of a successful outgoing message, which only moves to the right. Spec: States, outgoing message. */
const WAY = ["scheduled", "queued", "sent", "delivered", "read"] as const satisfies readonly MessageStatus[];

/**
 * Returns the statuses that a message passes through from `from` to `to`, each with its own event. A read receipt that
 * overtakes the delivery receipt gives both.
 * @returns empty when `to` is not ahead of `from`, or `from` is final.
 */
export function statusesOnTheWay(
  from: MessageStatus,
  to: "sent" | "delivered" | "read",
): ("sent" | "delivered" | "read")[] {
  const start = WAY.indexOf(from as (typeof WAY)[number]); // `failed` and `received` are not on the way: -1
  if (start < 0) return [];
  return WAY.slice(start + 1, WAY.indexOf(to) + 1).filter((status) => status !== "scheduled" && status !== "queued");
}
