import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { passingFolder } from "../support/passing-folder.ts";
import { isPackedBrowser } from "./support/chromium.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";
import { addNumber, PICTURES, SCREENS, THEMES, type Theme, takePictures, USUAL } from "./support/pictures.ts";

/**
 * How many of a million pixels may differ. Other processors shade edges slightly differently, but the difference isn't
 * visible.
 */
const PIXELS_MAX = 50;

let panel: Panel;
let instance: string;
let folder: string;

beforeAll(async () => {
  // This file uses its own gateway, because other files move the shared gateway's clock and pages show how long ago
  // something happened.
  panel = await openPanel({ own: true });
  instance = await addNumber(panel);
  folder = passingFolder("panel-pictures-");
});

afterAll(() => panel?.stop());

/** Counts the pixels that look different. Returns null if the sizes differ. */
function differing(before: Buffer, now: Buffer): number | null {
  if (before.equals(now)) return 0;
  const [a, b] = [PNG.sync.read(before), PNG.sync.read(now)];
  if (a.width !== b.width || a.height !== b.height) return null;
  return pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 });
}

describe("the panel looks as when somebody last looked", () => {
  const fileOf = ({ name }: (typeof SCREENS)[number], theme: Theme) => `${name}.${theme}.png`;

  it.each(SCREENS)("$name, in the light and the dark", async (screen) => {
    const pictures = await takePictures(panel, screen, instance);
    for (const theme of THEMES) {
      const [file, picture] = [fileOf(screen, theme), pictures[theme]];
      // Other browsers render letters differently, so in those browsers only check that the page is drawn at all.
      if (!isPackedBrowser()) {
        expect(PNG.sync.read(picture)).toMatchObject(screen.viewport ?? USUAL);
        continue;
      }
      const kept = join(PICTURES, file);
      const now = join(folder, file);
      writeFileSync(now, picture);
      const pixels = existsSync(kept) ? differing(readFileSync(kept), picture) : null;
      const told = `It differs from ${kept}; as it is now: ${now}. Look at both. Is it meant: npm run pictures -w panel`;
      expect(pixels === null || pixels > PIXELS_MAX ? `${told} (${pixels} pixels)` : "the same").toBe("the same");
    }
  });

  it("has a picture of nothing else", () => {
    const all = SCREENS.flatMap((screen) => THEMES.map((theme) => fileOf(screen, theme)));
    expect(readdirSync(PICTURES).sort()).toEqual(all.sort());
  });
});
