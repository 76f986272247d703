import { LIMITS } from "../../contracts/limits.ts";
import { changesNames, rankName } from "../../domain/chats/rank-name.ts";
import { phoneOfPerson } from "../../domain/messages/chat-id.ts";
import { endUnavailable } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { nameWrites } from "../../records/chats/contact-names.ts";
import { awaitPhone } from "../../records/chats/contact-sync.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import { type SomeWrites, TransactionRefused } from "../../store/table.ts";
import { savesOfDay } from "./count-saves.ts";
import { type FoundContact, readContact, readNames, savedName } from "./read-contact.ts";

/**
 * How many times to attempt a change to a contact that other processes keep changing. In practice, fewer attempts are
 * needed.
 */
const TRIES = 10;
const MOST = LIMITS.contactSavesPerDay;
const RULE = `An instance's saved names can be changed ${MOST} times a day.`;
/** The counting write's position in the list of writes. */
const COUNT = 0;

/**
 * Saves a contact under a name, or removes the name (null). The change is stored immediately, even while the instance
 * is not connected. If the phone number is known, the linked phone's address book gets the name as soon as possible.
 * Setting the current name again changes nothing and is not counted. Spec: PATCH /v1/instances/{id}/contacts/{contact};
 * Limits.
 * @throws ApiError `not_found`, or `limit_reached` until the next local day.
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
    const day = await savesOfDay(deps, instance, { field: "used", count: 1, most: MOST, rule: RULE });
    // The phone's address book can only contain phone numbers.
    const isMirrored = phoneOfPerson(person) !== null;
    const also = isMirrored ? { unmirrored_ms: now.getTime() } : {};
    const lane = instanceLane(instance.id);
    const writes: SomeWrites = [day.write, ...nameWrites(instance.id, found, contact, change, also)];
    if (isMirrored)
      writes.push(awaitPhone(instance.id, person, now), recheckRow(lane, "contacts", now, { mirror: "contacts" }));
    // The writes are refused if the contact has been renamed or merged in the meantime, or if the day's limit has been
    // reached.
    await commit(deps.table.transact(writes), (refusal) => {
      if (refusal instanceof TransactionRefused && refusal.failed[COUNT] !== undefined) throw day.isFull;
    });
    if (isMirrored) await ensureWake(deps, lane, now, null);
    // If the name was removed, the person might not be a contact anymore: they are not saved, and there may never have
    // been a message in either direction.
    return readNames(deps.table, instance.id, person);
  });
}
