import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** The seldom asked for side of a person: read for contacts and for one chat, never when a message comes or goes. */
export interface ContactRecord {
  /** The whole saved name; absent: none, or it is the person's `name` as it stands there. */
  name?: string;
  /** Saved in the phone's address book, or by a request. */
  saved_by?: "phone" | "api";
  /** The name that the network verified of a business. */
  verified_name?: string;
  business?: boolean;
  /** When a request or the phone last changed the saved name, epoch ms. */
  named_ms?: number;
  picture?: ContactPicture;
}

/** Their picture, as the network showed it last. */
export interface ContactPicture {
  /** Our copy's place in the media store; null: they show none. */
  key: string | null;
  mimetype: string;
  /** When the copy was stored, epoch ms: files are not kept for ever. */
  stored_ms: number;
  /** When the network was last asked, epoch ms; 0: they have changed it since. */
  asked_ms: number;
}

/** The contacts of each instance beside its people. */
export const contactRecords = recordsAt<ContactRecord, Parameters<typeof keys.contact>>(keys.contact);
