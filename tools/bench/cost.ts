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
  /** A reply to someone who is offline at first, so that `sent` and `delivered` come at different times. */
  offline: Bill;
  first: Bill;
  text: Bill;
  group: Bill;
  image: Bill;
  event: Bill;
  emptyPoll: Bill;
  /** A text and an automation's answer to it. */
  menu: Bill;
  agent: Bill;
  /** Conflicting requests per message, with this many people talking at once. */
  conflicts: { atOnce: number; aMessage: number }[];
}

const RUNS = [0, 1, 2];
const TALKING_AT_ONCE = [1, 8, 32];

/** Runs each kind of work on a whole gateway and counts its consumption. */
async function measureCosts(gateway: CountedGateway): Promise<Omit<Costs, "onBus">> {
  // The first of each loads what later ones have in memory.
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
  // The words differ each time, because three equal texts would look automated.
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
    { what: "a reply's whole life, written", measured: life.write, limit: 52, unit: "units" },
    { what: "a reply's whole life, read", measured: life.read, limit: 12, unit: "units" },
    { what: "a received text with its webhook, written", measured: unitsOf(text).write, limit: 25, unit: "units" },
    { what: "a received text with its webhook, read", measured: unitsOf(text).read, limit: 5, unit: "units" },
    { what: "a million replies", measured: dollarsOf(reply).sum * 1e6, limit: 45, unit: "USD" },
    {
      what: "a million replies whose events go to the bus, too",
      measured: dollarsOf(onBus).sum * 1e6,
      limit: 45,
      unit: "USD",
    },
    {
      what: "requests a message that meet another, however many talk at once",
      measured: Math.max(...conflicts.map(({ aMessage }) => aMessage)),
      limit: 0.05,
      unit: "requests",
    },
  ];
}

/**
 * Units and dollars before anything was removed, by the same counter, and what each step saved on a reply and a text.
 */
const BEFORE = { life: { write: 139, read: 127, usd: 131.6 }, text: { write: 49, read: 36, usd: 43.8 } } as const;
/** The cost of a chat's place in the lists, and of its wait. */
const CHATS = {
  life: "+4",
  text: "+2",
  how: "its entry moves with each message, and a wait begins and ends; a text that begins one costs another unit (decision 0073)",
};
const REMOVED: [what: string, how: string, life: number, text: number][] = [
  [
    "events on the internal bus",
    "go by the table's stream, in stages that want them there; each had a row, its index entries and a lane's run of its own",
    30,
    10,
  ],
  [
    "items a little over a kilobyte",
    "messages, events and rows of Signal sessions are compressed below the records, against a dictionary " +
      "(`core/aws/packed-items.ts`, `session-service/baileys/keys/compress-key.ts`): each was paid for twice, at every change",
    20,
    6,
  ],
  [
    "index entries of webhook lanes that are worked at once",
    "the sweep finds them by their row; one that is stuck gets its entry then (`ensureWake`, `rowStays`)",
    6,
    2,
  ],
  [
    "claims, slots and wake flags of webhooks",
    "a delivery writes its row and the two ends of its run: claims are made only after a worker died, a URL that one webhook has " +
      "alone needs no slot, a queue message alone wakes a lane that sleeps (decision 0026)",
    12,
    4,
  ],
  [
    "checks of the fence beside what is written anyway",
    "the sending state and the message carry it; keys are written row by row before a send (decision 0027)",
    12,
    0,
  ],
  [
    "the header of an instance's lane",
    "written only when something waits: the owner of the instance works its lane without a lease (decision 0029)",
    5,
    0,
  ],
  ["the second write of a journal row", "it is deleted by itself after what it held was stored (decision 0027)", 0, 1],
  [
    "the journal of a plain text",
    "it is stored in the commit of the keys that revealed it, which checks the fence in what it writes anyway (decision 0115)",
    0,
    5,
  ],
  [
    "the slot of an acknowledged send",
    "the next start frees it; the record of the acknowledgement writes the message alone (decision 0116)",
    2,
    0,
  ],
  [
    "`sent` by itself",
    "to somebody who is online it is one commit with `delivered`, and one run of the webhook's lane (decision 0117)",
    4,
    0,
  ],
];

