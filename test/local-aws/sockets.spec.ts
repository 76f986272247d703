import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { gatewayConnections } from "../../core/aws/gateway-connections.ts";
import { eventually } from "../support/eventually.ts";
import { stillClock } from "../support/test-clock.ts";
import { startAws } from "./support.ts";

/** Opens a WebSocket with an ID from API Gateway, using the gateway's own connections client. */
async function openedSocket() {
  const clock = stillClock();
  const { aws } = await startAws({ clock });
  Object.assign(process.env, aws.env);
  const server = createServer();
  server.on("upgrade", (message, socket, head) => {
    aws.openSocket("L0SM9cOFvHcCIhw=", { message, socket, head }, () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const got: string[] = [];
  client.addEventListener("message", ({ data }) => got.push(String(data)));
  await once(client, "open");
  onTestFinished(() => {
    client.close();
    server.close();
  });
  const connections = gatewayConnections(`${aws.url}/live`);
  const pass = (seconds: number) => clock.moveTo(new Date(clock.now().getTime() + seconds * 1000));
  return { client, got, connections, pass, id: "L0SM9cOFvHcCIhw=" };
}

const CLOSED = WebSocket.CLOSED;

describe("a connection of API Gateway", () => {
  test("gets what is sent, in order and whole, also when it takes several frames", async () => {
    const { got, connections, id } = await openedSocket();
    const large = `"${"☎".repeat(30_000)}"`;

    expect(await connections.isOpen(id)).toBe(true);
    expect([await connections.post(id, "1"), await connections.post(id, large)]).toEqual(["sent", "sent"]);
    await eventually("both", () => got.length === 2);
    expect(got).toEqual(["1", large]);
  });

  test("is sent no more than 128 KB at once: its client polls what is larger", async () => {
    const { got, connections, id } = await openedSocket();

    expect(await connections.post(id, "x".repeat(128 * 1024 + 1))).toBe("behind");
    expect(got).toEqual([]);
  });

  test("is gone once it was closed, with one more frame before", async () => {
    const { client, got, connections, id } = await openedSocket();
    await connections.close(id, "behind", '{"kind":"behind"}');
    await eventually("the end", () => client.readyState === CLOSED);

    expect(got).toEqual(['{"kind":"behind"}']);
    expect([await connections.post(id, "1"), await connections.isOpen(id)]).toEqual(["gone", false]);
    await connections.close(id, "ended");
    expect(await connections.post("never=", "1")).toBe("gone");
  });

  test("ends after ten minutes without a message, and after two hours with some", async () => {
    const quiet = await openedSocket();
    quiet.pass(599);
    expect(await quiet.connections.post(quiet.id, "1")).toBe("sent");
    quiet.pass(599);
    expect(await quiet.connections.isOpen(quiet.id)).toBe(true);
    quiet.pass(2);
    await eventually("the end", () => quiet.client.readyState === CLOSED);

    const busy = await openedSocket();
    for (let minute = 0; minute < 119; minute++) {
      busy.pass(60);
      expect(await busy.connections.post(busy.id, "1")).toBe("sent");
    }
    busy.pass(60);
    await eventually("the end", () => busy.client.readyState === CLOSED);
  });
});
