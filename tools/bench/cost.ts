import { replyOnBus } from "./cost/on-bus.ts";
import { ASSUMED, DAY_OF_A_NUMBER, PRICES } from "./prices.ts";
import { type Bill, sumOf, unitsOf } from "./support/bill.ts";
import { type CountedGateway, startCounted } from "./support/counted-gateway.ts";
import { dollarsOf } from "./support/dollars.ts";
import {
  answerBy,
  answeredText,
  cheapest,
  conflictsAMessage,
  newGroup,
  pollEvents,
  type ReplyLife,
  receiveImage,
  receiveInGroup,
  receiveText,
  replyLife,
  replyOnline,
  waitingFirstMessage,
} from "./support/flows.ts";
import { keyDollars, keyRequests } from "./support/key-requests.ts";
import { type Month, monthOf } from "./support/month.ts";
import { number, type PartReport, type Target, tableOf, targetTable } from "./support/report.ts";

/** The consumption of each kind of work, by name. */
export interface Costs {
  reply: Bill;
  /** A reply on a stage that also puts events on the bus. */
  onBus: Bill;
  /** A reply to a person who is offline at first, so `sent` and `delivered` arrive at different times. */
  offline: Bill;
  first: Bill;
  text: Bill;
  group: Bill;
  image: Bill;
  event: Bill;
  emptyPoll: Bill;
  /** A text, and an automation's answer to it. */
  menu: Bill;
  agent: Bill;
  /** The number of conflicting requests per message when `atOnce` people chat at the same time. */
  conflicts: { atOnce: number; aMessage: number }[];
}

const RUNS = [0, 1, 2];
const TALKING_AT_ONCE = [1, 8, 32];

/** Performs each kind of work on a complete gateway and counts what it consumes. */
async function measureCosts(gateway: CountedGateway): Promise<Omit<Costs, "onBus">> {
  // The first call of each kind loads data that later calls have in memory.
  await receiveText(gateway);
  await replyLife(gateway);
  const lives: ReplyLife[] = [];
  for (const _ of RUNS) lives.push(await replyLife(gateway));
  const life = lives.sort((a, b) => unitsOf(wholeLife(a)).write - unitsOf(wholeLife(b)).write)[0];
  if (!life) throw new Error("No reply was measured.");
  const text = await cheapest(() => receiveText(gateway));
  const chat = await newGroup(gateway);
  const group = await cheapest(() => receiveInGroup(gateway, chat));
  const first = await cheapest((n) => waitingFirstMessage(gateway, n));
  const image = await cheapest(() => receiveImage(gateway));
  const { event, empty } = await pollEvents(gateway);
  await answerBy(gateway, "menu");
  await answeredText(gateway, "menu");
  // The words differ each time, because three identical texts would look automated.
  const menu = await cheapest((n) => answeredText(gateway, ["1", "option 1", "number 1"][n] ?? "no 1"));
  await answerBy(gateway, "agent");
  const agent = await cheapest((n) => answeredText(gateway, `What is ready on Saturday ${n}?`));
  await answerBy(gateway, null);
  const conflicts: Costs["conflicts"] = [];
  for (const atOnce of TALKING_AT_ONCE) {
    conflicts.push({ atOnce, aMessage: await conflictsAMessage(gateway, atOnce) });
  }
  const reply = await cheapest(() => replyOnline(gateway));
  return {
    reply,
    offline: wholeLife(life),
    first,
    text,
    group,
    image,
    event,
    emptyPoll: empty,
    menu,
    agent,
    conflicts,
  };
}

const wholeLife = ({ sent, delivered, read }: ReplyLife) => sumOf([sent, delivered, read]);

/** Runs `npm run bench -w tools -- cost`. */
export async function measureCost(): Promise<PartReport> {
  const gateway = await startCounted({ webhook: true });
  try {
    const costs = { ...(await measureCosts(gateway)), onBus: await replyOnBus() };
    return { body: bodyOf(costs), targets: targetsOf(costs) };
  } finally {
    await gateway.stop();
  }
}

/** Returns the cost targets. */
function targetsOf({ reply, onBus, text, conflicts }: Costs): Target[] {
  const life = unitsOf(reply);
  return [
    { what: "whole life of a reply, write units", measured: life.write, limit: 52, unit: "units" },
    { what: "whole life of a reply, read units", measured: life.read, limit: 12, unit: "units" },
    { what: "received text with its webhook, write units", measured: unitsOf(text).write, limit: 25, unit: "units" },
    { what: "received text with its webhook, read units", measured: unitsOf(text).read, limit: 5, unit: "units" },
    { what: "a million replies", measured: dollarsOf(reply).sum * 1e6, limit: 44, unit: "USD" },
    {
      what: "a million replies whose events also go to the bus",
      measured: dollarsOf(onBus).sum * 1e6,
      limit: 45,
      unit: "USD",
    },
    {
      what: "conflicting requests per message, for any number of simultaneous writers",
      measured: Math.max(...conflicts.map(({ aMessage }) => aMessage)),
      limit: 0.05,
      unit: "requests",
    },
  ];
}

