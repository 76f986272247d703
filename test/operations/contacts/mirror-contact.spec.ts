import { beforeEach, describe, expect, it } from "vitest";
import type { NameNews } from "../../../core/domain/chats/rank-name.ts";
import { mirrorContact } from "../../../core/operations/contacts/mirror-contact.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import { keys } from "../../../core/store/keys.ts";
import { MemoryTable } from "../../support/memory-table.ts";

const INSTANCE = "inst_1";
const ANA = "15550001001";
const HIDDEN = "9001@lid";
const OWNER = { account_id: "acc_1", instance_id: INSTANCE, fence: 3 };
const saved = (name: string | null): NameNews => ({ kind: "saved", name, by: "phone" });

describe("a name that the phone or the network tells", () => {
  let table: MemoryTable;
  beforeEach(async () => {
    table = new MemoryTable();
    await table.write({ put: { ...keys.receiving(INSTANCE), fence: 3 } });
  });
  const mirror = (news: NameNews, person = ANA) => mirrorContact({ table }, OWNER, person, news);
  const person = (key = ANA) => table.peek(keys.person(INSTANCE, key));
  const contact = (key = ANA) => table.peek(keys.contact(INSTANCE, key));

  it("makes whoever is saved a person, by phone or by private id, without a place in a list", async () => {
    await mirror(saved("Ana Souza"));
    await mirror(saved("Hidden"), HIDDEN);

    expect(person()).toEqual({ ...keys.person(INSTANCE, ANA), phone: ANA, name: "Ana Souza" });
    expect(contact()).toEqual({ ...keys.contact(INSTANCE, ANA), saved_by: "phone", rev: 1 });
    expect(person(HIDDEN)).toEqual({ ...keys.person(INSTANCE, HIDDEN), name: "Hidden" });
  });

  it("makes nobody a person who is only shown to the number, or was never saved", async () => {
    await mirror({ kind: "shown", name: "Ana" });
    await mirror({ kind: "verified", name: "Ana's Shop" });
    await mirror(saved(null));

    expect(table.all()).toHaveLength(1);
  });

  it("writes nothing when it comes again", async () => {
    await mirror(saved("Ana Souza"));
    const before = structuredClone(table.all());

    await mirror(saved("Ana Souza"));

    expect(table.all()).toEqual(before);
  });

  it("is that of the phone once their private id is known to be its", async () => {
    await table.write({ put: { ...keys.person(INSTANCE, HIDDEN), merged_into: ANA } });
    await table.write({ put: { ...keys.person(INSTANCE, ANA), phone: ANA, private_id: HIDDEN } });

    await mirror(saved("Ana Souza"), HIDDEN);

    expect(person()).toMatchObject({ name: "Ana Souza" });
    expect(person(HIDDEN)).not.toHaveProperty("name");
  });

  it("does not take a name away that was given here and that the phone has not got yet", async () => {
    await table.write({ put: { ...keys.person(INSTANCE, ANA), name: "Ana from here" } });
    await table.write({ put: { ...keys.contact(INSTANCE, ANA), saved_by: "api", unmirrored_ms: 5, rev: 1 } });

    await mirror(saved("Ana of the phone"));
    await mirror(saved(null));

    expect(person()).toMatchObject({ name: "Ana from here" });
  });

  it("is taken once more when somebody named them at the same moment", async () => {
    const { transact } = table;
    table.transact = async (...given) => {
      table.transact = transact;
      await table.write({ update: keys.person(INSTANCE, ANA), set: { name: "Other" } });
      await table.transact(...given);
    };

    await mirror(saved("Ana Souza"));

    expect(person()).toMatchObject({ name: "Ana Souza" });
  });

  it("is refused to a task that has lost the instance", async () => {
    await expect(mirrorContact({ table }, { ...OWNER, fence: 2 }, ANA, saved("Ana"))).rejects.toThrow(FenceLost);
  });
});
