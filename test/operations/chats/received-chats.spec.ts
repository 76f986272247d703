import { beforeEach, describe, expect, it } from "vitest";
import { chatState } from "../../../core/domain/chats/chat-state.ts";
import { mirrorChat } from "../../../core/operations/chats/mirror-chat.ts";
import { type ChatFields, listEntry } from "../../../core/records/chats/chat-fields.ts";
import { readHistory } from "../../../core/records/chats/chat-history.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys, lists } from "../../../core/store/keys.ts";
import type { IndexName, Key } from "../../../core/store/table.ts";
import type { TableOperation } from "../../support/memory-table.ts";
import { ACCOUNT, ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";

const GROUP = "120363020000000001@g.us";
const CHANNEL = "120363030000000001@newsletter";
const HIDDEN = "88000111@lid";
const hidden = { chat_id: HIDDEN, phone: null, person: HIDDEN };
const inGroup = { chat_id: GROUP, participant: ANA };
const byPhone = { from_me: true, contact_name: "Bakery" };

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld();
});

const stored = (place: Key) => world.table.peek(place) as ChatFields & Key;
const ana = () => stored(keys.person(INSTANCE, ANA));
const group = () => stored(keys.group(INSTANCE, GROUP));
const shown = (chat: ChatFields) => chatState(chat, world.clock.now());
const last = () => world.messages().at(-1) as MessageRecord;
/** Returns the base keys in an index partition, in index order. */
const listed = async (index: IndexName, pk: string) =>
  (await world.table.query({ pk, index, limit: 100 })).items.map(({ sk }) => sk);
const inList = () => listed("by_instance", lists.chatsOfInstance(INSTANCE));
const inWaiting = () => listed("by_phone", lists.waitingChats(INSTANCE));
const step = (seconds: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1000));

describe("a chat's deletion that crosses an incoming text", () => {
  const owner = { account_id: ACCOUNT, instance_id: INSTANCE, fence: 1 };
  const chat = {
    kind: "person",
    key: ANA,
    phone: ANA,
    chat_id: `${ANA}@s.whatsapp.net`,
    phone_chat_id: HIDDEN,
  } as const;
  type Step = "text" | "answer" | "deletion";
  const ORDERS: Step[][] = [
    ["text", "deletion"],
    ["deletion", "text"],
    ["text", "text", "deletion"],
    ["text", "deletion", "text"],
    ["deletion", "text", "deletion"],
    ["text", "deletion", "deletion", "text"],
    ["answer", "text", "deletion"],
    ["text", "answer", "deletion", "text"],
    ["deletion", "answer", "text", "deletion"],
  ];
  /** Every order, twice: once step by step, and once with the last step in the middle of the second-to-last one. */
  const SCHEDULES = ORDERS.flatMap((order) => [
    { order, isInside: false },
    { order, isInside: true },
  ]);

  it.each(SCHEDULES)(
    "counts as unread what is left of it: $order, the last inside the one before: $isInside",
    async ({ order, isInside }) => {
      for (const body of ["Old 1", "Old 2"]) await world.write(body);
      const upTo = world.clock.now().getTime();
      let texts = 0;
      const run = async (kind: Step, table = world.table): Promise<void> => {
        if (kind === "deletion") {
          const deed = { kind: "delete", up_to_ms: upTo } as const;
          await mirrorChat({ table }, owner, chat, deed, world.clock.now());
        } else await world.write(`New ${++texts}`, kind === "answer" ? byPhone : {}, table);
      };
      const steps = isInside ? order.slice(0, -2) : order;
      for (const kind of steps) {
        step(2);
        await run(kind);
      }
      if (isInside) {
        const [outer, inner] = order.slice(-2) as [Step, Step];
        step(2);
        let isDone = false;
        const crossed = world.table.withHook(async ({ kind }, phase) => {
          if (kind !== "transact" || phase !== "before" || isDone) return;
          isDone = true;
          step(2);
          await run(inner);
        });
        await run(outer, crossed);
      }

      const record = ana();
      const stored = { instance_id: INSTANCE, type: "person", key: ANA, record } as const;
      const now = world.clock.now();
      const { messages } = await readHistory({ table: world.table }, ACCOUNT, stored, { limit: 50, offset: 0 }, now);
      const left = messages.filter(({ direction }) => direction === "in").length;
      // When a chat is answered on the phone, everything before the answer counts as read. Only later messages can be
      // unread.
      if (!order.includes("answer")) expect(shown(record).unread_count).toBe(left);
      expect(shown(record).unread_count).toBeLessThanOrEqual(left);
    },
  );
});

