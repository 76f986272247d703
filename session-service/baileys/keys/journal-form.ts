/** Marks a commit in which a message was encrypted, and none decrypted. A category that is never stored. */
export const SENDING = "sending";

/**
 * Marks a commit with the journal's entry of one whole text without anything beside it: it may be stored in that very
 * commit. A category that is never stored.
 */
export const WHOLE = "whole";

/** A received message until it is stored: enough to rebuild the same message. */
export interface JournalEntry {
  attrs: Record<string, string>;
  /** Decrypted contents, padded. */
  plaintexts: Uint8Array[];
  /** Which of the stanza's ciphertexts each is of, from 0; absent in rows of earlier versions: the first ones. */
  places?: number[];
  /** Order within one session; ISO time of the network's stanza would not order those of one second. */
  order: number;
}
