import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventually } from "../support/eventually.ts";
import { settled } from "./support/check-page.ts";
import { openPanel } from "./support/open-panel.ts";
import { addNumber, PICTURES, SCREENS, THEMES, takePictures } from "./support/pictures.ts";

/**
 * `npm run pictures -w panel`: uses the packed browser to take the README's screenshots, which show a shop with a chat,
 * and the screenshots that the tests compare. With names such as `-- content`, only takes the compared screenshots with
 * those names.
 */
const FOLDER = new URL("../../docs/pictures/", import.meta.url);
const SHOP = "5511988880001";
const ANA = "5511999990001";

const asked = process.argv.slice(2);
if (asked.length === 0) await takeReadmePictures();

// Also take the screenshots that the tests compare, which show a different account.
const other = await openPanel();
const number = await addNumber(other);
mkdirSync(PICTURES, { recursive: true });
for (const screen of SCREENS.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const taken = await takePictures(other, screen, number);
  for (const theme of THEMES) {
    const file = join(PICTURES, `${screen.name}.${theme}.png`);
    writeFileSync(file, taken[theme]);
    console.log(file);
  }
}
process.exit(0);

async function takeReadmePictures(): Promise<void> {
  const panel = await openPanel();
  const { id } = await panel.link(SHOP, "Flower shop");
  await panel.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
  await panel.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Do you have red roses for Friday?" });
  const chat = await eventually("Ana's chat", async () => {
    const { body } = await panel.api<{ data: { id: string }[] }>("GET", `/v1/chats?instance_id=${id}`);
    return body.data[0]?.id;
  });
  const reply = { instance_id: id, to: ANA, text: "We do! Twelve for 30. Shall I put some aside for you?" };
  await panel.api("POST", "/v1/messages", reply);
  await eventually("the reply to arrive", async () => {
    const { body } = await panel.api<{ data: { status: string; direction: string }[] }>(
      "GET",
      `/v1/messages?phone=${ANA}`,
    );
    return body.data.some(({ direction, status }) => direction === "out" && ["delivered", "read"].includes(status));
  });
  await panel.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Yes please, I'll come at ten." });
  const pages = { numbers: `/instances/${id}`, chats: `/chats/${id}/${encodeURIComponent(chat)}` };
  for (const [name, path] of Object.entries(pages)) {
    const { page, close } = await panel.as("admin", { viewport: { width: 1120, height: 700 } });
    await page.goto(path);
    await settled(page);
    if (name === "chats") {
      await page.getByText("I'll come at ten").last().waitFor();
      await page.getByRole("button", { name: "Take chat" }).waitFor();
      await page.getByRole("button", { name: "Send", exact: true }).waitFor();
    }
    const file = fileURLToPath(new URL(`panel-${name}.png`, FOLDER));
    await page.screenshot({ path: file });
    console.log(file);
    await close();
  }
}
