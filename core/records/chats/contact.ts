import type { ContactPicture } from "../../domain/chats/contact-picture.ts";
import type { WholeNames } from "../../domain/chats/rank-name.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** The rarely needed part of a person: read for contacts and for one chat, never when a message comes or is sent. */
export interface ContactRecord extends WholeNames {
  /** Grows with each change of the names, so that two changes at once are noticed. */
  rev?: number;
  /** Since when the phone lacks the saved name that is stored here, epoch ms. Absent: it has it. */
  unmirrored_ms?: number;
  picture?: ContactPicture;
}

/** The contacts of each instance beside its people. */
export const contactRecords = recordsAt<ContactRecord, Parameters<typeof keys.contact>>(keys.contact);
