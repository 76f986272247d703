import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { CANARY_SENDS_A_DAY_MAX } from "../../core/contracts/canary.ts";
import { DAY_MS } from "../../core/contracts/durations.ts";
import { askApi } from "../../functions/canary/ask-api.ts";
import { runCanary } from "../../functions/canary/run-canary.ts";
import { ownDeps } from "../../functions/own-deps.ts";
import { handler, parts } from "../../functions/workers/canary.ts";
import { keyIdOf } from "../../local/aws/rights/callers.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkNumber } from "../support/linked-number.ts";
import { runAdmin } from "../support/operator-command.ts";

const SHOP = "5511988880000";
const OWN_SECOND = "5511977770001";

type Json = Record<string, string>;

/**
 * Runs the real canary function against a real gateway, over HTTP. The function itself reads the table and uses the
 * key.
 */
describe("the canary", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  const gatewayUrl = () => gateway.baseUrl;

  beforeAll(async () => {
    gateway = await startGateway(folder.path, { EPHEMERAL: "1" });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  /** Runs the function once, the way its schedule does, with the API at this URL. */
  async function canary(apiUrl = gatewayUrl()): Promise<void> {
    // Uses the canary's own role, whose permissions are enforced.
    const AWS_ACCESS_KEY_ID = keyIdOf(gateway.awsEnv.AWS_ACCESS_KEY_ID ?? "", "canary");
    const given = { ...gateway.awsEnv, AWS_ACCESS_KEY_ID, API_URL: apiUrl };
    for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
    await handler();
  }

  async function admin(line: string): Promise<Json> {
    const { TABLE_NAME: _none, ...env } = process.env;
    const { stdout } = await runAdmin(line.split(" "), { ...env, DATA_DIR: folder.path });
    return JSON.parse(stdout) as Json;
  }

  /** Starts a proxy in front of the gateway that responds with 503 to every request that has a key. */
  async function brokenDoor(): Promise<{ url: string; close(): void }> {
    const server = createServer((request, response) => {
      if (request.headers.authorization) return void response.writeHead(503).end('{"message":"Service Unavailable"}');
      void fetch(`${gatewayUrl()}${request.url}`).then(async (answer) => {
        response.writeHead(answer.status).end(await answer.text());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
  }

  it("is content with a gateway that works, without a key and with one", async () => {
    await canary();
    const { key, id } = await admin("key create --kind read");
    expect(await admin(`canary set --key ${key}`)).toEqual({ key: `…${key?.slice(-4)}`, sending: null });
    await canary();
    expect(await admin("canary show")).toEqual({ key: `…${key?.slice(-4)}`, sending: null });

    const door = await brokenDoor();
    await expect(canary(door.url)).rejects.toThrow("The canary failed: GET /v1/instances with the canary's key.");
    door.close();

    await admin(`key revoke --key ${id}`);
    await expect(canary()).rejects.toThrow("The canary failed: GET /v1/instances with the canary's key.");
    await expect(admin(`canary set --key ${key}`)).rejects.toThrow(
      /not an API key of this deployment, or it was revoked/,
    );

    await admin("canary remove");
    await canary();
  });

  it("fails in every check when the API is down", async () => {
    const door = await brokenDoor();
    door.close();
    await expect(canary(door.url)).rejects.toThrow(/openapi\.json, GET \/v1\/instances without a key/);
  });

  it("sends from its number, and hears of it by an event", async () => {
    const shop = await linkNumber(gateway, SHOP);
    await linkNumber(gateway, OWN_SECOND, "Second");
    // Its second number has written, so a message to it is a reply, at any hour.
    await gateway.sandbox("POST", `/phones/${OWN_SECOND}/messages`, { to: SHOP, text: "Go on" });
    const { key } = await admin(`key create --kind send --instance ${shop.id}`);
    const { key: reads } = await admin("key create --kind read");
    await expect(admin(`canary set --key ${reads} --instance ${shop.id} --to ${OWN_SECOND}`)).rejects.toThrow(
      /can't send/,
    );
    expect(await admin(`canary set --key ${key} --instance ${shop.id} --to ${OWN_SECOND} --sends 24`)).toMatchObject({
      sending: { instance_id: shop.id, to: "…0001", a_day: 24 },
    });

    for (const [name, value] of Object.entries(gateway.awsEnv)) vi.stubEnv(name, value);
    // So frequent that every run is one that sends.
    await runCanary({ ...ownDeps(parts)(), ask: askApi(gatewayUrl()) }, DAY_MS / CANARY_SENDS_A_DAY_MAX);

    const shown = await inbox(gateway, OWN_SECOND);
    expect(shown.filter(({ text }) => String(text).startsWith("Test message of"))).toHaveLength(1);
  });
});
