import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { type Browser, chromium } from "playwright-core";
import { extract } from "tar-fs";
import { passingFolder } from "../../support/passing-folder.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const VERSION = "153.0.0";

/** Where browsers are usually installed on machines other than Linux x64. */
const USUAL_PLACES = [
  "/usr/bin/google-chrome",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const ARGS = [
  // A simulated microphone that beeps, with access already granted, because a headless browser can't ask a person for
  // permission.
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  // Turn off optimizing compilers: tests close their pages before optimized code could make up for the time to compile
  // it.
  "--js-flags=--no-opt --no-maglev",
];

const NONE_FOUND =
  "There is no browser for the panel's tests: the packed one is for Linux x64, and none is in the usual places. Install Chromium, or set CHROMIUM to its path.";

/** Restricts the browser to the only font in the package. Without this file, it would look for fonts elsewhere. */
const fontsConf = (folder: string) =>
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`;

/**
 * Starts a headless browser: the one set in CHROMIUM, or the packed Chromium, which is unpacked once, or a browser in a
 * usual place. @throws a one-sentence error if there is none, so tests of the panel never pass without running.
 * @param more additional command-line arguments for the browser.
 */
export async function startChromium(more: string[] = []): Promise<Browser> {
  const args = [...ARGS, ...more];
  const named = process.env.CHROMIUM;
  // The browser leaves temporary files behind, however it exits.
  const own = { ...process.env, TMPDIR: passingFolder("chromium-") };
  if (named) return chromium.launch({ executablePath: named, env: own, args });
  if (process.platform === "linux" && process.arch === "x64") {
    const folder = await unpacked();
    const env = {
      ...own,
      LD_LIBRARY_PATH: `${join(folder, "al2023/lib")}:${process.env.LD_LIBRARY_PATH ?? ""}`,
      FONTCONFIG_PATH: folder,
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
    };
    return chromium.launch({ executablePath: join(folder, "chromium"), env, args });
  }
  const found = USUAL_PLACES.find((path) => existsSync(path));
  if (!found) throw new Error(NONE_FOUND);
  return chromium.launch({ executablePath: found, env: own, args });
}

/** Whether the packed browser takes the screenshots. It is the only browser that renders the same everywhere. */
export const isPackedBrowser = () => !process.env.CHROMIUM && process.platform === "linux" && process.arch === "x64";

async function unpacked(): Promise<string> {
  const folder = join(ROOT, "node_modules/.cache", `chromium-${VERSION}`);
  if (existsSync(join(folder, "chromium"))) return folder;
  const packed = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..", "bin");
  const made = `${folder}.${process.pid}`;
  mkdirSync(made, { recursive: true });
  await Promise.all([
    pipeline(
      createReadStream(join(packed, "chromium.br")),
      createBrotliDecompress(),
      createWriteStream(join(made, "chromium"), { mode: 0o755 }),
    ),
    ...["al2023", "fonts", "swiftshader"].map((name) =>
      pipeline(
        createReadStream(join(packed, `${name}.tar.br`)),
        createBrotliDecompress(),
        extract(name === "al2023" ? join(made, "al2023") : made),
      ),
    ),
  ]);
  writeFileSync(join(made, "fonts.conf"), fontsConf(join(folder, "fonts")));
  try {
    renameSync(made, folder);
  } catch {
    rmSync(made, { recursive: true, force: true }); // another process was first
  }
  return folder;
}