describe("a person's message", () => {
  it("is their chat's last, unread, and makes them wait: in both lists", async () => {
    await world.write("One");
    const since = world.clock.now().getTime();
    step(10);
    await world.write("Two");

    expect(ana()).toMatchObject({ last_id: last().id, last_ms: world.clock.now().getTime(), waiting_since_ms: since });
    expect(shown(ana())).toMatchObject({ waiting: true, unread_count: 2 });
    expect(world.messages().map(({ nth }) => nth)).toEqual([1, 2]);
    expect([await inList(), await inWaiting()]).toEqual([[ANA], [ANA]]);
  });

  it("moves its chat behind the others in time order, those of one instant by their messages' ids", async () => {
    const people = ["5511977770009", "5511977770005", "5511977770007"];
    for (const phone of people) {
      await world.write("Hi", { phone, person: phone, chat_id: `${phone}@s.whatsapp.net` });
    }
    expect(await inList()).toEqual(people);
    await world.write("Again", { phone: people[0], person: people[0], chat_id: `${people[0]}@s.whatsapp.net` });
    expect(await inList()).toEqual([people[1], people[2], people[0]]);
  });

  it("costs no item, no request and no read more than the person's record that it writes anyway", async () => {
    await world.write("The first of the day");
    const operations: TableOperation[] = [];
    const seen = world.table.withHook((operation, phase) => void (phase === "before" && operations.push(operation)));
    await world.write("Hi", {}, seen);

    const chats = [keys.person(INSTANCE, ""), keys.group(INSTANCE, ""), keys.contact(INSTANCE, "")].map(({ pk }) => pk);
    const isChat = ({ pk }: Key) => chats.includes(pk);
    const written = operations.flatMap((one) => ("writes" in one ? one.writes : []));
    const places = written.map((one) => ("put" in one ? one.put : "update" in one ? one.update : { pk: "", sk: "" }));
    expect(places.filter(isChat)).toEqual([keys.person(INSTANCE, ANA)]);
    const read = operations.flatMap((one) => (one.kind === "getMany" ? one.keys : one.kind === "get" ? [one.key] : []));
    expect(read.filter(isChat)).toEqual([keys.person(INSTANCE, ANA)]);
    expect(operations.some(({ kind }) => kind === "query")).toBe(false);
  });

  it("does the same whatever else there is: nothing grows with chats and labels", async () => {
    const bystander = await messageWorld();
    const work = async (made: MessageWorld) => {
      const operations: TableOperation[] = [];
      await made.write("The first of the day");
      const hook = (operation: TableOperation, phase: string) =>
        void (phase === "before" && operations.push(operation));
      await made.write("Hi", {}, made.table.withHook(hook));
      return operations.map((one) => [
        one.kind,
        "writes" in one ? one.writes.length : "keys" in one ? one.keys.length : 1,
      ]);
    };
    for (let n = 0; n < 5_000; n++) {
      const phone = `55119${String(n).padStart(8, "0")}`;
      const entries = listEntry(INSTANCE, n, `msg_${n}`);
      await world.table.write({ put: { ...keys.person(INSTANCE, phone), phone, labels: [n % 100], ...entries } });
      await world.table.write({ put: { ...keys.labelled(INSTANCE, n % 100, phone) } });
    }
    const labels = Array.from({ length: 100 }, (_, n) => n);
    await world.table.write({ put: { ...keys.person(INSTANCE, ANA), labels } });
    expect(await work(world)).toEqual(await work(bystander));
    expect(ana()).toMatchObject({ labels, received: 2 });
  });

  it("that comes late does not move the chat back, but counts", async () => {
    await world.write("New");
    const before = ana();
    await world.write("Old", { written_at: new Date(world.clock.now().getTime() - 60_000) });
    expect(ana()).toMatchObject({ last_id: before.last_id, last_ms: before.last_ms, received: 2 });
    expect(ana().waiting_since_ms).toBe(before.waiting_since_ms);
  });

  it("written in the future is written now; one of a second stands in the order in which it came", async () => {
    const now = world.clock.now().getTime();
    await world.write("Ahead", { written_at: new Date(now + 5_000) });
    expect(ana().last_ms).toBe(now);
    step(0.2);
    await world.send("Reply");
    step(0.2);
    await world.write("This second", { written_at: new Date(Math.floor(now / 1000) * 1000) });
    expect(ana()).toMatchObject({ last_id: last().id, last_ms: now + 400 });
  });

  it("brings a deleted chat back into the lists, and says from when on its history counts", async () => {
    await world.write("Before");
    const at = world.clock.now().getTime();
    await world.table.write({
      update: keys.person(INSTANCE, ANA),
      set: { hidden_ms: at, read_to: 1 },
      remove: ["gsi2pk", "gsi2sk", "gsi3pk", "gsi3sk", "waiting_since_ms"],
    });
    await world.write("Crosses the deletion", { written_at: new Date(at - 2_000) });

    // The message that crossed the deletion has an ID with the deletion's time, so all counted messages are shown.
    expect(ana()).toMatchObject({ cleared_ms: at - 1 });
    expect(ana()).not.toHaveProperty("hidden_ms");
    expect(shown(ana())).toMatchObject({ waiting: true, unread_count: 1 });
    expect([await inList(), await inWaiting()]).toEqual([[ANA], [ANA]]);
  });

  it("leaves a chat in the archive unless the phone takes it out", async () => {
    await world.write("Hi");
    await world.table.write({ update: keys.person(INSTANCE, ANA), set: { archived: true } });
    await world.write("Still there");
    expect(ana()).toMatchObject({ archived: true, received: 2 });
    await world.write("Out of it", { unarchives: true });
    expect(ana()).not.toHaveProperty("archived");
    expect(await inList()).toEqual([ANA]);
  });

  it.each([
    ["stays there", false],
    ["leaves it, for it came behind", true],
  ])("whose chat the phone archives while it is stored: %s", async (_, unarchives) => {
    await world.write("Before");
    const chat = { kind: "person" as const, key: ANA, phone: ANA, chat_id: `${ANA}@s.whatsapp.net` };
    const named = { ...chat, phone_chat_id: chat.chat_id };
    let isFirst = true;
    const seen = world.table.withHook(async (operation, phase) => {
      if (operation.kind !== "transact" || phase === "after" || !isFirst) return;
      isFirst = false;
      await mirrorChat(world, world.own, named, { kind: "archive", archived: true }, world.clock.now());
    });
    await world.write("Meanwhile", { unarchives }, seen);

    expect(isFirst).toBe(false);
    expect(ana().archived ?? false).toBe(!unarchives);
    expect(shown(ana())).toMatchObject({ unread_count: 2 });
    expect(await inList()).toEqual([ANA]);
  });

  it("of whom the menu or the AI takes care makes nobody wait", async () => {
    await world.table.write({ update: keys.person(INSTANCE, ANA), set: { handled_by: "ai" } });
    await world.write("Hi");
    expect(shown(ana())).toMatchObject({ waiting: false, unread_count: 1 });
    expect(await inWaiting()).toEqual([]);
  });

  it("tells when they wrote for the first time, once", async () => {
    const first = world.clock.now();
    await world.write("One");
    step(3_600);
    await world.write("Two");
    expect(world.person()?.first_in_at).toBe(first.toISOString());
  });

  it("tells their name; neither an empty one nor our own replaces it, and a long one is cut", async () => {
    await world.write("Hi", { contact_name: "Ana" });
    for (const contact_name of ["", "  ", null]) await world.write("Hi", { contact_name });
    await world.write("From the phone", byPhone);
    expect(world.person()?.contact_name).toBe("Ana");
    await world.write("Hi", { contact_name: "é".repeat(100) });
    expect(world.person()?.contact_name).toBe("é".repeat(40));
    expect(last().contact_name).toBe("é".repeat(100));
  });

  it("and its answer at the same instant, whichever is stored first: none is lost", async () => {
    await world.write("One");
    const { message } = await world.send("Answer");
    const [row] = world.rows();
    if (!row) throw new Error("The answer does not wait.");
    step(1);
    // Record an answer in the chat while the message is being stored.
    let isAnswerNoted = false;
    const seen = world.table.withHook(async (operation, phase) => {
      if (operation.kind !== "transact" || phase === "after" || isAnswerNoted) return;
      isAnswerNoted = true;
      await world.go(row, message);
    });
    await world.write("Two", {}, seen);

    expect(isAnswerNoted).toBe(true);
    expect(ana()).toMatchObject({ received: 2, read_to: 1, waiting_since_ms: world.clock.now().getTime() });
    expect(shown(ana())).toMatchObject({ waiting: true, unread_count: 1 });
    expect(await inWaiting()).toEqual([ANA]);
  });
});

