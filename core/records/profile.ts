import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
/** A profile as the session last saw or made it. */
export interface ProfileRecord {
  /** The linked number at that moment; absent: it is not stored yet. */
  phone?: string | null;
  name: string | null;
  about: string | null;
  /** Our copy of the picture: the network's own address of it does not last. null: there is none. */
  picture: ProfilePicture | null;
}

/** The profiles of linked numbers, as last seen. */
export const profileRecords = recordsAt<ProfileRecord, Parameters<typeof keys.profile>>(keys.profile);

export interface ProfilePicture {
  /** In the media store. */
  key: string;
  mimetype: string;
  /** What the network calls the picture, so that it is copied anew only when it has changed. */
  source: string;
  /** ISO, UTC: files are not kept for ever. */
  stored_at: string;
}
