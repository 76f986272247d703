import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { guideNames, guidePage } from "../../build/guides.ts";
import { seriousFindings, sticksOut } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";

const WRONG_KEY = "mgw_a_wrong_key";
const PLACE = "/docs/reference";
const LIST = `${PLACE}#tag/instances/operation/instances.list`;

let panel: Panel;
let key: string;
beforeAll(async () => {
  panel = await openPanel();
  key = panel.key;
});

/** A request to the gateway, as the browser sent it. */
interface Sent {
  url: string;
  headers: Record<string, string>;
}

/** Notes each request that the page sends, other than for data that it has itself. */
function requestsOf(page: Page): Promise<Sent>[] {
  const sent: Promise<Sent>[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith("data:")) return;
    sent.push(request.allHeaders().then((headers) => ({ url: request.url(), headers })));
  });
  return sent;
}

const title = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).first();

/** Opens what sends the request to list instances, in which the key is entered. */
async function openClient(page: Page) {
  await page.goto(LIST);
  await title(page, "List instances, newest first").waitFor();
  await page.locator("button", { hasText: "Test Request(get /v1/instances)" }).click();
  const client = page.getByRole("dialog");
  const send = client.getByRole("button", { name: /^Send get request to/ });
  await send.waitFor();
  return { client, send, field: client.getByPlaceholder("Token") };
}

/** Enters a query parameter in the last, empty row, below which there is a new one as soon as it counts. */
async function addQuery(client: Locator, name: string, value: string) {
  const names = client.getByRole("combobox", { name: "Key" });
  const values = client.getByRole("combobox", { name: "Value" });
  const rows = await values.count();
  await names.last().fill(name);
  await expect.poll(() => values.count()).toBe(rows + 1);
  await values.nth(rows - 1).fill(value);
}

/** Everything that the browser keeps for this origin. */
const kept = (page: Page) =>
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
    const { page, context, faults, close } = await panel.as("admin", { bypassCSP: false });
    const sent = requestsOf(page);
    const { client, send, field } = await openClient(page);
    const wrong = { status: "401 Unauthorized", words: "The API key is missing or wrong." };
    await field.fill(WRONG_KEY);
    await send.click();
    await client.getByText(wrong.status).waitFor();
    await client.getByText(wrong.words).waitFor();
    expect(faults.splice(0)).toEqual([expect.stringContaining("401")]);

    await field.fill(key);
    await addQuery(client, "limt", "3");
    await send.click();
    await client.getByText("200 OK").waitFor();
    await client.getByRole("button", { name: /Response Headers/ }).click();
    await client.getByText("X-Ignored").waitFor();
    await client.getByText("limt", { exact: true }).last().waitFor();

    const requests = await Promise.all(sent);
    const tried = requests.filter(({ url }) => new URL(url).pathname.startsWith("/v1/"));
    expect(tried.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${WRONG_KEY}`, `Bearer ${key}`]);
    for (const { headers } of tried) expect(headers).not.toHaveProperty("cookie");
    expect([...new Set(requests.map(({ url }) => new URL(url).origin))]).toEqual([new URL(panel.url).origin]);
    expect(requests.filter(({ url }) => url.includes(key))).toEqual([]);
    const everything = JSON.stringify([await kept(page), await context.storageState()]);
    expect(everything).not.toContain(key);
    expect(everything).not.toContain(WRONG_KEY);

    await page.reload();
    await title(page, "List instances, newest first").waitFor();
    expect(await page.content()).not.toContain(key);
    expect(faults).toEqual([]);
    await close();
  });

  it("can ask nothing but the API, though the person is signed in to the panel", async () => {
    const { page, close } = await panel.as("admin", { bypassCSP: false });
    await page.goto(LIST);
    await title(page, "List instances, newest first").waitFor();
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
    await close();
  });

  it("shows what can be left out as such, and the description's own samples", async () => {
    const { page, close } = await panel.as("viewer", { bypassCSP: false });
    await page.goto(`${PLACE}#tag/messages/operation/messages.send`);
    await title(page, "Send a message").waitFor();
    const text = (await page.getByRole("main").textContent()) ?? "";
    expect(text).toMatch(/reply_to.{0,80}nullable/);
    expect(text).not.toMatch(/any of/i);
    expect(text).toContain(`curl -X POST '${panel.gateway.baseUrl}/v1/messages'`);
    await close();
  });

  it("has every place that a guide leads to, and leads back", async () => {
    const links = guideNames().flatMap((name) => [...guidePage(name).matchAll(/href="\/docs\/reference(#[^"]+)"/g)]);
    const hashes = [...new Set(links.map(([, hash = ""]) => hash))];
    expect(hashes.length).toBeGreaterThan(20);
    const { page, faults, close } = await panel.as("viewer", { bypassCSP: false });
    await page.goto("/docs/guides/webhooks");
    await page.getByRole("link", { name: "PATCH /v1/webhook", exact: true }).first().click();
    await title(page, "Change the account's webhook").waitFor();
    for (const hash of hashes) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await page
        .locator(`section[id$="/${hash.slice(1)}"]`)
        .first()
        .waitFor();
    }
    await page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: "Guides" }).click();
    await page.getByRole("heading", { level: 1, name: "Guides" }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it.each(["light", "dark"] as const)(
    "has no grave fault for people who can't see or use a mouse, in %s",
    async (colorScheme) => {
      const { page, close } = await panel.as("viewer", { bypassCSP: true, colorScheme });
      await page.goto(PLACE);
      await title(page, "Messaging Gateway API").waitFor();
      await expect.poll(() => seriousFindings(page)).toEqual([]);
      const { client, send, field } = await openClient(page);
      await field.fill(key);
      await field.press("Tab");
      await send.press("Enter");
      await client.getByText("200 OK").waitFor();
      await client.locator(".cm-content[aria-label]").last().waitFor();
      await expect.poll(() => seriousFindings(page)).toEqual([]);
      await close();
    },
  );

  it.each([390, 1440])("does not scroll sideways at %i px", async (width) => {
    const { page, close } = await panel.as("viewer", { bypassCSP: true, viewport: { width, height: 800 } });
    await page.goto(LIST);
    await title(page, "List instances, newest first").waitFor();
    expect(await sticksOut(page)).toEqual([]);
    await close();
  });
});
