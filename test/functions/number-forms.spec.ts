import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { formMark } from "../../core/domain/messages/written-forms.ts";
import type { Command, CommandAnswer } from "../../core/records/command.ts";
import { keys } from "../../core/store/keys.ts";
import { apiWorld } from "./api-world.ts";
import { dataOf, idOf, type LinkedWorld, linkedWorld } from "./linked-world.ts";
import { type McpWorld, mcpWorld } from "./mcp/mcp-world.ts";
import { panelWorld } from "./panel/panel-world.ts";

/** The form of a number in a request, and the form that the person wrote from. */
const CASES = [
  ["5511987654321", "551187654321"],
  ["553187654321", "5531987654321"],
  ["525512345678", "5215512345678"],
  ["5216641234567", "526641234567"],
  ["541123456789", "5491123456789"],
  ["5492954412345", "542954412345"],
] as const;
/** An alias for which the network returned the number's other form. The rest of the alias's record no longer counts. */
const [ALIAS, NAMED] = ["5521987654321", "552187654321"];
/**
 * An alias for which the network returned another form although, according to the numbering plans, the number has only
 * one form.
 */
const [ABROAD, NAMED_ABROAD] = ["390212345678", "39212345678"];
const LANDLINE = "551133334444";
const [TWO_ONE, TWO_OTHER] = ["543414123456", "5493414123456"];

const MINUTE_SEC = 60;
const DAY_SEC = 86_400;

let world: LinkedWorld;
let label: number;
let tool: McpWorld["tool"];
beforeAll(async () => {
  world = await linkedWorld();
  tool = mcpWorld(panelWorld({ ...apiWorld(world.table), deps: world.deps })).tool;
  for (const phone of [...CASES.map(([, known]) => known), NAMED, NAMED_ABROAD, LANDLINE, TWO_ONE, TWO_OTHER])
    await world.receive({ phone, person: phone, chat_id: `${phone}@s.whatsapp.net`, contact_name: `Name ${phone}` });
  const alias = { named_ms: 1, last_in_at: "2026-10-01T10:00:00.000Z" };
  for (const [form, phone] of [[ALIAS, NAMED] as const, [ABROAD, NAMED_ABROAD] as const]) {
    await world.table.write({ put: { ...keys.person(world.instance, form), ...alias, merged_into: phone } });
    await world.table.write({
      update: keys.person(world.instance, phone),
      set: { form: String(formMark(phone, form)) },
    });
  }
  label = Number(idOf(await world.ask("POST", at("/labels"), { name: "Regulars", color: 1 })));
});

beforeEach(() => world.pass(MINUTE_SEC)); // typing and sends may come so often a minute

const at = (rest: string) => `/v1/instances/${world.instance}${rest}`;
const phoneIn = (answer: { body: Record<string, unknown> }) => dataOf(answer).phone;
const phonesIn = ({ body }: { body: Record<string, unknown> }) =>
  (body.data as { phone: string }[]).map(({ phone }) => phone);
const labelsOf = (phone: string) => world.table.peek(keys.person(world.instance, phone))?.labels;
/** Returns the session command that a request triggers, and the people mentioned in the command. */
const asked = async (method: string, path: string, body?: unknown, answer: CommandAnswer = { ok: true }) => {
  const before = world.commands.length;
  await world.withSession(
    async () => answer,
    () => world.ask(method, path, body),
  );
  const [command] = world.commands.slice(before) as (Command & { person?: string; chat?: unknown })[];
  return command;
};
const picture: CommandAnswer = {
  ok: true,
  result: { key: null, mimetype: "image/jpeg", stored_ms: 0, asked_ms: 0 },
};

const withPicture = <T>(work: () => Promise<T>) => world.withSession(async () => picture, work);

/**
 * Every entry point of the API that accepts a phone number, with a function that shows which person it finds for a
 * given form.
 */
