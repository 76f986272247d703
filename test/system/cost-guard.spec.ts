import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { otherForm } from "../../core/domain/messages/written-forms.ts";
import { BUDGETS, type Budget, WAYS, type WayBudget } from "../../tools/bench/budgets.ts";
import { type Bill, total, unitsOf } from "../../tools/bench/support/bill.ts";
import { ANA, type CountedGateway, startCounted } from "../../tools/bench/support/counted-gateway.ts";
import {
  answerBy,
  answeredText,
  conflictsAMessage,
  newGroup,
  receiveImage,
  receiveInGroup,
  receiveText,
  replyLife,
  sendInGroup,
  waitingFirstMessage,
} from "../../tools/bench/support/flows.ts";
import { receivedTextWay, sentTextWay, type TextWay } from "../../tools/bench/support/text-ways.ts";
import { IS_LONG } from "../run/how-long.ts";

/**
 * On a busy machine, a lane may be checked one more time than usual. Code that really costs more costs more in every
 * attempt.
 */
const TRIES = 5;
const PATIENCE_MS = 240_000;
const DAY_SECONDS = 86_400;
/** The number of people who write, and are answered, at the same moment. */
const AT_ONCE = 24;
/** The number of members of a large group. The network's limit is 1,024. */
const MANY = IS_LONG ? 1_000 : 250;
/**
 * The number of refused requests per message, which are billed as well. The remaining refusals occur when a person's
 * message conflicts with the answer to them.
 */
const CONFLICTS_A_MESSAGE = 0.05;

let gateway: CountedGateway;
/** How many pairs of strangers have been sent a first message. A retried test needs new pairs. */
let strangers = 0;
const actions = new Set<string>();

/** Returns a bill's consumption, in the terms used by the budgets. */
function consumption(bill: Bill): Budget {
  const due = Object.entries(bill.write).filter(([what]) => what.includes("(index due)"));
  return { ...unitsOf(bill), requests: total(bill.calls), dueEntries: total(Object.fromEntries(due)) };
}

/** Returns the part of the consumption that exceeds the budget. */
const excess = (bill: Bill, budget: Budget) =>
  Object.fromEntries(
    Object.entries(consumption(bill)).filter(([kind, count]) => count > budget[kind as keyof Budget] + 1e-9), // its own keys
  );

async function inOrder<T, R>(list: T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of list) results.push(await work(one));
  return results;
}

/**
 * Advances the clock by a day, because a number may message only a few new people per day. Then sends a reply, so that
 * the daily reads and writes are already done.
 */
async function nextDay(gateway: CountedGateway): Promise<void> {
  const moved = await gateway.sandbox("POST", "/clock", { advance_seconds: DAY_SECONDS });
  expect(moved.status).toBe(200);
  await replyLife(gateway);
}

/**
 * Runs the work until it stays within its budgets. @returns what exceeded them in the last attempt, with the lines of
 * the bill.
 */
async function overBudget<T extends string>(
  budgets: Record<T, Budget>,
  run: (n: number) => Promise<Record<T, Bill>>,
): Promise<object> {
  for (let n = 1; ; n++) {
    let bills: Record<T, Bill> | undefined;
    const calls = await gateway.requestsOf(async () => {
      bills = await run(n);
    });
    for (const { action } of calls) actions.add(action);
    const names = Object.keys(budgets) as T[]; // its own keys
    const over = names.flatMap((name) => {
      const bill = bills?.[name];
      if (!bill) return [];
      const more = excess(bill, budgets[name]);
      return Object.keys(more).length > 0 ? [{ name, more, of: bill }] : [];
    });
    if (over.length === 0 || n === TRIES) return over;
  }
}

