import { beforeEach, describe, expect, it } from "vitest";
import { linkText, OTP_LOCALES } from "../../../core/domain/otps/otp-texts.ts";
import { checkLinkAgain } from "../../../core/operations/otps/check-link-again.ts";
import type { IncomingMessage } from "../../../core/operations/receiving/incoming-message.ts";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import { recordEdit } from "../../../core/operations/receiving/record-edit.ts";
import { packLastBroadcast } from "../../../core/records/broadcasts/last-broadcast.ts";
import type { OtpRecord } from "../../../core/records/otps/otp.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table } from "../../../core/store/table.ts";
import { ACCOUNT, ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { LINK_CODE, openLink } from "../../support/open-link.ts";

const HIDDEN = "987654@lid";
const BEA = "5511977770002";
const asHidden = { chat_id: HIDDEN, phone: null, person: HIDDEN };

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld();
});

const link = (fields: Partial<OtpRecord> = {}) => openLink(world.table, world.clock.now(), fields);
const otp = (id = "otp_1") => world.table.peek(keys.otp(ACCOUNT, id)) as OtpRecord | null;
const pass = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));
const completed = () => world.events().flatMap(({ type, data }) => (type === "otp.completed" ? [data] : []));
const received = () => world.events().filter(({ type }) => type === "message.received").length;
const ours = () => world.messages().filter(({ direction }) => direction === "out");
const rows = () => world.rows().map(({ sk }) => sk.slice(0, 6));

/** Returns the table with a hook that runs `happens` once, right before a message's transaction. */
function seenBefore(happens: (table: Table) => Promise<unknown>): Table {
  let isDone = false;
  return world.table.withHook(async (operation, when) => {
    if (operation.kind !== "transact" || when !== "before" || isDone) return;
    isDone = true;
    await happens(world.table);
  });
}

