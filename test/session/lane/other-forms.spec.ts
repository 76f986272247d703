import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { TWO_FORMS } from "../../support/two-forms.ts";
import { openOtp, sendCode } from "../../support/waiting-code.ts";
import { linkedToPuppet, type Puppet, sets } from "../support/puppet.ts";
import { ACCOUNT, type SessionWorld } from "../support/session-world.ts";

const [[ASKED, KNOWN]] = TWO_FORMS;

describe("a message to a number in the other of its two forms", () => {
  let world: SessionWorld;
  let instance: string;
  let first: Puppet;
  beforeEach(async () => {
    ({ world, first, instance } = await linkedToPuppet());
  });
  afterEach(() => world.tearDown());

  const arrived = async (phone: string) => (await world.stage.sandbox.messages(phone)).map(({ text }) => text);
  const personOf = (phone: string) => world.table.peek(keys.person(instance, phone));
  const isDelivered = (id: string) => world.message(id).delivered_at !== null;

  it("reaches its person, and what they write back is of the same chat: each country, each direction", async () => {
    for (const [asked, known] of TWO_FORMS) {
      await world.stage.sandbox.addPhone(known, "Rio");
      const id = await world.send(instance, asked, `Hello ${known}`);
      await eventually("its delivery", () => isDelivered(id));

      expect(await arrived(known)).toEqual([`Hello ${known}`]);
      const chat_id = `${known}@s.whatsapp.net`;
      expect(world.message(id)).toMatchObject({ phone: known, chat_id, person: known, to_asked: asked });
      await world.stage.sandbox.write(known, { to: OLGA, text: "Hello back" });
      await eventually("the answer", () =>
        world.messages().some(({ direction, person }) => direction === "in" && person === known),
      );
      const reply = await world.send(instance, asked, "And a reply");
      expect(world.message(reply)).toMatchObject({ class: "reply", phone: known, chat_id, to_asked: asked });
      await eventually("the reply's delivery", () => isDelivered(reply));
    }
  });

  it("is a reply when its person wrote by the network's form, and the network is asked nothing", async () => {
    await world.stage.sandbox.addPhone(KNOWN, "Rio");
    await world.stage.sandbox.write(KNOWN, { to: OLGA, text: "Are you open?" });
    await eventually("their text", () => world.messages().length === 1);
    await world.stage.sandbox.fault({
      kind: "wrong_answers",
      namespace: "usync",
      request: "contact",
      for_seconds: 600,
    });

    const id = await world.send(instance, ASKED, "We are");

    await eventually("its delivery", () => isDelivered(id));
    expect(world.message(id)).toMatchObject({ class: "reply", phone: KNOWN, to_asked: ASKED });
  });

  it("goes with all that waits for either form, each once and in one chat", async () => {
    await world.stage.sandbox.addPhone(KNOWN, "Rio");
    const texts = ["One", "Two", "Three"];
    const ids = await Promise.all(texts.map((text, n) => world.send(instance, n === 1 ? KNOWN : ASKED, text)));

    await eventually("all of them", () => ids.every(isDelivered));
    expect((await arrived(KNOWN)).toSorted()).toEqual(texts.toSorted());
    for (const id of ids) expect(world.message(id)).toMatchObject({ phone: KNOWN, person: KNOWN });
    expect(personOf(KNOWN)).toMatchObject({ waiting: 0 });
    expect(personOf(ASKED)).toMatchObject({ merged_into: KNOWN, waiting: 0 });
  });

  it("goes to the form that was asked when the network names none, and when both forms are people", async () => {
    const [landline, mobile] = ["541123456789", "5491123456789"];
    for (const phone of [landline, mobile]) await world.stage.sandbox.addPhone(phone, phone);
    const both = await Promise.all([landline, mobile].map((phone) => world.send(instance, phone, `To ${phone}`)));
    await eventually("both", () => both.every(isDelivered));
    expect([await arrived(landline), await arrived(mobile)]).toEqual([[`To ${landline}`], [`To ${mobile}`]]);

    await world.stage.sandbox.addPhone(KNOWN, "Rio");
    await world.stage.sandbox.fault({ kind: "nameless_contacts", for_seconds: 600 });
    const id = await world.send(instance, KNOWN, "Hello");
    await eventually("its delivery", () => isDelivered(id));
    expect(world.message(id).to_asked).toBeUndefined();
  });

  it("goes to the network's form although a message to the other went before, when the network named none", async () => {
    await world.stage.sandbox.addPhone(KNOWN, "Rio");
    await world.stage.sandbox.fault({ kind: "nameless_contacts", for_seconds: 600 });
    const lost = await world.send(instance, ASKED, "To a form that nobody has");
    await eventually("its end", () => world.message(lost).status === "sent");
    await world.stage.sandbox.fault({ kind: "nameless_contacts", for_seconds: 0 });

    const id = await world.send(instance, KNOWN, "Hello");

    await eventually("its delivery", () => isDelivered(id));
    expect(world.message(id)).toMatchObject({ phone: KNOWN, person: KNOWN });
    expect(personOf(ASKED)).toMatchObject({ merged_into: KNOWN });
  });

  it("finds the person again by the form that they write by now, when the network has changed it", async () => {
    await world.stage.sandbox.addPhone(KNOWN, "Rio");
    const hello = await world.send(instance, ASKED, "Hello");
    await eventually("its delivery", () => isDelivered(hello));
    await world.stage.sandbox.addPhone(ASKED, "Rio, renumbered");

    await world.stage.sandbox.write(ASKED, { to: OLGA, text: "By my new number" });

    await eventually("their text", () => world.messages().some(({ body }) => body === "By my new number"));
    const reply = await world.send(instance, KNOWN, "We write to that now");
    expect(world.message(reply)).toMatchObject({ class: "reply", phone: ASKED, to_asked: KNOWN });
    await eventually("its delivery", () => isDelivered(reply));
  });

  it("brings an OTP's code, too", async () => {
    await world.stage.sandbox.addPhone(KNOWN, "Rio");
    const fields = { account_id: ACCOUNT, instance_id: instance };
    const id = await sendCode(world.deps(), openOtp(world.clock.now(), ASKED, fields));

    await eventually("its delivery", () => isDelivered(id));
    expect(await arrived(KNOWN)).toHaveLength(1);
    expect(world.message(id)).toMatchObject({ phone: KNOWN, person: KNOWN, to_asked: ASKED });
  });

  const merges = sets("merged_into", KNOWN);
  const moves = sets("person", KNOWN);

  it.each([
    ["before both forms are one", merges, "before"],
    ["after that", merges, "after"],
    ["before the message has moved", moves, "before"],
    ["after that", moves, "after"],
  ] as const)("arrives once when the process dies %s", async (_, which, phase) => {
    await world.stage.sandbox.addPhone(KNOWN, "Rio");
    first.freeze(which, phase);
    const id = await world.send(instance, ASKED, "Once");
    await eventually("the death", () => first.frozen() > 0);
    first.freeze();

    await world.startTask("task-1");

    await eventually("its delivery", () => isDelivered(id));
    first.thaw();
    await eventually("the dead process to have nothing", () => first.task.shards.length === 0);
    expect(await arrived(KNOWN)).toEqual(["Once"]);
    expect(world.message(id)).toMatchObject({ phone: KNOWN, person: KNOWN, to_asked: ASKED });
    expect(personOf(KNOWN)).toMatchObject({ waiting: 0 });
  });
});