describe("what a message costs does not grow", () => {
  beforeAll(async () => {
    gateway = await startCounted({ webhook: true });
    // Numbers with two forms cost the most, because the second form may have to be read as well.
    expect(otherForm(ANA)).not.toBeNull();
    // The first call of each kind loads data that later calls have in memory.
    await receiveText(gateway);
    await replyLife(gateway);
  }, PATIENCE_MS);
  afterAll(() => gateway?.stop());

  it(
    "a received text with its webhook, and one in a group",
    async () => {
      const { receivedText, receivedInGroup } = BUDGETS;
      const group = await newGroup(gateway);
      await receiveInGroup(gateway, group);
      const run = async () => ({ text: await receiveText(gateway), group: await receiveInGroup(gateway, group) });
      expect(await overBudget({ text: receivedText, group: receivedInGroup }, run)).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    `a message to a group of ${MANY}: no more than one to a group of 10, the session's keys aside`,
    async () => {
      const groups = [await newGroup(gateway, 8), await newGroup(gateway, MANY - 2)];
      const written = async (group: string) => {
        const { write } = await sendInGroup(gateway, group);
        // Each write of keys is accompanied by a check of the fence, so both are excluded.
        const ofKeys = (what: string) => what.startsWith("session") || what === "fence";
        return Object.entries(write).reduce((sum, [what, units]) => (ofKeys(what) ? sum : sum + units), 0);
      };
      // The first message to each group distributes the key to its members.
      for (const group of groups) await written(group);
      let [few, many] = [0, 1];
      for (let n = 1; n <= TRIES && many > few; n++) [few = 0, many = 0] = await inOrder(groups, written);
      expect(many).toBeLessThanOrEqual(few);
    },
    PATIENCE_MS,
  );

  it(
    "a reply, accepted, sent, delivered and read, with three webhooks",
    async () => {
      const { replySent, replyDelivered, replyRead } = BUDGETS;
      const budgets = { sent: replySent, delivered: replyDelivered, read: replyRead };
      expect(await overBudget(budgets, async () => ({ ...(await replyLife(gateway)) }))).toEqual([]);
    },
    PATIENCE_MS,
  );

  it.each<[string, WayBudget, typeof sentTextWay]>([
    ["the API call to the person's phone", WAYS.sent, sentTextWay],
    ["the person's phone to the webhook", WAYS.received, receivedTextWay],
  ])(
    "a text from %s: no more requests in a row, and no more in all",
    async (_, budget, run) => {
      const over = ({ inARow, requests }: TextWay) => [
        ...(inARow.length > budget.inARow ? [{ inARow }] : []),
        ...(requests.length > budget.requests ? [{ requests }] : []),
      ];
      let found = over(await run(gateway));
      for (let n = 2; n <= TRIES && found.length > 0; n++) found = over(await run(gateway));
      expect(found).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    "a text that a menu or an AI agent answers",
    async () => {
      const { answeredByMenu, answeredByAgent } = BUDGETS;
      await answerBy(gateway, "menu");
      await answeredText(gateway, "menu");
      // The texts differ, because three identical ones would look automated.
      const choices = ["1", "option 1", "number 1", "no 1", "choice 1"];
      const menu = async (n: number) => ({ menu: await answeredText(gateway, choices[n - 1] ?? "nr 1") });
      expect(await overBudget({ menu: answeredByMenu }, menu)).toEqual([]);
      await answerBy(gateway, "agent");
      const agent = async (n: number) => ({ agent: await answeredText(gateway, `What is ready on Saturday ${n}?`) });
      expect(await overBudget({ agent: answeredByAgent }, agent)).toEqual([]);
      await answerBy(gateway, null);
    },
    PATIENCE_MS,
  );

  it(
    "a first message that waits for its turn",
    async () => {
      const run = async (n: number) => {
        if (n > 1) await nextDay(gateway);
        return { first: await waitingFirstMessage(gateway, ++strangers) };
      };
      expect(await overBudget({ first: BUDGETS.firstMessage }, run)).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    "a number that is written to all day: its data key is unwrapped already",
    async () => {
      const calls = await gateway.requestsOf(async () => {
        for (let texts = 0; texts < 3; texts++) {
          await gateway.sandbox("POST", "/clock", { advance_seconds: 1_200 });
          await receiveText(gateway);
        }
      });
      const unwrapped = calls.filter(({ action }) => action === "Decrypt");
      // The delivery function requests decryption of the account's data key.
      expect(unwrapped.map(({ input }) => input.EncryptionContext)).toContainEqual({ account_id: gateway.account });
      expect(unwrapped.map(({ input }) => input.EncryptionContext)).not.toContainEqual({
        instance_id: gateway.instance,
      });
    },
    PATIENCE_MS,
  );

  it(
    "however many talk at once: hardly any request meets another on an item and is paid for in vain",
    async () => {
      expect(await conflictsAMessage(gateway, 1)).toBe(0);
      let fewest = Number.POSITIVE_INFINITY;
      for (let n = 1; n <= TRIES && fewest > CONFLICTS_A_MESSAGE; n++) {
        fewest = Math.min(fewest, await conflictsAMessage(gateway, AT_ONCE));
      }
      expect(fewest).toBeLessThanOrEqual(CONFLICTS_A_MESSAGE);
    },
    PATIENCE_MS,
  );

  it(
    "a received image, and nothing of all this scans a table",
    async () => {
      const run = async () => ({ image: await receiveImage(gateway) });
      expect(await overBudget({ image: BUDGETS.receivedImage }, run)).toEqual([]);
      expect(actions).toContain("Query");
      expect(actions).not.toContain("Scan");
    },
    PATIENCE_MS,
  );
});

describe("nobody scans", () => {
  /** The file used for an operator's move, which reads the whole table once. */
  const MOVES = "core/aws/whole-table.ts";

  it("no source names a scan of the table, but the one for an operator's move", () => {
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const sources = ["bin", "core", "functions", "session-service", "lib"].flatMap((folder) =>
      filesOf(join(root, folder)),
    );
    expect(sources.length).toBeGreaterThan(100);
    for (const path of sources.filter((path) => !path.endsWith(MOVES))) {
      expect(readFileSync(path, "utf8"), path).not.toMatch(
        /ScanCommand|ExecuteStatementCommand|paginateScan|\.scan\(\s*\{/,
      );
    }
  });
});

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}
