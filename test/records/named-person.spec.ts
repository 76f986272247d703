import { beforeEach, describe, expect, it } from "vitest";
import { findPeople, findPerson, findRecipient, inMemberForms } from "../../core/records/named-person.ts";
import type { PersonRecord } from "../../core/records/person.ts";
import { keys } from "../../core/store/keys.ts";
import type { Table } from "../../core/store/table.ts";
import { INSTANCE, type MessageWorld, messageWorld } from "../support/message-world.ts";

const [SHORT, LONG] = ["551187654321", "5511987654321"];
const [LANDLINE, MOBILE] = ["541123456789", "5491123456789"];
const WROTE: PersonRecord = { last_in_at: "2026-11-20T10:00:00.000Z" };

describe("the person whom a phone names", () => {
  let world: MessageWorld;
  beforeEach(async () => {
    world = await messageWorld();
  });
  const put = (person: string, record: PersonRecord) =>
    world.table.write({ put: { ...keys.person(INSTANCE, person), ...record } });
  /** Counts the table requests that `work` makes. */
  const counting = async <T>(work: (table: Table) => Promise<T>) => {
    let reads = 0;
    const table = world.table.withHook(async (_, phase) => {
      if (phase === "before") reads++;
    });
    return { ...(await work(table)), reads };
  };
  const find = (named: string) =>
    counting(async (table) => {
      const { person, asked, is_sure } = await findPerson(table, INSTANCE, named);
      return { person, asked, is_sure };
    });

  it.each([
    [SHORT, LONG],
    [LONG, SHORT],
  ])("is whoever wrote by the other form: %s asked, %s known", async (named, known) => {
    await put(known, WROTE);

    expect(await find(named)).toEqual({ person: known, asked: named, is_sure: true, reads: 2 });
    expect(await find(known)).toEqual({ person: known, asked: null, is_sure: true, reads: 1 });
  });

  it("is whom the network named for it, whichever form is asked", async () => {
    await put(LONG, { merged_into: SHORT });
    await put(SHORT, { own_form: true });

    expect(await find(LONG)).toEqual({ person: SHORT, asked: LONG, is_sure: true, reads: 2 });
    expect(await find(SHORT)).toMatchObject({ person: SHORT, asked: null, is_sure: true });
  });

  it("is of the chat under the other form, though the network was never asked about either", async () => {
    await put(SHORT, { name: "Saved on the phone" });

    expect(await find(LONG)).toEqual({ person: SHORT, asked: LONG, is_sure: false, reads: 2 });
  });

  it("stays under the form that was asked while nothing else is known, and when only messages wait for both", async () => {
    expect(await find(LONG)).toEqual({ person: LONG, asked: null, is_sure: false, reads: 2 });

    await put(SHORT, { waiting: 1 });
    await put(LONG, { waiting: 1 });
    expect(await find(LONG)).toMatchObject({ person: LONG, asked: null });
    expect(await find(SHORT)).toMatchObject({ person: SHORT, asked: null });
  });

  it("is another one for each form when both wrote, or the network named both: a landline and a mobile", async () => {
    await put(LANDLINE, { own_form: true });
    await put(MOBILE, WROTE);

    expect(await find(LANDLINE)).toMatchObject({ person: LANDLINE, asked: null });
    expect(await find(MOBILE)).toMatchObject({ person: MOBILE, asked: null });
  });

  it("takes one read for a number that has one form", async () => {
    expect(await find("201012345678")).toEqual({ person: "201012345678", asked: null, is_sure: false, reads: 1 });
    expect(await find("88000000000001@lid")).toMatchObject({ asked: null, reads: 1 });
  });

  it("takes one read when the network named this very form", async () => {
    await put(LONG, { own_form: true });

    expect(await find(LONG)).toEqual({ person: LONG, asked: null, is_sure: true, reads: 1 });
  });

  it("is found for a message with all that a first one takes in two requests, and for a reply in one", async () => {
    const place = keys.sending(INSTANCE);
    const both = (named: string) =>
      counting(async (table) => {
        const { found, table: ahead } = await findRecipient(table, INSTANCE, named, [place]);
        await ahead.get(place);
        return { person: found.person };
      });
    await put(SHORT, WROTE);

    expect(await both(LONG)).toEqual({ person: SHORT, reads: 2 });
    expect(await both(MOBILE)).toEqual({ person: MOBILE, reads: 2 });
    const reply = await counting(async (table) => (await findRecipient(table, INSTANCE, SHORT, [place])).found);
    expect(reply).toMatchObject({ person: SHORT, reads: 1 });
  });

  it("is the same for many at once, in two requests", async () => {
    const [alias, named] = ["390212345678", "39212345678"];
    await put(SHORT, WROTE);
    await put(alias, { merged_into: named });
    await put(named, { own_form: true });
    const people = [LONG, alias, SHORT, MOBILE, "201012345678", LONG];

    const { found, reads } = await counting(async (table) => ({ found: await findPeople(table, INSTANCE, people) }));

    const each = await Promise.all(people.map((one) => findPerson(world.table, INSTANCE, one)));
    expect(found).toEqual(each);
    expect(found.map(({ person }) => person)).toEqual([SHORT, named, SHORT, MOBILE, "201012345678", SHORT]);
    expect(reads).toBe(2);
  });
});

describe("people as a group has them", () => {
  const [FIRST, SECOND] = ["525512345678", "5215512345678"];
  let world: MessageWorld;
  beforeEach(async () => {
    world = await messageWorld();
  });
  const put = (person: string, record: PersonRecord) =>
    world.table.write({ put: { ...keys.person(INSTANCE, person), ...record } });
  const named = (people: string[], members: string[]) =>
    inMemberForms(world.table, INSTANCE, people, async () => (phone) => members.includes(phone));

  it("are named by the form of the member, known or not, each in their place", async () => {
    await put(SHORT, WROTE);

    const people = [LONG, FIRST, "88000000000001@lid", SECOND];
    expect(await named(people, [LONG, SECOND])).toEqual([LONG, SECOND, "88000000000001@lid", SECOND]);
    expect(await named(people, [])).toEqual([SHORT, FIRST, "88000000000001@lid", SECOND]);
  });

  it("are members by an Argentine form when nobody is known by the given one, or the network named one for the other", async () => {
    expect(await named([LANDLINE], [MOBILE])).toEqual([MOBILE]);

    await put(LANDLINE, { merged_into: MOBILE });
    await put(MOBILE, { own_form: true, form: "" });
    expect(await named([MOBILE], [LANDLINE])).toEqual([LANDLINE]);
  });

  it("are nobody else: who wrote by one Argentine form is not the member with the other", async () => {
    await put(LANDLINE, WROTE);

    expect(await named([LANDLINE], [MOBILE])).toEqual([LANDLINE]);
  });

  it("are read from the group only for a number with two forms", async () => {
    const read = async () => Promise.reject(new Error("The group was read."));

    expect(await inMemberForms(world.table, INSTANCE, ["201012345678"], read)).toEqual(["201012345678"]);
    await expect(inMemberForms(world.table, INSTANCE, [FIRST], read)).rejects.toThrow("The group was read.");
  });
});
