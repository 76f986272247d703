import type { WAPatchName } from "@whiskeysockets/baileys";

/** For a link's settings, over all its connections: what remains to be read, and what can't be checked. */
export interface SettingMemory {
  /** Collections to be read again: a reading failed, or the fate of a change of ours is unknown. */
  readonly due: Set<WAPatchName>;
  /** Readings in a row that failed. */
  failures: number;
  /** All collections were read once since this task has the number: its predecessor may have died after a change. */
  wasRead: boolean;
  /** Collections whose codes don't fit even when they are read from their beginning: taken as they come. */
  readonly unsound: Set<WAPatchName>;
}

/** Nothing was read yet. */
export const newSettingMemory = (): SettingMemory => ({
  due: new Set(),
  failures: 0,
  wasRead: false,
  unsound: new Set(),
});
