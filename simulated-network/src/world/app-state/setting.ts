import type { proto } from "@whiskeysockets/baileys";
import type { Collection } from "./collections.ts";

/** Whether a setting is set or removed. Both operations include a value. */
export type Operation = "set" | "remove";

/** A setting with its new value. */
export interface Setting {
  readonly collection: Collection;
  /** The setting's name and subject, e.g. `["archive", "15550001002@s.whatsapp.net"]`. */
  readonly index: readonly string[];
  readonly operation: Operation;
  readonly value: proto.ISyncActionValue;
  /** The version of the setting's format, not of the collection. */
  readonly formatVersion: number;
}