describe("a link's code in a person's text", () => {
  it("verifies its OTP in the transaction that stores it, with one event and a confirmation", async () => {
    await link({ reference: "order 7" });
    pass(30_000);
    await world.write(`${LINK_CODE} is my code for Tea House`);

    expect(otp()).toMatchObject({
      status: "verified",
      phone: ANA,
      verified_at: "2026-03-16T10:20:35.000Z",
      attempts: 0,
    });
    expect(completed()).toEqual([
      {
        id: "otp_1",
        instance_id: INSTANCE,
        channel: "link",
        reference: "order 7",
        phone: ANA,
        verified_at: "2026-03-16T10:20:35+00:00",
      },
    ]);
    expect(received()).toBe(1);
    expect(ours()).toMatchObject([
      {
        origin: "otp",
        class: "reply",
        status: "queued",
        person: ANA,
        body: "Your number is confirmed for \u2068Tea House\u2069. If this wasn't you, tell them.",
      },
    ]);
    expect(rows()).toEqual(["R#msg_"]);
    expect(world.wakes.length).toBeGreaterThan(0);
  });

  it("verifies once: delivered again, or written again, it is an ordinary message", async () => {
    await link();
    await world.write(LINK_CODE, { network_id: "3EB0A" });
    await world.write(LINK_CODE, { network_id: "3EB0A" });
    await world.write(LINK_CODE);

    expect(completed()).toHaveLength(1);
    expect(ours()).toHaveLength(1);
    expect(received()).toBe(2);
  });

  it.each([
    ["in groups", "1234 5678"],
    ["in Arabic digits", "١٢٣٤٥٦٧٨"],
    ["in Devanagari digits", "१२३४५६७८"],
    ["between marks of direction", "\u202b\u206812345678\u2069\u202c"],
    ["behind two numbers that are none", "87654321, 11111111 and 12345678"],
  ])("verifies %s", async (_how, text) => {
    await link();
    await world.write(text);
    expect(otp()?.status).toBe("verified");
  });

  it("verifies in the words that each language has for it", async () => {
    for (const locale of OTP_LOCALES) {
      world = await messageWorld();
      await link({ locale });
      await world.write(linkText({ locale, brand: "Tea House 24", code: LINK_CODE }));
      expect(otp()?.status, locale).toBe("verified");
    }
  });

  it.each([
    ["nine digits", "123456789", {}],
    ["the fourth number", "11111111, 22222222, 33333333, 12345678", {}],
    ["a long text", `${LINK_CODE}${"!".repeat(200)}`, {}],
    ["a forwarded text", LINK_CODE, { forwarding_score: 1 }],
    ["a text in a group", LINK_CODE, { chat_id: "123@g.us", participant: ANA }],
    ["a text typed on the instance's own phone", LINK_CODE, { from_me: true }],
  ] as const)("does not verify as %s", async (_what, text, change) => {
    await link();
    await world.write(text, change);

    expect(otp()?.status).toBe("pending");
    expect(ours().filter(({ origin }) => origin === "otp")).toEqual([]);
  });

  it("verifies as a picture's caption", async () => {
    await link();
    await world.write(LINK_CODE, { type: "image" });
    expect(otp()?.status).toBe("verified");
  });

  it("does not verify when an edit writes it into another text", async () => {
    await link();
    await world.write("Hello", { network_id: "3EB0E" });
    const edited = { ...world.own, network_id: "3EB0E", author: ANA, at: world.clock.now(), journal: null };
    await recordEdit(world.deps, { ...edited, text: LINK_CODE });

    expect(world.messages().map(({ body }) => body)).toEqual([LINK_CODE]);
    expect(otp()?.status).toBe("pending");
  });

  it("does not verify when it is older than the OTP by more than a minute, as history is", async () => {
    const { created_at } = await link();
    const older = (ms: number) => ({ written_at: new Date(Date.parse(created_at) - ms) });
    await world.write(LINK_CODE, older(60_001));
    expect(otp()?.status).toBe("pending");
    await world.write(LINK_CODE, older(60_000));
    expect(otp()?.status).toBe("verified");
  });

  it("verifies up to the second of its expiry, by the gateway's clock, whenever it was written", async () => {
    const { expires_at } = await link();
    const written_at = world.clock.now();
    world.clock.moveTo(new Date(expires_at));
    await world.write(LINK_CODE, { written_at });
    expect([otp()?.status, completed()]).toEqual(["pending", []]);

    world = await messageWorld();
    await link();
    world.clock.moveTo(new Date(Date.parse(expires_at) - 1));
    await world.write(LINK_CODE);
    expect(otp()?.status).toBe("verified");
  });

  it.each([
    ["cancelled", { status: "cancelled" }],
    ["verified", { status: "verified" }],
    ["failed", { status: "failed" }],
    ["of another instance", { instance_id: "inst_2" }],
  ] as const)("leaves an OTP that is %s as it is, and is stored", async (_what, fields) => {
    await link();
    await world.table.write({ update: keys.otp(ACCOUNT, "otp_1"), set: fields });
    await world.write(LINK_CODE);

    expect(otp()).toMatchObject(fields);
    expect([completed(), received()]).toEqual([[], 1]);
  });

  it("of an old link never verifies a new OTP: for a day it leads to the old one", async () => {
    await link();
    await world.table.write({ update: keys.otp(ACCOUNT, "otp_1"), set: { status: "cancelled" } });
    pass(3_600_000);
    await openLink(world.table, world.clock.now(), { id: "otp_2", draw: 5 });
    await world.write(LINK_CODE);

    expect([otp("otp_1")?.status, otp("otp_2")?.status]).toEqual(["cancelled", "pending"]);
  });

  it("is no answer to a broadcast", async () => {
    const ms = world.clock.now().getTime();
    const brd = packLastBroadcast({ id: "brd_000001", gen: 1, page: 0, at: 0, ms });
    await world.table.write({ update: keys.person(INSTANCE, ANA), set: { brd } });
    await link();
    await world.write(LINK_CODE);
    expect([otp()?.status, world.person()?.brd]).toEqual(["verified", brd]);
  });

  it("of somebody else than the OTP is for does nothing, and of them verifies it", async () => {
    await link({ phone: BEA });
    await world.write(LINK_CODE);
    expect([otp()?.status, otp()?.phone, received(), rows()]).toEqual(["pending", BEA, 1, []]);

    await world.write(LINK_CODE, { chat_id: `${BEA}@s.whatsapp.net`, phone: BEA, person: BEA });
    expect(otp()).toMatchObject({ status: "verified", phone: BEA });
  });

  it("is stored without its effect when the OTP ends right before the commit", async () => {
    await link();
    const cancel = (table: Table) => table.write({ update: keys.otp(ACCOUNT, "otp_1"), set: { status: "cancelled" } });
    await world.write(LINK_CODE, {}, seenBefore(cancel));

    expect([otp()?.status, completed(), received(), ours()]).toEqual(["cancelled", [], 1, []]);
  });

  it("counts nothing of a text that has no eight digits", async () => {
    const asked: string[] = [];
    const seen = world.table.withHook((operation, when) => {
      if (when === "before" && operation.kind === "get") asked.push(operation.key.pk);
    });
    await world.write("Call me at 5511977770001, or 1234567", {}, seen);
    expect(asked.filter((pk) => pk.includes("OTP"))).toEqual([]);
    await world.write("12345678", {}, seen);
    expect(asked.filter((pk) => pk.includes("OTP"))).toHaveLength(1);
  });

  it("does not hold up its message when codes can't be made: the lane looks again", async () => {
    await link();
    const { codes } = world.deps;
    const { versions } = codes;
    world.deps.codes = { ...codes, versions: () => Promise.reject(new Error("the vault is away")) };
    await world.write(LINK_CODE);
    world.deps.codes = { ...codes, versions };

    expect([otp()?.status, received()]).toEqual(["pending", 1]);
    expect(world.rows()).toMatchObject([{ otp: null, writer: ANA }]);
    expect(rows()).toEqual(["C#link"]);
  });
});

