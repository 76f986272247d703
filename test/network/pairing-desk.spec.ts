import type { BinaryNode } from "@whiskeysockets/baileys";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { children, contentBytes } from "../../simulated-network/src/format/nodes.ts";
import { PairingDesk } from "../../simulated-network/src/world/linking/pairing-desk.ts";

const REGISTRATION = {
  kind: "registration",
  version: "2.3000.1",
  registrationId: 1,
  identityKey: Buffer.alloc(32),
  signedPreKey: { id: 1, publicKey: Buffer.alloc(32), signature: Buffer.alloc(64) },
} as const;

describe("codes of a client that waits to be linked", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function welcome(desk: PairingDesk) {
    const written: BinaryNode[] = [];
    const line = { write: (stanza: BinaryNode) => void written.push(stanza), end: () => {} };
    desk.welcome(line, REGISTRATION, Buffer.alloc(32));
    const refs = written.flatMap((iq) => children(iq, "pair-device")).flatMap((offer) => children(offer, "ref"));
    return { line, codes: refs.map((ref) => contentBytes(ref)?.toString() ?? "") };
  }

  it("are six different ones", () => {
    expect(new Set(welcome(new PairingDesk()).codes).size).toBe(6);
  });

  it("expire one after another: the first after a minute, each next one twenty seconds later", () => {
    const desk = new PairingDesk();
    const { codes } = welcome(desk);
    const usable = () => codes.map((code) => desk.find(code).kind === "waiting");

    vi.advanceTimersByTime(60_000);
    expect(usable()).toEqual([true, true, true, true, true, true]);
    vi.advanceTimersByTime(10_000);
    expect(usable()).toEqual([false, true, true, true, true, true]);
    vi.advanceTimersByTime(20_000);
    expect(usable()).toEqual([false, false, true, true, true, true]);
    vi.advanceTimersByTime(80_000);
    expect(codes.map((code) => desk.find(code).kind)).toEqual(Array(6).fill("expired"));
  });

  it("end with the connection", () => {
    const desk = new PairingDesk();
    const { line, codes } = welcome(desk);

    desk.closed(line);

    expect(desk.find(codes[0] ?? "").kind).toBe("expired");
    expect(desk.find("never issued").kind).toBe("unknown");
  });
});
