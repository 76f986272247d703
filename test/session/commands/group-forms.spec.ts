import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkDay } from "../../../core/operations/protection/take-checks.ts";
import type { CommandResults, GroupCommand } from "../../../core/records/command.ts";
import { instanceRecords } from "../../../core/records/instance.ts";
import { changeSending } from "../../../core/records/sending.ts";
import { keys } from "../../../core/store/keys.ts";
import { OLGA } from "../../network/support/stage.ts";
import { daytimeZone } from "../../support/daytime.ts";
import { GroupWorld } from "../support/group-world.ts";

type Created = CommandResults["create_group"];
type Changed = CommandResults["change_members"];

/** Each pair consists of the form of the number in a request and the form under which the network lists the person. */
const RIO = ["5521987654301", "552187654301"] as const;
const MEXICO = ["525512345678", "5215512345678"] as const;
const ROSARIO = ["543414123456", "5493414123456"] as const;
/**
 * Returns pairs for other numbers in Rio. Each test has a number of its own, because the network's response for a
 * number is stored.
 */
const ofRio = (last: number) => [`552198765430${last}`, `55218765430${last}`] as const;
const [ADDED, MEMBER, SILENT] = [ofRio(2), ofRio(3), ofRio(4)];
const [KNOWN, CAPPED, THERE] = [ofRio(5), ofRio(6), ofRio(7)];
const [ASKING, AWAY] = [ofRio(9), ofRio(0)];
const [NOBODY, CLEO] = ["5521987654399", "15550001004"];

