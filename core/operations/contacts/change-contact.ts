import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { changesNames, rankName } from "../../domain/chats/rank-name.ts";
import { phoneOfPerson } from "../../domain/messages/chat-id.ts";
import { localDay, startOfNextDay } from "../../domain/protection/local-time.ts";
import { settingsInForce } from "../../domain/protection/settings.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { nameWrites } from "../../records/chats/contact-names.ts";
import { awaitPhone } from "../../records/chats/contact-sync.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { readSending } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import { type SomeWrites, TransactionRefused, type Write } from "../../store/table.ts";
import { type FoundContact, readContact, readNames, savedName } from "./read-contact.ts";

/** More than this many writers of one contact never race. */
const TRIES = 10;
/** Counts are useless after their day, in any zone. */
const COUNT_KEPT_MS = 3 * DAY_MS;
/** The index of the counting write among the writes. */
const COUNT = 0;

/**
 * Saves a contact under a name, or under none (null). It applies here at once, even while the instance is not
 * connected; if a phone is known, the linked phone's address book gets it as soon as possible. A name that is already
 * set changes nothing and is not counted. Spec: PATCH /v1/instances/{id}/contacts/{contact}; Limits.
 * @throws ApiError `not_found`; `limit_reached` until the next local day.
 */
export async function changeContact(
  deps: LaneDeps,
  instance: InstanceRecord,
  given: string,
  name: string | null,
): Promise<FoundContact> {
  return retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const found = await readContact(deps.table, instance.id, given);
    const { person, known, contact } = found;
    const change = rankName(known, contact ?? {}, { kind: "saved", name, by: "api" });
    if (!changesNames(change) || savedName(found) === name) return found;
    const now = deps.clock.now();
    const day = await countedOn(deps, instance, now);
    // Only a phone's number can be in an address book.
    const isMirrored = phoneOfPerson(person) !== null;
    const also = isMirrored ? { unmirrored_ms: now.getTime() } : {};
    const lane = instanceLane(instance.id);
    const writes: SomeWrites = [day.write, ...nameWrites(instance.id, found, contact, change, also)];
    if (isMirrored)
      writes.push(awaitPhone(instance.id, person, now), recheckRow(lane, "contacts", now, { mirror: "contacts" }));
    // Refused: named or merged in the meantime, or the day is full.
    await commit(deps.table.transact(writes), (refusal) => {
      if (refusal instanceof TransactionRefused && refusal.failed[COUNT] !== undefined) throw day.isFull;
    });
    if (isMirrored) await ensureWake(deps, lane, now, null);
    // They may no longer be a contact: no longer saved, and without any message.
    return readNames(deps.table, instance.id, person);
  });
}

/** Returns the write that counts a save on the instance's local day, and the error for a full day. */
async function countedOn(
  deps: LaneDeps,
  instance: InstanceRecord,
  now: Date,
): Promise<{ write: Write; isFull: ApiError }> {
  const sending = await readSending(deps.table, instance.id, { timezone: instance.timezone, now });
  const { timezone } = settingsInForce(sending);
  const endsInMs = startOfNextDay(now, timezone).getTime() - now.getTime();
  const most = LIMITS.contactSavesPerDay;
  return {
    write: {
      update: keys.contactSaves(instance.id, localDay(now, timezone)),
      set: { ttl: Math.floor((now.getTime() + COUNT_KEPT_MS) / 1000) },
      add: { used: 1 },
      if: [{ anyOf: [[{ field: "used", is: "missing" }], [{ field: "used", op: "<", value: most }]] }],
    },
    isFull: new ApiError("limit_reached", {
      message: `An instance's saved names can be changed ${most} times a day. Wait for the seconds given in Retry-After.`,
      retryAfterSec: Math.max(1, Math.ceil(endsInMs / 1000)),
    }),
  };
}
