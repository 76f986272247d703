import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { afterEach, describe, expect, it, vi } from "vitest";
import { NotPublicError, type Resolve } from "../../core/http/checked-address.ts";
import { dial } from "../../core/http/dial.ts";
import { createPost } from "../../core/http/guarded-client.ts";
import { createGet } from "../../core/http/guarded-get.ts";
import { createLog } from "../../core/log.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");
const tls = { key: fixture("localhost-key.pem"), cert: fixture("localhost-cert.pem") };
const standard = getCACertificates();
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  setDefaultCACertificates(standard);
  for (const stop of stops.splice(0)) await stop();
});

const log = createLog("test", "silent");
const toLoopback: Resolve = async () => [{ address: "127.0.0.1", family: 4 }];
const post = (url: string, resolve: Resolve = toLoopback) =>
  createPost({ allowPrivate: true, log, answerSec: 2, resolve })({ url, headers: { "X-A": "b" }, body: "{}" });
const get = (url: string) =>
  createGet({ allowPrivate: true, log, resolve: toLoopback })({ url, maxBytes: 1_000, timeoutMs: 2_000 });

async function receiver(options?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const started = await startReceiver(options);
  stops.push(started.stop);
  return started;
}

/** Starts a server that sends raw bytes, for responses that no HTTP library would send. */
async function rawServer(onSocket: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {}); // being hung up on
    socket.once("data", () => onSocket(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sockets };
}

const closed = (socket: Socket | undefined) =>
  new Promise<void>((resolve) =>
    socket === undefined || socket.closed ? resolve() : socket.once("close", () => resolve()),
  );

describe("a connection", () => {
  it("carries one request, says so, and is ended by us, also when the receiver would keep it", async () => {
    const { url, sockets } = await rawServer((socket) =>
      socket.write("HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n"),
    );

    expect(await post(url)).toMatchObject({ status: 200 });
    expect(await post(url)).toMatchObject({ status: 200 });
    await Promise.all(sockets.map(closed));
    expect(sockets).toHaveLength(2);
  });

  it("of a post names the host as the url does, without its default port", async () => {
    const { url, requests } = await receiver();
    await post(url.replace("127.0.0.1", "hooks.example.com"));

    expect(requests[0]?.headers).toMatchObject({
      host: new URL(url).host.replace("127.0.0.1", "hooks.example.com"),
      connection: "close",
    });
  });

  it("tries the next address when one of them is dead", async () => {
    const { url } = await receiver();
    const resolve: Resolve = async () => ["127.0.0.3", "127.0.0.1"].map((address) => ({ address, family: 4 }));

    expect(await post(url.replace("127.0.0.1", "hooks.example.com"), resolve)).toMatchObject({ status: 200 });
  });

  it("to a host without any address is a failed try", async () => {
    expect(await post("http://hooks.example.com/", async () => [])).toEqual({
      status: null,
      error: "The host name does not resolve. Check the url.",
    });
  });

  it("that has reached an address that is not public is ended before anything is sent, TLS included", async () => {
    const received: Buffer[] = [];
    const server = createServer((socket) => socket.on("data", (bytes) => received.push(bytes)).on("error", () => {}));
    const accepted = once(server, "connection");
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // a TCP server's address
    const options = {
      addresses: [{ address: "127.0.0.1", family: 4 }],
      allowPrivate: false,
      signal: AbortSignal.timeout(2_000),
    };

    await expect(dial(new URL(`https://hooks.example.com:${port}/`), options)).rejects.toThrow(NotPublicError);
    await closed((await accepted)[0]);
    await new Promise((resolve) => server.close(resolve));
    expect(received).toEqual([]);
  });

  it("that the receiver wants to use for another protocol is a failed try", async () => {
    const { url, sockets } = await rawServer((socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
    );

    expect((await post(url)).status).toBeNull();
    await closed(sockets[0]);
  });

  it("on which 1xx answers never end is given up at the deadline", async () => {
    const { url, sockets } = await rawServer((socket) => {
      const timer = setInterval(() => socket.write("HTTP/1.1 102 Processing\r\n\r\n".repeat(50)), 10);
      socket.once("close", () => clearInterval(timer));
    });

    expect(await post(url)).toEqual({ status: null, error: "There was no response within 2 seconds." });
    await closed(sockets[0]);
  });

  it("is answered though the receiver did not read the body to its end", async () => {
    const { url } = await rawServer((socket) => socket.end("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n"));
    const big = createPost({ allowPrivate: true, log });

    expect((await big({ url, headers: {}, body: "x".repeat(50_000) })).status).toBe(413);
  });
});

describe("a TLS connection", () => {
  it("names the host to the receiver and speaks HTTP/1.1 only", async () => {
    const seen: unknown[] = [];
    const server = createTlsServer({ ...tls, ALPNProtocols: ["h2", "http/1.1"] }, (socket: TLSSocket) => {
      seen.push(socket.servername, socket.alpnProtocol);
      socket.once("data", () => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    stops.push(() => new Promise((resolve) => server.close(() => resolve())));
    setDefaultCACertificates([...standard, tls.cert]);

    const { port } = server.address() as AddressInfo; // a TCP server's address
    expect(await post(`https://localhost:${port}/`)).toEqual({ status: 204, error: null });
    expect(seen).toEqual(["localhost", "http/1.1"]);
  });

  it("to an address needs a certificate for that address", async () => {
    const { url } = await receiver({ tls });
    setDefaultCACertificates([...standard, tls.cert]);

    expect(await post(url)).toMatchObject({ status: 200 });
  });

  it("is checked whatever the environment says", async () => {
    const { url, requests } = await receiver({ tls });
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");

    expect((await post(url)).error).toContain("self-signed");
    expect(requests).toEqual([]);
  });
});

describe("a download", () => {
  const file = (_: unknown, response: ServerResponse) => void response.end("the file");

  it("follows a redirect from http to https", async () => {
    const secure = await receiver({ tls });
    secure.respondWith(file);
    const { url, respondWith } = await receiver();
    respondWith({ status: 301, headers: { location: secure.url } });
    setDefaultCACertificates([...standard, tls.cert]);

    const result = await get(url);

    expect(result.ok && (await buffer(result.stream)).toString()).toBe("the file");
  });

  it("does not follow one from https to http", async () => {
    const plain = await receiver();
    plain.respondWith(file);
    const { url, respondWith } = await receiver({ tls });
    respondWith({ status: 301, headers: { location: plain.url } });
    setDefaultCACertificates([...standard, tls.cert]);

    expect(await get(url)).toEqual({
      ok: false,
      reason: "refused_address",
      message: "The url redirects from https to http. Use a url that stays on https.",
    });
    expect(plain.connections()).toBe(0);
  });

  it("over TLS with a certificate nobody vouches for brings nothing", async () => {
    const { url, requests } = await receiver({ tls });

    expect(await get(url)).toMatchObject({ reason: "unreachable", message: expect.stringContaining("self-signed") });
    expect(requests).toEqual([]);
  });
});
