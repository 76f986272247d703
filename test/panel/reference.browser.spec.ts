import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guideNames, guidePage } from "../../build/reference/guides.ts";
import { IS_LONG } from "../run/how-long.ts";
import { colourFindings, seriousFindings, sticksOut } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";
import type { PanelPage } from "./support/signed-in-page.ts";

const WRONG_KEY = "mgw_a_wrong_key";
const PLACE = "/docs/reference";

let panel: Panel;
/** All tests share one page, because most of the work is loading the library. */
let opened: PanelPage;
let page: Page;
beforeAll(async () => {
  panel = await openPanel();
  opened = await panel.as("admin", { bypassCSP: false, isForGood: true });
  page = opened.page;
});
afterAll(() => opened.close());

/** A request to the gateway, as the browser sent it. */
interface Sent {
  url: string;
  headers: Record<string, string>;
}

/** Records each request that the page sends from now on, except those for data contained in the page itself. */
function requestsOfPage(): Promise<Sent>[] {
  const sent: Promise<Sent>[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith("data:")) return;
    sent.push(request.allHeaders().then((headers) => ({ url: request.url(), headers })));
  });
  return sent;
}

const title = (name: string) => page.getByRole("heading", { name, exact: true }).first();
const LIST = { hash: "#tag/instances/operation/instances.list", name: "List instances, newest first" };

/** Navigates the page to an operation, loading the reference first if another page is open. */
async function show({ hash, name }: { hash: string; name: string }): Promise<void> {
  if (new URL(page.url()).pathname !== PLACE) await page.goto(PLACE + hash);
  else await page.evaluate((to) => location.assign(to), hash);
  await title(name).waitFor();
}

/** Opens the client for the request that lists instances, where the key is entered. */
async function openClient() {
  await show(LIST);
  await page.locator("button", { hasText: "Test Request(get /v1/instances)" }).click();
  const client = page.getByRole("dialog");
  const send = client.getByRole("button", { name: /^Send get request to/ });
  await send.waitFor();
  return { client, send, field: client.getByPlaceholder("Token") };
}

/** Enters a query parameter in the last, empty row. Once it counts as a parameter, a new empty row appears below. */
async function addQuery(client: Locator, name: string, value: string) {
  const names = client.getByRole("combobox", { name: "Key" });
  const values = client.getByRole("combobox", { name: "Value" });
  const rows = await values.count();
  await names.last().fill(name);
  await expect.poll(() => values.count()).toBe(rows + 1);
  await values.nth(rows - 1).fill(value);
}

/** Everything that the browser stores for this origin. */
const kept = () =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    history: [JSON.stringify(history.state), location.href],
  }));

describe("the reference", () => {
  it("sends a request with a person's key, shows the answer, and keeps nothing of the key", async () => {
    const sent = requestsOfPage();
    const { client, send, field } = await openClient();
    await field.fill(WRONG_KEY);
    await send.click();
    await client.getByText("401 Unauthorized").waitFor();
    await client.getByText("The API key is missing or wrong.").waitFor();
    expect(opened.faults.splice(0)).toEqual([expect.stringContaining("401")]);

    await field.fill(panel.key);
    await addQuery(client, "limt", "3");
    await send.click();
    await client.getByText("200 OK").waitFor();
    await client.getByRole("button", { name: /Response Headers/ }).click();
    await client.getByText("X-Ignored").waitFor();

    const requests = await Promise.all(sent);
    const tried = requests.filter(({ url }) => new URL(url).pathname.startsWith("/v1/"));
    expect(tried.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${WRONG_KEY}`, `Bearer ${panel.key}`]);
    for (const { headers } of tried) expect(headers).not.toHaveProperty("cookie");
    expect([...new Set(requests.map(({ url }) => new URL(url).origin))]).toEqual([new URL(panel.url).origin]);
    expect(requests.filter(({ url }) => url.includes(panel.key))).toEqual([]);
    const everything = JSON.stringify([await kept(), await opened.context.storageState()]);
    expect(everything).toContain("instances.list");
    expect(everything).not.toContain(panel.key);
    expect(everything).not.toContain(WRONG_KEY);

    await page.reload();
    await title(LIST.name).waitFor();
    expect(await page.content()).not.toContain(panel.key);
    expect(opened.faults).toEqual([]);
  });

  it("can ask nothing but the API, though the person is signed in to the panel", async () => {
    await show(LIST);
    const outcome = (path: string) =>
      page.evaluate(
        (asked) =>
          fetch(asked).then(
            ({ status }) => status,
            () => "refused",
          ),
        path,
      );
    expect(await outcome("/v1/instances")).toBe(401);
    for (const path of ["/panel-api/me", "/", "https://proxy.scalar.com/"]) expect(await outcome(path)).toBe("refused");
    opened.faults.splice(0);
  });

  it("has no grave fault for people who can't see or use a mouse, nor colors that are hard to read in the dark", async () => {
    const DIALOG = '[role="dialog"]';
    const { client, send, field } = await openClient();
    await field.fill(panel.key);
    await field.press("Tab");
    await send.press("Enter");
    await client.getByText("200 OK").waitFor();
    await expect.poll(() => seriousFindings(page, DIALOG)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.locator("body.dark-mode").waitFor();
    // The library applies dark colors in two steps.
    await expect.poll(() => colourFindings(page, DIALOG)).toEqual([]);

    await page.keyboard.press("Escape");
    await client.waitFor({ state: "hidden" });
    await expect.poll(() => colourFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await page.locator("body.light-mode").waitFor();
    await expect.poll(() => seriousFindings(page)).toEqual([]);
  });

  it("shows what can be left out as such, and the description's own samples", async () => {
    await show({ hash: "#tag/messages/operation/messages.send", name: "Send a message" });
    const text = (await page.getByRole("main").textContent()) ?? "";
    expect(text).toMatch(/reply_to.{0,80}nullable/);
    expect(text).not.toMatch(/any of/i);
    expect(text).toContain(`curl -X POST '${panel.gateway.baseUrl}/v1/messages'`);
  });

  it.each([390, 1440])("does not scroll sideways at %i px", async (width) => {
    const before = page.viewportSize();
    await show(LIST);
    await page.setViewportSize({ width, height: 800 });
    expect(await sticksOut(page)).toEqual([]);
    if (before) await page.setViewportSize(before);
  });

  it("has the places that guides lead to, here a few, and leads back", async () => {
    const links = guideNames().flatMap((name) => [
      ...guidePage(name).matchAll(/href="\/docs\/reference(#tag\/([^/"]+)[^"]+)"/g),
    ]);
    const places = [...new Map(links.map(([, hash = "", tag = ""]) => [tag, hash])).values()];
    expect(places.length).toBeGreaterThan(6);
    // The library makes the places of all tags in the same way, and showing one takes most of a second.
    const some = IS_LONG ? places : places.slice(-3);
    await page.goto("/docs/guides/webhooks");
    await page.getByRole("link", { name: "PATCH /v1/webhook", exact: true }).first().click();
    await title("Change the account's webhook").waitFor();
    for (const hash of some) {
      await page.evaluate((to) => location.assign(to), hash);
      await page.locator(`section[id$="/${hash.slice(1)}"]`).waitFor();
    }
    await page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: "Guides" }).click();
    await page.getByRole("heading", { level: 1, name: "Guides" }).waitFor();
    expect(opened.faults).toEqual([]);
  });
});
