import type { Page } from "playwright-core";
import { openSession } from "../../core/operations/users/open-session.ts";
import { newDeps } from "../../functions/deps.ts";
import { startChromium } from "../../test/panel/support/chromium.ts";
import { addPerson, pageOf } from "../../test/panel/support/signed-in-page.ts";
import { CHATS, LONG_CHAT, MESSAGES, NEEDLE, phoneOf, storeManyChats } from "./panel/many-chats.ts";
import { unitsOf } from "./support/bill.ts";
import { type CountedGateway, startCounted } from "./support/counted-gateway.ts";
import { number, type PartReport, type Target, tableOf, targetTable } from "./support/report.ts";

/**
 * How many times each action is measured. The median is used. Searching the longest chat takes a minute, so it is
 * measured only once.
 */
const RUNS = 5;
/** The limits for the list's first page, including everything else that the page loads. */
const MOST_LIST_MS = 1_500;
const MOST_LIST_UNITS = 250;
/**
 * The limit per message for a page of a hundred messages, each smaller than a kilobyte, including their index entries.
 */
const MOST_UNITS_A_MESSAGE = 1.2;

/** The measurement of a user action. */
interface Done {
  what: string;
  ms: number;
  units: number;
}

/** `npm run bench -w tools -- panel`: measures the panel of a team with many chats in a real browser. */
export async function measurePanel(): Promise<PartReport> {
  const gateway = await startCounted({ webhook: false, panel: true });
  const browser = await startChromium();
  try {
    Object.assign(process.env, gateway.awsEnv());
    const deps = newDeps();
    const now = new Date((await gateway.sandbox<{ now: string }>("GET", "/clock")).body.now);
    const own = { account_id: gateway.account, instance_id: gateway.instance };
    await storeManyChats(deps.table, own, now, (done) => {
      if (done % 10_000 === 0) console.log(`  ${done} items stored …`);
    });
    const person = { account: gateway.account, role: "admin", name: "Ada Admin", email: "ada@example.com" } as const;
    const user_id = await addPerson(deps, person, now);
    const session = { user_id, account_id: gateway.account, source: "127.0.0.1", browser: "Bench" };
    const { token } = await openSession(deps, session, now);
    const { page, close } = await pageOf(browser, gateway.panelUrl(), token, user_id, {});
    const done = await walk(gateway, page);
    await close();
    return report(done);
  } finally {
    await browser.close();
    await gateway.stop();
  }
}

/** Does what a team does all day, measuring each action. */
async function walk(gateway: CountedGateway, page: Page) {
  const row = (chat: number) => page.locator("[data-chat]").getByText(`Customer ${chat}`, { exact: true });
  const ofChat = () => page.locator("[data-message]").last().waitFor();
  const away = () => page.goto("about:blank");
  const openList = async () => {
    await page.goto("/chats");
    await row(49).waitFor();
  };
  const openLongest = async () => {
    await page.goto(`/chats/${gateway.instance}/${phoneOf(0)}`);
    await ofChat();
  };
  const showMore = async () => {
    await page.getByRole("button", { name: "Show more" }).click();
    await row(99).waitFor();
  };
  const choose = async () => {
    await row(0).click();
    await ofChat();
  };
  const findName = async () => {
    await page
      .getByRole("searchbox")
      .first()
      .fill(`Customer ${CHATS - 7}`);
    await row(CHATS - 7).waitFor();
  };
  const times = RUNS;
  return {
    list: await measured(gateway, { what: "opening the list of chats", before: away, act: openList, times }),
    more: await measured(gateway, { what: "showing more of the list", before: openList, act: showMore, times }),
    open: await measured(gateway, { what: "opening the longest chat", before: openList, act: choose, times }),
    name: await measured(gateway, { what: "finding a chat by its name", before: openList, act: findName, times }),
    words: await measured(gateway, {
      what: `finding words after ${LONG_CHAT.toLocaleString("en")} messages of a chat`,
      before: openLongest,
      act: () => findWords(page),
      times: 1,
    }),
  };
}

interface Act {
  what: string;
  before: () => Promise<unknown>;
  act: () => Promise<unknown>;
  times: number;
}

async function measured(gateway: CountedGateway, { what, before, act, times }: Act): Promise<Done> {
  const runs: { ms: number; units: number }[] = [];
  for (let run = 0; run < times; run++) {
    await before();
    let ms = 0;
    const bill = await gateway.billOf(async () => {
      const begun = performance.now();
      await act();
      ms = performance.now() - begun;
    });
    runs.push({ ms, units: unitsOf(bill).read });
  }
  const median = (of: "ms" | "units") => runs.map((run) => run[of]).toSorted((a, b) => a - b)[times >> 1] ?? 0;
  console.log(`  ${what}: ${Math.round(median("ms"))} ms`);
  return { what, ms: median("ms"), units: median("units") };
}

/** Searches the long chat to its end, continuing whenever the search pauses. */
async function findWords(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Find in this chat" }).click();
  await page.getByRole("searchbox", { name: "Words to find" }).fill(NEEDLE);
  await page.getByRole("button", { name: "Find", exact: true }).click();
  const found = page.getByText("1 message found.");
  const more = page.getByRole("button", { name: "Keep searching" });
  while (!(await found.isVisible())) {
    await found.or(more).first().waitFor();
    if (await more.isVisible()) await more.click();
  }
}

function report(done: Awaited<ReturnType<typeof walk>>): PartReport {
  const targets: Target[] = [
    { what: "the list of chats appears", measured: done.list.ms, limit: MOST_LIST_MS, unit: "ms" },
    { what: "read units of the list of chats", measured: done.list.units, limit: MOST_LIST_UNITS, unit: "units" },
    {
      what: "read units per message that a search reads",
      measured: done.words.units / LONG_CHAT,
      limit: MOST_UNITS_A_MESSAGE,
      unit: "units",
    },
  ];
  const rows = Object.values(done).map(({ what, ms, units }) => [what, number(Math.round(ms)), number(units)]);
  const body = [
    `The panel runs in Chromium, with ${CHATS.toLocaleString("en")} chats and ${MESSAGES.toLocaleString("en")} messages of one number, ${LONG_CHAT.toLocaleString("en")} of them in one chat. Everything runs on the same machine. Each value is the median of ${RUNS} runs, measured from the navigation or keystroke until the person sees the result.`,
    targetTable(targets),
    tableOf(["What", "milliseconds", "read units"], rows),
    "A search in a chat reads its messages, newest first, and pauses after 2,000 messages until the person continues it.",
  ].join("\n\n");
  return { body, targets };
}