describe("a message typed on the phone", () => {
  it("answers: nothing is unread, nobody waits, and it is the chat's last", async () => {
    await world.write("Hi");
    step(5);
    await world.write("Hello", byPhone);
    expect(shown(ana())).toMatchObject({ waiting: false, unread_count: 0 });
    expect(ana().last_id).toBe(last().id);
    expect(last()).not.toHaveProperty("nth");
    expect([await inList(), await inWaiting()]).toEqual([[ANA], []]);
  });

  it("that comes late, behind what the person wrote then, answers nothing", async () => {
    await world.write("Hi");
    step(60);
    await world.write("And?");
    await world.write("Hello", { ...byPhone, written_at: new Date(world.clock.now().getTime() - 30_000) });
    expect(shown(ana())).toMatchObject({ waiting: true, unread_count: 2 });
    expect(ana().last_id).toBe(world.messages()[1]?.id);
  });

  it("to a new person makes their chat", async () => {
    await world.write("Hello", byPhone);
    expect(shown(ana())).toMatchObject({ waiting: false, unread_count: 0 });
    expect(await inList()).toEqual([ANA]);
    expect(world.person()).not.toHaveProperty("contact_name");
  });

  it("into a group or a channel stands in its chat", async () => {
    await world.write("Hi all", inGroup);
    await world.write("Good day", { ...byPhone, ...inGroup, phone: null });
    await world.write("News", { ...byPhone, chat_id: CHANNEL, phone: null });
    expect(group().last_id).toBe(world.messages()[1]?.id);
    expect(shown(group()).unread_count).toBe(0);
    expect(stored(keys.channel(INSTANCE, CHANNEL))).toMatchObject({ last_id: last().id });
    expect(await inList()).toEqual([GROUP, CHANNEL]);
  });
});

