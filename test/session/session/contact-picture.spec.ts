import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ContactRecord } from "../../../core/records/chats/contact.ts";
import { keys } from "../../../core/store/keys.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { SendingWorld } from "../support/sending-world.ts";

const HIDDEN = "15550001051";

describe("a contact's picture", () => {
  let sending: SendingWorld;
  const sandbox = () => sending.world.stage.sandbox;
  const ask = (person: string) => sending.session.perform({ kind: "contact_picture", person });
  const show = async (phone: string, color: string | null) => {
    const picture =
      color &&
      (await sharp({ create: { width: 96, height: 96, channels: 3, background: color } })
        .jpeg()
        .toBuffer());
    await sandbox().request("POST", `/phones/${phone}/picture`, { data: picture?.toString("base64") ?? null });
  };
  const stored = (person: string) => {
    const record = sending.world.table.peek(keys.contact(sending.instance, person)) as ContactRecord | null;
    return record?.picture;
  };
  const files = () => [...sending.world.media.files.keys()];
  beforeAll(async () => {
    sending = await SendingWorld.create();
    await sandbox().addPhone(HIDDEN, "Hidden");
    await sandbox().changePhone(HIDDEN, { hide_number: true });
    await show(ANA, "red");
    await show(HIDDEN, "blue");
    for (const from of [ANA, BEN, HIDDEN]) {
      const { id } = await sandbox().write(from, { to: OLGA, text: "Hello" });
      await sending.received(id);
    }
  });
  afterAll(() => sending.tearDown());

  it("is copied, and the copy replaced by the next one", async () => {
    expect(await ask(ANA)).toMatchObject({ ok: true, result: { key: expect.any(String), mimetype: "image/jpeg" } });
    const first = stored(ANA);
    expect(files()).toEqual([first?.key]);

    await show(ANA, "green");
    await expect.poll(() => stored(ANA)).toMatchObject({ asked_ms: 0 });
    await ask(ANA);

    expect(stored(ANA)?.key).not.toBe(first?.key);
    expect(files()).toEqual([stored(ANA)?.key]);
    await show(ANA, null);
    await expect.poll(() => stored(ANA)).toMatchObject({ asked_ms: 0 });
    expect(await ask(ANA)).toMatchObject({ ok: true, result: { key: null } });
    expect(files()).toEqual([]);
  });

  it("is known to be none of whoever shows none, and is had of a hidden number", async () => {
    expect(await ask(BEN)).toMatchObject({ ok: true, result: { key: null } });

    const id = (await sandbox().phone(HIDDEN)).private_id;
    expect(await ask(id)).toMatchObject({ ok: true, result: { key: expect.any(String) } });
    expect(stored(id)?.key).toBe(files()[0]);
  });

  it("is asked for by one question at a time, and one that waits; the others are shown what is stored", async () => {
    const answers = await Promise.all([ask(BEN), ask(BEN), ask(BEN), ask(BEN)]);

    const isDone = answers.map(({ ok }) => ok);
    expect(isDone.filter((ok) => !ok).length).toBeGreaterThanOrEqual(2);
    expect(answers).toContainEqual({ ok: false, code: "unavailable" });
    expect(isDone).toContain(true);
  });
});
