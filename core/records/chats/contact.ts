import type { ContactPicture } from "../../domain/chats/contact-picture.ts";
import type { WholeNames } from "../../domain/chats/rank-name.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * The rarely needed part of a person. It is read for contacts and for a single chat, never when a message is received
 * or sent.
 */
export interface ContactRecord extends WholeNames {
  /** Incremented by each change to the names, so that concurrent changes are noticed. */
  rev?: number;
  /** Since when the phone has lacked the saved name that is stored here, epoch ms; absent if it has the name. */
  unmirrored_ms?: number;
  picture?: ContactPicture;
}

/** Each instance's contacts, beside its people. */
export const contactRecords = recordsAt<ContactRecord, Parameters<typeof keys.contact>>(keys.contact);
