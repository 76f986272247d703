import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
/** A profile as the session last saw or set it. */
export interface ProfileRecord {
  /** The linked number at that time; absent if it was not stored yet. */
  phone?: string | null;
  name: string | null;
  about: string | null;
  /** Our copy of the picture, because the network's URL for it expires; null if there is no picture. */
  picture: ProfilePicture | null;
}

/** The linked numbers' profiles, as last seen. */
export const profileRecords = recordsAt<ProfileRecord, Parameters<typeof keys.profile>>(keys.profile);

/** Our stored copy of a profile picture. */
export interface ProfilePicture {
  /** Its key in the media store. */
  key: string;
  mimetype: string;
  /** The network's id for the picture, so that it is copied again only if it has changed. */
  source: string;
  /** When it was stored (ISO, UTC), because files are deleted after a time. */
  stored_at: string;
}