describe("a message in a group", () => {
  it("is unread in the group's chat, where nobody waits, and touches no person", async () => {
    await world.write("Hi all", inGroup);
    await world.write("Again", inGroup);
    expect(shown(group())).toMatchObject({ waiting: false, unread_count: 2 });
    expect(world.messages().map(({ nth }) => nth)).toEqual([1, 2]);
    expect([await inList(), await inWaiting()]).toEqual([[GROUP], []]);
    expect(world.person()).toBeNull();
  });

  it("and another at the same moment both count", async () => {
    let begun = 0;
    const both = Promise.withResolvers<void>();
    const together = world.table.withHook(async (operation, phase) => {
      if (operation.kind !== "transact" || phase === "after") return;
      if (++begun === 2) both.resolve();
      await both.promise;
    });
    await Promise.all([
      world.write("One", inGroup, together),
      world.write("Two", { ...inGroup, participant: "5511977770002", person: "5511977770002" }, together),
    ]);
    expect(begun).toBe(3);
    expect(group().received).toBe(2);
    expect(world.messages().map(({ nth }) => nth)).toEqual(expect.arrayContaining([1, 2]));
  });

  it("by others in a channel leaves no chat", async () => {
    await world.write("News", { chat_id: CHANNEL });
    expect(stored(keys.channel(INSTANCE, CHANNEL))).toBeNull();
  });
});

describe("a message in its chat's list", () => {
  const entry = () => world.table.peek(keys.message(ACCOUNT, last().id));

  it("of a person stands under the phone, with the instance", async () => {
    await world.write("Hi");
    expect(entry()).toMatchObject({
      gsi3pk: lists.messagesOfPhone(ACCOUNT, ANA),
      gsi3sk: `${last().id}#${INSTANCE}`,
    });
    await world.send("Hello");
    expect(await listed("by_phone", lists.messagesOfPhone(ACCOUNT, ANA))).toHaveLength(2);
  });

  it("of a group or of a person whose phone is hidden stands under the chat", async () => {
    await world.write("Hi all", inGroup);
    expect(entry()).toMatchObject({ gsi3pk: lists.messagesOfChat(INSTANCE, GROUP), gsi3sk: last().id });
    await world.write("Hidden", hidden);
    expect(entry()).toMatchObject({ gsi3pk: lists.messagesOfChat(INSTANCE, HIDDEN), gsi3sk: last().id });
    const { message } = await world.send("To all", { to: null, chat_id: GROUP });
    expect(await listed("by_phone", lists.messagesOfChat(INSTANCE, GROUP))).toContain(message.id);
  });
});
