/** A contact's picture, as last reported by the network. */
export interface ContactPicture {
  /** The key of our copy in the media store, or null if the contact has no visible picture. */
  key: string | null;
  mimetype: string;
  /** When the copy was stored, in epoch ms. Needed because files are not stored indefinitely. */
  stored_ms: number;
  /** When the network was last queried for the picture, in epoch ms, or 0 if the contact has changed it since then. */
  asked_ms: number;
}
