/** A contact's picture, as the network last showed it. */
export interface ContactPicture {
  /** Our copy's key in the media store; null if the contact shows no picture. */
  key: string | null;
  mimetype: string;
  /** When the copy was stored, epoch ms, because files are not kept forever. */
  stored_ms: number;
  /** When the network was last asked, epoch ms; 0 if the contact has changed the picture since. */
  asked_ms: number;
}
