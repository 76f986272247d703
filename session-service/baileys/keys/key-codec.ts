import { BufferJSON, proto } from "@whiskeysockets/baileys";

/** Encodes a key's value as text. Byte arrays retain their type. */
export const encodeKey = (value: unknown): string => JSON.stringify(value, BufferJSON.replacer);

/** Returns the value as the library expects it. App-state keys are protocol messages, not plain objects. */
export function decodeKey(category: string, text: string): unknown {
  const value: unknown = JSON.parse(text, BufferJSON.reviver);
  if (category !== "app-state-sync-key" || typeof value !== "object" || value === null) return value;
  return proto.Message.AppStateSyncKeyData.fromObject(value);
}
