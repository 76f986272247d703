/** A category that marks a commit in which a message was encrypted and none was decrypted. Never stored. */
export const SENDING = "sending";

/**
 * A category that marks a commit that contains only the journal entry for a single whole text, so the text can be
 * stored in that same commit. Never stored.
 */
export const WHOLE = "whole";

/** A received message that has not been stored yet, with enough data to rebuild it. */
export interface JournalEntry {
  attrs: Record<string, string>;
  /** The decrypted contents, including their padding. */
  plaintexts: Uint8Array[];
  /**
   * The positions of the plaintexts among the stanza's ciphertexts, counted from 0. Absent in rows from earlier
   * versions, whose plaintexts belong to the first ciphertexts.
   */
  places?: number[];
  /** The order within a session. The network's timestamp can't order messages that arrive within the same second. */
  order: number;
}
