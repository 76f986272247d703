import type { ContactPicture } from "../../domain/chats/contact-picture.ts";
import type { WholeNames } from "../../domain/chats/rank-name.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** The seldom asked for side of a person: read for contacts and for one chat, never when a message comes or goes. */
export interface ContactRecord extends WholeNames {
  /** Grows with each change of the names, so that two changes at once are noticed. */
  rev?: number;
  /** Since when the phone has not got the saved name as it is here, epoch ms. Absent: it has. */
  unmirrored_ms?: number;
  picture?: ContactPicture;
}

/** The contacts of each instance beside its people. */
export const contactRecords = recordsAt<ContactRecord, Parameters<typeof keys.contact>>(keys.contact);
