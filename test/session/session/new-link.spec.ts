import { randomBytes } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NothingLeft } from "../../../session-service/baileys/shared/nothing-left.ts";
import type { Supervisor } from "../../../session-service/fleet/supervisor.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SessionWorld } from "../support/session-world.ts";

const HOUR = 3_600;
const CARL = "5511966660088";

describe("devices that are gone", () => {
  let world: SessionWorld;
  let task: Supervisor;
  let instance: string;
  let isTableBroken = false;
  beforeAll(async () => {
    world = await SessionWorld.create();
    const table = world.table.withHook((operation, phase) => {
      const touchesKeys = JSON.stringify(operation).includes('"sk":"session#');
      if (isTableBroken && phase === "before" && touchesKeys) throw new Error("The table is not well.");
    });
    task = await world.startTask("task-1", { table });
    instance = await world.addInstance();
    await world.link(instance, OLGA);
    await arrives("The first link");
  });
  afterAll(() => world.tearDown());

  /**
   * Expects each person to see the text without any clock being moved, so nothing can be waiting for an acknowledgement
   * that never arrives.
   */
  async function arrives(text: string): Promise<void> {
    for (const phone of [ANA, BEN]) {
      const id = await world.send(instance, phone, text);
      await eventually(`"${text}" to be delivered`, () => world.message(id).status === "delivered");
    }
  }

  const relaysFailed = () => world.complaints.filter(({ message }) => message === "relay failed").length;

  it("our own, of a link that was removed on the phone: messages arrive at once after the next link", async () => {
    await world.stage.sandbox.unlink(OLGA);
    await world.reaches(instance, "scan_qr_code, network_logged_out");
    await world.link(instance, OLGA);

    await arrives("The second link");
    expect(relaysFailed()).toBe(0);
  });

  it("our own, of a link that ended with a logout: messages arrive at once after the next link", async () => {
    await world.change(instance, "logout");
    await world.reaches(instance, "scan_qr_code");
    await world.link(instance, OLGA);

    await arrives("The third link");
    expect(relaysFailed()).toBe(0);
  });

  it("the person's, who never told: the message is made for those they have, at once", async () => {
    await world.stage.sandbox.addPhone(CARL, "Carl");
    const other = await world.addInstance("Carl's computer");
    await world.link(other, CARL);
    // The network returns the list of Carl's devices, but no session can be established with any of them.
    await world.stage.sandbox.fault({ kind: "refuse_queries", namespace: "encrypt", code: 503, for_seconds: HOUR });
    const id = await world.send(instance, CARL, "Wherever you read it");
    await eventually("the refusal", () => relaysFailed() > 0);
    await world.stage.sandbox.unlink(CARL, { announced: false });
    await world.stage.sandbox.fault({ kind: "refuse_queries", for_seconds: 0 });

    await eventually("delivery", () => world.message(id).status === "delivered");
    const seen = await world.stage.sandbox.messages(CARL);
    expect(seen.filter(({ text }) => text === "Wherever you read it")).toHaveLength(1);
  });

  it("and of which the network goes on saying so: the message ends refused, within half a minute", async () => {
    await world.stage.sandbox.fault({ kind: "refuse_queries", namespace: "encrypt", code: 404, for_seconds: HOUR });
    const { phone } = await world.stage.sandbox.addPhone("201000000077", "Nobody yet");
    const begun = world.clock.now().getTime();
    const id = await world.send(instance, phone, "Can't be made");
    for (const seconds of [1, 4, 15]) {
      const before = relaysFailed();
      await eventually("a relay in vain", () => relaysFailed() > before || world.message(id).status === "failed");
      world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1_000));
    }
    await eventually("its end", () => world.message(id).status === "failed");
    await world.stage.sandbox.fault({ kind: "refuse_queries", for_seconds: 0 });

    expect(world.message(id).error_code).toBe("messenger_refused");
    expect(world.clock.now().getTime() - begun).toBeLessThan(60_000);
  });

  it("are no matter of a message that left before something failed", async () => {
    const session = task.sessions.find(({ instance_id }) => instance_id === instance);
    const text = proto.Message.encode({ conversation: "It left" }).finish();
    const networkId = `3EB0${randomBytes(9).toString("hex").toUpperCase()}`;
    isTableBroken = true;
    const relayed = await session?.relay(`${ANA}@s.whatsapp.net`, networkId, text).catch((error: unknown) => error);
    isTableBroken = false;

    expect(relayed).toBeInstanceOf(Error);
    expect(relayed).not.toBeInstanceOf(NothingLeft);
    await eventually("Ana to see it", async () =>
      (await world.stage.sandbox.messages(ANA)).some(({ id }) => id === networkId),
    );
  });
});
