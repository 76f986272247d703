import type { WAPatchName } from "@whiskeysockets/baileys";

/**
 * A process's memory of a linked phone's settings, which outlasts connections: which settings must be read, and which
 * can't be verified.
 */
export interface SettingMemory {
  /** Collections to read again, because a read failed or the outcome of our change is unknown. */
  readonly due: Set<WAPatchName>;
  /** The number of consecutive failed reads. */
  failures: number;
  /**
   * Whether all collections have been read since this task took over the number. The previous owner may have died after
   * making a change but before recording it.
   */
  wasRead: boolean;
  /**
   * Collections whose integrity codes don't match even when the collections are read from the start. Their content is
   * accepted unverified.
   */
  readonly unsound: Set<WAPatchName>;
}

/** Creates the memory for a new link, for which nothing has been read yet. */
export const newSettingMemory = (): SettingMemory => ({
  due: new Set(),
  failures: 0,
  wasRead: false,
  unsound: new Set(),
});
