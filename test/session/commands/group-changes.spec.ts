import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { presentGroup } from "../../../core/operations/groups/present-group.ts";
import type { GroupChange } from "../../../core/records/command.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { GroupWorld } from "../support/group-world.ts";

const NAMESPACE = "w:g2";

describe("a group that is changed", () => {
  let world: GroupWorld;
  beforeAll(async () => {
    world = await GroupWorld.create();
  });
  afterAll(() => world.tearDown());

  const change = (group: string, asked: GroupChange) => world.perform({ kind: "change_group", group, change: asked });
  const silent = (request: string, work: () => Promise<unknown>) =>
    world.during({ kind: "silent_queries", xmlns: NAMESPACE, request }, work);

  /** Returns the group in the form customers see. */
  async function shown(group: string) {
    const { table, clock, media } = world.sending.world;
    return presentGroup({ table, clock, media }, world.sending.instance, { group, record: await world.record(group) });
  }

  it("changes for everybody, and stands here when the answer comes", async () => {
    const group = await world.group();
    const settings = { messages_admins_only: true, join_approval: true, disappearing_seconds: 86_400 };

    expect(await change(group, { subject: "Coffee", description: "Daily at 9", settings })).toEqual({ ok: true });

    expect(await shown(group)).toMatchObject({ subject: "Coffee", description: "Daily at 9", settings });
    expect(await world.sandbox.group(group)).toMatchObject({
      subject: "Coffee",
      description: "Daily at 9",
      ...settings,
    });

    expect(await change(group, { description: "Daily at 10" })).toEqual({ ok: true });
    expect(await change(group, { description: null })).toEqual({ ok: true });
    expect(await shown(group)).toMatchObject({ subject: "Coffee", description: null });
    expect((await world.sandbox.group(group)).description).toBeNull();
  });

  it("gets a picture of the network's size, of which a copy is shown, and loses it", async () => {
    const group = await world.group();
    const { media } = world.sending.world;
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const given = async (key: string) => {
      await media.put(key, bytes, { mimetype: "image/png", filename: null, maxBytes: bytes.length });
      return change(group, { picture: { key } });
    };
    const kept = (...keys: string[]) => Promise.all(keys.map((key) => media.has(key)));
    expect(await given("given-1")).toEqual({ ok: true });

    const path = `/groups/${group}/picture`;
    const { picture } = await world.sandbox.request<{ picture: string }>("GET", path);
    expect(await sharp(Buffer.from(picture, "base64")).metadata()).toMatchObject({ width: 640, height: 640 });
    const { picture_key: first = "" } = await world.record(group);
    expect(await kept(first, "given-1")).toEqual([true, false]);
    expect((await shown(group)).picture_url).toContain(encodeURIComponent(first));

    expect(await given("given-2")).toEqual({ ok: true });
    const { picture_key: second = "" } = await world.record(group);
    expect(await kept(first, "given-2", second)).toEqual([false, false, true]);

    expect(await change(group, { picture: null })).toEqual({ ok: true });
    expect((await shown(group)).picture_url).toBeNull();
    expect(await kept(second)).toEqual([false]);
    expect(await world.sandbox.request("GET", path)).toMatchObject({ picture: null });
  });

  it("is not changed at all when its picture is none, or too small", async () => {
    const group = await world.group();
    const small = await sharp({ create: { width: 191, height: 500, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    for (const [bytes, told] of [
      [small, "192 pixels"],
      [Buffer.from("no picture"), "JPEG or PNG"],
    ] as const) {
      await world.sending.world.media.put("given", bytes, { mimetype: "image/png", filename: null, maxBytes: 10_000 });
      const answer = await change(group, { subject: "Coffee", picture: { key: "given" } });
      const errors = { picture: [expect.stringContaining(told)] };
      expect(answer).toMatchObject({ ok: false, code: "validation_failed", errors });
    }
    expect((await world.sandbox.group(group)).subject).toBe("Tea");
  });

  it("is described although somebody else was quicker", async () => {
    const group = await world.group();
    await world.sandbox.fault({ kind: "stale_descriptions", times: 1 });
    expect(await change(group, { description: "Ours" })).toEqual({ ok: true });
    expect([(await world.sandbox.group(group)).description, (await shown(group)).description]).toEqual([
      "Ours",
      "Ours",
    ]);
  });

  it("says what stands when the network refuses a part of the settings", async () => {
    const group = await world.group();
    const asked = { subject: "Coffee", settings: { messages_admins_only: true, info_admins_only: true } };
    const refusal = { kind: "refuse_queries", code: 406, namespace: NAMESPACE, request: "locked" };
    const answer = await world.during(refusal, () => change(group, asked));

    const message = expect.stringMatching(/Changed before that: subject, settings\.messages_admins_only\.$/);
    expect(answer).toMatchObject({ ok: false, code: "conflict", message });
    const stands = { messages_admins_only: true, info_admins_only: false };
    expect(await shown(group)).toMatchObject({ subject: "Coffee", settings: stands });
    expect(await world.sandbox.group(group)).toMatchObject({ subject: "Coffee", ...stands });
  });

  it("is looked at when the network's answer is lost, and the truth is told", async () => {
    const group = await world.group();
    expect(await silent("subject", () => change(group, { subject: "Coffee" }))).toEqual({ ok: true });
    expect((await shown(group)).subject).toBe("Coffee");
  });

  it("may be done when nothing at all is answered: whoever asked is told where to look", async () => {
    const group = await world.group();
    const refusal = { kind: "silent_queries", xmlns: NAMESPACE };
    const answer = await world.during(refusal, () => change(group, { subject: "Coffee" }));
    const message = expect.stringContaining("Check with GET");
    expect(answer).toMatchObject({ ok: false, code: "messenger_unavailable", status: 503, message });
    // The network has reported the change to everyone, including the number.
    await world.shows(group, ({ subject }) => subject === "Coffee");
  });

  it("is changed by its admins alone, whatever our copy says", async () => {
    const group = await world.group({ participants: [OLGA, BEN], info_admins_only: true }, { admin: false });
    const notAdmin = { ok: false, code: "conflict", message: "Only a group admin can do this." };
    expect(await change(group, { settings: { join_approval: true } })).toMatchObject(notAdmin);
    expect(await change(group, { subject: "Coffee" })).toMatchObject(notAdmin);
    expect(await world.perform({ kind: "read_invite", group })).toMatchObject(notAdmin);
    expect(await world.perform({ kind: "read_join_requests", group })).toMatchObject(notAdmin);
  });

  it("is not found once the number is not in it, and is known as left", async () => {
    const group = await world.group();
    await world.members(group, "remove", [OLGA], ANA);
    expect(await change(group, { subject: "Coffee" })).toMatchObject({ ok: false, code: "group_not_found" });
    expect(await world.record(group)).toMatchObject({ left_ms: expect.any(Number) });
    expect((await shown(group)).my_role).toBeNull();
    const nowhere = await change("120363000000000000@g.us", { subject: "Coffee" });
    expect(nowhere).toMatchObject({ ok: false, code: "group_not_found" });
  });
});
