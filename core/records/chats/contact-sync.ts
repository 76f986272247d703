import type { InstanceId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Write } from "../../store/table.ts";

/** Records that a saved name was changed here and is not on the phone yet; the name itself is in the contact. */
export interface ContactSyncRecord {
  /** When it was changed, epoch ms. */
  since_ms: number;
  /** When the phone's side first refused the name, epoch ms. */
  failed_ms?: number;
  /** Epoch seconds; a phone that is away for longer does not get the name any more. */
  ttl: number;
}

/** The names that wait for the phone, by person. */
export const contactSyncs = recordsAt<ContactSyncRecord, Parameters<typeof keys.contactSync>>(keys.contactSync);

const KEPT_SEC = 30 * 86_400;

/** Builds the write which records that a person's saved name waits for the phone. */
export function awaitPhone(instance: InstanceId, person: string, now: Date): Write {
  const record: ContactSyncRecord = { since_ms: now.getTime(), ttl: Math.floor(now.getTime() / 1000) + KEPT_SEC };
  return { put: { ...keys.contactSync(instance, person), ...record } };
}
