import type { WAPatchName } from "@whiskeysockets/baileys";

/** One process's memory of a link's settings, across connections: which to read, and which can't be verified. */
export interface SettingMemory {
  /** Collections to read again, because a read failed or the outcome of our change is unknown. */
  readonly due: Set<WAPatchName>;
  /** Failed reads in a row. */
  failures: number;
  /**
   * Whether all collections were read since this task took over the number, whose earlier owner may have died between a
   * change and its record.
   */
  wasRead: boolean;
  /**
   * Collections whose integrity codes don't match even when read from the start; their content is accepted unverified.
   */
  readonly unsound: Set<WAPatchName>;
}

/** Returns the memory of a new link, of which nothing has been read. */
export const newSettingMemory = (): SettingMemory => ({
  due: new Set(),
  failures: 0,
  wasRead: false,
  unsound: new Set(),
});
