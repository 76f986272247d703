import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { openAuthStore } from "../../../session-service/baileys/keys/auth-store.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { type Puppet, puts, startPuppet } from "../support/puppet.ts";
import { ACCOUNT, SessionWorld } from "../support/session-world.ts";

/**
 * Tests the key that a number uses to write to a group. Olga's number writes. Ana reads with a real client, which is a
 * second instance. Ben's phone is simulated by the network.
 */
describe("a group that somebody left", () => {
  let world: SessionWorld;
  let task: Puppet;
  let olga: string;
  let ana: string;
  let group: string;
  let readers = 0;
  beforeEach(async () => {
    world = await SessionWorld.create();
    task = await startPuppet(world, "task-1");
    olga = await world.addInstance("Olga");
    await world.link(olga, OLGA);
    await startReader();
    await world.table.write({
      update: keys.webhook(ACCOUNT, "account"),
      set: { events: ["group.message", "group.update"] },
    });
    ({ chat_id: group } = await sandbox().newGroup({ subject: "Tea", owner: BEN, participants: [OLGA, ANA] }));
    await toldAll();
    await sandbox().fault({ kind: "leak_group_messages", for_seconds: 3_600 });
  });
  afterEach(() => world.tearDown());

  const sandbox = () => world.stage.sandbox;
  const told = (instance: string) => world.events("group.update").filter((event) => event.instance_id === instance);
  const members = (action: "add" | "remove", phone = ANA) =>
    sandbox().changeMembers(group, { action, participants: [phone], by: BEN });
  const toldAll = async (changes = 1) => {
    await eventually("Olga to know", () => told(olga).length >= changes);
  };
  const keyRows = (instance: string) => world.table.partition(keys.sessionKey(instance, "", "").pk).map(({ sk }) => sk);
  /** Returns the rows of the group keys stored by Olga's number. */
  const ownKeys = () => keyRows(olga).filter((sk) => sk.startsWith(`sender-key#${group}::`));

  async function startReader(): Promise<void> {
    ana = await world.addInstance(`Ana ${++readers}`);
    await world.link(ana, ANA);
  }

  /** Writes to the group from Olga's number. @returns the message's network id. */
  async function write(text: string): Promise<string> {
    const id = await world.send(olga, group, text);
    await eventually(`${text} to be sent`, () => world.message(id).step === "done");
    expect(world.message(id)).toMatchObject({ status: expect.stringMatching(/sent|delivered|read/) });
    return String(world.message(id).network_id);
  }

  const anaReads = (text: string) =>
    eventually(`Ana to read ${text}`, () =>
      world.messages().some(({ instance_id, body }) => instance_id === ana && body === text),
    );
  /** Returns what Ana's phone can decrypt. It receives everything written to the group, even after she has left. */
  const anaOverhears = async () => (await sandbox().messages(ANA, group)).map(({ text }) => text);
  const benReads = async (text: string) =>
    eventually(`Ben to read ${text}`, async () =>
      (await sandbox().messages(BEN, group)).some((one) => one.text === text),
    );
  /** Returns the messages that Ana's client couldn't decrypt. */
  const unreadable = () => world.complaints.filter(({ fields }) => fields.library === "failed to decrypt message");

  it("is written to with a new key: who left has none that fits, who came back is given it", async () => {
    await write("First");
    await anaReads("First");
    await benReads("First");
    const before = await storedKey();

    await members("remove");
    await toldAll(2);
    expect(ownKeys()).toEqual([]);
    await write("Without Ana");
    await benReads("Without Ana");
    expect(await anaOverhears()).not.toContain("Without Ana");
    expect(await storedKey()).not.toBe(before);

    await members("add");
    await toldAll(3);
    await write("Welcome back");
    await anaReads("Welcome back");
    await benReads("Welcome back");
    expect(world.messages().filter(({ instance_id, body }) => instance_id === ana && body === "Without Ana")).toEqual(
      [],
    );
    expect(unreadable()).toEqual([]);
  });

  it("keeps its key while people come or have another rank", async () => {
    await write("First");
    const before = await storedKey();
    await sandbox().addPhone("15550001004", "Carla");
    await members("add", "15550001004");
    await sandbox().changeMembers(group, { action: "promote", participants: [ANA], by: BEN });
    await toldAll(3);
    await write("Second");
    await anaReads("Second");
    await eventually("Carla to read it", async () =>
      (await sandbox().messages("15550001004", group)).some(({ text }) => text === "Second"),
    );
    expect(await storedKey()).toBe(before);
  });

  it("gets it from whoever goes on when the process dies between the word of it and the next message", async () => {
    await write("First");
    const before = await storedKey();
    // The freeze blocks all of the change's writes, so the network never gets an acknowledgement of the change.
    task.freeze((operation) => operation.kind === "transact" && deletesKey(operation.writes), "before");
    await members("remove");
    await eventually("the change", () => task.frozen() > 0);
    task.freeze();

    await world.startTask("task-1");
    await eventually("the successor", () => told(olga).length === 2);
    task.thaw();
    await write("Without Ana");
    await benReads("Without Ana");
    expect(await anaOverhears()).not.toContain("Without Ana");
    expect(await storedKey()).not.toBe(before);
  });

  it("is told once, and its key made anew once more at most, when the process dies behind the key and before the event", async () => {
    await write("First");
    const before = await storedKey();
    task.freeze(puts("evt_"));
    await members("remove");
    await eventually("the change", () => task.frozen() > 0);
    task.freeze();

    await world.startTask("task-1");
    await eventually("the successor", () => told(olga).length === 2);
    task.thaw();
    await write("Without Ana");
    await benReads("Without Ana");
    expect(await anaOverhears()).not.toContain("Without Ana");
    expect(await storedKey()).not.toBe(before);
    expect(told(olga).map(({ change }) => change)).toEqual(["joined", "leave"]);
  });

  it("is written to with a new key also when nobody said that she left: the list of members says so", async () => {
    await write("First");
    await anaReads("First");
    await world.change(olga, "stop");
    await world.reaches(olga, "stopped");
    await members("remove");
    task.freeze((operation) => operation.kind === "transact" && JSON.stringify(operation.writes).includes("#GROUP"));
    await world.change(olga, "start");
    await write("Without Ana");
    await benReads("Without Ana");
    expect(await anaOverhears()).toEqual(expect.arrayContaining(["First"]));
    expect(await anaOverhears()).not.toContain("Without Ana");
    task.thaw();
    await toldAll(2);
  });

  it("is renamed while a message to it is prepared, and who was removed meanwhile does not get it", async () => {
    await write("First");
    await anaReads("First");
    const sends = Array.from({ length: 3 }, (_, n) => write(`Text ${n}`));
    await sandbox().changeGroup(group, { subject: "Coffee", by: BEN });
    await members("remove");
    await Promise.all(sends);
    await toldAll(3);
    await write("Last");
    for (const text of ["Text 0", "Text 1", "Text 2", "Last"]) await benReads(text);
    expect(await anaOverhears()).not.toContain("Last");
    expect(world.messages().filter(({ instance_id, body }) => instance_id === ana && body === "Last")).toEqual([]);
    expect(unreadable()).toEqual([]);
  });

  /** Returns the id of the group key that Olga's number has stored, or null if there is none. */
  async function storedKey(): Promise<number | null> {
    const owner = { instance_id: olga, account_id: ACCOUNT, fence: 1 };
    const store = await openAuthStore(world.deps(), owner, () => {});
    const ids = ownKeys().map((sk) => sk.slice("sender-key#".length));
    const [found] = Object.values(await store.keys.get("sender-key", ids));
    const [state] = found ? (JSON.parse(Buffer.from(found).toString()) as { senderKeyId: number }[]) : [];
    return state?.senderKeyId ?? null;
  }

  const deletesKey = (writes: readonly object[]) =>
    writes.some((write) => "delete" in write && JSON.stringify(write.delete).includes("sender-key-memory"));
});
