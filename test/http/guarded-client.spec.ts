import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import type { Resolve } from "../../core/http/checked-address.ts";
import { createPost, type GuardedClientOptions } from "../../core/http/guarded-client.ts";
import { createLog } from "../../core/log.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

const log = createLog("test", "silent");
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const client = (options: Partial<GuardedClientOptions> = {}) => createPost({ allowPrivate: true, log, ...options });
const request = (url: string) => ({
  url,
  headers: { "Content-Type": "application/json", "X-Token": "t" },
  body: '{"a":"é"}',
});

async function receiver(options?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const started = await startReceiver(options);
  stops.push(started.stop);
  return started;
}

/** Starts a server that sends raw bytes, for responses that no HTTP library would send. */
async function rawServer(onSocket: (socket: Socket) => void): Promise<{ url: string; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {}); // the client hanging up is what most of these tests are about
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

describe("a post", () => {
  it("carries the headers and the exact body, once", async () => {
    const { url, requests } = await receiver();

    expect(await client()(request(`${url}?a=b`))).toEqual({ status: 200, error: null });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: "/hook?a=b",
      body: '{"a":"é"}',
      headers: { "content-type": "application/json", "x-token": "t", "content-length": "10" },
    });
    expect(requests[0]?.headers).not.toHaveProperty("accept-encoding");
  });

  it.each([200, 201, 202, 204, 299])("is delivered by the answer %i", async (status) => {
    const { url, respondWith } = await receiver();
    respondWith(status);

    expect(await client()(request(url))).toEqual({ status, error: null });
  });

  it.each([400, 401, 404, 410, 429, 500, 503, 600])("is not delivered by the answer %i", async (status) => {
    const { url, respondWith } = await receiver();
    respondWith(status);

    expect(await client()(request(url))).toEqual({
      status,
      error: expect.stringContaining(`responded with ${status} instead`),
    });
  });

  it.each([301, 302, 303, 307, 308])("does not follow the redirect %i", async (status) => {
    const target = await receiver();
    const { url, respondWith } = await receiver();
    respondWith({ status, headers: { location: target.url } });

    expect(await client()(request(url))).toEqual({
      status,
      error: expect.stringContaining("Redirects are not followed"),
    });
    expect(target.connections()).toBe(0);
  });

  it("does not take a 1xx answer for delivered", async () => {
    const { url } = await rawServer((socket) => socket.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"));

    expect(await client({ answerSec: 0.3 })(request(url))).toEqual({
      status: null,
      error: "There was no response within 0.3 seconds.",
    });
  });
});

describe("the deadline", () => {
  it("ends a post to a receiver that never answers, and its connection", async () => {
    const { url, sockets } = await rawServer(() => {});
    const startedAt = performance.now();

    expect(await client({ answerSec: 0.4 })(request(url))).toEqual({
      status: null,
      error: "There was no response within 0.4 seconds.",
    });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(395);
    await closed(sockets[0]);
  });

  it("is absolute: headers that drip in byte by byte don't lengthen it", async () => {
    const { url, sockets } = await rawServer((socket) => {
      const bytes = [..."HTTP/1.1 200 OK\r\nX-Slow: ", ..."x".repeat(10_000)];
      const timer = setInterval(() => socket.write(bytes.shift() ?? "x"), 20);
      socket.once("close", () => clearInterval(timer));
    });
    const startedAt = performance.now();

    expect((await client({ answerSec: 0.5 })(request(url))).error).toContain("There was no response");
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await closed(sockets[0]);
  });

  it("covers the look-up of the name", async () => {
    const resolve: Resolve = () => new Promise(() => {});

    expect((await client({ answerSec: 0.2, resolve })(request("http://hooks.example.com/"))).error).toContain(
      "There was no response",
    );
  });

  it("covers the TLS handshake", async () => {
    const { url, sockets } = await rawServer(() => {});

    expect((await client({ answerSec: 0.3 })(request(url.replace("http:", "https:")))).error).toContain(
      "There was no response",
    );
    await closed(sockets[0]);
  });
});

describe("the answer's body", () => {
  it("is irrelevant: a 200 whose body never ends is delivered at once and hung up on", async () => {
    const { url, sockets } = await rawServer((socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc"),
    );
    const startedAt = performance.now();

    expect(await client()(request(url))).toEqual({ status: 200, error: null });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await closed(sockets[0]);
  });

  it("is not read beyond a little: an endless one is cut off", async () => {
    let sentBytes = 0;
    const { url, sockets } = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
      const more = () => {
        while (!socket.destroyed && socket.write(chunk)) sentBytes += chunk.length;
      };
      socket.on("drain", more);
      more();
    });

    expect(await client()(request(url))).toEqual({ status: 200, error: null });
    await closed(sockets[0]);
    expect(sentBytes).toBeLessThan(50_000_000); // what the machine's buffers take, not what the server would send
  });

  it("may break off after the headers", async () => {
    const { url } = await rawServer((socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc", () => socket.resetAndDestroy()),
    );

    expect(await client()(request(url))).toEqual({ status: 200, error: null });
  });

  it("is not decompressed", async () => {
    const { url, respondWith } = await receiver();
    respondWith({ status: 200, headers: { "content-encoding": "gzip" }, body: "this is no gzip" });

    expect(await client()(request(url))).toEqual({ status: 200, error: null });
  });
});

