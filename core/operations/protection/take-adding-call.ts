import { ADDING_CALL_EVERY_SEC } from "../../contracts/protection/limited-actions.ts";
import { ApiError } from "../../errors.ts";
import type { Clock } from "../../ports.ts";
import { transactFenced } from "../../records/fence.ts";
import { limitedActionRecords } from "../../records/limited-actions.ts";
import type { Owner } from "../../records/owner.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

const EVERY_MS = ADDING_CALL_EVERY_SEC * 1000;

/**
 * Lets only one call per minute add people to a group, even when requests race. The minute is never refunded, because
 * the network has already been called by then. Spec: groups. @throws ApiError `limit_reached` until the minute is over;
 * FenceLost.
 */
export async function takeAddingCall(
  { table, clock }: { table: Table; clock: Clock },
  { instance_id: instance, fence }: Pick<Owner, "instance_id" | "fence">,
): Promise<void> {
  const now = clock.now().getTime();
  const write = {
    update: keys.limitedActions(instance),
    set: { added_ms: now },
    if: [
      {
        anyOf: [
          [{ field: "added_ms", is: "missing" as const }],
          [{ field: "added_ms", op: "<=" as const, value: now - EVERY_MS }],
          // A process with a wrong clock may have stored a time in the future.
          [{ field: "added_ms", op: ">" as const, value: now + EVERY_MS }],
        ],
      },
    ],
  };
  if (await isCommitted(transactFenced(table, instance, fence, [write]))) return;
  const last = (await limitedActionRecords.read(table, instance))?.added_ms ?? now;
  throw new ApiError("limit_reached", {
    message: TOO_SOON,
    retryAfterSec: Math.max(1, Math.ceil((last + EVERY_MS - now) / 1000)),
  });
}

const TOO_SOON =
  "To protect its number, an instance can add people to groups once a minute. Wait the number of seconds given in Retry-After, or send people an invite link.";
