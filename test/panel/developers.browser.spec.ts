import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { expectSound, settled } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";
import { savedTable } from "./support/saved-table.ts";

const HOUR = 3_600;
/** A response that an attacker's receiver could use to try to inject code. */
const HOSTILE = `<img src=x onerror="document.title='broken'"><script>document.title='broken'</script>`;

let panel: Panel;
let receiver: Receiver;

beforeAll(async () => {
  // Use a separate gateway: its clock must advance by a day before a webhook is paused.
  [panel, receiver] = await Promise.all([openPanel({ own: true }), startReceiver()]);
});
afterAll(async () => {
  await panel?.stop();
  await receiver?.stop();
});

const advance = (seconds: number) => panel.sandbox("POST", "/clock", { advance_seconds: seconds });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog");
const listNumbers = (key: string) =>
  fetch(`${panel.gateway.baseUrl}/v1/instances`, { headers: { authorization: `Bearer ${key}` } });

/** Reloads the page until it shows the result of something that the gateway does on its own. */
async function comesAfterReload(page: Page, what: string, find: () => Locator): Promise<void> {
  await eventually(what, async () => {
    await page.reload();
    await settled(page);
    return (await find().count()) > 0;
  });
}

describe("API keys", () => {
  it("are made with a name, shown once, used, and revoked by name", async () => {
    const { page, faults, close } = await panel.as("admin", { bypassCSP: true });
    await page.goto("/developers/keys");
    const reference = page.getByRole("main").getByRole("link", { name: "API reference" });
    expect(await reference.getAttribute("href")).toBe("/docs/reference");
    await button(page, "New key").click();
    await dialog(page).getByLabel("Name").fill("Online shop");
    await dialog(page).getByText("Read only").click();
    await expectSound(page);
    await button(page, "Create key").click();

    const made = page.getByRole("dialog", { name: "Your new key" });
    const key = (await made.locator("code").first().textContent()) ?? "";
    expect(await made.getByRole("region").textContent()).toContain(`/v1/instances`);
    expect((await listNumbers(key)).status).toBe(200);
    await page.keyboard.press("Escape");
    await expectSound(page);
    await button(page, "I've stored it").click();
    expect(await page.content()).not.toContain(key);

    await page.reload();
    const row = page.getByRole("row", { name: /Online shop/ });
    await row.getByText("from 127.0.0.1").waitFor();
    await button(page, "Revoke: Online shop").click();
    await page.getByRole("dialog", { name: "Revoke Online shop?" }).getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("table", { name: "Revoked keys" }).getByText("Online shop").waitFor();
    expect((await listNumbers(key)).status).toBe(401);
    expect(faults).toEqual([]);
    await close();
  });

  it("for n8n may do everything for all numbers, unless somebody chooses less", async () => {
    const { page, faults, close } = await panel.as("admin", { bypassCSP: true });
    await page.goto("/developers/keys");
    await button(page, "New key").click();
    await dialog(page).getByText("n8n", { exact: true }).click();
    await dialog(page).getByLabel("Name").fill("Workflows");
    expect(
      await dialog(page)
        .getByRole("radio", { name: /^Everything/ })
        .isChecked(),
    ).toBe(true);
    await expectSound(page);
    await button(page, "Create key").click();
    await button(page, "I've stored it").click();
    await page.getByRole("row", { name: /Workflows.*Everything.*All numbers/ }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("of an AI assistant have limits of their own, shown in the list", async () => {
    const { page, faults, close } = await panel.as("admin", { bypassCSP: true });
    await page.goto("/developers/keys");
    await button(page, "New key").click();
    await dialog(page).getByLabel("Name").fill("Helper");
    await dialog(page).getByText("An AI assistant").click();
    expect(
      await dialog(page)
        .getByRole("checkbox", { name: /Require approval/ })
        .isChecked(),
    ).toBe(true);
    await dialog(page).getByLabel("Messages per hour").fill("7");
    await dialog(page).getByLabel("First messages per day").fill("0");
    await expectSound(page);
    await button(page, "Create key").click();
    await button(page, "I've stored it").click();
    const row = page.getByRole("row", { name: /Helper/ });
    await row.getByText("Requires approval").waitFor();
    await row.getByText("7 an hour").waitFor();
    await row.getByText("0 first messages a day").waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("are for admins: others see why not", async () => {
    const { page, close } = await panel.as("member", { bypassCSP: true });
    for (const path of ["/developers/keys", "/developers/webhooks", "/developers/deliveries", "/activity"]) {
      await page.goto(path);
      await expectSound(page);
      await page.locator("main").getByText("Only an account admin can do this.").waitFor({ state: "attached" });
    }
    expect(await button(page, "Open activity log").getAttribute("aria-disabled")).toBe("true");
    await close();
  });
});

describe("a webhook", () => {
  it("is set, tested, fails, pauses after a day, is tried by hand, and goes on", async () => {
    const first = await panel.as("admin", { bypassCSP: true });
    const { page } = first;
    await page.goto("/developers/webhooks");
    await button(page, "Set a webhook").click();
    await dialog(page).getByLabel("URL").fill(receiver.url);
    await dialog(page).getByRole("button", { name: "Save" }).click();
    const secret = page.getByRole("dialog", { name: "Signing secret" });
    expect(await secret.locator("code").textContent()).toMatch(/^whsec_/);
    await button(page, "I've stored it").click();
    await page.getByText("Active").waitFor();
    await button(page, "Send test event").click();
    await receiver.waitFor((requests) => requests.some(({ body }) => body.includes("webhook.test")));

    receiver.respondWith({ status: 500, body: HOSTILE });
    const made = await panel.api<{ data: { id: string } }>("POST", "/v1/instances", { name: HOSTILE });
    await panel.api("POST", `/v1/instances/${made.body.data.id}/stop`);
    await receiver.waitFor((requests) => requests.some(({ body }) => body.includes("instance.status")));
    await comesAfterReload(page, "the first failure", () => page.getByText("Failing", { exact: true }));
    await button(page, "Try now").click();
    await page.getByText("Waiting events will be tried as scheduled.").waitFor();
    await expectSound(page);
    await first.close();
    for (let hours = 0; hours < 24; hours += 4) await advance(4 * HOUR);
    await advance(120);

    // After a day, the session has expired too.
    const second = await panel.as("admin");
    const later = second.page;
    await later.goto("/developers/webhooks");
    await comesAfterReload(later, "the pause", () => later.getByText("Paused", { exact: true }));
    await later.getByText("1 event waiting").waitFor();
    await button(later, "Try now").click();
    await later.getByText("The event wasn't accepted. The response was 500.").waitFor();
    await advance(61);
    receiver.respondWith(200);
    await button(later, "Try now").click();
    await later.getByText("Active").waitFor();
    expect(second.faults).toEqual([]);
    await second.close();
  });

  it("that one number has of its own gets a secret of its own, which can be replaced once a day", async () => {
    const { page, close } = await panel.as("admin", { bypassCSP: true });
    await page.goto("/developers/webhooks");
    await button(page, "Add a webhook for one number").click();
    await dialog(page).getByLabel("URL").fill(`${receiver.url}/own`);
    await page.getByText("Send a header with each event").click();
    await dialog(page).getByLabel("Header value").fill("let me in");
    await expectSound(page);
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await button(page, "I've stored it").click();

    const card = page.getByRole("article", { name: HOSTILE });
    await card.getByText("Authorization").waitFor();
    await card.getByRole("button", { name: "Replace secret" }).click();
    await dialog(page).getByRole("button", { name: "Replace secret" }).click();
    await button(page, "I've stored it").click();
    await card.getByText(/also signed with the previous secret until/).waitFor();
    await card.getByRole("button", { name: "Replace secret" }).click();
    await dialog(page).getByRole("button", { name: "Replace secret" }).click();
    await page
      .getByRole("alert")
      .getByText(/within the last 24 hours/)
      .waitFor();
    expect(await page.title()).not.toBe("broken");
    await close();
  });

  it("gets the events that are chosen", async () => {
    const { page, close } = await panel.as("admin");
    await page.goto("/developers/webhooks");
    await page.getByText("Recommended list", { exact: true }).waitFor();
    await page.getByText("Someone sent a message in a group").click();
    await button(page, "Save list").click();
    await page.getByText("17 of 20 selected").waitFor();
    const webhook = await panel.api<{ data: { events: string[] } }>("GET", "/v1/webhook");
    expect(webhook.body.data.events).toContain("group.message");
    await button(page, "Use recommended list").click();
    await page.getByText("Recommended list", { exact: true }).waitFor();
    await close();
  });
});

describe("a delivery", () => {
  it("that failed shows what was answered as text, and is sent again", async () => {
    receiver.respondWith({ status: 503, body: HOSTILE });
    await advance(61);
    const test = await panel.api<{ data: { event_id: string } }>("POST", "/v1/webhook/test");
    const { event_id: id } = test.body.data;
    const { page, faults, close } = await panel.as("admin", { bypassCSP: true });
    await page.goto("/developers/deliveries?status=failed");
    await comesAfterReload(page, "the failed test", () => page.getByRole("link", { name: /A test event/ }));
    await page.getByRole("link", { name: /A test event/ }).click();
    expect(new URL(page.url()).searchParams.get("event")).toBe(id);
    const details = page.getByRole("region", { name: "Details" });
    await details.getByText(id, { exact: true }).waitFor();
    await details
      .getByRole("region", { name: /Start of your receiver/ })
      .getByText(HOSTILE)
      .waitFor();
    await details.getByText('"webhook.test"').waitFor();
    await expectSound(page);
    expect(await page.locator("main img, main script").count()).toBe(0);

    receiver.respondWith(200);
    const before = receiver.requests.length;
    await details.getByRole("button", { name: "Resend" }).click();
    await receiver.waitFor((requests) => requests.slice(before).some(({ headers }) => headers["webhook-id"] === id));
    expect(await page.title()).toBe("Deliveries · Messaging gateway");

    await page.goto("/developers/deliveries?type=message.received");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect((await savedTable(page)).lines).toHaveLength(1);
    await page.goto(`/developers/deliveries?status=delivered&event=${id}`);
    await comesAfterReload(page, "the delivered test", () => details.getByText(id, { exact: true }));
    await details.getByText("Delivered", { exact: true }).waitFor();
    await details.getByText("Accepted", { exact: true }).waitFor();
    expect(await details.getByRole("listitem").first().textContent()).toMatch(/^200[\s\S]* ms$/);
    expect(await details.getByRole("listitem").count()).toBeGreaterThanOrEqual(2); // with the failed one
    expect(await details.getByRole("button", { name: "Resend" }).count()).toBe(0);
    expect(await page.getByRole("list", { name: "Deliveries" }).getByText("Delivered").count()).toBeGreaterThan(0);
    const { name, lines } = await savedTable(page);
    expect(name).toBe("deliveries.csv");
    expect(lines.find((line) => line.endsWith(id))).toMatch(
      /^A test event \(always sent\),webhook\.test,,Delivered,\d+,200,/,
    );
    await expectSound(page);
    expect(faults).toEqual([]);
    await close();
  });
});
