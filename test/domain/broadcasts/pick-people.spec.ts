import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Candidate, pickPeople } from "../../../core/domain/broadcasts/pick-people.ts";

const somebody = (person: string | null, more: Partial<Candidate> = {}): Candidate => ({
  person,
  phone: person,
  chat_id: null,
  name: null,
  fields: {},
  hasWritten: true,
  hasOptedOut: false,
  ...more,
});
const PLAIN = { text: "Hello", language: "en", most: 4_096 };

describe("the people of a broadcast", () => {
  it("are those who wrote, each once, in their order; the others are counted by the first reason", () => {
    const picked = pickPeople(
      [
        somebody("1"),
        somebody("2", { hasWritten: false }),
        somebody("3", { hasOptedOut: true }),
        somebody("1", { name: "Again" }),
        somebody(null, { phone: "nobody" }),
        somebody("4"),
      ],
      PLAIN,
    );
    expect(picked.people.map(({ person }) => person)).toEqual(["1", "4"]);
    expect(picked.left_out).toEqual({
      count: 4,
      reasons: { never_wrote: 1, opted_out: 1, duplicate: 1, invalid: 1 },
      sample: [
        { phone: "2", reason: "never_wrote" },
        { phone: "3", reason: "opted_out" },
        { phone: "1", reason: "duplicate" },
        { phone: "nobody", reason: "invalid" },
      ],
    });
  });

  it("lack no value: who does is left out, with the field", () => {
    const people = [somebody("1", { fields: { order: "7" } }), somebody("2"), somebody("3", { name: "Ana" })];
    const picked = pickPeople(people, { ...PLAIN, text: "{name|you}: {order}" });
    expect(picked.people.map(({ person }) => person)).toEqual(["1"]);
    expect(picked.missing).toBe(true);
    expect(picked.left_out.sample).toEqual([
      { phone: "2", reason: "invalid", field: "order" },
      { phone: "3", reason: "invalid", field: "order" },
    ]);
  });

  it("get it by the first of their entries that can be sent", () => {
    const people = [
      somebody("1"),
      somebody("1", { fields: { order: "7" } }),
      somebody("1", { fields: { order: "8" } }),
      somebody("2"),
      somebody("2"),
    ];
    const picked = pickPeople(people, { ...PLAIN, text: "{order}" });
    expect(picked.people).toMatchObject([{ person: "1", fields: { order: "7" } }]);
    expect(picked.left_out.reasons).toEqual({ never_wrote: 0, opted_out: 0, duplicate: 3, invalid: 1 });
  });

  it("who belong to the audience are kept, once each, also where the text lets nobody send to them yet", () => {
    const people = [
      somebody("1"),
      somebody("1", { fields: { order: "7" } }),
      somebody("2"),
      somebody("3", { hasWritten: false }),
      somebody("4", { hasOptedOut: true }),
      somebody(null),
    ];
    const { kept, dropped, left_out } = pickPeople(people, { ...PLAIN, text: "{order}" });
    expect(kept).toEqual([1, 2]);
    expect(dropped.reasons).toEqual({ never_wrote: 1, opted_out: 1, duplicate: 1, invalid: 1 });
    // People dropped by an earlier request still count as left out.
    const again = pickPeople(
      kept.flatMap((at) => people[at] ?? []),
      PLAIN,
      dropped,
    );
    expect(again.people.length).toBe(2);
    expect([again.left_out, again.dropped]).toEqual([dropped, dropped]);
    expect(left_out.count).toBe(5);
  });

  it("get no text that is too long with the line that says how to opt out", () => {
    const people = [somebody("1", { fields: { x: "a".repeat(60) } }), somebody("2", { fields: { x: "b" } })];
    const picked = pickPeople(people, { ...PLAIN, text: "{x}", most: 80 });
    expect(picked.people.map(({ person }) => person)).toEqual(["2"]);
    expect(picked.missing).toBe(false);
  });

  it("and those left out are all that were found, and twenty of these are named", () => {
    const one = fc.record({
      person: fc.option(fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz".split(""))),
      hasWritten: fc.boolean(),
      hasOptedOut: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 60 }), (given) => {
        const { people, left_out } = pickPeople(
          given.map(({ person, ...more }) => somebody(person, more)),
          PLAIN,
        );
        expect(people.length + left_out.count).toBe(given.length);
        expect(new Set(people.map(({ person }) => person)).size).toBe(people.length);
        expect(Object.values(left_out.reasons).reduce((a, b) => a + b)).toBe(left_out.count);
        expect(left_out.sample.length).toBe(Math.min(20, left_out.count));
      }),
    );
  });
});
