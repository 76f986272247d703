import type { WAPatchName } from "@whiskeysockets/baileys";

/**
 * One process's memory of a linked phone's settings, retained across connections: which settings to read, and which
 * can't be verified.
 */
export interface SettingMemory {
  /** Collections that must be read again, because a read failed or the outcome of our change is unknown. */
  readonly due: Set<WAPatchName>;
  /** The number of consecutive failed reads. */
  failures: number;
  /**
   * Whether all collections have been read since this task took over the number. The previous owner may have died
   * between making a change and recording it.
   */
  wasRead: boolean;
  /**
   * Collections whose integrity codes don't match even when read from the start. Their content is accepted unverified.
   */
  readonly unsound: Set<WAPatchName>;
}

/** Creates the memory for a new link, with nothing read yet. */
export const newSettingMemory = (): SettingMemory => ({
  due: new Set(),
  failures: 0,
  wasRead: false,
  unsound: new Set(),
});
