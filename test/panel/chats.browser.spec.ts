import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { keys } from "../../core/store/keys.ts";
import { daytimeZone } from "../support/daytime.ts";
import { eventually } from "../support/eventually.ts";
import { inbox } from "../support/linked-number.ts";
import { expectSound, settled, sticksOut } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";
import { savedTable } from "./support/saved-table.ts";

const ANA = "5511966660001";
const SHOP = "5511966660099";
const EVE = "5511966660002";
const FLO = "5511966660009";
const EVES_NAME = `<script>alert(1)</script> \u202Elive ${"x".repeat(60)}`;

let panel: Panel;
let instance: string;

beforeAll(async () => {
  panel = await openPanel();
  instance = (await panel.link(SHOP, "Flower shop")).id;
  await panel.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
  await panel.sandbox("POST", "/phones", { phone: EVE, name: EVES_NAME });
  await says(ANA, { text: "Do you have roses?" });
  await eventually("a chat with Ana", async () => (await history(ANA)).length > 0);
});

async function says(phone: string, message: object): Promise<void> {
  const { status, body } = await panel.sandbox("POST", `/phones/${phone}/messages`, { to: SHOP, ...message });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
}

interface Kept {
  media?: { filename: string | null } | null;
  body: string | null;
  origin: string;
  direction: string;
  link_preview?: boolean | null;
}

async function history(phone: string): Promise<Kept[]> {
  const { body } = await panel.api<{ data?: Kept[] }>("GET", `/v1/instances/${instance}/chats/${phone}/history`);
  return body.data ?? [];
}

const namesOfFiles = async () =>
  (await history(ANA)).flatMap(({ media }) => (media?.filename?.endsWith(".txt") ? media.filename : []));

/** The minimum width of the message field, in CSS pixels. */
const WRITING_PX = 240;

/** A single-pixel picture. */
const ROSE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/** Pastes files into the message field, or drops them there. @param files their names and their bytes as base64. */
async function give(page: Page, way: "paste" | "drop", files: Record<string, string>): Promise<void> {
  await field(page).evaluate(
    (element, { way, files }) => {
      const data = new DataTransfer();
      for (const [name, base64] of Object.entries(files)) {
        const type = name.endsWith(".png") ? "image/png" : "text/plain";
        data.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name, { type }));
      }
      const about = { bubbles: true, cancelable: true };
      const event =
        way === "paste"
          ? new ClipboardEvent("paste", { ...about, clipboardData: data })
          : new DragEvent("drop", { ...about, dataTransfer: data });
      element.dispatchEvent(event);
    },
    { way, files },
  );
}

const sent = async (text: string) => (await history(ANA)).filter(({ body }) => body === text);

/** Starts a site about roses that only answers once opened. @returns `asked`: the paths requested so far. */
async function startSite() {
  const asked: string[] = [];
  const opened = Promise.withResolvers<void>();
  const head = `<title>Roses</title><meta name="description" content="Red and white"><meta property="og:image" content="/rose.png">`;
  const bodies: Record<string, [type: string, body: string | Buffer]> = {
    "/roses": ["text/html", head],
    "/rose.png": ["image/png", Buffer.from(ROSE, "base64")],
  };
  const server = createServer(async ({ url = "" }, response) => {
    asked.push(url);
    await opened.promise;
    const [type, body] = bodies[url] ?? [];
    if (!type) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { url: `http://127.0.0.1:${port}`, asked, open: opened.resolve, stop: () => server.close() };
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

const field = (page: Page) => page.getByRole("textbox", { name: /Message to/ });

/**
 * Has the browser refuse the microphone, as it does when the user denies access. @returns a function that allows it
 * again.
 */
async function refuseMicrophone(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException("Permission denied", "NotAllowedError"));
    Object.assign(navigator.mediaDevices, { getUserMedia: refuse });
  });
  return () => page.evaluate(() => void Reflect.deleteProperty(navigator.mediaDevices, "getUserMedia"));
}

async function openAna(page: Page): Promise<void> {
  await page.goto(`/chats/${instance}/${ANA}`);
  await page.getByRole("heading", { level: 1, name: "Ana" }).waitFor();
  await settled(page);
}

