import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, at, OLGA, type Stage, setStage } from "./support/stage.ts";

const DELIVERED = 3;

describe("a linked device that was away", () => {
  let stage: Stage;
  let client: BaileysClient;
  beforeEach(async () => {
    stage = await setStage();
    client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
  });
  afterEach(() => stage.tearDown());

  const write = async (text: string) => (await stage.sandbox.write(ANA, { to: OLGA, text })).id;
  const comeBack = async () => {
    client.connect();
    await client.caughtUp();
  };
  const textsOf = (ids: readonly string[]) =>
    client.seen.messages
      .filter(({ message }) => ids.includes(message.key.id ?? ""))
      .map(({ message }) => message.message?.extendedTextMessage?.text);

  it("gets what was written meanwhile, marked as old, in order and once", async () => {
    await client.disconnect();
    const ids = [await write("one"), await write("two"), await write("three")];

    await comeBack();
    await client.message(ids[2] ?? "");
    await expect.poll(() => stage.network.isIdle()).toBe(true);
    await client.disconnect();
    await comeBack();

    expect(textsOf(ids)).toEqual(["one", "two", "three"]);
    expect((await client.message(ids[0] ?? "")).type).toBe("append");
  });

  it("gets what the owner typed meanwhile, and receipts of what it sent before", async () => {
    await stage.sandbox.changePhone(ANA, { online: false });
    const sent = await client.text(at(ANA), "Are you back?");
    await client.disconnect();
    const { id: typed } = await stage.sandbox.write(OLGA, { to: ANA, text: "Typed" });
    await stage.sandbox.changePhone(ANA, { online: true });

    await comeBack();

    expect((await client.message(typed)).message.key.fromMe).toBe(true);
    await client.receipt(sent, DELIVERED);
  });

  // The test can't expect every message to be readable: this client discards messages that it decrypts after its
  // connection was cut.
  it("is handed everything when every line is cut while messages come in, until it confirms it", async () => {
    const ids: string[] = [];
    for (let n = 1; n <= 5; n++) ids.push(await write(`message ${n}`));
    await stage.sandbox.fault({ kind: "drop_connections" });
    for (let n = 6; n <= 8; n++) ids.push(await write(`message ${n}`));

    expect(await client.closed()).toBe(428);
    await comeBack();
    for (const id of ids) await client.handOver(id);
    for (const id of ids.slice(5)) await client.message(id);
    await expect.poll(() => stage.network.isIdle()).toBe(true);
    const soFar = client.seen.handedOver.length;
    await client.disconnect();
    await comeBack();

    expect(client.seen.handedOver).toHaveLength(soFar);
  });

  it("finds closed doors while connections are refused, and gets in afterwards", async () => {
    await stage.sandbox.fault({ kind: "refuse_connections", for_seconds: 600 });
    await stage.sandbox.fault({ kind: "drop_connections" });
    await client.closed();

    client.connect();
    expect(await client.closed()).toBe(408);
    await stage.sandbox.moveClock({ advance_seconds: 601 });
    await comeBack();
  });

  it("may repeat a message whose acknowledgement was lost; the person sees it once", async () => {
    await stage.sandbox.fault({ kind: "lose_acks", for_seconds: 600 });
    const lost = await client.socket.sendMessage(at(ANA), { text: "Once", linkPreview: null });
    const id = lost?.key.id ?? "";
    await client.receipt(id, DELIVERED);
    expect(client.seen.acknowledged).not.toContain(id);

    await stage.sandbox.fault({ kind: "lose_acks", for_seconds: 0 });
    await client.text(at(ANA), "Once", id);

    expect(await stage.sandbox.messages(ANA)).toHaveLength(1);
  });

  it("waits longer for everything while the network is slow", async () => {
    await stage.sandbox.fault({ kind: "delay", for_seconds: 600, milliseconds: 300 });
    const before = performance.now();
    await client.text(at(ANA), "Slowly");

    expect(performance.now() - before).toBeGreaterThan(300);
  });

  describe("because the network died", () => {
    it("finds everything as it was after kill -9: its link, its sessions, what waited for it", async () => {
      const before = await client.text(at(ANA), "before");
      await client.disconnect();
      const waiting = await write("waited through the night");
      await stage.network.kill();

      await stage.startAgain();
      await comeBack();

      expect((await client.message(waiting)).type).toBe("append");
      const after = await client.text(at(ANA), "after");
      expect((await stage.sandbox.messages(ANA)).map(({ id }) => id)).toEqual([before, waiting, after]);
      const { id: live } = await stage.sandbox.write(ANA, { to: OLGA, text: "live" });
      expect((await client.message(live)).type).toBe("notify");
    });

    it("may repeat what it sent in the last moment; the person sees it once", async () => {
      await stage.sandbox.fault({ kind: "lose_acks", for_seconds: 600 });
      const lost = await client.socket.sendMessage(at(ANA), { text: "Once", linkPreview: null });
      const id = lost?.key.id ?? "";
      await expect.poll(() => stage.sandbox.messages(ANA)).toHaveLength(1);
      await stage.network.kill();

      await stage.startAgain();
      await comeBack();
      await client.text(at(ANA), "Once", id);

      expect(await stage.sandbox.messages(ANA)).toHaveLength(1);
      await client.receipt(id, DELIVERED);
    });

    it("loses no message killed at a random moment, and shows none twice", async () => {
      const ids: string[] = [];
      for (let round = 0; round < 4; round++) {
        const sending = Array.from({ length: 6 }, (_, n) => `3EB0${String(round * 6 + n).padStart(18, "0")}`);
        ids.push(...sending);
        const unsent = sending.map((id) =>
          client.socket.sendMessage(at(ANA), { text: id, linkPreview: null }, { messageId: id }).catch(() => undefined),
        );
        await client.acknowledgement(sending[round] ?? "");
        await stage.network.kill();
        await Promise.all(unsent);
        await stage.startAgain();
        await comeBack();
        const unacknowledged = sending.filter((id) => !client.seen.acknowledged.includes(id));
        for (const id of unacknowledged) await client.text(at(ANA), id, id);
      }

      const shown = () => stage.sandbox.messages(ANA).then((messages) => messages.map(({ text }) => text).sort());
      await expect.poll(shown).toEqual(ids);
    });
  });
});