const NAMES: [key: keyof Omit<Costs, "conflicts">, name: string][] = [
  ["reply", "a reply: accepted → sent → delivered → read, three webhooks"],
  ["onBus", "the same with `eventsToBus`: the operator has rules on customers' events (docs/decisions/0126)"],
  ["offline", "a reply to somebody who is offline at first"],
  ["first", "a first message that waits, until it is sent, one webhook"],
  ["text", "a received text, one webhook"],
  ["group", "a received text in a group, whose event nobody chose"],
  ["image", "a received image of 1 MB, one webhook"],
  ["menu", "a text and the menu's answer, until the person has it, three webhooks"],
  ["agent", "a text and the AI agent's answer, the same, with 3 s of the provider's; its own price is the customer's"],
  ["event", "one event polled (of a page of them)"],
  ["emptyPoll", "a poll that finds nothing"],
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
    "Every request to an AWS service is counted by the embedded ones, with the capacity that DynamoDB would charge " +
      "(`local/aws/dynamo/capacity.ts`, held against the documented rules by `test/local-aws/capacity.spec.ts`). Each webhook is " +
      "delivered by a run of its own, which is the dearest order of things: events that come close together share runs. What costs " +
      "by time (heartbeats, sweeps, polls that find nothing) is in the month below. Index entries are counted once, also those of a " +
      "transaction: an index follows the commit.",
    targetTable(targetsOf(costs)),
    tableOf(
      ["What", "write units", "read units", "table, USD per million", "queues", "functions", "other", "sum"],
      rows,
    ),
    "Why read units are over their targets: accepting reads five items, and each of a reply's two runs of deliveries four (its rows at " +
      "the beginning, before it rests and after it closed, decision 0026; and the webhook's settings): 13 with everything else " +
      "remembered by the number's owner, which now reads settings (4), its pace, person, message and row (4). In dollars a unit read " +
      "is an eighth of a millionth. With events on the bus, three entries that share none are 3 USD of a million replies' 49.",
    `What was removed, in written units, found by the tables below:\n\n${removedTable(costs)}`,
    `Prices: ${PRICES.region} (\`lib/prices.ts\`: look them up before relying on dollars).`,
    `A reply's units, by what is written:\n\n${breakdown(costs.reply, "write")}`,
    `And by what is read:\n\n${breakdown(costs.reply, "read")}`,
    `A received text, by what is written:\n\n${breakdown(costs.text, "write")}`,
    "Requests that the table refuses because another holds an item are paid for as if they were made. For each message, when " +
      `so many people write at once and are answered at once:\n\n${tableOf(
        ["People at once", "refused requests a message"],
        costs.conflicts.map(({ atOnce, aMessage }) => [atOnce, aMessage]),
      )}`,
    `A month, when each number a day gets ${day.received} texts and ${day.images} images and sends ${day.replies} replies and ` +
      `${day.first} first messages, with webhooks:\n\n${monthTable(months)}`,
    keysText(),
  ].join("\n\n");
}

/** Describes the month's requests to KMS. */
function keysText(): string {
  const numbers = 10_000;
  const usd = (...asked: [{ keyMinutes?: number; areKept?: boolean }?]) => number(keyDollars(numbers, ...asked));
  const { sessions, deliveries } = keyRequests(numbers);
  return (
    "KMS is estimated, with an account and a webhook for each number, " +
    `${ASSUMED.activeHoursADay} active hours a day and ${ASSUMED.takeoversAMonth} new owners of each instance a month. Of 10,000 numbers, ` +
    `sessions ask ${number(sessions / 1e6)} million times, because a task keeps an instance's data key while it has the instance, and ` +
    `deliveries ${number(deliveries / 1e6)} million times: each of the many functions that run at once has its own keys. ` +
    `In USD: ${usd()}; ${usd({ areKept: false })} if sessions asked every five minutes too; ${usd({ keyMinutes: 60 })} with ` +
    "`dataKeyMinutes: 60` (docs/decisions/0061)."
  );
}

function removedTable(costs: Costs): string {
  const life = unitsOf(costs.reply);
  const text = unitsOf(costs.text);
  const usd = (bill: Bill) => number(dollarsOf(bill).sum * 1e6);
  const state = (write: number, read: number, dollars: string) => `${number(write)} / ${number(read)} / ${dollars} USD`;
  return tableOf(
    ["", "a reply's life", "a received text", ""],
    [
      [
        "before: written / read / per million",
        state(BEFORE.life.write, BEFORE.life.read, number(BEFORE.life.usd)),
        state(BEFORE.text.write, BEFORE.text.read, number(BEFORE.text.usd)),
        "",
      ],
      ...REMOVED.map(([what, how, ofLife, ofText]) => [what, `−${ofLife}`, `−${ofText}`, how]),
      ["since then: chats", CHATS.life, CHATS.text, CHATS.how],
      ["now", state(life.write, life.read, usd(costs.reply)), state(text.write, text.read, usd(costs.text)), ""],
    ],
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