describe("a broken receiver", () => {
  it("that resets the connection is a failed try", async () => {
    const { url, respondWith } = await receiver();
    respondWith("reset");

    expect(await client()(request(url))).toEqual({
      status: null,
      error: "The connection was closed before a response arrived.",
    });
  });

  it("that closes without an answer is a failed try, and is not asked twice", async () => {
    const { url, sockets } = await rawServer((socket) => socket.end());

    expect((await client()(request(url))).error).toContain("closed before a response");
    expect(sockets).toHaveLength(1);
  });

  it("that is not there is a failed try", async () => {
    const gone = await startReceiver();
    await gone.stop();

    expect((await client()(request(gone.url))).error).toContain("connection was refused");
  });

  it("that answers no HTTP is a failed try", async () => {
    const { url } = await rawServer((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"));

    expect(await client()(request(url))).toEqual({ status: null, error: "The response was not valid HTTP/1.1." });
  });

  it("that sends more than 16 KiB of headers is a failed try", async () => {
    const { url } = await rawServer((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nX-Big: ${"x".repeat(20_000)}\r\n\r\n`),
    );

    expect((await client()(request(url))).error).toContain("larger than 16 KiB");
  });
});

describe("TLS", () => {
  const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");
  const tls = { key: fixture("localhost-key.pem"), cert: fixture("localhost-cert.pem") };
  const standard = getCACertificates();
  afterEach(() => setDefaultCACertificates(standard));

  it("with a certificate nobody vouches for carries nothing", async () => {
    const { url, requests } = await receiver({ tls });

    expect(await client()(request(url))).toEqual({ status: null, error: expect.stringContaining("self-signed") });
    expect(requests).toEqual([]);
  });

  it("with a trusted certificate of this name is delivered, by HTTP/1.1", async () => {
    const { url, requests } = await receiver({ tls });
    setDefaultCACertificates([...standard, tls.cert]);

    expect(await client()(request(url.replace("127.0.0.1", "localhost")))).toEqual({ status: 200, error: null });
    expect(requests).toHaveLength(1);
  });

  it("with a certificate of another name carries nothing", async () => {
    const { url, requests } = await receiver({ tls });
    setDefaultCACertificates([...standard, tls.cert]);
    const resolve: Resolve = async () => [{ address: "127.0.0.1", family: 4 }];

    const result = await client({ resolve })(request(url.replace("127.0.0.1", "hooks.example.com")));

    expect(result).toEqual({ status: null, error: "The host's certificate is for a different name." });
    expect(requests).toEqual([]);
  });
});

describe("an address that is not public", () => {
  const guarded = (resolve?: Resolve) => client({ allowPrivate: false, answerSec: 2, ...(resolve && { resolve }) });
  const REFUSED = { status: null, error: "The host is not on the public internet, so nothing was sent." };
  const port = (url: string) => new URL(url).port;

  it.each(["127.0.0.1", "127.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "localhost"])(
    "gets no connection when the url is https://%s",
    async (host) => {
      const { url, connections } = await receiver();

      expect(await guarded()(request(`https://${host}:${port(url)}/`))).toEqual(REFUSED);
      expect(connections()).toBe(0);
    },
  );

  it("gets no connection when a name resolves to it, even beside a public address", async () => {
    const { url, connections } = await receiver();
    const resolve: Resolve = async () => [
      { address: "93.184.216.34", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];

    expect(await guarded(resolve)(request(`https://hooks.example.com:${port(url)}/`))).toEqual(REFUSED);
    expect(connections()).toBe(0);
  });

  it("is not reached over http either, nor is any other address", async () => {
    const { url, connections } = await receiver();

    expect(await guarded()(request(url))).toEqual(REFUSED);
    expect(await guarded()(request("http://93.184.216.34/"))).toEqual(REFUSED);
    expect(connections()).toBe(0);
  });

  it("is not dialled when a name changes its answer after the check: the checked answer is", async () => {
    const { url, requests } = await receiver();
    const answers = ["127.0.0.1", "127.0.0.2"]; // nothing listens on the second
    let asked = 0;
    const resolve: Resolve = async () => [{ address: answers[asked++] ?? "127.0.0.2", family: 4 }];

    const result = await client({ resolve })(request(url.replace("127.0.0.1", "checked.invalid")));

    expect(result).toEqual({ status: 200, error: null });
    expect(requests[0]?.headers.host).toBe(`checked.invalid:${port(url)}`);
    expect(asked).toBe(1);
  });
});
