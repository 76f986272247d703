import type { SignalKeyStoreWithTransaction } from "@whiskeysockets/baileys";
import { STATUS_CHAT } from "../../../core/records/status.ts";

const WHO_HAS_THE_KEY = "sender-key-memory";

/**
 * Prevents the library from storing the list of devices that have our status key. It writes such a list for each status
 * (35 KB for 500 people) and never reads it.
 */
export function forgetStatusKeys(keys: SignalKeyStoreWithTransaction): void {
  const { set } = keys;
  keys.set = (data) => {
    const { [WHO_HAS_THE_KEY]: memory, ...rest } = data;
    if (!memory || !(STATUS_CHAT in memory)) return set.call(keys, data);
    const { [STATUS_CHAT]: _, ...others } = memory;
    return set.call(keys, Object.keys(others).length > 0 ? { ...rest, [WHO_HAS_THE_KEY]: others } : rest);
  };
}
