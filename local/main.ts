import { aiWords } from "./system/ai-providers.ts";
import { networkWords } from "./system/network/network-words.ts";
import { readSettings, type Settings } from "./system/settings.ts";
import { startSystem } from "./system/system.ts";

/** Starts the gateway, prints its addresses, and stops it on Ctrl-C. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  // Child processes inherit the environment, but only this process may have access to the passwords and the master
  // key's location.
  delete process.env.SMTP_URL;
  delete process.env.OIDC_CLIENT_SECRET;
  delete process.env.MASTER_KEY_FILE;
  const network = networkWords(settings.network ?? { kind: "sandbox" });
  if (network.warning !== null) console.log(network.warning);
  console.log("Starting the messaging gateway …");
  const system = await startSystem(settings);

  let stopping = false;
  const stop = (code: number) => {
    if (stopping) return;
    stopping = true;
    console.log("\nStopping …");
    // This timeout, or a second Ctrl-C, ends the process if the shutdown hangs.
    setTimeout(() => process.exit(1), 4_500).unref();
    void system.stop().then(() => {
      console.log(settings.ephemeral ? "Stopped." : `Stopped. All data is stored in ${settings.dataDir}.`);
      process.exit(code);
    });
  };
  process.on("SIGINT", () => stop(0));
  process.on("SIGTERM", () => stop(0));
  void system.broken.then((why) => {
    if (stopping) return;
    console.error(`${why} Stopping the gateway. Start it again with npm start.`);
    stop(1);
  });

  // Don't print the key itself: a team's gateway runs as a service whose output is logged.
  const key = system.apiKey ?? `DATA_DIR=${settings.dataDir} npm run admin -- key create --kind full`;
  console.log(`
The gateway is ready.

  API       ${system.baseUrl}/v1   (reference: ${system.baseUrl}/docs/reference)
${settings.panel ? `  Panel     ${system.baseUrl}/   (the web panel for people)\n` : ""}  API key   ${key}
  ${system.sandboxUrl === null ? `Network   ${network.line}` : `Sandbox   ${system.sandboxUrl}   (simulated phones and clock; exists only here)`}
  AI        ${aiWords(system.ai)}
${system.metricsUrl === null ? "" : `  Metrics   ${system.metricsUrl}\n`}${signInLine(settings)}${mailLine(settings)}  Data      ${settings.ephemeral ? "in memory only (EPHEMERAL=1)" : settings.dataDir}
${system.masterKeyFile === null ? "" : `  Key file  ${system.masterKeyFile}   (decrypts the data; keep a copy of this file, separate from copies of the data)\n`}
${settings.serve ? "" : `Try it:  curl -H "Authorization: Bearer ${key}" ${system.baseUrl}/v1/instances\n`}Next:    ${nextToRead(system.sandboxUrl !== null, settings.serve !== undefined)}. Ctrl-C stops.`);
}

function signInLine({ oidc }: Settings): string {
  return oidc ? `  Sign-in   ${oidc.issuer}\n` : "";
}

function mailLine({ serve, smtp }: Settings): string {
  if (!serve) return "";
  const line = smtp
    ? `${smtp.host}:${smtp.port}, from ${smtp.from}`
    : "stored here and not sent; npm run admin -- mail prints it";
  return `  Mail      ${line}\n`;
}

function nextToRead(hasSandbox: boolean, isForTeam: boolean): string {
  if (isForTeam) return '"For a team" in docs/local.md';
  return hasSandbox ? '"Your first message in five minutes" in README.md' : '"Your own phone" in docs/local.md';
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
