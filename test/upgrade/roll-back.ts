import { join } from "node:path";
import { exercise, helpersOf, withRelease } from "./use-release.ts";

/**
 * Shows that an older release can continue with the data that today's code wrote, and that today's code can then
 * continue with what the release added, as when an upgrade is rolled back and tried again: `node
 * test/upgrade/roll-back.ts <commit>`. It needs the whole git history, so it is run manually before a release. Exits
 * with an error if anything is missing.
 */
const ROOT = join(import.meta.dirname, "../..");
const [commit] = process.argv.slice(2);
if (commit === undefined) throw new Error("Name the commit of the older release.");

await withRelease(commit, async (tree, data) => {
  const made = await exercise(ROOT, data);
  console.log("Today's code wrote a folder.");
  await goOn(tree, data, made, "Back again");
  console.log(`${commit} went on with it.`);
  await goOn(ROOT, data, made, "And forth");
  console.log("Today's code went on with it again.");
});

/** Starts a checkout's gateway on the folder and uses the data in it. */
async function goOn(tree: string, data: string, made: Awaited<ReturnType<typeof exercise>>, text: string) {
  const { startGateway, hasStatus, inbox, eventually } = await helpersOf(tree);
  const gateway = await startGateway(data);
  const shown = async (one: string) =>
    (await inbox(gateway, made.ana)).filter((message) => message.text === one).length;
  type Many = { data: { body: string | null }[] };
  const received = async (one: string) =>
    (await gateway.api<Many>("GET", "/v1/messages?direction=in")).body.data.some(({ body }) => body === one);
  try {
    await eventually("the number to work", () => hasStatus(gateway, made.instance, "working"));
    const sent = await gateway.api("POST", "/v1/messages", { instance_id: made.instance, to: made.ana, text });
    if (sent.status !== 202) throw new Error(JSON.stringify(sent.body));
    await eventually("it to be shown", async () => (await shown(text)) > 0);
    await gateway.sandbox("POST", `/phones/${made.ana}/messages`, { to: made.shop, text: `${text}?` });
    await eventually("her message", () => received(`${text}?`));
    const waitMs = Date.parse(made.send_at) - (await gateway.now()).getTime();
    if (waitMs > 0) await gateway.sandbox("POST", "/clock", { advance_seconds: Math.ceil(waitMs / 1_000) });
    await eventually("the scheduled one", async () => (await shown("See you")) > 0);
    for (const one of ["Until six", "See you", text]) {
      if ((await shown(one)) !== 1) throw new Error(`«${one}» is shown ${await shown(one)} times.`);
    }
  } finally {
    await gateway.stop("SIGTERM");
  }
}
