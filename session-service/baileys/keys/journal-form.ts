/** Marks a commit in which a message was encrypted and none decrypted. A category that is never stored. */
export const SENDING = "sending";

/**
 * Marks a commit with the journal entry for one whole text and nothing besides it, which can be stored in that same
 * commit. A category that is never stored.
 */
export const WHOLE = "whole";

/** A received message until it is stored, with enough to rebuild it. */
export interface JournalEntry {
  attrs: Record<string, string>;
  /** Decrypted contents, padded. */
  plaintexts: Uint8Array[];
  /** Which of the stanza's ciphertexts each one is, from 0; absent in rows from earlier versions: the first ones. */
  places?: number[];
  /** Order within one session; the ISO time of the network's stanza could not order those within one second. */
  order: number;
}
