/**
 * Types of the library for files that only pass on the library's values, so that these files need not import the
 * library itself.
 */
export type { LIDMapping, WAMessage } from "@whiskeysockets/baileys";
