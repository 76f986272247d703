import type { ContactPicture } from "../../domain/chats/contact-picture.ts";
import type { WholeNames } from "../../domain/chats/rank-name.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * The part of a person's data that is rarely needed. It is read for contacts and for a single chat, but never when a
 * message is received or sent.
 */
export interface ContactRecord extends WholeNames {
  /** Incremented by each change to the names, to detect concurrent changes. */
  rev?: number;
  /** Since when the phone has been missing the saved name stored here, in epoch ms. Absent if the phone has it. */
  unmirrored_ms?: number;
  picture?: ContactPicture;
}

/** Each instance's contacts, stored alongside its people. */
export const contactRecords = recordsAt<ContactRecord, Parameters<typeof keys.contact>>(keys.contact);
