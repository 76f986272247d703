/** Library types for files that only pass the library's values on, so that they need not import the library itself. */
export type { LIDMapping, WAMessage } from "@whiskeysockets/baileys";
