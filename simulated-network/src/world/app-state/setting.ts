import type { proto } from "@whiskeysockets/baileys";
import type { Collection } from "./collections.ts";

/** Whether a setting is set or removed. A value travels with both. */
export type Operation = "set" | "remove";

/** One setting with its new value. */
export interface Setting {
  readonly collection: Collection;
  /** Its name, then what it is about: `["archive", "15550001002@s.whatsapp.net"]`. */
  readonly index: readonly string[];
  readonly operation: Operation;
  readonly value: proto.ISyncActionValue;
  /** Of the setting's format, not of the collection. */
  readonly formatVersion: number;
}