const NAMES: [key: keyof Omit<Costs, "conflicts">, name: string][] = [
  ["reply", "a reply: accepted → sent → delivered → read, three webhooks"],
  ["onBus", "the same with `eventsToBus`, for operators with rules for customers' events (docs/decisions/0126)"],
  ["offline", "a reply to someone who is initially offline"],
  ["first", "a first message that waits before it is sent, one webhook"],
  ["text", "a received text, one webhook"],
  ["group", "a received text in a group, with its event not selected"],
  ["image", "a received 1 MB image, one webhook"],
  ["menu", "a text and the menu's answer, until it is delivered, three webhooks"],
  ["agent", "the same with the AI agent's answer, which takes the provider 3 s; the customer pays the provider"],
  ["event", "one polled event (on a full page)"],
  ["emptyPoll", "a poll without results"],
];

function bodyOf(costs: Costs): string {
  const named: [string, Bill][] = NAMES.map(([key, name]) => [name, costs[key]]);
  const rows = named.map(([name, bill]) => {
    const { write, read } = unitsOf(bill);
    const dollars = dollarsOf(bill);
    const per = (part: number) => number(part * 1e6);
    return [
      name,
      write,
      read,
      per(dollars.table),
      per(dollars.queues),
      per(dollars.functions),
      per(dollars.other),
      `**${per(dollars.sum)}**`,
    ];
  });
  const months = [1, 100, 10_000].map((numbers) => monthOf(numbers, costs));
  const day = DAY_OF_A_NUMBER;
  return [
    "The embedded services count every request to AWS, with the capacity that DynamoDB would charge " +
      "(`local/aws/dynamo/capacity.ts`, checked against the documented rules by `test/local-aws/capacity.spec.ts`). Each webhook is " +
      "delivered in a separate run. This is the most expensive case, because events that arrive close together share a run. Costs that " +
      "depend on time (heartbeats, sweeps, polls without results) are included in the monthly costs below. Index entries are counted " +
      "once, even in a transaction, because an index is updated after the commit.",
    targetTable(targetsOf(costs)),
    tableOf(
      ["What", "write units", "read units", "table, USD per million", "queues", "functions", "other", "sum"],
      rows,
    ),
    "Read units exceed their targets for these reasons. Accepting a reply reads five items. Each of the reply's two delivery runs reads " +
      "four (its rows at the start, before it rests and after it closed, decision 0026, and the webhook's settings). The number's owner " +
      "reads the webhook's settings (4), its pace, the person, the message and the row (4). The webhook lane's header is read before each " +
      "of the two wake-ups (2, decision 0136). A received text also reads its lane's header once. A read unit costs an eighth of a " +
      "millionth of a dollar. Earlier savings are described in docs/decisions/0239. With events on the bus, three entries that don't share " +
      "a request add 3 USD to a million replies.",
    `Prices are for ${PRICES.region} (\`lib/prices.ts\`); check them before you rely on the amounts.`,
    `Write units of a reply:\n\n${breakdown(costs.reply, "write")}`,
    `Read units of a reply:\n\n${breakdown(costs.reply, "read")}`,
    `Write units of a received text:\n\n${breakdown(costs.text, "write")}`,
    "If the table refuses a request because another request holds an item, the refused request costs as much as a successful one. Refused " +
      `requests per message, by the number of people who write and are answered at the same time:\n\n${tableOf(
        ["People at once", "refused requests per message"],
        costs.conflicts.map(({ atOnce, aMessage }) => [atOnce, aMessage]),
      )}`,
    `Monthly costs if each number gets ${day.received} texts and ${day.images} images a day and sends ${day.replies} replies and ` +
      `${day.first} first messages a day, with webhooks:\n\n${monthTable(months)}`,
    keysText(),
  ].join("\n\n");
}

/** Describes a month's requests to KMS. */
function keysText(): string {
  const numbers = 10_000;
  const usd = (...asked: [{ keyMinutes?: number; areKept?: boolean }?]) => number(keyDollars(numbers, ...asked));
  const { sessions, deliveries } = keyRequests(numbers);
  return (
    "KMS costs are estimated for one account and one webhook per number, " +
    `${ASSUMED.activeHoursADay} active hours a day and ${ASSUMED.takeoversAMonth} new owners of each instance a month. For 10,000 numbers, ` +
    `sessions call KMS ${number(sessions / 1e6)} million times, because a task keeps an instance's data key while it owns the instance. ` +
    `Deliveries call KMS ${number(deliveries / 1e6)} million times, because each of the many concurrent functions has its own keys. ` +
    `In USD: ${usd()}; ${usd({ areKept: false })} if sessions also called KMS every five minutes; ${usd({ keyMinutes: 60 })} with ` +
    "`dataKeyMinutes: 60` (docs/decisions/0061)."
  );
}

function breakdown(bill: Bill, kind: "write" | "read"): string {
  const lines = Object.entries(bill[kind]).sort(([, a], [, b]) => b - a);
  return tableOf(["What", "units"], lines);
}

const monthTable = (months: Month[]) =>
  tableOf(
    ["Numbers", "messages", "storage", "KMS", "session tasks", "other fixed", "USD a month", "USD a number"],
    months.map((one) => [
      one.numbers.toLocaleString("en"),
      one.messages,
      one.storage,
      one.keys,
      one.tasks,
      one.fixed,
      one.sum,
      one.sum / one.numbers,
    ]),
  );
