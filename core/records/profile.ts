import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
/** A profile as last read or set by the session. */
export interface ProfileRecord {
  /** The number linked when the profile was stored. Absent in records from before this field was added. */
  phone?: string | null;
  name: string | null;
  about: string | null;
  /** Our copy of the picture, needed because the network's URL for it expires. Null if there is no picture. */
  picture: ProfilePicture | null;
}

/** The profiles of linked numbers, as last read or set. */
export const profileRecords = recordsAt<ProfileRecord, Parameters<typeof keys.profile>>(keys.profile);

/** Our stored copy of a profile picture. */
export interface ProfilePicture {
  /** The copy's key in the media store. */
  key: string;
  mimetype: string;
  /** The network's id of the picture. The picture is copied again only if this changes. */
  source: string;
  /** When the copy was stored (ISO, UTC). Needed because files are deleted after a while. */
  stored_at: string;
}
