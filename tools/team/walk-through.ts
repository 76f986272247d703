import type { BrowserContext, Page } from "playwright-core";
import { eventually } from "../../test/support/eventually.ts";
import type { Machine } from "./machine.ts";
import type { MailServer } from "./mail-server.ts";
import { blockWith, lineOf } from "./page.ts";
import { answer, inPanel, linkNumber, PERSON, signUp } from "./people.ts";

interface Walk {
  machine: Machine;
  mail: MailServer;
  context: BrowserContext;
  say(line: string): void;
}

const ANA = "ana@example.com";
const BO = "bo@example.com";
/** Part of the text that the page's request sends, used to find the message on a phone. */
const PROGRAMS = "Hello";
/** A timeout long enough for a busy machine. */
const PATIENCE_MS = 60_000;
const HEALTHY = '{"status":"ok"}';

/**
 * Follows the page from an empty machine to a restored machine. @throws an error that describes what differs from the
 * page.
 */
export async function walkThrough({ machine, mail, context, say }: Walk): Promise<void> {
  context.on("weberror", (error) => say(`the page threw: ${error.error().message}`));
  await install(machine);
  say("the program is written, its user made, its service started, and /health says ok through the proxy");
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const answers = (about: { text: string; sees: string }) => shown(page, () => answer(page, machine.sandbox, about));
  const first = blockWith("admin member add");
  const added = await machine.admin<{ link: string }>(lineOf(first, "admin member add").replace("admin ", ""));
  await shown(page, () => signUp(page, mail, { email: ANA, link: added.link }));
  say("Ana signed up by the link and the mailed code");
  const { key } = await machine.admin<{ key: string }>(lineOf(first, "admin key create").replace("admin ", ""));
  await shown(page, () => linkNumber(page, machine.sandbox));
  say("a number is linked by the code on the page");
  await sendByKey(machine, key);
  await answers({ text: "Hello back", sees: PROGRAMS });
  say("a program's message arrived, and the panel shows it and the answer");
  await shown(page, () => inviteAndJoin(page, mail));
  say("Ana invited Bo by mail; he signed up in a browser of his own and sees the chat");

  await machine.run(blockWith("local/backup.ts"));
  await answers({ text: "After the backup", sees: "Hello back" });
  await machine.run(blockWith("messaging-gateway.new"));
  await answers({ text: "After the upgrade", sees: "After the backup" });
  say("a backup is made, and the upgraded gateway goes on: Ana stays signed in, the number is connected");
  await machine.run(`${blockWith("local/restore.ts")}\n${lineOf(blockWith("systemctl enable"), "curl ")}`);
  await answers({ text: "After the restore", sees: "Hello back" });
  const { body } = await machine.sandbox("GET", `/phones/${PERSON}/messages`);
  requireTrue(!JSON.stringify(body).includes("After the backup"), "a restore brings back the time of the backup");
  say("the restored gateway is as it was at the backup, and goes on");
}

/** Runs the page's command blocks up to the start of the service. */
async function install(machine: Machine): Promise<void> {
  await machine.run(blockWith("useradd"));
  await machine.run(blockWith("> /etc/messaging-gateway.env"));
  const said = await machine.run(blockWith("systemctl enable"));
  requireTrue(said.includes(HEALTHY), `/health says ok: ${said}\n${machine.log()}`);
  await machine.run(blockWith("admin account list"));
}

async function inviteAndJoin(page: Page, mail: MailServer): Promise<void> {
  await page.goto("/team");
  await page.getByRole("button", { name: "Invite someone" }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(BO);
  await page.getByRole("button", { name: "Send invitation" }).click();
  const link = await mail.find(BO, /https:\S+\/join#\S+/);
  const browser = page.context().browser();
  const own = await browser?.newContext({ locale: "en-US", baseURL: new URL(page.url()).origin });
  if (!own) throw new Error("The browser has ended.");
  const his = await own.newPage();
  his.setDefaultTimeout(PATIENCE_MS);
  await shown(his, async () => {
    await signUp(his, mail, { email: BO, link });
    await inPanel(his, "Hello back");
  });
  await own.close();
}

/** Sends the page's two requests with curl. */
async function sendByKey(machine: Machine, key: string): Promise<void> {
  const block = blockWith("KEY=mgw_…").replace("mgw_…", key);
  const [names = "", send = ""] = block.split(/(?<=\n)(?=curl .*\/v1\/messages)/);
  const id = /inst_\w+/.exec(await machine.run(names))?.[0];
  requireTrue(id !== undefined, "/v1/instances names the number's id");
  await machine.run(`${lineOf(names, "KEY=")}\n${send.replace("inst_…", id ?? "")}`);
  await eventually("the message on the phone", async () => {
    const { body } = await machine.sandbox("GET", `/phones/${PERSON}/messages`);
    return JSON.stringify(body).includes(`"${PROGRAMS}"`);
  });
}

/** Does something on a page. If it fails, adds the page's contents to the error. */
async function shown(page: Page, work: () => Promise<void>): Promise<void> {
  await work().catch(async (error: unknown) => {
    throw new Error(`At ${page.url()}: ${await page.locator("body").ariaSnapshot()}`, { cause: error });
  });
}

function requireTrue(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(`Not true: ${sentence}.`);
}
