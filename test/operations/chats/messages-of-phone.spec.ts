import { beforeEach, describe, expect, it } from "vitest";
import { listMessages } from "../../../core/operations/messages/list-messages.ts";
import { keys, lists } from "../../../core/store/keys.ts";
import { linkedInstance } from "../../support/linked-instance.ts";
import type { TableOperation } from "../../support/memory-table.ts";
import { ACCOUNT, ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";

const GROUP = "120363020000000001@g.us";
const OTHER = "inst_2";
const inGroup = { chat_id: GROUP, participant: ANA };

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld();
  await world.table.write({ put: { ...keys.instance(OTHER), ...linkedInstance(OTHER, ACCOUNT) } });
  await world.table.write({ put: { ...keys.receiving(OTHER), fence: 1 } });
});

/** Loads the whole list, two messages per page. */
async function pages(instance_id: string | null, table = world.table) {
  const filter = { account_id: ACCOUNT, instance_id, phone: ANA, direction: null };
  const bodies: (string | null)[] = [];
  let after: string | null = null;
  do {
    const page = await listMessages({ table }, filter, { limit: 2, after }, world.clock.now());
    bodies.push(...page.messages.map(({ body }) => body));
    after = page.next;
  } while (after !== null);
  return bodies;
}

/** Stores a message as an earlier version did: under its sender's phone number, by ID alone. */
async function ofAnEarlierVersion(text: string, change: object = {}) {
  await world.write(text, change);
  const id = world.messages().at(-1)?.id ?? "";
  await world.table.write({
    update: keys.message(ACCOUNT, id),
    set: { gsi3pk: lists.messagesOfPhone(ACCOUNT, ANA), gsi3sk: id },
  });
}

describe("the messages of a phone", () => {
  it("are the chat with that person, on every instance of the account, and not what they write in groups", async () => {
    await world.write("One");
    await world.write("To all", inGroup);
    await world.write("Elsewhere", { instance_id: OTHER });
    await world.sent("Answer");
    expect(await pages(null)).toEqual(["Answer", "Elsewhere", "One"]);
    expect(await pages(INSTANCE)).toEqual(["Answer", "One"]);
    expect(await pages(OTHER)).toEqual(["Elsewhere"]);
  });

  it("are found by either form of the number, where both are one person", async () => {
    const form = ANA.replace(/^(55..)9/, "$1");
    await world.write("By the network's form", { person: form, phone: form, chat_id: `${form}@s.whatsapp.net` });
    expect(await pages(INSTANCE)).toEqual(["By the network's form"]);

    await world.write("By another person's", { instance_id: OTHER });
    await world.write("And by the first one", {
      instance_id: OTHER,
      ...{ person: form, phone: form, chat_id: `${form}@s.whatsapp.net` },
    });
    expect(await pages(OTHER)).toEqual(["By another person's"]);
    expect(await pages(null)).toEqual(["By another person's", "By the network's form"]);
  });

  it("include those of an earlier version in their order, but not that version's groups", async () => {
    await ofAnEarlierVersion("Old 1");
    await ofAnEarlierVersion("Old to all", inGroup);
    await world.write("New 1");
    await ofAnEarlierVersion("Old 2", { instance_id: OTHER });
    await world.write("New 2");
    await ofAnEarlierVersion("Old 3");
    expect(await pages(null)).toEqual(["Old 3", "New 2", "Old 2", "New 1", "Old 1"]);
    expect(await pages(INSTANCE)).toEqual(["Old 3", "New 2", "New 1", "Old 1"]);
  });

  it("of one instance are found without reading those of another", async () => {
    for (let n = 0; n < 10; n++) await world.write(`Elsewhere ${n}`, { instance_id: OTHER });
    await world.write("Here");
    const operations: TableOperation[] = [];
    const seen = world.table.withHook((operation, phase) => void (phase === "before" && operations.push(operation)));
    expect(await pages(INSTANCE, seen)).toEqual(["Here"]);
    const read = operations.flatMap((one) => (one.kind === "getMany" ? one.keys : []));
    expect(read.filter(({ pk }) => pk === keys.message(ACCOUNT, "").pk)).toHaveLength(1);
  });
});
