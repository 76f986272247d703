import { ProtocolAddress, SessionBuilder, SessionCipher, SessionRecord, type SignalStorage } from "libsignal";
import type { DeviceAddress } from "../../format/addresses.ts";
import { withKeyType } from "../../format/key-type.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { KeyBundle } from "./key-bundle.ts";

/**
 * The type of a ciphertext. The first ones in a session (`pkmsg`) include the keys that the session was started with.
 */
export type CipherType = "pkmsg" | "msg";

/** An encrypted message and its type. */
export interface Ciphertext {
  readonly type: CipherType;
  readonly bytes: Buffer;
}

const PRE_KEY_MESSAGE = 3;

/** Accesses a phone's Signal session with a linked device. */
export function signalSession(transaction: Transaction, owner: Person, peer: DeviceAddress) {
  const address = new ProtocolAddress(peer.phone, peer.device);
  const storage = sessionStorage(transaction, owner, peer);
  return {
    exists: (): boolean => transaction.store.signalKeys.session(owner.phone, peer) !== null,

    /** Starts a new session. The previous one is retained for messages still in transit. */
    async begin(bundle: KeyBundle): Promise<void> {
      const { oneTimeKey, signedPreKey } = bundle;
      const device = {
        registrationId: bundle.registrationId,
        identityKey: withKeyType(bundle.identityKey),
        signedPreKey: { ...signedPreKey, keyId: signedPreKey.id, publicKey: withKeyType(signedPreKey.publicKey) },
        preKey: oneTimeKey ? { keyId: oneTimeKey.id, publicKey: withKeyType(oneTimeKey.publicKey) } : undefined,
      };
      // The library works without a one-time key, although its types require one.
      await new SessionBuilder(storage, address).initOutgoing(device as Parameters<SessionBuilder["initOutgoing"]>[0]);
    },

    async encrypt(plaintext: Buffer): Promise<Ciphertext> {
      const { type, body } = await new SessionCipher(storage, address).encrypt(plaintext);
      // At run time the body is a Buffer, although the types declare a string.
      return { type: type === PRE_KEY_MESSAGE ? "pkmsg" : "msg", bytes: body as unknown as Buffer };
    },

    /** Decrypts a message. @throws Error if it can't be decrypted with this session. */
    decrypt({ type, bytes }: Ciphertext): Promise<Buffer> {
      const cipher = new SessionCipher(storage, address);
      return type === "pkmsg" ? cipher.decryptPreKeyWhisperMessage(bytes) : cipher.decryptWhisperMessage(bytes);
    },
  };
}

function sessionStorage(transaction: Transaction, owner: Person, peer: DeviceAddress): SignalStorage {
  const { signalKeys } = transaction.store;
  return {
    async loadSession() {
      const record = signalKeys.session(owner.phone, peer);
      return record === null ? null : SessionRecord.deserialize(JSON.parse(record));
    },
    async storeSession(_id, record) {
      signalKeys.storeSession(owner.phone, peer, JSON.stringify(record.serialize()));
    },
    isTrustedIdentity: () => true,
    async loadPreKey(id) {
      const keys = signalKeys.phoneOneTimeKey(owner.phone, Number(id));
      return keys ? { privKey: keys.private, pubKey: withKeyType(keys.public) } : undefined;
    },
    removePreKey: (id) => signalKeys.removePhoneOneTimeKey(owner.phone, id),
    loadSignedPreKey: () => ({
      privKey: owner.signedPreKey.keys.private,
      pubKey: withKeyType(owner.signedPreKey.keys.public),
    }),
    getOurRegistrationId: () => owner.registrationId,
    getOurIdentity: () => ({ privKey: owner.identity.private, pubKey: withKeyType(owner.identity.public) }),
  };
}