const ENTRANCES: Record<string, (phone: string) => Promise<unknown>> = {
  "a chat": async (phone) => phoneIn(await world.ask("GET", at(`/chats/${phone}`))),
  "a chat in which is typed": async (phone) => {
    const command = await asked("POST", at(`/chats/${phone}/typing`), { state: "typing" });
    return (command?.chat as { key: string } | undefined)?.key;
  },
  "a message": async (phone) => phoneIn(await world.send({ to: phone, text: "Hello" })),
  "the messages of a phone": async (phone) => {
    const { body } = await world.ask("GET", `/v1/messages?phone=${phone}&direction=in`);
    return (body.data as { phone: string }[]).map(({ phone: its }) => its).join();
  },
  "a chat's history": async (phone) => {
    const [message] = phonesIn(await world.ask("GET", at(`/chats/${phone}/history`)));
    return message;
  },
  "a chat's labels": async (phone) => {
    const answer = await world.ask("PUT", at(`/chats/${phone}/labels`), { label_ids: [label] });
    const found = phoneIn(answer);
    expect(labelsOf(String(found))).toEqual([label]);
    await world.ask("PUT", at(`/chats/${phone}/labels`), { label_ids: [] });
    return found;
  },
  "a tool that reads a chat": async (chat) => {
    const { messages } = await tool(world.key, "read_chat", { instance_id: world.instance, chat });
    return (messages as { phone: string }[])[0]?.phone;
  },
  "a tool that sends": async (to) => {
    const content = { text: "Hello", client_ref: `ref-${to}` };
    const told = await tool(world.key, "send_message", { instance_id: world.instance, to, ...content });
    expect(told).toMatchObject({ first_message: false, isError: false });
    return world.message(String((told.message as { id: string }).id)).person;
  },
  "a search among chats": async (phone) => phonesIn(await world.ask("GET", `/v1/chats?search=%2B${phone}`)).join(),
  "a search among contacts": async (phone) => phonesIn(await world.ask("GET", at(`/contacts?search=${phone}`))).join(),
  "a contact": async (phone) => phoneIn(await withPicture(() => world.ask("GET", at(`/contacts/%2B${phone}`)))),
  "a contact's name": async (phone) => phoneIn(await world.ask("PATCH", at(`/contacts/${phone}`), { name: "Rio" })),
  "a contact's picture": async (phone) =>
    (await asked("GET", at(`/contacts/${phone}`), undefined, picture))?.person ?? "nobody is asked about",
  "a block": async (phone) => (await asked("PUT", at(`/contacts/${phone}/block`)))?.person,
  "an unblock": async (phone) => (await asked("DELETE", at(`/contacts/${phone}/block`)))?.person,
  "a status's recipients": async (phone) => {
    world.pass(DAY_SEC); // five a day
    const id = idOf(await world.ask("POST", at("/statuses"), { text: "Open", recipients: [phone] }));

    return String(world.table.peek(keys.statusList(world.instance, id))?.recipients);
  },
};

describe("a phone in the other of its two forms", () => {
  const entrances = Object.entries(ENTRANCES);

  it.each(entrances)("names the person who wrote, and so does their own form: %s", async (_, findBy) => {
    for (const [given, known] of CASES) {
      expect([given, await findBy(given)]).toEqual([given, known]);
      expect(await findBy(known)).toBe(known);
      expect(world.table.peek(keys.person(world.instance, given))).toBeNull();
    }
  });

  it.each(entrances)("names whom the network named for it, also long ago: %s", async (_, findBy) => {
    expect(await findBy(ALIAS)).toBe(NAMED);
    expect(await findBy(ABROAD)).toBe(NAMED_ABROAD);
    expect(await findBy(NAMED_ABROAD)).toBe(NAMED_ABROAD);
  });

  const orders = entrances.filter(([entrance]) => !entrance.includes("search"));
  it.each(orders)("names each by their own when both wrote, and is not there for landlines: %s", async (_, findBy) => {
    for (const phone of [TWO_ONE, TWO_OTHER, LANDLINE]) expect(await findBy(phone)).toBe(phone);
  });

  it("finds both by a search when both wrote: one of them was searched for", async () => {
    const chats = await ENTRANCES["a search among chats"]?.(TWO_ONE);
    expect(String(chats).split(",").toSorted()).toEqual([TWO_ONE, TWO_OTHER]);
  });

  it("makes no mobile of a landline", async () => {
    const mobile = "5511933334444";
    expect((await world.ask("GET", at(`/chats/${mobile}`))).body.code).toBe("chat_not_found");
    expect((await world.ask("GET", at(`/contacts/${mobile}`))).body.code).toBe("not_found");
  });

  it("names one person twice in a status that gives both: it goes to them once", async () => {
    const [given, known] = CASES[0];
    const answer = await world.ask("POST", at("/statuses"), { text: "Open", recipients: [given, known, LANDLINE] });
    expect(dataOf(answer).recipients_count).toBe(2);
  });
});