describe("a link's code of a person whose number is hidden", () => {
  it("verifies an OTP for anybody, with no phone in its event", async () => {
    await link();
    await world.write(LINK_CODE, asHidden);

    expect(otp()).toMatchObject({ status: "verified", phone: null });
    expect(completed()).toMatchObject([{ phone: null }]);
    expect(ours()).toMatchObject([{ origin: "otp", person: HIDDEN, phone: null, chat_id: HIDDEN }]);
  });

  it("verifies an OTP for a phone that is known to be theirs", async () => {
    await world.write("Hi", asHidden);
    await mergePerson(world.deps, world.own, { phone: ANA, private_id: HIDDEN });
    await link({ phone: ANA });
    await world.write(LINK_CODE, asHidden);

    expect(otp()).toMatchObject({ status: "verified", phone: ANA });
    expect(ours()).toMatchObject([{ origin: "otp", person: ANA, phone: ANA }]);
  });

  it("does nothing when the phone's person has another private id", async () => {
    await mergePerson(world.deps, world.own, { phone: ANA, private_id: "111@lid" });
    await link({ phone: ANA });
    await world.write(LINK_CODE, asHidden);
    expect([otp()?.status, rows()]).toEqual(["pending", []]);
  });

  it("leaves one row for the lane to look again, however often they write it", async () => {
    const { expires_at } = await link({ phone: ANA });
    await world.write(LINK_CODE, asHidden);
    await world.write(LINK_CODE, asHidden);

    expect(otp()?.status).toBe("pending");
    expect(world.rows()).toMatchObject([{ otp: "otp_1", writer: HIDDEN, until: expires_at }]);
    expect(world.table.partition(keys.otp(ACCOUNT, "").pk)).toHaveLength(1);
    expect(JSON.stringify(world.rows())).not.toContain(LINK_CODE);
  });
});

describe("a text that is looked at again", () => {
  const row = () => world.rows().find(({ sk }) => sk.startsWith("C#link"));
  const recheck = () => {
    const found = row();
    if (!found) throw new Error("There is no row to look at again.");
    return checkLinkAgain(world.deps, world.own, found);
  };

  /** Has the link's message arrive while no codes can be derived. */
  async function writeUnseen(change: Partial<IncomingMessage> = {}): Promise<void> {
    const { codes } = world.deps;
    world.deps.codes = { ...codes, versions: () => Promise.reject(new Error("the vault is away")) };
    await world.write(LINK_CODE, change);
    world.deps.codes = codes;
  }

  it("verifies its OTP when codes can be made again, once", async () => {
    await link();
    await writeUnseen();
    expect(await recheck()).toBe("over");
    expect(await recheck()).toBe("over");

    expect(otp()).toMatchObject({ status: "verified", phone: ANA });
    expect([completed().length, ours().length]).toEqual([1, 1]);
  });

  it("is none any more when it was of somebody else, or its OTP is over, or no OTP can be open", async () => {
    await link({ phone: BEA });
    await writeUnseen();
    expect(await recheck()).toBe("over");
    expect(otp()?.status).toBe("pending");
    pass(3_600_000);
    expect(await recheck()).toBe("over");
  });

  it("verifies by the OTP that it led to, though its writer has deleted it", async () => {
    await link({ phone: ANA });
    await world.write(LINK_CODE, asHidden);
    expect(await recheck()).toMatchObject({ otp: "otp_1", phone: ANA });
    const [message] = world.messages();
    await world.table.write({ update: keys.message(ACCOUNT, message?.id ?? ""), set: { body: null } });
    await mergePerson(world.deps, world.own, { phone: ANA, private_id: HIDDEN });

    expect(await recheck()).toBe("over");
    expect(otp()?.status).toBe("verified");
    expect(ours()).toMatchObject([{ person: ANA, phone: ANA }]);
  });
});

describe("a link for a number that is written in two ways", () => {
  const write = (phone: string) => world.write(LINK_CODE, { phone, person: phone, chat_id: `${phone}@s.whatsapp.net` });

  it.each([
    ["551187654321", "5511987654321"],
    ["5511987654321", "551187654321"],
    ["525512345678", "5215512345678"],
    ["5215512345678", "525512345678"],
  ])("is completed by its person, whichever the network knows: for %s by %s", async (phone, known) => {
    await link({ phone });
    await write(known);

    expect(otp()).toMatchObject({ status: "verified", phone });
  });

  it("is not completed by another person of the other form: an Argentine landline", async () => {
    await link({ phone: "5491123456789" });
    await write("541123456789");
    expect(otp()?.status).toBe("pending");

    await mergePerson(world.deps, world.own, { phone: "541123456789", private_id: "5491123456789" });
    await write("541123456789");
    expect(otp()?.status).toBe("verified");
  });

  it("is not completed by the other form when somebody else wrote by the one that it is for", async () => {
    await world.write("I am somebody else", { phone: ANA, person: ANA });
    await link({ phone: ANA });
    await write(ANA.replace(/^(55..)9/, "$1"));

    expect(otp()?.status).toBe("pending");
  });
});
