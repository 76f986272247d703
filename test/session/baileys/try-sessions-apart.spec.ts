import "../../../session-service/process/silence-console.ts";
import { Curve, generateSignalPubKey, signedKeyPair } from "@whiskeysockets/baileys";
import { ProtocolAddress, SessionBuilder, SessionCipher, SessionRecord, type SignalStorage } from "libsignal";
import { beforeAll, describe, expect, it } from "vitest";
import { trySessionsApart, wasDecryptedBefore } from "../../../session-service/baileys/fixes/try-sessions-apart.ts";
import { trimSession } from "../../../session-service/baileys/keys/trim-session.ts";

/** Creates one side of a conversation: its keys, and what it has stored. */
function side(registrationId: number) {
  const identity = Curve.generateKeyPair();
  const signed = signedKeyPair(identity, 1);
  const forLibrary = (pair: { public: Uint8Array; private: Uint8Array }) => ({
    privKey: Buffer.from(pair.private),
    pubKey: Buffer.from(generateSignalPubKey(pair.public)),
  });
  const preKeys = new Map([1, 2, 3].map((id) => [id, Curve.generateKeyPair()]));
  const sessions = new Map<string, string>();
  const storage: SignalStorage = {
    async loadSession(id) {
      const written = sessions.get(id);
      return written === undefined ? null : SessionRecord.deserialize(JSON.parse(written));
    },
    async storeSession(id, record) {
      sessions.set(id, JSON.stringify(trimSession(record.serialize())));
    },
    isTrustedIdentity: () => true,
    async loadPreKey(id) {
      const pair = preKeys.get(Number(id));
      return pair && forLibrary(pair);
    },
    removePreKey: (id) => void preKeys.delete(id),
    loadSignedPreKey: () => forLibrary(signed.keyPair),
    getOurRegistrationId: () => registrationId,
    getOurIdentity: () => forLibrary(identity),
  };
  const address = new ProtocolAddress("1", registrationId);
  return {
    address,
    /** Returns the keys that another side needs to start a session with this side. */
    bundle: (preKeyId: number) => ({
      registrationId,
      identityKey: Buffer.from(generateSignalPubKey(identity.public)),
      signedPreKey: {
        keyId: 1,
        publicKey: Buffer.from(generateSignalPubKey(signed.keyPair.public)),
        signature: Buffer.from(signed.signature),
      },
      preKey: {
        keyId: preKeyId,
        publicKey: Buffer.from(generateSignalPubKey(preKeys.get(preKeyId)?.public ?? new Uint8Array())),
      },
    }),
    begin: (other: ProtocolAddress, bundle: Parameters<SessionBuilder["initOutgoing"]>[0]) =>
      new SessionBuilder(storage, other).initOutgoing(bundle),
    write: (other: ProtocolAddress, text: string) => new SessionCipher(storage, other).encrypt(Buffer.from(text)),
    /** The length of the stored sessions, in characters. */
    stored: () => [...sessions.values()].reduce((sum, text) => sum + text.length, 0),
    async read(other: ProtocolAddress, { type, body }: { type: number; body: string }): Promise<string> {
      const cipher = new SessionCipher(storage, other);
      const bytes = body as unknown as Buffer; // the types call it a string
      const plain = await (type === 3
        ? cipher.decryptPreKeyWhisperMessage(bytes)
        : cipher.decryptWhisperMessage(bytes));
      return plain.toString();
    },
  };
}

/** Creates two sides that have written to each other. */
async function acquainted() {
  const [ana, shop] = [side(1), side(2)];
  await ana.begin(shop.address, shop.bundle(1));
  await shop.read(ana.address, await ana.write(shop.address, "Hello"));
  await ana.read(shop.address, await shop.write(ana.address, "Hello to you"));
  return { ana, shop };
}

describe("a message that is late for its session", () => {
  beforeAll(trySessionsApart);

  it("is read, and the session that was begun meanwhile goes on in both directions", async () => {
    const { ana, shop } = await acquainted();
    const late = await ana.write(shop.address, "Late");
    await ana.begin(shop.address, shop.bundle(2));
    await shop.read(ana.address, await ana.write(shop.address, "In the new one"));

    expect(await shop.read(ana.address, late)).toBe("Late");

    expect(await shop.read(ana.address, await ana.write(shop.address, "More"))).toBe("More");
    expect(await ana.read(shop.address, await shop.write(ana.address, "An answer"))).toBe("An answer");
    expect(await shop.read(ana.address, await ana.write(shop.address, "Thanks"))).toBe("Thanks");
  });

  it("can't be read twice, and that is told from what could never be read", async () => {
    const { ana, shop } = await acquainted();
    const once = await ana.write(shop.address, "Once");
    expect(await shop.read(ana.address, once)).toBe("Once");
    const again = await shop.read(ana.address, once).catch((error: unknown) => error);
    expect(wasDecryptedBefore(again)).toBe(true);
    expect(again).toMatchObject({ message: "No matching sessions found for message" });

    const stranger = await acquainted();
    const foreign = await stranger.ana.write(stranger.shop.address, "For somebody else");
    const never = await shop.read(ana.address, foreign).catch((error: unknown) => error);
    expect(never).toBeInstanceOf(Error);
    expect(wasDecryptedBefore(never)).toBe(false);
    expect(await shop.read(ana.address, await ana.write(shop.address, "And on"))).toBe("And on");
  });
});

describe("a long conversation", () => {
  beforeAll(trySessionsApart);

  it("does not make its session any longer, and is understood in both directions", async () => {
    const { ana, shop } = await acquainted();
    const lengths: number[] = [];
    for (let turn = 1; turn <= 60; turn++) {
      expect(await shop.read(ana.address, await ana.write(shop.address, `Question ${turn}`))).toBe(`Question ${turn}`);
      expect(await ana.read(shop.address, await shop.write(ana.address, `Answer ${turn}`))).toBe(`Answer ${turn}`);
      lengths.push(shop.stored());
    }
    expect(lengths.at(-1)).toBeLessThan((lengths[9] ?? 0) + 100);
  });

  it("reads what was written up to five changes of direction ago", async () => {
    const { ana, shop } = await acquainted();
    const late: Awaited<ReturnType<typeof ana.write>>[] = [];
    for (let turn = 0; turn < 5; turn++) {
      late.push(await ana.write(shop.address, `Late ${turn}`));
      await shop.read(ana.address, await ana.write(shop.address, `In time ${turn}`));
      await ana.read(shop.address, await shop.write(ana.address, `Answer ${turn}`));
    }
    for (const [turn, message] of late.entries()) expect(await shop.read(ana.address, message)).toBe(`Late ${turn}`);
    expect(await shop.read(ana.address, await ana.write(shop.address, "And on"))).toBe("And on");
  });

  it("survives what was written too many changes of direction ago", async () => {
    const { ana, shop } = await acquainted();
    const late = await ana.write(shop.address, "Too late");
    for (let turn = 0; turn < 9; turn++) {
      await shop.read(ana.address, await ana.write(shop.address, `Question ${turn}`));
      await ana.read(shop.address, await shop.write(ana.address, `Answer ${turn}`));
    }
    await expect(shop.read(ana.address, late)).rejects.toThrow();
    expect(await shop.read(ana.address, await ana.write(shop.address, "And on"))).toBe("And on");
    expect(await ana.read(shop.address, await shop.write(ana.address, "Gladly"))).toBe("Gladly");
  });
});
