import { BufferJSON } from "@whiskeysockets/baileys";
// The library's main module doesn't export these. Its version is pinned, so this path is safe to use.
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

/** Accesses a sender's key for a group, as stored on a phone. A phone encrypts with its own key. */
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
    /** Returns the key that lets another device decrypt everything from now on. Creates it if there is none. */
    async share(): Promise<Uint8Array> {
      return (await new GroupSessionBuilder(store).create(name)).serialize();
    },

    /** Encrypts a message. @throws Error if the key was never shared. */
    encrypt: (plaintext: Buffer): Promise<Uint8Array> => new GroupCipher(store, name).encrypt(plaintext),

    /** Stores a key that the sender has shared. */
    learn: (shared: Uint8Array): Promise<void> =>
      new GroupSessionBuilder(store).process(name, new SenderKeyDistributionMessage(null, null, null, null, shared)),

    /** Decrypts a message. @throws Error if this phone has no key for it. */
    decrypt: async (ciphertext: Buffer): Promise<Buffer> =>
      Buffer.from(await new GroupCipher(store, name).decrypt(ciphertext)),
  };
}
