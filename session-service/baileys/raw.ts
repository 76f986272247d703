/** What the library hands on, for files that pass it on unread: they need not know the library. */
export type { LIDMapping, WAMessage } from "@whiskeysockets/baileys";
