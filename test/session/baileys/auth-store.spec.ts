import "../../../session-service/process/silence-console.ts";
import { randomBytes } from "node:crypto";
import type { SignalDataSet } from "@whiskeysockets/baileys";
import { beforeEach, describe, expect, it } from "vitest";
import { FenceLost } from "../../../core/records/fence.ts";
import { keys } from "../../../core/store/keys.ts";
import { ConditionFailed, type Write } from "../../../core/store/table.ts";
import { type AuthStore, openAuthStore } from "../../../session-service/baileys/keys/auth-store.ts";
import { AuthStoreClosed } from "../../../session-service/baileys/keys/write-queue.ts";
import type { SessionDeps } from "../../../session-service/session-deps.ts";
import { MemoryTable, type TableHook } from "../../support/memory-table.ts";
import { testVault } from "../../support/test-vault.ts";

const INSTANCE = "inst_1";
const PARTITION = keys.sessionKey(INSTANCE, "", "").pk;
/** A value too large for one item even when compressed. Real values are never this large. */
const LARGE = randomBytes(700_000).toString("hex");

describe("the key store of a session", () => {
  let commits: Write[][];
  let hook: TableHook | null;
  let table: MemoryTable;
  let fenceLost: number;
  beforeEach(async () => {
    commits = [];
    hook = null;
    fenceLost = 0;
    table = new MemoryTable({
      hook: async (operation, phase) => {
        if (operation.kind === "transact" && phase === "after") commits.push(operation.writes);
        await hook?.(operation, phase);
      },
    });
    await table.write({ put: { ...keys.receiving(INSTANCE), fence: 3 } });
  });

  const open = (fence = 3): Promise<AuthStore> => {
    // The store only uses these dependencies.
    const deps = { table, vault: testVault(), ids: { random: (size: number) => Buffer.alloc(size, 7) } } as unknown;
    const owner = { instance_id: INSTANCE, account_id: "acc_1", fence };
    return openAuthStore(deps as SessionDeps, owner, () => fenceLost++);
  };
  const session = (n: number, byte: number): SignalDataSet => ({
    session: { [`person.${n}`]: Buffer.alloc(20, byte) },
  });
  const rowsOf = (category: string) => table.partition(PARTITION).filter(({ sk }) => sk.startsWith(`${category}#`));
  /** Sets the credentials that a phone leaves after scanning the code. */
  const link = (store: AuthStore) => {
    store.creds.me = { id: "15550001001:3@s.whatsapp.net", lid: "1:3@lid" };
    store.creds.account = {};
  };

  it("gives back what was set, byte arrays included, also after a restart", async () => {
    const store = await open();
    await store.keys.set({ "pre-key": { "1": { public: Buffer.from([1, 2]), private: Buffer.from([3]) } } });
    await store.keys.set({ "sender-key-memory": { "1@g.us": { "a@lid": true } } });

    for (const one of [store, await open()]) {
      expect(await one.keys.get("pre-key", ["1", "2"])).toEqual({
        "1": { public: Buffer.from([1, 2]), private: Buffer.from([3]) },
      });
      expect(await one.keys.get("sender-key-memory", ["1@g.us"])).toEqual({ "1@g.us": { "a@lid": true } });
    }
  });

  it("stores nothing in clear", async () => {
    const store = await open();
    await store.keys.set({ "lid-mapping": { "15550001001": "a-private-id" } });
    expect(JSON.stringify(table.partition(PARTITION).map((row) => row.sealed))).not.toContain("a-private-id");
  });

  it("writes one change as one commit that checks the fence", async () => {
    const store = await open();
    await store.keys.set({
      ...session(1, 1),
      "identity-key": { "person.1": Buffer.alloc(33) },
      "pre-key": { "5": null },
    });

    expect(commits).toHaveLength(1);
    expect(commits[0]).toContainEqual({ check: keys.receiving(INSTANCE), if: [{ field: "fence", op: "=", value: 3 }] });
  });

  it("is closed for good once another task has the instance, and the new owner's rows stay", async () => {
    const store = await open();
    await store.keys.set(session(1, 1));
    await table.write({ update: keys.receiving(INSTANCE), add: { fence: 1 } });
    const owner = await open(4);
    await owner.keys.set(session(1, 2));

    await expect(store.keys.set(session(2, 9))).rejects.toThrow(FenceLost);
    await expect(store.keys.set(session(3, 9))).rejects.toThrow(AuthStoreClosed);
    await expect(store.keys.get("session", ["person.1"])).rejects.toThrow(AuthStoreClosed);
    expect(fenceLost).toBe(1);
    expect(await (await open(4)).keys.get("session", ["person.1", "person.2"])).toEqual({
      "person.1": Buffer.alloc(20, 2),
    });
  });

  it("does not write what has not changed", async () => {
    const store = await open();
    await store.keys.set(session(1, 1));
    await store.keys.set(session(1, 1));
    expect(commits).toHaveLength(1);

    const again = await open();
    await again.keys.get("session", ["person.1"]);
    await again.keys.set(session(1, 1));
    expect(commits).toHaveLength(1);
  });

  it("keeps nothing in memory that was not written", async () => {
    const store = await open();
    await store.keys.set(session(1, 1));
    hook = (operation, phase) => {
      if (operation.kind === "transact" && phase === "before") throw new Error("the table is away");
    };
    await expect(store.keys.set(session(1, 2))).rejects.toThrow("the table is away");
    hook = null;

    expect(await store.keys.get("session", ["person.1"])).toEqual({ "person.1": Buffer.alloc(20, 1) });
    await store.keys.set(session(1, 2));
    expect(await (await open()).keys.get("session", ["person.1"])).toEqual({ "person.1": Buffer.alloc(20, 2) });
  });

  it("writes a big group in commits of at most 99 rows: sessions first, who has the group's key last", async () => {
    const store = await open();
    const sessions = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`member.${n}`, Buffer.from([n])]));
    await store.keys.set({
      "sender-key-memory": { "1@g.us": { a: true } },
      "sender-key": { "1@g.us::me": Buffer.from([1]) },
      session: sessions,
    });

    expect(commits.map((writes) => writes.length)).toEqual([100, 100, 55]);
    const order = commits.flat().flatMap((write) => ("put" in write ? [write.put.sk.split("#")[0]] : []));
    expect(order.at(-1)).toBe("sender-key-memory");
    expect(order.at(-2)).toBe("sender-key");
  });

  it("keeps values larger than an item in parts, and sweeps the parts of the value before", async () => {
    const store = await open();
    const value = (text: string) => ({ "sender-key-memory": { big: { [text]: true } } });
    await store.keys.set(value(LARGE));
    expect(rowsOf("sender-key-memory.part").length).toBeGreaterThan(2);
    for (const row of table.partition(PARTITION))
      expect(Buffer.from(row.sealed as Uint8Array).length).toBeLessThan(800_000);

    const again = await open();
    expect(await again.keys.get("sender-key-memory", ["big"])).toEqual({ big: { [LARGE]: true } });
    await again.keys.set(value("small"));
    expect(rowsOf("sender-key-memory.part")).toEqual([]);
    expect(await (await open()).keys.get("sender-key-memory", ["big"])).toEqual({ big: { small: true } });
  });

  it("never shows half of a large value: the head is written after the parts", async () => {
    const store = await open();
    const value = (text: string) => ({ "sender-key-memory": { big: { [text]: true } } });
    await store.keys.set(value("before"));
    let calls = 0;
    hook = (operation, phase) => {
      if (operation.kind === "transact" && phase === "before" && ++calls === 2) throw new Error("died");
    };
    await expect(store.keys.set(value(LARGE))).rejects.toThrow("died");
    hook = null;
    expect(await (await open()).keys.get("sender-key-memory", ["big"])).toEqual({ big: { before: true } });
  });

  it("keeps credentials from the link on, whole, the last state last", async () => {
    const store = await open();
    await store.saveCreds();
    expect(table.partition(PARTITION)).toEqual([]);

    link(store);
    store.creds.nextPreKeyId = 31;
    const first = store.saveCreds();
    store.creds.nextPreKeyId = 61;
    await Promise.all([first, store.saveCreds(), store.saveCreds()]);

    expect(commits.length).toBeLessThanOrEqual(2);
    const again = await open();
    expect(again.isLinked()).toBe(true);
    expect(again.creds.nextPreKeyId).toBe(61);
    expect(Buffer.from(again.creds.noiseKey.private)).toEqual(Buffer.from(store.creds.noiseKey.private));
  });

  it("holds new pre-keys back until their counter is durable too", async () => {
    const store = await open();
    link(store);
    store.creds.nextPreKeyId = 813;
    await store.keys.set({ "pre-key": { "812": { public: Buffer.alloc(32), private: Buffer.alloc(32) } } });
    expect((await open()).creds.nextPreKeyId).toBe(813);
  });

  it("wipes everything, credentials first, and takes nothing more", async () => {
    const store = await open();
    link(store);
    await store.saveCreds();
    await store.keys.set({ ...session(1, 1), "sender-key-memory": { big: { [LARGE]: true } } });
    commits.length = 0;

    await store.wipe();

    expect(table.partition(PARTITION)).toEqual([]);
    expect(commits[0]?.[0]).toMatchObject({ delete: { sk: "creds#creds" } });
    await expect(store.keys.set(session(1, 1))).rejects.toThrow(AuthStoreClosed);
    expect((await open()).isLinked()).toBe(false);
  });

  describe("of sessions that only sending moved on", () => {
    const sends = (n: number, byte: number) => ({ ...session(n, byte), sending: { ana: true } }) as SignalDataSet;
    const rowsAlone: Write[] = [];
    beforeEach(() => {
      rowsAlone.length = 0;
      hook = (operation, phase) => {
        if (operation.kind === "write" && phase === "before") rowsAlone.push(...operation.writes);
      };
    });
    const stored = async (fence = 3) => (await open(fence)).keys.get("session", ["person.1", "person.2"]);

    it("writes each row by itself, durably, without a commit", async () => {
      const store = await open();
      await store.keys.set({ session: { "person.1": Buffer.alloc(20, 1), "person.2": Buffer.alloc(20, 1) } });
      await store.keys.set({
        session: { "person.1": Buffer.alloc(20, 2), "person.2": Buffer.alloc(20, 3) },
        ...marked,
      });
      expect(commits).toHaveLength(1);
      expect(rowsAlone).toHaveLength(2);
      expect(await stored()).toEqual({ "person.1": Buffer.alloc(20, 2), "person.2": Buffer.alloc(20, 3) });
    });
    const marked = { sending: { ana: true } } as SignalDataSet;

    it("never stores the mark, and writes nothing for a mark alone", async () => {
      const store = await open();
      await store.keys.set(marked);
      await store.keys.set(sends(1, 1));
      expect(table.partition(PARTITION).map(({ sk }) => sk)).toEqual(["session#person.1"]);
    });

    it.each([
      ["a session that is not stored yet", sends(2, 1)],
      ["a key beside it", { ...sends(1, 2), "sender-key": { g: Buffer.from([1]) } } as SignalDataSet],
      ["a session that goes", { session: { "person.1": null }, ...marked } as SignalDataSet],
      ["what was decrypted", { ...sends(1, 2), journal: { j: { order: 1 } } } as SignalDataSet],
      ["what nobody encrypted", session(1, 2)],
    ])("goes the ordinary way with %s", async (_what, data) => {
      const store = await open();
      await store.keys.set(session(1, 1));
      await store.keys.set(data);
      expect(rowsAlone).toEqual([]);
      expect(commits).toHaveLength(2);
      expect(commits[1]).toContainEqual({
        check: keys.receiving(INSTANCE),
        if: [{ field: "fence", op: "=", value: 3 }],
      });
    });

    it("goes the ordinary way with a row that says nothing of its writer", async () => {
      const store = await open();
      await store.keys.set(session(1, 1));
      await table.write({ update: keys.sessionKey(INSTANCE, "session", "person.1"), remove: ["fence", "order"] });
      await store.keys.set(sends(1, 2));
      expect(commits).toHaveLength(2);
      expect(await stored()).toEqual({ "person.1": Buffer.alloc(20, 2) });
    });

    it.each([
      ["has written the row", (owner: AuthStore) => owner.keys.set(session(1, 2)), { "person.1": Buffer.alloc(20, 2) }],
      ["has deleted the row", (owner: AuthStore) => owner.keys.set({ session: { "person.1": null } }), {}],
    ])("closes the store of a task that was taken over from, where the new owner %s", async (_what, act, after) => {
      const store = await open();
      await store.keys.set(session(1, 1));
      await table.write({ update: keys.receiving(INSTANCE), add: { fence: 1 } });
      await act(await open(4));

      await expect(store.keys.set(sends(1, 9))).rejects.toThrow(FenceLost);

      expect(fenceLost).toBe(1);
      expect(await stored(4)).toEqual(after);
    });

    it("lets a step that was used on the network stand until the new owner goes on from what it read", async () => {
      const store = await open();
      await store.keys.set(session(1, 1));
      await table.write({ update: keys.receiving(INSTANCE), add: { fence: 1 } });
      const owner = await open(4);
      await owner.keys.get("session", ["person.1"]);

      await store.keys.set(sends(1, 9));
      expect(await stored(4)).toEqual({ "person.1": Buffer.alloc(20, 9) });
      expect(await owner.keys.get("session", ["person.1"])).toEqual({ "person.1": Buffer.alloc(20, 1) });
      await owner.keys.set(sends(1, 2));

      await expect(store.keys.set(sends(1, 10))).rejects.toThrow(FenceLost);
      expect(await stored(4)).toEqual({ "person.1": Buffer.alloc(20, 2) });
    });

    it("is not undone by a repeated request that comes late, be the later write a commit or none", async () => {
      const store = await open();
      await store.keys.set(session(1, 1));
      await store.keys.set(sends(1, 2));
      await store.keys.set(sends(1, 3));
      await store.keys.set(session(1, 4));
      for (const late of [...rowsAlone]) await expect(table.write(late)).rejects.toThrow(ConditionFailed);
      expect(await stored()).toEqual({ "person.1": Buffer.alloc(20, 4) });
    });

    it("is done when only the answer of the first try got lost", async () => {
      const store = await open();
      await store.keys.set(session(1, 1));
      let isRepeated = false;
      hook = async (operation, phase) => {
        if (operation.kind !== "write" || phase !== "before" || isRepeated) return;
        isRepeated = true;
        for (const write of operation.writes) await table.write(write);
      };
      await store.keys.set(sends(1, 2));
      expect(isRepeated).toBe(true);
      expect(commits).toHaveLength(1);
      expect(await stored()).toEqual({ "person.1": Buffer.alloc(20, 2) });
    });

    it("goes on from keys that could not be written, because what they encrypted has left, and writes them at the next try", async () => {
      const store = await open();
      const both = (byte: number) => ({
        session: { "person.1": Buffer.alloc(20, byte), "person.2": Buffer.alloc(20, byte) },
      });
      await store.keys.set(both(1));
      hook = (operation, phase) => {
        const isSecond =
          operation.kind === "write" && operation.writes.some((one) => "put" in one && one.put.sk.endsWith("2"));
        if (phase === "before" && isSecond) throw new Error("the table is away");
      };
      await expect(store.keys.set({ ...both(2), ...marked })).rejects.toThrow("the table is away");
      hook = null;
      expect(await store.keys.get("session", ["person.1", "person.2"])).toEqual(both(2).session);
      await store.keys.set({ ...both(2), ...marked });
      expect(await stored()).toEqual(both(2).session);
    });

    it("is not undone by the library's late repeat of an earlier commit that was refused", async () => {
      const store = await open();
      await store.keys.set(session(1, 1));
      hook = (operation, phase) => {
        if (operation.kind === "write" && phase === "before") throw new Error("the table is away");
      };
      const refused = sends(1, 2);
      await expect(store.keys.set(refused)).rejects.toThrow("the table is away");
      hook = null;
      await store.keys.set(sends(1, 3));
      await store.keys.set(refused);

      expect(await store.keys.get("session", ["person.1"])).toEqual({ "person.1": Buffer.alloc(20, 3) });
      expect(await stored()).toEqual({ "person.1": Buffer.alloc(20, 3) });
    });
  });
});
