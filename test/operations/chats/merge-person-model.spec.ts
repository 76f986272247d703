import { describe, expect, it } from "vitest";
import type { ApiError } from "../../../core/errors.ts";
import { listChats } from "../../../core/operations/chats/list-chats.ts";
import { mirrorChat } from "../../../core/operations/chats/mirror-chat.ts";
import { readChatUpTo } from "../../../core/operations/chats/read-chat-up-to.ts";
import { setChatLabels } from "../../../core/operations/labels/set-chat-labels.ts";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table } from "../../../core/store/table.ts";
import { chanceFrom } from "../../../tools/chaos/chance.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { virtualTime } from "../../support/models/virtual-time.ts";

const HIDDEN = "88000000000001@lid";
/** Ana's number without its ninth digit. */
const SHORT = "551177770001";
/**
 * Ana's other names. When a person writes from another form of their number, the network uses that form: messages
 * arrive from it and are sent to it.
 */
const NAMES = [
  { kind: "a private id", name: HIDDEN, phone: null, chat_id: HIDDEN },
  { kind: "another form of the number", name: SHORT, phone: SHORT, chat_id: `${SHORT}@s.whatsapp.net` },
] as const;
type Name = (typeof NAMES)[number];
const SCHEDULES = 200;
/** How many times each schedule loads the list. */
const LOOKS = 8;
const LABELS = [1, 2, 3];
const START = Date.parse("2026-11-20T12:00:00.000Z");

/**
 * Runs a schedule. While the two records are being merged, everything that can write to them does so, in random order,
 * and some processes die.
 */
async function play(seed: number, other: Name, faults: string[]): Promise<MessageWorld> {
  const { name } = other;
  const pair = { phone: ANA, private_id: name };
  const chance = chanceFrom(seed);
  const time = virtualTime(START);
  const lag = { now: time.now, indexLagMs: () => Math.floor(chance() * 200) };
  const world = await messageWorld(null, new MemoryTable(lag));
  const { own } = world;
  /** Returns a single process's view of the table. Each call takes a while and may be the process's last. */
  const seen = (mayDie: boolean): Table =>
    world.table.withHook(async ({ kind }, phase) => {
      await time.sleep(1 + chance() * 60);
      const writes = kind === "write" || kind === "transact";
      if (mayDie && writes && chance() < 0.08) throw new Error(`It dies ${phase} a write.`);
    });
  /** Repeats the work in another process whenever one dies, as happens when the network delivers a message again. */
  const insist = async (work: (table: Table) => Promise<unknown>) => {
    for (;;) {
      const isDone = await work(seen(true)).then(
        () => true,
        (error: Error) => {
          if (!error.message.startsWith("It dies")) throw error;
          return false;
        },
      );
      if (isDone) return;
    }
  };
  const hidden = { chat_id: other.chat_id, phone: other.phone, person: name };
  const text = (n: number, change: object) => {
    const message = { ...change, network_id: `3EB0${n}`, written_at: new Date(START + n * 1_000) };
    return insist((table) => world.write(`Text ${n}`, message, table));
  };
  const archive = (key: string, phone: string | null) => {
    const chat = { kind: "person", key, phone, chat_id: other.chat_id, phone_chat_id: other.chat_id } as const;
    return insist((table) => mirrorChat({ table }, own, chat, { kind: "archive", archived: true }, new Date(START)));
  };
  const label = async (chat: string, ids: number[]) => {
    const set = (table: Table) => setChatLabels({ ...world.deps, table }, INSTANCE, chat, ids);
    await insist(set).catch((error: ApiError) => {
      if (error.code !== "chat_not_found") throw error; // nobody is known under this id yet
    });
  };
  const read = (n: number) =>
    insist((table) => readChatUpTo({ table }, own, { ...hidden, author: name, network_id: `3EB0${n}` }));
  const merge = () => insist((table) => mergePerson({ ...world.deps, table }, own, pair));
  const watch = async () => {
    for (let look = 0; look < LOOKS; look++) {
      const wasMerged = [name, ANA].some((one) => recordOf(world, one).merged_into !== undefined);
      const choice = { waiting: null, label_id: null };
      const { chats } = await listChats({ table: seen(false) }, [INSTANCE], choice, { page: 1, after: null });
      const names = chats.map(({ key }) => key);
      if (new Set(names).size < names.length || (wasMerged && names.length > 1))
        faults.push(`seed ${seed}: the list showed ${names.join(" and ")}`);
      await time.sleep(chance() * 300);
    }
  };

  for (const id of LABELS) await world.table.write({ put: { ...keys.label(INSTANCE, id), id, count: 0 } });
  // In every other schedule, Ana has no record at the start.
  if (seed % 2 === 0) await time.run(text(0, hidden));
  world.clock.moveTo(new Date(START + 60_000));
  const everybody = [
    () => text(0, hidden),
    () => text(1, hidden),
    () => text(2, {}),
    () => text(3, hidden),
    () => text(4, other.phone === null ? { private_id: HIDDEN } : {}),
    () => archive(name, other.phone),
    () => archive(ANA, ANA),
    () => label(other.chat_id, [1, 2]),
    () => label(ANA, [2, 3]),
    () => read(0),
    merge,
    watch,
  ];
  await time.run(
    Promise.all(
      everybody.map(async (act) => {
        await time.sleep(chance() * 400);
        await act();
      }),
    ),
  );
  await time.run(merge());
  return world;
}

const recordOf = ({ table }: MessageWorld, person: string): Record<string, unknown> =>
  table.peek(keys.person(INSTANCE, person)) ?? {};

/** Returns a text's number among the messages received in its chat. */
const numberOf = (world: MessageWorld, text: string) =>
  Number(world.messages().find(({ body }) => body === text)?.nth ?? 0);

/** Returns the count stored in a label, and the chats that its rows point to. */
const countOf = ({ table }: MessageWorld, id: number) => [
  table.peek(keys.label(INSTANCE, id))?.count,
  table.partition(keys.labelled(INSTANCE, id, "").pk).map(({ sk }) => sk),
];

describe.each(NAMES)(`a person with two chats, one under $kind, in ${SCHEDULES} schedules`, (other) => {
  it("has one in the end, with every message once, whoever wrote meanwhile and whoever died", async () => {
    const faults: string[] = [];
    for (let seed = 1; seed <= SCHEDULES; seed++) {
      const world = await play(seed, other, faults);
      const person = recordOf(world, ANA);
      const { waiting: _, labels_rev: __, named_ms: ___, ...left } = recordOf(world, other.name);
      const labels = Array.isArray(person.labels) ? person.labels : [];
      const bodies = world.messages().map(({ body }) => body);
      const found = {
        seed,
        bodies: bodies.toSorted(),
        left,
        received: person.received,
        // Only text 0 has been read.
        isTooMuchRead: Number(person.read_to ?? 0) > numberOf(world, "Text 0"),
        labels: LABELS.map((id) => countOf(world, id)),
        archived: person.archived,
        last: world.message(String(person.last_id))?.body,
        list: person.gsi2sk !== undefined,
      };
      expect(found).toEqual({
        seed,
        bodies: [0, 1, 2, 3, 4].map((n) => `Text ${n}`),
        left: { ...keys.person(INSTANCE, other.name), merged_into: ANA },
        received: 5,
        isTooMuchRead: false,
        labels: LABELS.map((id) => (labels.includes(id) ? [1, [ANA]] : [0, []])),
        archived: true,
        last: "Text 4",
        list: true,
      });
    }
    expect(faults).toEqual([]);
  });
});