/** Returns a time zone in which it is now this hour. The sign in the zone's name is inverted. */
function zoneOfHour(now: Date, hour: number): string {
  const ahead = ((hour - now.getUTCHours() + 36) % 24) - 12;
  return ahead === 0 ? "Etc/GMT" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

describe("chats in the panel", () => {
  it("show without a reload what somebody writes, and bring the answer to their phone", async () => {
    const { page, faults, close } = await panel.as("member");
    await page.goto("/chats");
    const announced = (text: string) =>
      page
        .getByRole("status")
        .filter({ hasText: `New message from Ana: ${text}` })
        .waitFor({ state: "attached" });
    // The open chat learns nothing before this route continues, so messages that arrive until then are announced with
    // the first answer.
    const isRead = Promise.withResolvers<void>();
    await page.route("**/panel-api/live?*chat_id=*", async (route) => {
      await isRead.promise;
      await route.continue();
    });
    await page.getByRole("link", { name: /Ana/ }).click();
    await page.getByRole("heading", { level: 1, name: "Ana" }).waitFor();
    // Looks in the thread, because the chat's row in the list shows the text, too.
    await page.locator("[data-message]").filter({ hasText: "Do you have roses?" }).waitFor();

    await says(ANA, { text: "Red ones?" });
    await eventually("her message is here", async () => (await history(ANA)).some(({ body }) => body === "Red ones?"));
    isRead.resolve();
    await announced("Red ones?");
    await page.locator("[data-message]").filter({ hasText: "Red ones?" }).waitFor();
    await says(ANA, { text: "Or white ones?" });
    await announced("Or white ones?");

    await field(page).fill("Yes, a dozen.");
    await field(page).press("Enter");
    const own = page.locator("[data-message]").filter({ hasText: "Yes, a dozen." });
    await own.getByText("Delivered").waitFor({ state: "attached" });
    expect(await field(page).inputValue()).toBe("");
    expect(JSON.stringify(await inbox(panel.gateway, ANA))).toContain("Yes, a dozen.");
    expect(await sent("Yes, a dozen.")).toMatchObject([{ origin: "panel", direction: "out" }]);
    expect(faults).toEqual([]);
    await close();
  });

  it("keep what was typed over a reload, and plan it by the person's clock and the number's", async () => {
    const { page, user, faults, close } = await panel.as("member", { timezoneId: "Asia/Tokyo" });
    const { newDeps } = await import("../../functions/deps.ts");
    await newDeps().table.write({ update: keys.user(user), set: { timezone: "Europe/Madrid" } });
    await panel.api("PATCH", `/v1/instances/${instance}`, { protection_settings: { timezone: "Etc/GMT+3" } });
    await openAna(page);
    await field(page).fill("Roses come ");
    await page.reload();
    await page.getByRole("button", { name: "Send later" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Your time zone: Madrid.").waitFor();
    const day = new Date((await panel.gateway.now()).getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel("Date and time").fill(`${day}T12:00`);
    await dialog.getByText(/In the number's time zone: .*(?:7|8):00.AM \(UTC−3\)/).waitFor();
    await dialog.getByRole("button", { name: "Schedule" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await field(page).inputValue()).toBe("Roses come ");
    await page.getByText(/Will be sent .*12:00.PM/).waitFor();
    const timezone = daytimeZone(await panel.gateway.now());
    await panel.api("PATCH", `/v1/instances/${instance}`, { protection_settings: { timezone } });
    expect(faults).toEqual([]);
    await field(page).fill("");
    await close();
  });

  it("delete for everyone what was never confirmed, because it may have arrived", async () => {
    const { page, faults, close } = await panel.as("member");
    const { newDeps } = await import("../../functions/deps.ts");
    await openAna(page);
    await field(page).fill("Did this arrive?");
    await field(page).press("Enter");
    const own = page.locator("[data-message]").filter({ hasText: "Did this arrive?" });
    await own.getByText("Delivered").waitFor({ state: "attached" });
    const id = (await own.getAttribute("data-message")) ?? "";
    const unconfirmed = { status: "failed", error_code: "no_receipt", sent_at: null, delivered_at: null };
    await newDeps().table.write({ update: keys.message(panel.account, id), set: unconfirmed });
    await openAna(page);

    await own.getByText("Not sent: The network didn't confirm the message, but it may have arrived.").waitFor();
    await own.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Delete for everyone" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete for everyone" }).click();
    const deleted = page.locator(`[data-message="${id}"]`);
    await deleted.getByText("This message was deleted.").waitFor();

    expect(await deleted.getByText("Not sent").count()).toBe(0);
    expect(await inbox(panel.gateway, ANA)).toContainEqual(
      expect.objectContaining({ text: "Did this arrive?", deleted: true }),
    );
    expect(faults).toEqual([]);
    await close();
  });

  it("leave room to write in, however much is shown beside them", async () => {
    const { page, faults, close } = await panel.as("member");
    await openAna(page);
    await page.getByRole("complementary", { name: "About Ana" }).waitFor();
    for (const width of [1280, 1000, 900, 640, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const box = await field(page).boundingBox();
      expect([width, (box?.width ?? 0) > WRITING_PX]).toEqual([width, true]);
    }
    expect(faults).toEqual([]);
    await close();
  });

  it("show a link's preview, send it as it was shown, and send none that was taken away or that there is none of", async () => {
    const site = await startSite();
    const { page, faults, close } = await panel.as("member");
    await openAna(page);
    const preview = page.getByRole("region", { name: "Link preview" });
    const write = (words: string, path = "/roses") => field(page).fill(`${words}: ${site.url}${path}.`);
    const isSentWith = (words: string, link_preview: boolean) =>
      expect.poll(() => sent(`${words}: ${site.url}/roses.`)).toMatchObject([{ link_preview }]);

    await write("Look");
    await preview.getByText("Loading the preview of 127.0.0.1").waitFor();
    site.open();
    await preview.getByText("Red and white").waitFor();
    await preview.locator("img[src^='data:image/jpeg']").waitFor();
    await expectSound(page);
    await write("Our newest");
    await field(page).press("Enter");
    await isSentWith("Our newest", true);
    await page
      .locator("[data-message]")
      .filter({ hasText: "Our newest" })
      .getByText("Delivered")
      .waitFor({ state: "attached" });

    await write("Once more");
    await preview.getByRole("button", { name: "Send without the preview" }).click();
    await preview.waitFor({ state: "detached" });
    await field(page).press("Enter");
    await isSentWith("Once more", false);
    expect(site.asked).toEqual(["/roses", "/rose.png"]);

    await write("And this", "/gone");
    await expect.poll(() => site.asked.at(-1)).toBe("/gone");
    await preview.waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await field(page).fill("");
    await close();
    site.stop();
  });

  it("say that a person's link previews of the hour are used up, and send the text without one", async () => {
    const { page, faults, close } = await panel.as("member");
    await openAna(page);
    const usedUp = { status: 429, json: { code: "limit_reached" } };
    await page.route("**/panel-api/link-preview", (route) => route.fulfill(usedUp));
    await field(page).fill("All used: https://roses.example/");
    const line = page.getByRole("status").filter({ hasText: "limit of 100 link previews per hour" });
    await line.waitFor();
    await expectSound(page);
    await field(page).press("Enter");
    await line.waitFor({ state: "detached" });
    await expect.poll(() => sent("All used: https://roses.example/")).toMatchObject([{ link_preview: false }]);

    await field(page).fill("No link any more");
    await page.getByRole("button", { name: "Send", exact: true }).waitFor();
    expect(await line.count()).toBe(0);
    expect(faults).toEqual([expect.stringContaining("429")]);
    await field(page).fill("");
    await close();
  });

  it("are searched page by page without regard to accents, can be stopped, and lead to the hit", async () => {
    if ((await panel.sandbox("POST", "/phones", { phone: FLO, name: "Flo" })).status === 201)
      for (const text of ["Amanhã às dez?", ...Array.from({ length: 60 }, (_, n) => `Line ${n}`)])
        await says(FLO, { text });
    await eventually("the last line is here", async () => (await history(FLO)).some(({ body }) => body === "Line 59"));
    const { page, faults, close } = await panel.as("viewer");
    await page.goto(`/chats/${instance}/${FLO}`);
    await page.locator("[data-message]").filter({ hasText: "Line 59" }).waitFor();
    const find = async (words: string) => {
      await page
        .getByRole("button", { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Find in this chat" }).click();
      await page.getByRole("searchbox", { name: "Words to find" }).fill(words);
      await page.getByRole("button", { name: "Find", exact: true }).click();
    };
    await find("amanha");
    await page.getByText("1 message found.").waitFor();
    await page.getByText("That's everything stored for this chat.").waitFor();
    await expectSound(page);
    await page.getByRole("button", { name: /Amanhã às dez/ }).press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const hit = page.locator("[data-message]").filter({ hasText: "Amanhã às dez?" });
    await expect.poll(() => hit.evaluate((one) => one === document.activeElement)).toBe(true);

    await page.route("**/history?limit=100*", () => undefined); // never answered
    await find("line");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Keep searching" }).waitFor();
    await page.unroute("**/history?limit=100*");
    expect(faults).toEqual([]);
    // When the API tells the page to wait, the search waits and then continues without a click.
    const busy = { status: 429, headers: { "Retry-After": "1" }, json: { code: "rate_limited" } };
    await page.route("**/history?limit=100*", (route) => route.fulfill(busy), { times: 1 });
    await page.getByRole("button", { name: "Keep searching" }).click();
    await page.getByText("60 messages found.").waitFor();
    expect(faults.splice(0)).toEqual([expect.stringContaining("429")]);

    // Scrolling back loads older messages automatically.
    await page.reload();
    await page.locator("[data-message]").filter({ hasText: "Line 59" }).waitFor();
    expect(await hit.count()).toBe(0);
    await page.getByRole("region", { name: "Messages with Flo" }).evaluate((all) => all.scrollTo(0, -all.scrollHeight));
    await hit.waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("keep an open chat short however many messages arrive, and load the others again on scrolling back", async () => {
    const { page, faults, close } = await panel.as("member");
    await page.goto(`/chats/${instance}/${FLO}`);
    const shown = page.locator("[data-message]");
    await shown.last().waitFor();
    for (let n = 1; n <= 130; n += 10)
      await Promise.all(Array.from({ length: 10 }, (_, more) => says(FLO, { text: `Busy ${n + more}` })));
    await shown.filter({ hasText: "Busy 130" }).waitFor();

    await expect.poll(() => shown.count()).toBeLessThan(100);
    expect(await shown.filter({ hasText: "Busy 130" }).count()).toBe(1);
    await page.getByRole("region", { name: "Messages with Flo" }).evaluate((all) => all.scrollTo(0, -all.scrollHeight));
    await expect.poll(() => shown.count()).toBeGreaterThanOrEqual(100);
    expect(faults).toEqual([]);
    await close();
  });

  it("send once what is pressed twice, and once what is tried again after its answer was lost", async () => {
    const { page, close } = await panel.as("member");
    await openAna(page);
    await field(page).fill("Pressed twice");
    await page.getByRole("button", { name: "Send", exact: true }).dblclick();
    await page.locator("[data-message]").filter({ hasText: "Pressed twice" }).waitFor();

    await page.route("**/panel-api/v1/messages", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await field(page).fill("Answer lost");
    await field(page).press("Enter");
    const failed = page.getByRole("alert").filter({ hasText: "The server isn't responding" });
    await failed.waitFor();
    await page.unroute("**/panel-api/v1/messages");
    await failed.getByRole("button", { name: "Try again" }).click();
    await failed.waitFor({ state: "detached" });
    await page.locator("[data-message]").filter({ hasText: "Answer lost" }).waitFor();

    expect(await sent("Pressed twice")).toHaveLength(1);
    expect(await sent("Answer lost")).toHaveLength(1);
    await close();
  });

  it("take pasted and dropped files, send each as a message in their order, and one whose answer was lost once", async () => {
    const { page, faults, close } = await panel.as("member", { viewport: { width: 320, height: 640 } });
    await openAna(page);
    await give(page, "paste", { "rose.png": ROSE });
    await give(page, "drop", { "first.txt": "MQ==", "second.txt": "Mg==", "unwanted.txt": "Mw==", "empty.txt": "" });
    const files = page.getByRole("list", { name: "Files to send" });
    await files.getByRole("listitem").nth(3).waitFor();
    await page.getByText("The file is empty.").waitFor();
    await page.getByRole("button", { name: "Remove unwanted.txt" }).click();
    expect(await files.locator("img").count()).toBe(1);
    await field(page).fill("Roses and prices");
    await page.getByText("3 messages, sent in this order. Your text will appear below the first file.").waitFor();
    await expectSound(page);

    let asked = 0;
    await page.route("**/panel-api/v1/messages", async (route) => {
      asked += 1;
      if (asked !== 2) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await field(page).press("Enter");
    const failed = page.getByRole("alert").filter({ hasText: "The server isn't responding" });
    await failed.getByRole("button", { name: "Try again" }).click();
    await failed.waitFor({ state: "detached" });
    await eventually("all of them", async () => (await namesOfFiles()).length >= 2);

    const [third, second, first] = await history(ANA);
    expect(first).toMatchObject({ body: "Roses and prices", type: "image" });
    expect([second, third].map((one) => one?.media?.filename)).toEqual(["first.txt", "second.txt"]);
    expect(await namesOfFiles()).toHaveLength(2);
    expect(asked).toBe(4);

    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Pictures, files and links" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Picture you sent" }).click();
    await page.getByText("Picture 1 of 1").waitFor();
    await page.keyboard.press("Escape");
    await expectSound(page);
    await page.getByRole("combobox", { name: "Look for" }).selectOption("Files and audio");
    await page.getByRole("link", { name: /Download.*second/ }).waitFor();
    await expectSound(page);
    await page.getByRole("button", { name: "Show in the chat" }).first().click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(faults.filter((fault) => !fault.includes("ERR_FAILED"))).toEqual([]);
    await close();
  });

  it("are answered with a saved reply by its shortcut, with names and its file, once it was made on its page", async () => {
    const { page, faults, close } = await panel.as("member");
    await page.goto("/chats");
    await page.getByRole("link", { name: "Saved replies" }).click();
    await page.getByRole("button", { name: "New reply" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Shortcut").fill("/Horário");
    await dialog.getByLabel("Text").fill("Hello {nombre}");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("alert").getByText("There is no variable {nombre}.").waitFor();
    await dialog.getByLabel("Text").fill("Hello {name}, {number_name} opens at 9");
    const hours = { name: "hours.pdf", mimeType: "application/pdf", buffer: Buffer.from("9 to 18") };
    await dialog.locator("input[type=file]").setInputFiles(hours);
    await expectSound(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page
      .getByRole("row", { name: /\/horário/ })
      .getByText("hours.pdf")
      .waitFor();

    await openAna(page);
    await field(page).pressSequentially("/HORA");
    await page.getByRole("option", { name: "/horário" }).waitFor();
    await expectSound(page);
    await field(page).press("Escape");
    await page.getByRole("option").waitFor({ state: "detached" });
    await field(page).fill("");
    await field(page).pressSequentially("/hora");
    await page.getByRole("option", { name: "/horário" }).waitFor();
    await field(page).press("Enter");
    const text = "Hello Ana, Flower shop opens at 9";
    expect(await field(page).inputValue()).toBe(text);
    await page.getByRole("list", { name: "Files to send" }).getByText("hours.pdf", { exact: true }).waitFor();
    await field(page).press("Enter");
    await eventually("the reply with its file", async () => (await sent(text))[0]?.media?.filename === "hours.pdf");
    expect(await sent("/hora")).toEqual([]);

    await page.goto("/saved-replies");
    await page.getByRole("button", { name: "Actions for /horário" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No saved replies yet").waitFor();
    expect(faults.filter((fault) => !fault.includes("422"))).toEqual([]);
    await close();
  });

  it("record a voice message, and say why if there is no microphone", async () => {
    const { page, faults, close } = await panel.as("member");
    await openAna(page);
    const allow = await refuseMicrophone(page);
    const record = page.getByRole("button", { name: "Record a voice message" });
    await record.click();
    await page.getByText("Your browser is blocking the microphone.").waitFor();
    await allow();
    await record.click();
    await page.getByRole("timer").filter({ hasNotText: "0:00" }).waitFor(); // on a busy machine a second may go unseen
    await expectSound(page);
    await page.getByRole("button", { name: "Stop and listen" }).click();
    const player = page.getByRole("group", { name: "Audio" }).last();
    await player.getByRole("button", { name: "Play" }).click();
    const heard = () => player.locator("audio").evaluate((audio) => (audio as HTMLAudioElement).played.length);
    await expect.poll(heard).toBe(1);
    await expectSound(page);
    await page.getByRole("button", { name: "Send recording" }).click();
    await record.waitFor();

    const voices = async () =>
      (await inbox(panel.gateway, ANA)).filter((one) => JSON.stringify(one).includes('"voice":true'));
    await eventually("the voice at Ana's phone", async () => (await voices()).length > 0);
    expect((await voices())[0]).toMatchObject({ media: { mimetype: "audio/ogg; codecs=opus", problem: null } });
    expect((await history(ANA))[0]).toMatchObject({ type: "audio" });
    expect(faults).toEqual([]);
    await close();
  });

  it("take a film that is too large for a request: it goes by itself, with its percentage, and then its message", async () => {
    const { page, faults, close } = await panel.as("member");
    await openAna(page);
    const film = { name: "Our <b>film</b>.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(6_000_000, "film") };
    const input = page.locator("input[type=file]");
    await input.setInputFiles({ ...film, buffer: Buffer.alloc(17_000_000), mimeType: "image/png", name: "a.png" });
    await page.getByText("The file is larger than 16").waitFor();

    // The upload is cancelled on its way, so nothing is sent.
    await page.route("**/ACC/**", () => undefined); // it stays on its way
    await input.setInputFiles(film);
    await field(page).fill("Never goes");
    await field(page).press("Enter");
    await page.getByRole("progressbar", { name: "Sending file" }).waitFor();
    await expectSound(page);
    await page.getByRole("main").getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Never goes").waitFor({ state: "detached" });
    await page.unroute("**/ACC/**");

    // The store can't be reached. The page reports this, and the next try succeeds.
    await page.route("**/ACC/**", (route) => route.abort());
    await input.setInputFiles(film);
    await field(page).fill("Look at this");
    await field(page).press("Enter");
    const failed = page.getByRole("alert").filter({ hasText: "The server isn't responding" });
    await failed.waitFor();
    await page.unroute("**/ACC/**");
    await failed.getByRole("button", { name: "Try again" }).click();
    await page.locator("[data-message]").filter({ hasText: "Look at this" }).waitFor();
    await eventually("the film at Ana's phone", async () => (await sent("Look at this")).length === 1);
    expect(await sent("Look at this")).toMatchObject([{ type: "video", media: { size_bytes: 6_000_000 } }]);
    expect(await sent("Never goes")).toEqual([]);
    expect(faults.filter((fault) => !fault.includes("ERR_FAILED"))).toEqual([]);
    await close();
  });

  it("show as text whatever a stranger writes, and files by their real ending", async () => {
    await says(EVE, {
      text: `<img src=x onerror="alert(1)"> javascript:alert(1) https://a.example/ ${"w".repeat(500)}`,
    });
    const data = Buffer.from("MZ").toString("base64");
    const media = { data, mimetype: "application/pdf", filename: "invoice\u202Efdp.exe", document: true };
    await says(EVE, { media });
    await eventually("what Eve wrote", async () => (await history(EVE)).length === 2);

    const { page, faults, close } = await panel.as("member", { viewport: { width: 320, height: 640 } });
    await page.goto(`/chats/${instance}/${EVE}`);
    // The chat list, which is hidden at this width, can show it, too.
    await page.locator("[data-message]").getByText('<img src=x onerror="alert(1)">').first().waitFor();
    await expectSound(page);
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    expect(title).toContain("<script>alert(1)</script> live");
    const links = await page
      .locator("[data-message] a")
      .evaluateAll((all) => all.map((one) => [one.getAttribute("rel"), one.textContent]));
    expect(links).toEqual([
      ["noopener noreferrer nofollow", "https://a.example/"],
      ["noopener noreferrer nofollow", expect.stringContaining("invoicefdp.exe")],
    ]);
    expect(await page.locator("main img, main script, main iframe").count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it("let a viewer read, and say why they can't answer", async () => {
    const { page, close } = await panel.as("viewer");
    await openAna(page);
    const reason = "Your role is view-only. Ask an admin to make you a member.";
    const send = page.getByRole("button", { name: "Send", exact: true });
    expect(await send.getAttribute("aria-disabled")).toBe("true");
    await page.getByText(reason).first().waitFor({ state: "attached" });
    await field(page).press("x");
    await field(page).press("Enter");
    expect(await field(page).inputValue()).toBe("");
    await expectSound(page);
    await close();
  });

  it("begin with a number: one that nobody can have is refused with the likely mistake before anything is written", async () => {
    const { page, close } = await panel.as("member");
    await page.goto("/chats");
    await page.getByRole("button", { name: "New chat" }).click();
    const phone = page.getByRole("textbox", { name: "Phone number" });
    await phone.fill("11 97000-0051");
    await page.getByRole("button", { name: "Open chat", exact: true }).click();
    await page.getByText("Is the country code 55 missing?").first().waitFor();

    await phone.fill("+55 11 96666-0001");
    await page.getByRole("button", { name: "Open chat", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Ana" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/chats/${instance}/${ANA}`);
    await close();
  });

  it("say before a first message at night, and of it, until what hour of the number's own clock it waits", async () => {
    const number = await panel.link("5511966660098", "Night shop");
    const timezone = zoneOfHour(await panel.gateway.now(), 2);
    await panel.api("PATCH", `/v1/instances/${number.id}`, { protection_settings: { timezone } });
    await panel.sandbox("POST", "/phones", { phone: "5511966660003", name: "Bia" });
    const { page, close } = await panel.as("member");
    await page.goto(`/chats/${number.id}/5511966660003`);
    await page.getByText("The number is in quiet hours, so the message will wait until 08:00").waitFor();
    await field(page).fill("Good morning");
    await field(page).press("Enter");
    await page.getByText(/^Waiting until .*8:\d\d.* \(UTC.*: the number is in quiet hours/).waitFor();
    await expectSound(page);
    await close();
  });

  it("are read, searched and answered by keyboard alone, and the keys can be turned off", async () => {
    const { page, close } = await panel.as("member", { colorScheme: "dark" });
    await page.goto("/chats");
    await page.getByRole("link", { name: /Ana/ }).waitFor();
    await page.keyboard.press("/");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("search");
    await page.keyboard.type("ana");
    await expect.poll(() => page.locator("[data-chat]").count()).toBe(1);
    await page.getByRole("link", { name: /Ana/ }).focus();
    await page.keyboard.press("j");
    await page.getByRole("heading", { level: 1, name: "Ana" }).waitFor();
    expect(new URL(page.url()).searchParams.get("search")).toBe("ana");
    for (let tabs = 0; (await focused(page)) !== "Skip to the message field"; tabs += 1) {
      expect(tabs, "the way to the field is reached by Tab").toBeLessThan(10);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await expect.poll(() => field(page).evaluate((own) => own === document.activeElement)).toBe(true);
    await page.keyboard.type("By keyboard");
    await page.keyboard.press("Enter");
    await page.locator("[data-message]").filter({ hasText: "By keyboard" }).waitFor();
    await expectSound(page);

    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await page.getByRole("switch", { name: /Use these shortcuts/ }).press("Space");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1, name: "Ana" }).focus();
    await page.keyboard.press("/");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("type"))).not.toBe("search");
    await close();
  });

  it("have their labels made and given in place", async () => {
    const { page, close } = await panel.as("member");
    await openAna(page);
    await page.getByRole("button", { name: "Change labels" }).click();
    await page.getByRole("dialog").waitFor();
    await expectSound(page);
    await page.getByRole("textbox", { name: "New label" }).fill("Regular");
    await page.getByRole("button", { name: "Create label" }).click();
    await page.getByRole("checkbox", { name: "Regular" }).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("list", { name: "Labels" }).getByText("Regular").waitFor();
    await page.getByRole("button", { name: "Take over this chat" }).click();
    await page.getByText("Your team").first().waitFor();

    await page.goto("/chats");
    await page.getByRole("link", { name: /Ana/ }).waitFor();
    const { name, lines } = await savedTable(page);
    expect(name).toBe("chats.csv");
    expect(lines[0]).toMatch(/^Name,Phone number,Kind,Number,/);
    expect(lines.find((line) => line.includes(ANA))).toMatch(/^Ana,\d+,Person,Flower shop,.*,Regular,/);
    await close();
  });
});

describe("groups in the panel", () => {
  let group: string | undefined;

  async function neighbours(): Promise<string> {
    const about = { subject: "Neighbours", owner: ANA, participants: [SHOP] };
    const { chat_id } = (await panel.sandbox<{ chat_id: string }>("POST", "/groups", about)).body;
    await eventually("the group", async () => {
      const { body } = await panel.api<{ data: { id: string }[] }>("GET", `/v1/instances/${instance}/groups`);
      return body.data.some(({ id }) => id === chat_id);
    });
    return chat_id;
  }

  it("are written to with a mention and formats, by keyboard alone", async () => {
    group ??= await neighbours();
    await says(ANA, { to: undefined, chat_id: group, text: "Who *sells* roses?" });
    const { page, faults, close } = await panel.as("member", { viewport: { width: 320, height: 640 } });
    await page.goto(`/chats/${instance}/${group}`);
    await page.locator("[data-message] strong").getByText("sells").first().waitFor();
    await field(page).pressSequentially("Hi @an");
    await page.getByRole("option", { name: "Ana" }).waitFor();
    await expectSound(page);
    await field(page).press("Enter");
    expect(await field(page).inputValue()).toBe("Hi @Ana ");
    await field(page).press("Control+b");
    await field(page).pressSequentially("we");
    await page.getByRole("region", { name: "Preview of formatted text" }).getByText("we", { exact: true }).waitFor();
    await expectSound(page);
    await field(page).press("End");
    await page.getByRole("button", { name: "Insert an emoji" }).press("Enter");
    await page.getByRole("searchbox", { name: "Search emojis" }).fill("rose");
    await page.getByRole("option", { name: "rose", exact: true }).waitFor();
    await expectSound(page);
    await page.getByRole("option", { name: "rose", exact: true }).click();
    await expect.poll(() => field(page).inputValue()).toBe("Hi @Ana *we*🌹");
    await field(page).press("Enter");
    const own = page.locator("[data-message]").filter({ hasText: "Hi @Ana we" });
    await own.locator("strong").getByText("we").waitFor();
    const { private_id } = (await panel.sandbox<{ private_id: string }>("GET", `/phones/${ANA}`)).body;
    const shown = `Hi @${private_id.split("@")[0]} *we*🌹`; // in groups the network names people by their private ids
    await eventually("the mention at Ana's phone", async () => {
      const message = (await inbox(panel.gateway, ANA)).find(({ text }) => text === shown);
      return message && JSON.stringify(message.mentions) === JSON.stringify([ANA]);
    });
    expect(faults).toEqual([]);
    await close();
  });

  it("are read with their members, and lead to their chat", async () => {
    group ??= await neighbours();
    // A later number without groups is not shown first.
    await panel.api("POST", "/v1/instances", { name: "Empty" });
    const { page, faults, close } = await panel.as("viewer", { viewport: { width: 320, height: 640 } });
    await page.goto("/groups");
    await page.getByRole("link", { name: "Neighbours" }).click();
    await page.getByRole("heading", { level: 1, name: "Neighbours" }).waitFor();
    await page
      .getByRole("row")
      .filter({ hasText: `+${ANA}` })
      .getByText("Owner")
      .waitFor();
    await expectSound(page);
    await page.getByRole("link", { name: "Open chat" }).click();
    await page.getByRole("heading", { level: 1, name: "Neighbours" }).waitFor();
    await field(page).waitFor();
    expect(await sticksOut(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
