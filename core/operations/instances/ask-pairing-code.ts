import type { InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError, endBusy } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Claim } from "../../store/table.ts";
import { requireResult } from "../commands/run-command.ts";
import { requireLinkable } from "./require-linkable.ts";

/**
 * How many attempts to make when several requests for the same instance race. The losers count again, starting from the
 * record that the winner wrote.
 */
const RACES = 5;

/**
 * Requests a pairing code, which the number's owner types into the phone. Like a request for a QR code, this starts a
 * link attempt.
 * @throws ApiError `conflict` and `link_refused` as in `askQr`; `limit_reached` for more than three requests in ten
 * minutes; `messenger_unavailable` if the network returns no code. Spec: POST /v1/instances/{id}/pairing-code.
 */
export async function askPairingCode(
  deps: LaneDeps,
  instance: InstanceRecord,
  phone: string,
): Promise<{ code: string; expires_at: string }> {
  requireLinkable(instance);
  await countCode(deps, instance.id);
  const { code, expires_at } = await requireResult<"pairing_code">(deps, instance, { kind: "pairing_code", phone });
  return { code, expires_at: wireTime(new Date(expires_at)) };
}

/** Counts the request, and records that a client is waiting for a code. @throws ApiError `limit_reached`, `busy`. */
async function countCode({ table, clock }: LaneDeps, instance: InstanceId): Promise<void> {
  const place = keys.qr(instance);
  return retryOnChange({ tries: RACES, atEnd: endBusy }, async ({ commit }) => {
    const before = (await table.get(place))?.codes_asked;
    const now = clock.now();
    const codes_asked = [...recent(before, now), now.toISOString()].join(" ");
    const asRead: Claim =
      typeof before === "string"
        ? { field: "codes_asked", op: "=", value: before }
        : { field: "codes_asked", is: "missing" };
    await commit(table.write({ update: place, set: { codes_asked, asked_at: now.toISOString() }, if: [asRead] }));
  });
}

/**
 * Returns the times of recent requests, including the current one. @param before space-separated ISO times. @throws
 * ApiError `limit_reached` if there are too many.
 */
function recent(before: unknown, now: Date): string[] {
  const withinMs = LIMITS.pairingCodesWithinSec * 1000;
  const asked = typeof before === "string" ? before.split(" ") : [];
  const counted = asked.filter((at) => Date.parse(at) > now.getTime() - withinMs);
  const [oldest] = counted;
  if (oldest !== undefined && counted.length >= LIMITS.pairingCodes) {
    const waitMs = Date.parse(oldest) + withinMs - now.getTime();
    throw new ApiError("limit_reached", {
      message: `An instance can request ${LIMITS.pairingCodes} codes in ten minutes. Wait the number of seconds given in Retry-After, or scan the QR code.`,
      retryAfterSec: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  }
  return counted;
}
