import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { startChromium } from "../../test/panel/support/chromium.ts";

/**
 * Starts Chromium with its own home folder, trusting `caFile` as the only additional certificate authority. Needs
 * certutil.
 */
export async function startTrustingBrowser(home: string, caFile: string, host: string): Promise<Browser> {
  const store = join(home, ".pki/nssdb");
  mkdirSync(store, { recursive: true });
  const certutil = (...words: string[]) => execFileSync("certutil", ["-d", `sql:${store}`, ...words]);
  certutil("-N", "--empty-password");
  certutil("-A", "-t", "C,,", "-n", "trial", "-i", caFile);
  process.env.HOME = home; // Chromium looks for the authorities that its user trusts there
  return startChromium([`--host-resolver-rules=MAP ${host} 127.0.0.1`]);
}
