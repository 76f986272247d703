import { describe, expect, it } from "vitest";
import {
  changesNames,
  type NameNews,
  rankName,
  type ShortNames,
  type WholeNames,
} from "../../../core/domain/chats/rank-name.ts";

const saved = (name: string | null): NameNews => ({ kind: "saved", name, by: "phone" });
const verified = (name: string): NameNews => ({ kind: "verified", name });
const shown = (name: string): NameNews => ({ kind: "shown", name });

/** Returns the person's and the contact's names after all these reports. */
function learnt(...news: NameNews[]) {
  let [person, contact]: [ShortNames, WholeNames] = [{}, {}];
  for (const one of news) {
    const change = rankName(person, contact, one);
    person = applied(person, change.person);
    contact = applied(contact, change.contact);
    expect(changesNames(rankName(person, contact, one)), "the same once more").toBe(false);
  }
  return { person, contact };
}

function applied<T extends object>(known: T, { set, remove }: { set: Partial<T>; remove: (keyof T)[] }): T {
  const all = { ...known, ...set };
  for (const field of remove) delete all[field];
  return all;
}

describe("a person's name", () => {
  it("is the saved one before the verified one, in whatever order they are learnt", () => {
    for (const news of [
      [saved("Ana"), verified("Ana's Shop"), shown("annie")],
      [shown("annie"), verified("Ana's Shop"), saved("Ana")],
      [verified("Old Shop"), saved("Ana"), shown("annie"), verified("Ana's Shop")],
    ]) {
      const { person, contact } = learnt(...news);
      expect(person).toEqual({ name: "Ana", contact_name: "annie", verified: "behind" });
      expect(contact).toEqual({ saved_by: "phone", verified_name: "Ana's Shop", business: true });
    }
  });

  it("is the verified one until somebody saves them, and again when they are saved no more", () => {
    expect(learnt(verified("Ana's Shop")).person).toEqual({ name: "Ana's Shop", verified: "shown" });
    expect(learnt(verified("Ana's Shop"), verified("Ana & Co")).person).toEqual({
      name: "Ana & Co",
      verified: "shown",
    });
    const { person, contact } = learnt(verified("Ana's Shop"), saved("Ana"), saved(null));
    expect(person).toEqual({ name: "Ana's Shop", verified: "shown" });
    expect(contact).toEqual({ verified_name: "Ana's Shop", business: true });
  });

  it("is gone when they are saved no more and nothing else is known; the name they show stays", () => {
    expect(learnt(shown("annie"), saved("Ana"), saved(null))).toEqual({
      person: { contact_name: "annie" },
      contact: {},
    });
  });

  it("never gives way to one without any sign", () => {
    for (const nothing of ["", " ", "\n\t"]) {
      expect(learnt(shown("annie"), shown(nothing)).person).toEqual({ contact_name: "annie" });
      expect(learnt(verified("Shop"), verified(nothing)).person).toEqual({ name: "Shop", verified: "shown" });
      // A removal from the address book arrives as an empty name.
      expect(learnt(saved("Ana"), saved(nothing)).person).toEqual({});
    }
  });

  it("is short beside the messages and whole with the contact", () => {
    const long = "Ana ".repeat(25).trim();

    const { person, contact } = learnt(saved(long), verified(long));
    expect(person.name).toBe("Ana ".repeat(20).trim());
    expect(contact).toMatchObject({ name: long, verified_name: long });
    expect(learnt(saved(long), saved("Ana")).contact).toEqual({ saved_by: "phone" });
  });
});
