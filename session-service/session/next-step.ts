import { LIMITS } from "../../core/contracts/limits.ts";
import type { InstanceRecord } from "../../core/records/instance.ts";

/**
 * A session's next step. `log_out` means that the customer requested a logout. `rest` means that no phone is linked and
 * no code is requested.
 */
export type Step = "remove" | "log_out" | "stop" | "restart" | "open" | "link" | "rest";

/** Returns when a linking attempt ends if its code is not requested again. */
export const linkIdleAt = (askedAt: Date) => new Date(askedAt.getTime() + LIMITS.linkAttemptIdleSec * 1000);

/**
 * Decides the next step based on the record and whether a phone is linked. Spec: Instance lifecycle; Errors, rule 6.
 */
export function nextStep(record: InstanceRecord | null, linked: boolean, askedAt: Date | null, now: Date): Step {
  if (!record || record.removed_at !== null) return "remove";
  if (record.logout_seq > record.logout_done) return "log_out";
  if (record.wanted === "off") return "stop";
  if (record.restart_seq > record.restart_done) return "restart";
  if (linked) return "open";
  const isAsked = askedAt !== null && now < linkIdleAt(askedAt);
  return isAsked && !record.link_refused ? "link" : "rest";
}
