/**
 * Re-exports the library's types for files that only pass its values along, so these files need not import the library
 * itself.
 */
export type { LIDMapping, WAMessage } from "@whiskeysockets/baileys";
