/** A contact's picture, as the network last showed it. */
export interface ContactPicture {
  /** Our copy's place in the media store; null: they show none. */
  key: string | null;
  mimetype: string;
  /** When the copy was stored, epoch ms: files are not kept forever. */
  stored_ms: number;
  /** When the network was last asked, epoch ms; 0: they have changed it since. */
  asked_ms: number;
}
