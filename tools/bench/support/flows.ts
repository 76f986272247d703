import sharp from "sharp";
import { AI_DEMO_KEYS } from "../../../local/ai/wire/demo-key.ts";
import type { AwsCall } from "../../../local/aws/service/service.ts";
import { eventually } from "../../../test/support/eventually.ts";
import { type Bill, emptyBill, scaled, sumOf, total } from "./bill.ts";
import { ANA, type CountedGateway, PATIENCE_MS, reaches, SHOP } from "./counted-gateway.ts";

/** The text of an ordinary message of about 120 characters. */
export const TEXT =
  "Of course! Two of the large ones with almonds, ready on Saturday from ten o'clock. Shall we put your name on the box?";

const EVENTS_POLLED = 50;
const IMAGE_BYTES = 1_000_000;

/**
 * How many times to measure a flow. Extra work on a busy machine, such as a second check of a lane, isn't part of its
 * cost.
 */
const REPEATS = 3;

/** What a write unit costs, in read units. */
const WRITE_IN_READS = 5;

/** Returns the cheapest of several runs of the same work, by the table's prices. */
export async function cheapest(run: (n: number) => Promise<Bill>, repeats = REPEATS): Promise<Bill> {
  const bills: Bill[] = [];
  for (let n = 0; n < repeats; n++) bills.push(await run(n));
  const price = ({ write, read }: Bill) => total(write) * WRITE_IN_READS + total(read);
  const [first] = bills.sort((a, b) => price(a) - price(b));
  return first ?? emptyBill();
}

/** Has Ana send a message. From then on, messages to her are replies. */
export const receiveText = (gateway: CountedGateway): Promise<Bill> =>
  gateway.billOf(() => write(gateway, ANA, { text: TEXT }));

async function write(gateway: CountedGateway, from: string, content: object): Promise<void> {
  const answer = await gateway.sandbox("POST", `/phones/${from}/messages`, { to: SHOP, ...content });
  if (answer.status !== 201) throw new Error(`${from} could not write: ${JSON.stringify(answer.body)}`);
}

async function send(gateway: CountedGateway, to: string): Promise<string> {
  const body = { instance_id: gateway.instance, to, text: TEXT };
  const answer = await gateway.api<{ data: { id: string } }>("POST", "/v1/messages", body);
  if (answer.status !== 202) throw new Error(`A send was refused: ${JSON.stringify(answer.body)}`);
  return answer.body.data.id;
}

/** The automations that can answer. */
export type Answering = "menu" | "agent";

const MENU = {
  enabled: true,
  greeting: "Welcome!",
  handover_message: "",
  choices: [{ label: "Hours", outcome: "answer", answer: TEXT }],
};

/** Turns one automation on and the other off, or both off if `by` is null. */
export async function answerBy(gateway: CountedGateway, by: Answering | null): Promise<void> {
  const path = `/v1/instances/${gateway.instance}`;
  const agent = { enabled: by === "agent", api_key: AI_DEMO_KEYS.openai, knowledge: TEXT, wait_seconds: 0 };
  const set = [
    await gateway.api("PUT", `${path}/menu`, { ...MENU, enabled: by === "menu" }),
    await gateway.api("PATCH", `${path}/ai-agent`, agent),
  ];
  if (set.some(({ status }) => status !== 200)) throw new Error("The automations could not be set.");
  await gateway.settle();
}

/** Has Ana send a message, and waits until the active automation's answer is on her phone. */
export async function answeredText(gateway: CountedGateway, text: string): Promise<Bill> {
  const inbox = async () =>
    (await gateway.sandbox<{ data: unknown[] }>("GET", `/phones/${ANA}/messages`)).body.data.length;
  const before = await inbox();
  return gateway.billOf(async () => {
    await write(gateway, ANA, { text });
    await eventually("the answer", async () => (await inbox()) >= before + 2, PATIENCE_MS);
  });
}

/**
 * Sends a reply to a person who is online and waiting for it. Covers everything from the API's 202 until the person has
 * read it.
 */
