import type { WAPatchName } from "@whiskeysockets/baileys";

/** A link's settings, over all its connections: what is still to be read, and what can't be checked. */
export interface SettingMemory {
  /** Collections to read again, because a read failed or the outcome of our change is unknown. */
  readonly due: Set<WAPatchName>;
  /** Failed reads in a row. */
  failures: number;
  /**
   * All collections have been read once since this task took the number; its predecessor may have died after a change.
   */
  wasRead: boolean;
  /** Collections whose codes don't match even if read from the beginning; taken as they come. */
  readonly unsound: Set<WAPatchName>;
}

/** Nothing has been read yet. */
export const newSettingMemory = (): SettingMemory => ({
  due: new Set(),
  failures: 0,
  wasRead: false,
  unsound: new Set(),
});
