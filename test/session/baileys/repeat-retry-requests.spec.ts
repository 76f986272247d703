import { proto } from "@whiskeysockets/baileys";
import { afterEach, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import type { TableHook } from "../../support/memory-table.ts";
import { BareSession } from "../support/bare-session.ts";
import { SessionWorld } from "../support/session-world.ts";

/** Stores bytes as for a sent message, so that they can be found by the network's ID. */
async function keepBytes(world: SessionWorld, id: string, message: proto.IMessage): Promise<void> {
  const bytes = Buffer.from(proto.Message.encode(message).finish());
  const place = { account_id: "acc_1", message_id: "msg_three" };
  await world.table.write({ put: { ...keys.networkId(INSTANCE, "out", id), ...place } });
  await world.table.write({ put: { ...keys.message("acc_1", "msg_three"), network_bytes: bytes } });
}

const INSTANCE = "inst_bare";
let world: SessionWorld;
afterEach(() => world.tearDown());

it("a phone's wish for another copy is kept when sending the copy fails: the person sees the message after all", async () => {
  let refusing = false;
  let passing = 0;
  let refused = 0;
  const hook: TableHook = (operation, phase) => {
    if (!refusing || phase !== "before" || !("writes" in operation)) return;
    const isRatchet = operation.writes.some((write) => "put" in write && write.put.sk.startsWith("session#"));
    if (!isRatchet || passing-- > 0) return;
    refused++;
    throw new Error("The table is too busy.");
  };
  world = await SessionWorld.create(hook);
  const session = await (await BareSession.open(world, INSTANCE)).link(world, OLGA);
  const text = (body: string) => session.sock.sendMessage(`${ANA}@s.whatsapp.net`, { text: body, linkPreview: null });
  const shown = async (body: string) =>
    (await world.stage.sandbox.messages(ANA)).filter((message) => message.text === body).length;
  await text("one");
  await eventually("the first message", async () => (await shown("one")) === 1);

  // Restore an earlier ratchet state, which makes the next message unreadable for Ana.
  const { pk } = keys.sessionKey(INSTANCE, "", "");
  const rows = world.table.partition(pk).flatMap(({ sk }) => (sk.startsWith("session#") ? [sk.slice(8)] : []));
  const before = structuredClone(await session.store.keys.get("session", rows));
  await text("two");
  await eventually("the second message", async () => (await shown("two")) === 1);
  await session.store.keys.set({ session: before });
  // The third message itself must get out, which advances each of these ratchets once.
  passing = rows.length;
  refusing = true;
  const sent = await text("three");
  await keepBytes(world, String(sent?.key.id), sent?.message ?? {});

  await eventually("the line to be cut instead of an acknowledgement", () => session.state === "closed");
  expect(refused).toBeGreaterThan(0);
  expect(await shown("three")).toBe(0);
  refusing = false;
  await session.connect();
  await eventually("the copy at the person", async () => (await shown("three")) === 1);
  await session.end();
});
