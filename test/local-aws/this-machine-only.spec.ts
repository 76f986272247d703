import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../local/system/api-server.ts";
import { type SpawnedNetwork, spawnNetwork } from "../network/support/spawn-network.ts";
import { stillClock } from "../support/test-clock.ts";

// What a page anywhere can make a browser on this machine send to the gateway, its sandbox and its services.

let served = 0;
let api: ApiServer;
let network: SpawnedNetwork;

beforeAll(async () => {
  const fallback = async () => {
    served++;
    return { statusCode: 200, body: "{}" };
  };
  api = await startApiServer({ port: 0, routes: [], fallback, clock: stillClock() });
  network = await spawnNetwork();
});
afterAll(async () => {
  await api.stop();
  await network.stop();
});

/** Sends the lines as they are. @returns the status and the body. */
async function send(url: string, lines: string[], body = ""): Promise<{ status: number; body: string }> {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  socket.write([...lines, length, "Connection: close", "", body].join("\r\n"));
  let answer = "";
  for await (const part of socket) answer += part;
  return { status: Number(answer.split(" ")[1]), body: answer.split("\r\n\r\n")[1] ?? "" };
}

const PHONE = '{"phone":"15550007777","name":"Planted"}';
const postTo = (url: string, headers: string[]) =>
  send(url, ["POST /phones HTTP/1.1", "Content-Type: text/plain", ...headers], PHONE);

const FOREIGN = [
  ["a page of another site", ["Host: 127.0.0.1", "Origin: https://evil.example"]],
  ["a page without a site", ["Host: 127.0.0.1", "Origin: null"]],
  ["a site whose name begins like ours", ["Host: 127.0.0.1", "Origin: http://localhost.evil.example"]],
  ["a page that names two sites", ["Host: 127.0.0.1", "Origin: http://localhost", "Origin: http://evil.example"]],
  ["another name of this address", ["Host: evil.example"]],
  ["another name and a port", ["Host: evil.example:8080"]],
  ["a name that ends like ours", ["Host: evil-localhost"]],
  ["a name with ours as its user", ["Host: localhost@evil.example"]],
] as const;

describe("the gateway on one machine", () => {
  it.each(FOREIGN)("refuses %s", async (_who, headers) => {
    served = 0;
    const { status, body } = await postTo(api.url, [...headers]);
    expect({ status, served }).toEqual({ status: 400, served: 0 });
    if (body !== "") expect(JSON.parse(body)).toMatchObject({ code: "bad_request" });
  });

  it.each([["127.0.0.1"], ["localhost"], ["LocalHost:8080"], ["[::1]"], ["[::1]:9000"]])(
    "answers who asks for %s, also a page of this machine",
    async (host) => {
      expect((await postTo(api.url, [`Host: ${host}`])).status).toBe(200);
      const origin = `Origin: http://${host.toLowerCase()}`;
      expect((await postTo(api.url, [`Host: ${host}`, origin])).status).toBe(200);
    },
  );
});

describe("the sandbox", () => {
  it.each(FOREIGN)("refuses %s, and does nothing", async (_who, headers) => {
    const { status } = await postTo(network.sandboxUrl, [...headers]);
    expect([400, 403]).toContain(status); // Node itself refuses some with 400
    const found = await fetch(`${network.sandboxUrl}/phones/15550007777`);
    expect(found.status).toBe(404);
  });

  it("answers programs of this machine", async () => {
    expect((await fetch(`${network.sandboxUrl}/clock`)).status).toBe(200);
  });
});
