/** A contact's picture, as the network last showed it. */
export interface ContactPicture {
  /** The key of our copy in the media store; null if the contact shows no picture. */
  key: string | null;
  mimetype: string;
  /** When the copy was stored, epoch ms. It is needed because files are not kept indefinitely. */
  stored_ms: number;
  /** When the network was last queried, epoch ms; 0 if the contact has changed the picture since then. */
  asked_ms: number;
}
