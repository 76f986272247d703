import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Log } from "../../../core/ports.ts";
import type { ContactChange } from "../../../session-service/baileys/settings/contact-change.ts";
import { ContactBatches } from "../../../session-service/inbox/contact-batches.ts";
import { Inbox } from "../../../session-service/inbox/inbox.ts";

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

const saved = (person: number, name: string): ContactChange => ({
  contact: `55119${String(person).padStart(8, "0")}@s.whatsapp.net`,
  other: null,
  what: { kind: "saved", name },
});

describe("an address book that comes at once", () => {
  let inbox: Inbox;
  let contacts: ContactBatches;
  /** The highest number of changes that were stored simultaneously. */
  let most: number;
  const stored: string[] = [];
  const quarantined: string[] = [];
  /** Names of changes that can never be stored. */
  const broken = new Set<string>();

  beforeEach(() => {
    inbox = new Inbox(silent, "inst_1", () => {});
    most = 0;
    for (const list of [stored, quarantined]) list.length = 0;
    broken.clear();
    let running = 0;
    contacts = new ContactBatches(inbox, ({ what }) => {
      const name = what.kind === "saved" ? String(what.name) : "";
      return {
        what: "contact_change",
        async work() {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setImmediate(resolve));
          running--;
          if (broken.has(name)) throw new TypeError("broken");
          stored.push(name);
        },
        quarantine: async () => void quarantined.push(name),
      };
    });
  });
  afterEach(() => inbox.stop());

  it("is stored sixteen people at a time, a hundred changes a job, and a message behind it comes in its turn", async () => {
    const all = Array.from({ length: 250 }, (_, n) => contacts.add(saved(n, `n${n}`)));
    const message = inbox.add({
      what: "message",
      work: async () => void stored.push("message"),
      quarantine: async () => {},
    });
    await Promise.all([...all, message]);
    expect(most).toBe(16);
    expect(stored.slice(0, -1).toSorted()).toEqual(Array.from({ length: 250 }, (_, n) => `n${n}`).toSorted());
    expect(stored.at(-1)).toBe("message");
  });

  it("keeps the order of one person's changes, and those that come while a batch is stored", async () => {
    const first = [contacts.add(saved(1, "a")), contacts.add(saved(2, "x")), contacts.add(saved(1, "b"))];
    await Promise.all(first);
    await contacts.add(saved(1, "c"));
    expect(stored.filter((name) => name !== "x")).toEqual(["a", "b", "c"]);
  });

  it("sets quarantined the one change that can never be stored, and stores the others", async () => {
    broken.add("bad");
    await Promise.all([contacts.add(saved(1, "bad")), contacts.add(saved(1, "good")), contacts.add(saved(2, "other"))]);
    expect(quarantined).toEqual(["bad"]);
    expect(stored.toSorted()).toEqual(["good", "other"]);
  });

  it("stands before what comes in after its batch was ended", async () => {
    const order: string[] = [];
    const one = contacts.add(saved(1, "a")).then(() => order.push("first"));
    contacts.close();
    const two = contacts.add(saved(2, "b")).then(() => order.push("second"));
    await Promise.all([one, two]);
    expect(order).toEqual(["first", "second"]);
  });
});
