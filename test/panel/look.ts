import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { settled } from "./support/check-page.ts";
import { openPanel } from "./support/open-panel.ts";

/**
 * `npm run look -w panel -- /chats …`: takes light, dark, narrow and right-to-left screenshots of the given pages, and
 * stores them in /tmp/look.
 */
const LOOKS = {
  light: {},
  dark: { colorScheme: "dark" as const },
  narrow: { viewport: { width: 320, height: 720 } },
  wide: { viewport: { width: 1440, height: 900 } },
  pseudo: { locale: "ar-XB" },
};

const folder = "/tmp/look";
mkdirSync(folder, { recursive: true });
const panel = await openPanel();
const number = await panel.link("5511988887777", "Flower shop");
for (const path of process.argv.slice(2)) {
  for (const [name, options] of Object.entries(LOOKS)) {
    const { page, faults, close } = await panel.as("admin", options);
    await page.goto(path.replace("{instance}", number.id));
    await settled(page);
    const file = join(folder, `${path.replaceAll(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "") || "home"}.${name}.png`);
    await page.screenshot({ path: file, fullPage: true });
    console.log(file, ...faults);
    await close();
  }
}
process.exit(0);
