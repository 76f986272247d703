/** A contact's picture as last shown by the network. */
export interface ContactPicture {
  /** The key of our copy in the media store; null if the contact shows no picture. */
  key: string | null;
  mimetype: string;
  /** When the copy was stored, epoch ms. Needed because files are not stored indefinitely. */
  stored_ms: number;
  /** When the network was last queried, epoch ms; 0 if the contact has changed the picture since then. */
  asked_ms: number;
}