export async function replyOnline(gateway: CountedGateway): Promise<Bill> {
  await receiveText(gateway);
  const posted = gateway.receiver.requests.length;
  let id = "";
  const gone = await gateway.billOf(async () => {
    id = await send(gateway, ANA);
    await eventually(
      "her phone to have it",
      () => gateway.receiver.requests.some(({ body }) => body.includes(id) && body.includes('"delivered"')),
      PATIENCE_MS,
    );
  });
  const read = await gateway.billOf(() => readLast(gateway));
  await reaches(gateway, id, "read");
  requireThree(gateway.receiver.requests.length - posted);
  return sumOf([gone, read]);
}

/** Has Ana read the latest message. */
async function readLast(gateway: CountedGateway): Promise<void> {
  const list = await gateway.sandbox<{ data: { id: string }[] }>("GET", `/phones/${ANA}/messages`);
  await gateway.sandbox("POST", `/phones/${ANA}/messages/${list.body.data.at(-1)?.id}/read`);
}

function requireThree(webhooks: number): void {
  if (webhooks !== 3) throw new Error(`A reply's life has three webhooks; ${webhooks} came.`);
}

/**
 * The stages that a reply goes through if the person is offline at first. Each stage lasts until its webhook is
 * delivered, and the stages are far enough apart not to share a run.
 */
export interface ReplyLife {
  sent: Bill;
  delivered: Bill;
  read: Bill;
}

/** Sends a reply to a person who is waiting for it but is offline at first. */
export async function replyLife(gateway: CountedGateway): Promise<ReplyLife> {
  await receiveText(gateway);
  const posted = gateway.receiver.requests.length;
  await gateway.sandbox("PATCH", `/phones/${ANA}`, { online: false });
  let id = "";
  const sent = await gateway.billOf(async () => {
    id = await send(gateway, ANA);
  });
  await reaches(gateway, id, "sent");
  const delivered = await gateway.billOf(() => gateway.sandbox("PATCH", `/phones/${ANA}`, { online: true }));
  await reaches(gateway, id, "delivered");
  const read = await gateway.billOf(() => readLast(gateway));
  await reaches(gateway, id, "read");
  requireThree(gateway.receiver.requests.length - posted);
  return { sent, delivered, read };
}

/**
 * Sends two first messages to new people whose numbers have two forms, so that the second has to wait its turn. Ends
 * once both have been sent and their webhooks delivered.
 */
export async function waitingFirstMessage(gateway: CountedGateway, n: number): Promise<Bill> {
  const people = [`551196000${String(n * 2).padStart(4, "0")}`, `551196000${String(n * 2 + 1).padStart(4, "0")}`];
  for (const phone of people) await gateway.sandbox("POST", "/phones", { phone, name: `Person ${phone}` });
  for (const phone of people) await gateway.sandbox("PATCH", `/phones/${phone}`, { auto_deliver: false });
  const both = await gateway.billOf(async () => {
    const ids = [];
    for (const phone of people) ids.push(await send(gateway, phone));
    for (const id of ids) await goes(gateway, id);
  });
  return scaled(both, 0.5);
}

/**
 * Creates the group in which Ana messages the shop. @param crowd the number of other people in the group. Their phones
 * are off.
 */
export async function newGroup(gateway: CountedGateway, crowd = 0): Promise<string> {
  const group = { subject: "Cakes", owner: ANA, participants: [SHOP], ...(crowd > 0 && { crowd }) };
  const answer = await gateway.sandbox<{ chat_id: string }>("POST", "/groups", group);
  if (answer.status !== 201) throw new Error(`There is no group: ${JSON.stringify(answer.body)}`);
  return answer.body.chat_id;
}

/** Has Ana post a message in a group. The event has no subscriber. */
export async function receiveInGroup(gateway: CountedGateway, group: string): Promise<Bill> {
  return gateway.billOf(async () => {
    const answer = await gateway.sandbox("POST", `/phones/${ANA}/messages`, { chat_id: group, text: TEXT });
    if (answer.status !== 201) throw new Error(`Nobody could write in the group: ${JSON.stringify(answer.body)}`);
  });
}

