import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "../..");
const SHOP = "15550003301";
const ANA = "15550003302";

/**
 * Checks out a commit into a separate worktree that uses this checkout's packages.
 * @param use is called with the worktree and a folder for its data. Both are removed afterward.
 */
export async function withRelease(commit: string, use: (tree: string, data: string) => Promise<void>): Promise<void> {
  const work = join(tmpdir(), `gateway-release-${process.pid}`);
  mkdirSync(work);
  const tree = join(work, "tree");
  execFileSync("git", ["worktree", "add", "--detach", tree, commit], { cwd: ROOT, stdio: "inherit" });
  try {
    symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
    await use(tree, join(work, "data"));
  } finally {
    execFileSync("git", ["worktree", "remove", "--force", tree], { cwd: ROOT });
    rmSync(work, { recursive: true, force: true });
  }
}

/** Loads the helpers that start and use a checkout's gateway. */
export async function helpersOf(tree: string) {
  const load = async <T>(file: string) => (await import(pathToFileURL(join(tree, "test/support", file)).href)) as T;
  return {
    ...(await load<typeof import("../support/gateway.ts")>("gateway.ts")),
    ...(await load<typeof import("../support/linked-number.ts")>("linked-number.ts")),
    ...(await load<typeof import("../support/eventually.ts")>("eventually.ts")),
  };
}

/**
 * Starts a checkout's gateway on a new data folder, uses messages, a session, a schedule, a webhook, and a chat, and
 * then stops the gateway. @returns the data about them that the test needs.
 */
export async function exercise(tree: string, data: string) {
  const { startGateway, linkNumber, inbox, eventually } = await helpersOf(tree);
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    request.on("data", (part) => received.push(String(part))).on("end", () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo; // a TCP server's address
  const gateway = await startGateway(data);
  type One = { data: { id: string } };
  type Hook = { data: { secret: string } };
  const post = async (path: string, body: unknown) => {
    const answer = await gateway.api<One>("POST", `/v1/${path}`, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  try {
    const { id: instance } = await linkNumber(gateway, SHOP);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    const url = `http://127.0.0.1:${port}/hook`;
    const set = await gateway.api<Hook>("PATCH", "/v1/webhook", { url, events: ["message.received"] });
    if (set.status !== 200) throw new Error(`webhook: ${JSON.stringify(set.body)}`);
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Are you open?" });
    await eventually("her message at the webhook", async () => received.some((text) => text.includes("Are you open?")));
    const sent = await post("messages", { instance_id: instance, to: ANA, text: "Until six" });
    await eventually("the answer", async () => (await inbox(gateway, ANA)).some(({ text }) => text === "Until six"));
    const now = await gateway.now();
    const sendAt = new Date(now.getTime() + 2 * 3_600_000).toISOString();
    const scheduled = await post("messages", { instance_id: instance, to: ANA, text: "See you", send_at: sendAt });
    return {
      recorded_at: now.toISOString(),
      send_at: sendAt,
      shop: SHOP,
      ana: ANA,
      instance,
      api_key: gateway.apiKey,
      secret: set.body.data.secret,
      sent: sent.id,
      scheduled: scheduled.id,
    };
  } finally {
    await gateway.stop("SIGTERM");
    receiver.close();
  }
}
