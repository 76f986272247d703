import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { ANA, BEN } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { picture, recorded } from "../support/sample-files.ts";
import { SendingWorld } from "../support/sending-world.ts";
import { MONA, NOBODY, statusesOf } from "../support/status-world.ts";

const MINUTE_MS = 60_000;

describe("statuses of an account that moved to private ids", () => {
  let sending: SendingWorld;
  let instance: string;
  let statuses: ReturnType<typeof statusesOf>;
  beforeAll(async () => {
    sending = await SendingWorld.create();
    statuses = statusesOf(sending.world);
    instance = await statuses.link();
  });
  afterAll(() => sending.tearDown());

  const privateId = async (phone: string) => (await sending.world.stage.sandbox.phone(phone)).private_id;
  const command = (id: string) => sending.sessionOf(instance).perform({ kind: "delete_status", status: id });

  it("a text in its colour and font reaches those who have a private id, and the own phone", async () => {
    const look = { background_color: "#336699", font: 2 };
    const id = await statuses.post(instance, { text: "Open", ...look, recipients: [ANA, NOBODY, BEN] });
    const { status, network_id } = await statuses.ended(id);

    expect(status).toBe("sent");
    const own = await privateId(MONA);
    expect(statuses.list(instance, id).listed).toEqual([own, await privateId(ANA), await privateId(BEN)]);
    expect(statuses.record(instance, id)).toMatchObject({ recipients_count: 3, reached: 2 });
    for (const phone of [ANA, BEN, MONA]) {
      expect(await statuses.shownTo(phone)).toMatchObject([{ id: network_id, type: "text", text: "Open", ...look }]);
    }
  });

  it("nobody is told of it by an event, and no chat appears", async () => {
    const id = await statuses.post(instance, {});
    await statuses.ended(id);

    expect(sending.world.events("message.status")).toEqual([]);
    for (const place of [keys.person(instance, ""), keys.group(instance, ""), keys.channel(instance, "")]) {
      expect(sending.world.table.partition(place.pk)).toEqual([]);
    }
  });

  it.each([
    ["image", () => picture().jpeg().toBuffer(), { mimetype: "image/jpeg", caption: "New" }],
    ["video", () => recorded("film.mp4", []), { mimetype: "video/mp4", caption: "New" }],
    ["audio", () => recorded("sound.wav", []), { mimetype: "audio/ogg; codecs=opus", voice: true }],
  ] as const)("shows an %s", async (kind, make, about) => {
    const content = await sending.media(kind, await make(), about);
    const { status, network_id } = await statuses.ended(await statuses.post(instance, { content }));

    expect(status).toBe("sent");
    const shown = (await statuses.shownTo(ANA)).find(({ id }) => id === network_id);
    const text = "caption" in about ? about.caption : null;
    expect(shown).toMatchObject({ type: kind, text, media: { mimetype: about.mimetype } });
  });

  it("goes by private id to whom it names so, and once to who is named twice", async () => {
    const id = await statuses.post(instance, { recipients: [await privateId(ANA), ANA, MONA] });
    await statuses.ended(id);
    expect(statuses.list(instance, id).listed).toEqual([await privateId(MONA), await privateId(ANA)]);
    expect(statuses.record(instance, id).reached).toBe(1);
  });

  it("reaches people of whom nobody has heard by the network's form of their number, once it has said that", async () => {
    const { sandbox } = sending.world.stage;
    const [rio, known] = ["5521987654321", "552187654321"];
    await sandbox.addPhone(known, "Rio");
    await sandbox.request("PUT", `/phones/${known}/contacts/${MONA}`, { name: "Mo" });
    const nothing = { kind: "empty_answers", namespace: "usync", request: "contact" };
    await sandbox.fault({ ...nothing, for_seconds: 600 });
    const id = await statuses.post(instance, { text: "To Rio", recipients: [ANA, rio] });
    await eventually(
      "it to wait for the network",
      () => statuses.message(id).waiting_reason === "messenger_unavailable",
    );
    expect(statuses.list(instance, id).listed).toBeUndefined();

    await sandbox.fault({ ...nothing, for_seconds: 0 });
    await statuses.ended(id);

    const listed = [await privateId(MONA), await privateId(ANA), await privateId(known)];
    expect(statuses.list(instance, id).listed).toEqual(listed);
    expect(await statuses.shownTo(known)).toMatchObject([{ text: "To Rio" }]);
    expect(sending.world.table.peek(keys.person(instance, rio))).toMatchObject({ merged_into: known });
  });

  it("fails with a reason when nobody of the list can be named", async () => {
    const id = await statuses.post(instance, { recipients: [NOBODY] });
    const error = expect.stringContaining("can't reach any of its recipients");
    expect(await statuses.ended(id)).toMatchObject({ status: "failed", error_code: "not_on_messenger", error });
  });

  it("fails when the network refuses it", async () => {
    const { sandbox } = sending.world.stage;
    await sandbox.fault({ kind: "refuse_messages", code: 479, for_seconds: 600 });
    const ended = await statuses.ended(await statuses.post(instance, {}));
    await sandbox.fault({ kind: "refuse_messages", code: 479, for_seconds: 0 });
    expect(ended).toMatchObject({ status: "failed", error_code: "messenger_refused" });
    expect(sending.world.events("message.status")).toEqual([]);
  });

  it("goes once, though its acknowledgement is lost and it is repeated", async () => {
    const { sandbox } = sending.world.stage;
    await sandbox.fault({ kind: "lose_acks", for_seconds: 600 });
    const id = await statuses.post(instance, { text: "Twice?" });
    const shown = async () => (await statuses.shownTo(ANA)).filter(({ text }) => text === "Twice?");
    await eventually("it to be shown", async () => (await shown()).length === 1);
    await sandbox.fault({ kind: "lose_acks", for_seconds: 0 });
    sending.world.clock.moveTo(new Date(sending.world.clock.now().getTime() + MINUTE_MS));

    expect((await statuses.ended(id)).status).toBe("sent");
    expect(await shown()).toHaveLength(1);
  });

  it("counts everybody who looks at it once", async () => {
    const id = await statuses.post(instance, { text: "Seen?" });
    const { network_id } = await statuses.ended(id);
    const views = () => statuses.record(instance, id).views ?? 0;
    for (const phone of [ANA, ANA, BEN, ANA]) await statuses.view(phone, network_id);
    await eventually("both", () => views() === 2);
    await sending.world.stage.sandbox.write(ANA, { to: MONA, text: "Nice" });
    await eventually("what came behind the views", () => sending.world.messages().some(({ body }) => body === "Nice"));
    expect(views()).toBe(2);
  });

  it("is taken back from everybody, and again without harm", async () => {
    const id = await statuses.post(instance, { text: "Wrong price" });
    await statuses.ended(id);
    const wrong = async (phone: string) =>
      (await statuses.shownTo(phone)).filter(({ text }) => text === "Wrong price").length;
    expect(await wrong(ANA)).toBe(1);

    expect(await command(id)).toEqual({ ok: true });
    expect(await command(id)).toEqual({ ok: true });
    for (const phone of [ANA, BEN, MONA]) expect(await wrong(phone)).toBe(0);
  });

  it("has nothing to take back when it never went", async () => {
    const id = await statuses.post(instance, { recipients: [NOBODY] });
    await statuses.ended(id);
    expect(await command(id)).toEqual({ ok: true });
    expect(await command("sts_unknown")).toMatchObject({ ok: false, code: "status_not_found" });
  });

  it("of others, and those typed on the own phone, are not shown", async () => {
    const { sandbox } = sending.world.stage;
    const before = sending.world.messages().length;
    for (const phone of [ANA, MONA]) await sandbox.write(phone, { chat_id: "status@broadcast", text: "At the sea" });
    await sandbox.write(ANA, { to: MONA, text: "Behind it" });
    await eventually("what came behind", () => sending.world.messages().length > before);
    expect(sending.world.messages().filter(({ body }) => body === "At the sea")).toEqual([]);
    expect(sending.world.table.partition(keys.status(instance, "").pk).map(({ sk }) => sk)).not.toContain("At the sea");
  });
});