describe("people of groups of whom nobody has heard, in the other form of their number", () => {
  let world: GroupWorld;
  beforeAll(async () => {
    world = await GroupWorld.create();
    const known = [RIO, MEXICO, ROSARIO, ADDED, MEMBER, SILENT, KNOWN, CAPPED, THERE, ASKING, AWAY].map(
      (forms) => forms[1],
    );
    for (const phone of [...known, CLEO]) await world.sandbox.addPhone(phone, phone);
  });
  afterAll(() => world.tearDown());
  beforeEach(async () => {
    await world.sending.world.table.write({ delete: keys.limitedActions(world.sending.instance) });
    await protect({});
  });

  const protect = (state: object) => {
    const { world: session, instance } = world.sending;
    const timezone = daytimeZone(session.clock.now());
    return changeSending(session.deps(), instance, (before) => {
      return { ...before, stage: 1, people_used: 0, restricted: null, settings: { timezone }, ...state };
    });
  };
  const item = (key: { pk: string; sk: string }) => world.sending.world.table.peek(key);
  const personOf = (phone: string) => item(keys.person(world.sending.instance, phone));
  const used = () => item(keys.sending(world.sending.instance))?.people_used;
  const groupsCreated = () => item(keys.limitedActions(world.sending.instance))?.groups_created ?? 0;
  const groups = () => world.sending.world.table.partition(keys.group(world.sending.instance, "").pk).length;
  const people = async (group: string) =>
    (await world.sandbox.group(group)).participants.map(({ phone }) => phone).toSorted();
  const plan = (given: string[]): Extract<GroupCommand, { kind: "create_group" }> => ({
    ...{ group: null, kind: "create_group", key: `key ${given}`, place: null, subject: "Team", description: null },
    ...{ settings: {}, people: given, picture: null },
  });
  const changed = (group: string, deed: "add" | "remove" | "promote", given: string[]): GroupCommand => ({
    ...{ kind: "change_members", group, deed, people: given },
  });
  const change = async (...about: Parameters<typeof changed>) =>
    (await world.done<Changed>(changed(...about))).answers.map(({ phone, result }) => [phone, result]);
  /** Runs the work while the network doesn't respond to queries about whether a number is registered. */
  const inSilence = <T>(work: () => Promise<T>) =>
    world.during({ kind: "silent_queries", namespace: "usync", request: "contact" }, work);

  it("are put into a new group by the network's form, and are one person from then on", async () => {
    const made = await world.done<Created>(plan([RIO[0], CLEO, MEXICO[0], NOBODY, ROSARIO[0]]));

    expect(made.not_added).toMatchObject([{ phone: NOBODY, reason: "not_on_messenger" }]);
    expect(await people(made.group)).toEqual([OLGA, CLEO, RIO[1], MEXICO[1], ROSARIO[1]].toSorted());
    for (const [asked, known] of [RIO, MEXICO, ROSARIO]) {
      expect(personOf(asked)).toMatchObject({ merged_into: known });
      expect(personOf(known)).toMatchObject({ own_form: true });
    }
    expect(used()).toBe(4);
  });

  it("are added by it, and have one outcome when they are named by both forms", async () => {
    const { group } = await world.done<Created>(plan([]));

    expect(await change(group, "add", [...ADDED, CLEO])).toEqual([
      [ADDED[1], "added"],
      [CLEO, "added"],
    ]);
    expect(await people(group)).toEqual([OLGA, CLEO, ADDED[1]].toSorted());
    expect(used()).toBe(1); // Cleo was new in the first group
  });

  it("are promoted and taken out by it", async () => {
    const group = await world.group({ participants: [OLGA, MEMBER[1]] });

    expect(await change(group, "promote", [MEMBER[0]])).toEqual([[MEMBER[1], "promoted"]]);
    expect(await change(group, "remove", [MEMBER[0]])).toEqual([[MEMBER[1], "removed"]]);
  });

  it("wait for no guess: when the network does not say, nothing is done and the answer says so", async () => {
    const group = await world.group({ owner: OLGA, participants: [CLEO] });
    const before = groups();
    const orders = [plan([SILENT[0], CLEO]), changed(group, "add", [SILENT[0]]), changed(group, "remove", [SILENT[0]])];

    const answers = await inSilence(() => Promise.all(orders.map((order) => world.perform(order))));

    for (const answer of answers) {
      expect(answer).toMatchObject({ ok: false, code: "messenger_unavailable", status: 503, retry_after_sec: 5 });
      expect(answer).toMatchObject({ message: expect.stringContaining("the change was not made") });
    }
    expect([groups(), groupsCreated(), used()]).toEqual([before, 0, 0]);
    expect(await people(group)).toEqual([CLEO, OLGA].toSorted());
    expect(personOf(SILENT[0])).toBeNull();
  });

  it("are asked about for a removal or a promotion as often as the day's look-ups allow, once a week", async () => {
    const { world: session, instance } = world.sending;
    const group = await world.group({ participants: [OLGA, CLEO] });
    const record = await instanceRecords.read(session.table, instance);
    if (!record) throw new Error("There is no instance.");
    const day = await checkDay(session.table, record, session.clock.now());
    const asked = () => item(day.place)?.used ?? 0;
    const [before, stranger] = [Number(asked()), "5521987654398"];

    expect(await change(group, "remove", [AWAY[0]])).toEqual([[AWAY[1], "not_found"]]);
    expect(await change(group, "promote", [stranger])).toEqual([[stranger, "not_found"]]);
    expect(asked()).toBe(before + 2);
    await inSilence(async () => {
      expect(await change(group, "remove", [AWAY[0], stranger])).toMatchObject([
        [AWAY[1], "not_found"],
        [stranger, "not_found"],
      ]);
      expect(asked()).toBe(before + 2);
      await session.table.write({ update: day.place, set: { used: day.limit } });
      const [another] = ["5521987654397"];
      expect(await change(group, "remove", [another])).toEqual([[another, "not_found"]]);
    });
    expect(asked()).toBe(day.limit);
  });

  it("ask to join and are answered by either form; in Argentina, where both may have an owner, by their own", async () => {
    const group = await world.group({ join_approval: true });
    await world.members(group, "join", [ASKING[1], ROSARIO[1]]);
    const answered = async (answer: "approve" | "reject", given: string[]) => {
      const command = { kind: "answer_join_requests", group, answer, people: given } as const;
      const { answers } = await world.done<CommandResults["answer_join_requests"]>(command);
      return answers.map(({ phone, result }) => [phone, result]);
    };

    expect(await answered("reject", [ROSARIO[0], CLEO])).toEqual([
      [ROSARIO[0], "not_found"],
      [CLEO, "not_found"],
    ]);
    expect(await answered("approve", [ASKING[0]])).toEqual([[ASKING[1], "approved"]]);
    expect(await people(group)).toContain(ASKING[1]);
    expect(await answered("reject", [ROSARIO[1]])).toEqual([[ROSARIO[1], "rejected"]]);
  });

  it("are let in by either form also when the answer is lost", async () => {
    const group = await world.group({ join_approval: true });
    await world.members(group, "join", [AWAY[1]]);
    const lost = { kind: "silent_queries", xmlns: "w:g2", request: "membership_requests_action" };
    const command = { kind: "answer_join_requests", group, answer: "approve", people: AWAY.slice() } as const;

    const answer = await world.during(lost, () => world.perform({ ...command, people: [AWAY[0]] }));

    // If the other form weren't tried as well, the answer would say that nothing was done.
    expect(answer).toMatchObject({ ok: false, code: "messenger_unavailable" });
    expect(await world.done(command)).toMatchObject({ answers: [{ result: "approved" }, { result: "approved" }] });
  });

  it("alone are asked about: nobody is who wrote, whose number has one form, or whom the group has", async () => {
    const place = keys.person(world.sending.instance, KNOWN[1]);
    await world.sending.world.table.write({ put: { ...place, last_in_at: "2026-01-05T10:00:00.000Z" } });

    const group = await world.group({ participants: [OLGA, THERE[1]] });

    await inSilence(async () => {
      const made = await world.done<Created>(plan([KNOWN[1], CLEO]));
      expect(await people(made.group)).toEqual([OLGA, CLEO, KNOWN[1]].toSorted());
      expect(await change(group, "promote", [THERE[1]])).toEqual([[THERE[1], "promoted"]]);
    });
  });

  it("are not asked about while no new people can come in", async () => {
    const { group } = await world.done<Created>(plan([]));
    const stranger = CAPPED[0];
    await protect({ people_used: 10 });

    await inSilence(async () => {
      expect(await world.perform(plan([stranger]))).toMatchObject({ ok: false, code: "limit_reached" });
      expect(await change(group, "add", [stranger])).toEqual([[stranger, "refused"]]);
    });
  });

  it("are not the linked number itself, which is refused by either form, and no group is counted", async () => {
    const [given, own] = ofRio(8);
    const { world: session } = world.sending;
    await world.sandbox.addPhone(own, "Own");
    const instance = await session.addInstance();
    await session.link(instance, own);

    const answer = await world.sending.sessionOf(instance).perform(plan([given]));

    expect(answer).toMatchObject({ code: "validation_failed", errors: { participants: [expect.any(String)] } });
    expect(item(keys.limitedActions(instance))?.groups_created ?? 0).toBe(0);
  });
});
