import { beforeEach, describe, expect, it } from "vitest";
import { findPerson, mergedForms } from "../../core/records/named-person.ts";
import type { PersonRecord } from "../../core/records/person.ts";
import { keys } from "../../core/store/keys.ts";
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
  const find = async (named: string) => {
    let reads = 0;
    const table = world.table.withHook(async (_, phase) => {
      if (phase === "before") reads++;
    });
    const { person, asked, is_sure } = await findPerson(table, INSTANCE, named);
    return { person, asked, is_sure, reads };
  };

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
    expect(await mergedForms(world.table, INSTANCE, SHORT)).toEqual([LONG]);
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
    expect(await mergedForms(world.table, INSTANCE, MOBILE)).toEqual([]);
  });

  it("takes one read for a number that has one form", async () => {
    expect(await find("201012345678")).toEqual({ person: "201012345678", asked: null, is_sure: false, reads: 1 });
    expect(await find("88000000000001@lid")).toMatchObject({ asked: null, reads: 1 });
  });
});
