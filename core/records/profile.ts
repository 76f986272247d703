import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
/** A profile as the session last saw or made it. */
export interface ProfileRecord {
  /** The linked number at that moment; absent: it is not stored yet. */
  phone?: string | null;
  name: string | null;
  about: string | null;
  /** Our copy of the picture, because the network's address of it expires. null: there is none. */
  picture: ProfilePicture | null;
}

/** The profiles of linked numbers, as last seen. */
export const profileRecords = recordsAt<ProfileRecord, Parameters<typeof keys.profile>>(keys.profile);

/** Our stored copy of a profile picture. */
export interface ProfilePicture {
  /** In the media store. */
  key: string;
  mimetype: string;
  /** The network's id of the picture, so that it is copied again only when it has changed. */
  source: string;
  /** ISO, UTC: files are not kept for ever. */
  stored_at: string;
}
