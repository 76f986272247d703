/** A category that marks a commit in which a message was encrypted and none was decrypted. It is never stored. */
export const SENDING = "sending";

/**
 * A category that marks a commit containing only the journal entry for one whole text, so that the text can be stored
 * in that same commit. It is never stored.
 */
export const WHOLE = "whole";

/** A received message before it is stored, with enough data to rebuild it. */
export interface JournalEntry {
  attrs: Record<string, string>;
  /** The decrypted contents, including their padding. */
  plaintexts: Uint8Array[];
  /**
   * The positions of the plaintexts among the stanza's ciphertexts, counted from 0. Absent in rows from earlier
   * versions, in which they are the first ones.
   */
  places?: number[];
  /**
   * The order within one session. The network's timestamp for a stanza could not order messages that arrive within the
   * same second.
   */
  order: number;
}
