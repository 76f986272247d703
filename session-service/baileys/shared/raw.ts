/** Library types, for files that pass its values on unread and need not know the library itself. */
export type { LIDMapping, WAMessage } from "@whiskeysockets/baileys";
