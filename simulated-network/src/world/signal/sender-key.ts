import { BufferJSON } from "@whiskeysockets/baileys";
// The library does not export these from its root; its version is pinned.
import {
  GroupCipher,
  GroupSessionBuilder,
  SenderKeyDistributionMessage,
  SenderKeyName,
  SenderKeyRecord,
} from "@whiskeysockets/baileys/lib/Signal/Group/index.js";
import type { DeviceAddress } from "../../format/addresses.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";

/** One sender's key in one group, as stored on a phone. A phone encrypts with its own. */
export function senderKey(transaction: Transaction, owner: Person, groupId: string, sender: DeviceAddress) {
  const name = new SenderKeyName(groupId, { id: sender.phone, deviceId: sender.device });
  const store = {
    async loadSenderKey(): Promise<SenderKeyRecord> {
      const record = transaction.store.senderKeys.record(owner.phone, groupId, sender);
      return new SenderKeyRecord(record === null ? undefined : JSON.parse(record, BufferJSON.reviver));
    },
    async storeSenderKey(_name: SenderKeyName, record: SenderKeyRecord): Promise<void> {
      const json = JSON.stringify(record.serialize(), BufferJSON.replacer);
      transaction.store.senderKeys.store(owner.phone, groupId, sender, json);
    },
  };
  return {
    /** Returns the key that another device needs to read everything from now on; creates it if there is none. */
    async share(): Promise<Uint8Array> {
      return (await new GroupSessionBuilder(store).create(name)).serialize();
    },

    /** @throws Error if nothing was ever shared. */
    encrypt: (plaintext: Buffer): Promise<Uint8Array> => new GroupCipher(store, name).encrypt(plaintext),

    /** Stores the sender's key. */
    learn: (shared: Uint8Array): Promise<void> =>
      new GroupSessionBuilder(store).process(name, new SenderKeyDistributionMessage(null, null, null, null, shared)),

    /** @throws Error if this phone has no key that can read it. */
    decrypt: async (ciphertext: Buffer): Promise<Buffer> =>
      Buffer.from(await new GroupCipher(store, name).decrypt(ciphertext)),
  };
}