/** Sends a message from the shop to a group, and waits until Ana's phone has it. */
export async function sendInGroup(gateway: CountedGateway, group: string): Promise<Bill> {
  return gateway.billOf(async () => {
    const body = { instance_id: gateway.instance, chat_id: group, text: TEXT };
    const answer = await gateway.api<{ data: { id: string } }>("POST", "/v1/messages", body);
    if (answer.status !== 202) throw new Error(`A send was refused: ${JSON.stringify(answer.body)}`);
    await goes(gateway, answer.body.data.id);
  });
}

/**
 * Advances the clock until a waiting message is sent. The polling costs requests, but few compared with everything
 * else.
 */
async function goes(gateway: CountedGateway, id: string): Promise<void> {
  await eventually(
    "a first message to go",
    async () => {
      if (gateway.receiver.requests.some(({ body }) => body.includes(id) && body.includes('"sent"'))) return true;
      await gateway.sandbox("POST", "/clock", { advance_seconds: 60 });
      return false;
    },
    PATIENCE_MS,
  );
}

/** Has Ana send a one-megabyte image. */
export async function receiveImage(gateway: CountedGateway): Promise<Bill> {
  const noise = { type: "gaussian", mean: 120, sigma: 60 } as const;
  const picture = await sharp({ create: { width: 620, height: 620, channels: 3, background: "red", noise } })
    .png()
    .toBuffer();
  const padded = Buffer.concat([picture, Buffer.alloc(Math.max(0, IMAGE_BYTES - picture.length))]);
  const media = { data: padded.toString("base64"), mimetype: "image/png", filename: "cake.png" };
  return gateway.billOf(() => write(gateway, ANA, { media }));
}

/** Measures the cost per event of a poll that returns many events, and the cost of an empty poll. */
export async function pollEvents(gateway: CountedGateway): Promise<{ event: Bill; empty: Bill }> {
  const page = await gateway.api<{ data: unknown[]; next_after: string; meta?: { next_after: string } }>(
    "GET",
    `/v1/events?limit=${EVENTS_POLLED}`,
  );
  if (page.body.data.length === 0) throw new Error("There is nothing to poll.");
  const whole = await gateway.billOf(() => gateway.api("GET", `/v1/events?limit=${EVENTS_POLLED}`));
  const last = (page.body.data.at(-1) as { id: string }).id;
  const empty = await gateway.billOf(() => gateway.api("GET", `/v1/events?limit=${EVENTS_POLLED}&after=${last}`));
  return { event: scaled(whole, 1 / page.body.data.length), empty };
}

/**
 * Has `atOnce` people send messages at the same time, and waits until each has received an answer.
 * @returns the number of requests per message that the table refused because another request held the item. Each of
 * these requests is billed.
 */
export async function conflictsAMessage(gateway: CountedGateway, atOnce: number): Promise<number> {
  const people = Array.from({ length: atOnce }, (_, n) => `551197${String(atOnce * 1_000 + n).padStart(7, "0")}`);
  await Promise.all(people.map((phone) => gateway.sandbox("POST", "/phones", { phone, name: `Person ${phone}` })));
  await gateway.settle();
  const calls = await gateway.requestsOf(async () => {
    await Promise.all(people.map((phone) => write(gateway, phone, { text: TEXT })));
    await gateway.settle();
    const ids = await Promise.all(people.map((phone) => send(gateway, phone)));
    // Check the messages' webhooks rather than polling, which would take too many requests for all of them.
    const isDelivered = (id: string) =>
      gateway.receiver.requests.some(({ body }) => body.includes(id) && body.includes('"delivered"'));
    await eventually("all answers to be delivered", () => ids.every(isDelivered), PATIENCE_MS);
    await gateway.settle();
  });
  return calls.filter(isConflict).length / (2 * atOnce);
}

const isConflict = ({ refused }: AwsCall) =>
  refused !== undefined && `${refused.code} ${refused.message}`.includes("TransactionConflict");
