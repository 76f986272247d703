import {
  BufferJSON,
  type SignalKeyStoreWithTransaction,
  type SignalRepositoryWithLIDStore,
} from "@whiskeysockets/baileys";
import { groupKeyName } from "../groups/group-key-name.ts";

/**
 * Drops the skipped keys from our own group key row. The library encrypts every group message with the key after the
 * next one, and retains the skipped key in case someone uses it. The row would grow by a key per message, up to 2,000
 * keys, and be rewritten each time. Only we encrypt with our key, so the skipped keys are dropped in the same commit.
 */
export function trimOwnKeys(
  repository: SignalRepositoryWithLIDStore,
  keys: SignalKeyStoreWithTransaction,
): SignalRepositoryWithLIDStore {
  return {
    ...repository,
    encryptGroupMessage: (opts) =>
      keys.transaction(async () => {
        const encrypted = await repository.encryptGroupMessage(opts);
        const name = groupKeyName(repository, opts.group, opts.meId);
        const { [name]: row } = await keys.get("sender-key", [name]);
        if (row) await keys.set({ "sender-key": { [name]: shortened(row) } });
        return encrypted;
      }, opts.group),
  };
}

/**
 * Returns a shorter form of the row that the library can still parse. Without its spare keys, the row is smaller than a
 * kilobyte.
 */
function shortened(row: Uint8Array): Uint8Array {
  const states: unknown = JSON.parse(Buffer.from(row).toString(), BufferJSON.reviver);
  if (!Array.isArray(states)) return row;
  const kept = states.map((state: object) => ({ ...state, senderMessageKeys: [] }));
  return Buffer.from(JSON.stringify(kept, BufferJSON.replacer));
}
