import type { ContactPicture } from "../../domain/chats/contact-picture.ts";
import type { WholeNames } from "../../domain/chats/rank-name.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * The part of a person's data that is rarely needed. It is read for contacts and for a single chat, but never when a
 * message is received or sent.
 */
export interface ContactRecord extends WholeNames {
  /** Incremented by each change to the names, so that concurrent changes are detected. */
  rev?: number;
  /**
   * The time since when the phone has lacked the saved name that is stored here, epoch ms; absent if the phone has it.
   */
  unmirrored_ms?: number;
  picture?: ContactPicture;
}

/** The contacts of each instance, stored beside its people. */
export const contactRecords = recordsAt<ContactRecord, Parameters<typeof keys.contact>>(keys.contact);
