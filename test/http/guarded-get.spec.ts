import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createRawServer, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Resolve } from "../../core/http/checked-address.ts";
import { DownloadError } from "../../core/http/download-error.ts";
import { createGet, type GetResult } from "../../core/http/guarded-get.ts";
import { createLog } from "../../core/log.ts";

// A test can only reach loopback addresses, so 127.0.0.1 represents the public internet. The rest of 127/8 doesn't.
vi.mock("../../core/domain/webhooks/public-address.ts", async (original) => {
  const actual = await original<typeof import("../../core/domain/webhooks/public-address.ts")>();
  return { isPublicAddress: (ip: string) => ip === "127.0.0.1" || actual.isPublicAddress(ip) };
});

const log = createLog("test", "silent");
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const get = (url: string, options: { maxBytes?: number; timeoutMs?: number; resolve?: Resolve } = {}) => {
  const { maxBytes = 1_000_000, timeoutMs = 5_000, resolve } = options;
  return createGet({ allowPrivate: false, log, ...(resolve && { resolve }) })({ url, maxBytes, timeoutMs });
};

interface Site {
  url: string;
  /** Returns `host:port` with this host name, for tests with their own resolver. */
  named(name: string): string;
  requests: IncomingMessage[];
  sockets: Socket[];
}

/** Starts a web server on loopback. */
async function site(answer: (request: IncomingMessage, response: ServerResponse) => void, host = "127.0.0.1") {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  return started(server, host, requests);
}

/** Starts a server that sends raw bytes, for responses that no HTTP library would send. */
async function rawSite(onRequest: (socket: Socket) => void) {
  const server = createRawServer((socket) => {
    socket.on("error", () => {}); // being hung up on is what these tests are about
    socket.once("data", () => onRequest(socket));
  });
  return started(server, "127.0.0.1", []);
}

async function started(
  server: Server | ReturnType<typeof createRawServer>,
  host: string,
  requests: IncomingMessage[],
): Promise<Site> {
  const sockets: Socket[] = [];
  server.on("connection", (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  stops.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo; // a TCP server's address
  return { url: `http://${host}:${port}/file`, named: (name) => `http://${name}:${port}/file`, requests, sockets };
}

const closed = (socket: Socket | undefined) =>
  new Promise<void>((resolve) =>
    socket === undefined || socket.closed ? resolve() : socket.once("close", () => resolve()),
  );

function streamOf(result: GetResult) {
  if (!result.ok) throw new Error(`No file came: ${result.message}`);
  return result.stream;
}

/** Returns the error with which reading the whole stream fails. */
const failureOf = async (result: GetResult): Promise<unknown> =>
  buffer(streamOf(result)).then(
    () => "it did not fail",
    (error) => error,
  );

const redirectTo = (location: string) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(302, { location }).end();

describe("a download", () => {
  it("gives the bytes and the type the sender names, and asks for them uncompressed, without a body", async () => {
    const bytes = Buffer.from([0, 255, 1, 254, 10, 13]);
    const { url, requests } = await site((_, response) =>
      response.writeHead(200, { "content-type": "image/png" }).end(bytes),
    );

    const result = await get(`${url}?a=b#part`);

    expect(result).toMatchObject({ ok: true, contentType: "image/png" });
    expect(await buffer(streamOf(result))).toEqual(bytes);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ method: "GET", url: "/file?a=b" });
    expect(requests[0]?.headers).toMatchObject({ "accept-encoding": "identity", connection: "close" });
    expect(requests[0]?.headers).not.toHaveProperty("content-length");
    expect(requests[0]?.headers).not.toHaveProperty("transfer-encoding");
  });

  it("of a sender that names no type has none", async () => {
    const { url } = await site((_, response) => response.end("x"));

    expect(await get(url)).toMatchObject({ ok: true, contentType: null });
  });

  it("ends its connection when it is read, and when nobody wants it any more", async () => {
    const { url, sockets } = await site((_, response) => response.end("x".repeat(500_000)));

    await buffer(streamOf(await get(url)));
    await closed(sockets[0]);
    streamOf(await get(url)).destroy();
    await closed(sockets[1]);
    expect(sockets).toHaveLength(2);
  });

  it("slows the sender down when the reader is slow", async () => {
    let sentBytes = 0;
    const { url, sockets } = await rawSite((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const chunk = Buffer.alloc(0x10000);
      const more = () => {
        while (!socket.destroyed && socket.write(chunk)) sentBytes += chunk.length;
      };
      socket.on("drain", more);
      more();
    });

    const stream = streamOf(await get(url, { maxBytes: Number.MAX_SAFE_INTEGER }));
    let before = -1;
    while (sentBytes !== before) {
      before = sentBytes;
      await pause(100); // until the sender has come to a stop
    }

    expect(sentBytes).toBeLessThan(50_000_000); // what the machine's buffers take
    stream.destroy();
    await closed(sockets[0]);
  });

  it.each([201, 204, 206, 302, 304, 400, 401, 403, 404, 410, 429, 500, 503])(
    "is none by the answer %i, whose body is not waited for",
    async (status) => {
      const { url, sockets } = await rawSite((socket) =>
        socket.write(`HTTP/1.1 ${status} Whatever\r\nContent-Length: 1000\r\n\r\nabc`),
      );

      expect(await get(url)).toEqual({
        ok: false,
        reason: "bad_status",
        message: `The url responded with ${status} instead of 200.`,
      });
      await closed(sockets[0]);
    },
  );

  it("waits for the answer behind a 1xx", async () => {
    const { url } = await rawSite((socket) =>
      socket.end("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
    );

    expect((await buffer(streamOf(await get(url)))).toString()).toBe("ok");
  });
});

describe("the size", () => {
  it("may be exactly what was asked for, and not a byte more", async () => {
    const { url } = await site((_, response) => {
      response.write("12345");
      response.end("67890"); // two writes: no Content-Length
    });

    expect(await buffer(streamOf(await get(url, { maxBytes: 10 })))).toHaveLength(10);
    expect(await failureOf(await get(url, { maxBytes: 9 }))).toEqual(
      new DownloadError("too_large", "The file is larger than 9 bytes."),
    );
  });

  it("is counted: an endless body is cut off", async () => {
    let sentBytes = 0;
    const { url, sockets } = await rawSite((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
      const more = () => {
        while (!socket.destroyed && socket.write(chunk)) sentBytes += chunk.length;
      };
      socket.on("drain", more);
      more();
    });

    expect(await failureOf(await get(url, { maxBytes: 100_000 }))).toMatchObject({ reason: "too_large" });
    await closed(sockets[0]);
    expect(sentBytes).toBeLessThan(50_000_000);
  });

  it("that the sender announces beyond the limit ends it at once", async () => {
    const { url, sockets } = await rawSite((socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000001\r\n\r\nabc"),
    );

    expect(await get(url)).toEqual({
      ok: false,
      reason: "too_large",
      message: "The file is larger than 1,000,000 bytes.",
    });
    await closed(sockets[0]);
  });

  it("that the sender announces too small is all that is taken", async () => {
    const { url } = await rawSite((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n${"x".repeat(5_000_000)}`),
    );

    expect((await buffer(streamOf(await get(url, { maxBytes: 10 })))).toString()).toBe("xxx");
  });

  it("that the sender announces and does not keep is a broken download", async () => {
    const { url } = await rawSite((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc"));

    expect(await failureOf(await get(url))).toEqual(
      new DownloadError("unreachable", "The connection was closed before the whole file arrived."),
    );
  });
});

describe("the time", () => {
  it("is over when no answer comes", async () => {
    const { url, sockets } = await rawSite(() => {});

    expect(await get(url, { timeoutMs: 300 })).toEqual({
      ok: false,
      reason: "unreachable",
      message: "The file did not arrive within 0.3 seconds.",
    });
    await closed(sockets[0]);
  });

  it("is over when the body drips, however often it drips", async () => {
    const { url, sockets } = await site((_, response) => {
      const timer = setInterval(() => response.write("x"), 20);
      response.once("close", () => clearInterval(timer));
    });
    const startedAt = performance.now();

    expect(await failureOf(await get(url, { timeoutMs: 500 }))).toEqual(
      new DownloadError("unreachable", "The file did not arrive within 0.5 seconds."),
    );
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await closed(sockets[0]);
  });

  it("is one for all redirects together", async () => {
    const { url, sockets, requests } = await site((request, response) => {
      const step = Number(new URL(request.url ?? "", "http://x").searchParams.get("n"));
      setTimeout(() => response.writeHead(302, { location: `/file?n=${step + 1}` }).end(), 200);
    });

    expect(await get(url, { timeoutMs: 500 })).toMatchObject({ ok: false, reason: "unreachable" });
    expect(requests.length).toBeLessThanOrEqual(3);
    await closed(sockets.at(-1));
  });

  it("covers the look-up", async () => {
    const result = await get("http://files.example.com/a", { timeoutMs: 200, resolve: () => new Promise(() => {}) });

    expect(result).toMatchObject({ ok: false, reason: "unreachable" });
  });

  it("runs on while nobody reads: the connection ends, and who reads later learns why", async () => {
    const { url, sockets } = await site((_, response) => void response.write("x"));

    const result = await get(url, { timeoutMs: 300 });
    await closed(sockets[0]);

    expect(await failureOf(result)).toMatchObject({ reason: "unreachable" });
  });
});

describe("redirects", () => {
  it.each([301, 302, 303, 307, 308])("by %i are followed, each as a GET of its own", async (status) => {
    const target = await site((_, response) => response.end("the file"));
    const { url } = await site((_, response) => response.writeHead(status, { location: `${target.url}#x` }).end("no"));

    expect((await buffer(streamOf(await get(url)))).toString()).toBe("the file");
    expect(target.requests[0]).toMatchObject({ method: "GET", url: "/file" });
  });

  it("may be three, also relative ones, and not four", async () => {
    const { url, requests } = await site((request, response) => {
      const left = Number(request.url?.split("/").at(-1));
      if (left === 0) response.end("the file");
      else response.writeHead(302, { location: `../step/${left - 1}` }).end();
    });
    const from = (steps: number) => get(url.replace("/file", `/step/${steps}`));

    expect((await buffer(streamOf(await from(3)))).toString()).toBe("the file");
    requests.length = 0;
    expect(await from(4)).toEqual({
      ok: false,
      reason: "bad_status",
      message: "The url redirects more than 3 times. Use the final url.",
    });
    expect(requests).toHaveLength(4);
  });

  it("in a loop end", async () => {
    const { url, requests, sockets } = await site(redirectTo("/file"));

    expect(await get(url)).toMatchObject({ ok: false, reason: "bad_status" });
    expect(requests).toHaveLength(4);
    await Promise.all(sockets.map(closed));
  });

  it("to a private address are refused, and nothing is connected to", async () => {
    const inside = await site((_, response) => response.end("secret"), "127.0.0.2");
    const { url } = await site(redirectTo(inside.url));

    expect(await get(url)).toMatchObject({ ok: false, reason: "refused_address" });
    expect(inside.sockets).toEqual([]);
  });

  it.each([
    "http://10.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.2]/",
    "http://2130706434/",
    "http://localhost/",
    "http://metadata.google.internal/",
    "https://user:password@files.example.com/",
    "http://files.example.com:22/",
    "file:///etc/passwd",
    "ftp://files.example.com/a",
    "data:text/plain,hello",
    "javascript:alert(1)",
    "http://",
  ])("to %s are refused", async (location) => {
    const { url } = await site(redirectTo(location));

    expect(await get(url)).toMatchObject({
      ok: false,
      reason: "refused_address",
      message: expect.stringContaining("The url redirects to a url that is not allowed."),
    });
  });

  it("to a name of a private address are refused", async () => {
    const inside = await site((_, response) => response.end("secret"), "127.0.0.2");
    const { url } = await site(redirectTo(inside.named("files.example.com")));
    const resolve: Resolve = async () => [{ address: "127.0.0.2", family: 4 }];

    expect(await get(url, { resolve })).toMatchObject({ ok: false, reason: "refused_address" });
    expect(inside.sockets).toEqual([]);
  });
});

describe("a name that changes its answer", () => {
  it("is dialled at the address that was checked", async () => {
    const { named, requests } = await site((_, response) => response.end("the file"));
    let asked = 0;
    const resolve: Resolve = async () => [{ address: asked++ === 0 ? "127.0.0.1" : "127.0.0.2", family: 4 }];

    const result = await get(named("files.example.com"), { resolve });

    expect((await buffer(streamOf(result))).toString()).toBe("the file");
    expect(asked).toBe(1);
    expect(requests[0]?.headers.host).toMatch(/^files\.example\.com:\d+$/);
  });

  it("between a redirect and the next request is refused", async () => {
    const inside = await site((_, response) => response.end("secret"), "127.0.0.2");
    const { named } = await site(redirectTo(inside.named("files.example.com")));
    const answers = ["127.0.0.1", "127.0.0.2"];
    const resolve: Resolve = async () => [{ address: answers.shift() ?? "127.0.0.2", family: 4 }];

    expect(await get(named("files.example.com"), { resolve })).toMatchObject({ reason: "refused_address" });
    expect(inside.sockets).toEqual([]);
  });

  it("is refused when any of its addresses is private", async () => {
    const { named, sockets } = await site((_, response) => response.end("the file"));
    const resolve: Resolve = async () => ["127.0.0.1", "10.0.0.1"].map((address) => ({ address, family: 4 }));

    expect(await get(named("files.example.com"), { resolve })).toEqual({
      ok: false,
      reason: "refused_address",
      message: "The host is not on the public internet, so nothing was fetched.",
    });
    expect(sockets).toEqual([]);
  });
});

describe("a url", () => {
  it.each([
    ["http://10.0.0.1/a", "must be on the public internet"],
    ["http://intranet/a", "must be on the public internet"],
    ["http://user@files.example.com/a", "user name or password"],
    ["https://files.example.com:25/a", "is used by another protocol"],
    ["ftp://files.example.com/a", "begins with https:// or http://"],
    ["/etc/passwd", "not a valid url"],
    ["", "not a valid url"],
  ])("%j is refused without a look-up", async (url, words) => {
    const resolve: Resolve = () => Promise.reject(new Error("asked"));

    expect(await get(url, { resolve })).toEqual({
      ok: false,
      reason: "refused_address",
      message: expect.stringContaining(words),
    });
  });

  it("whose name does not resolve, or where nobody listens, is unreachable", async () => {
    const resolve: Resolve = () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }));
    expect(await get("https://files.example.com/", { resolve })).toEqual({
      ok: false,
      reason: "unreachable",
      message: "The host name does not resolve. Check the url.",
    });

    const gone = await site((_, response) => response.end());
    for (const stop of stops.splice(0)) await stop();
    expect(await get(gone.url)).toMatchObject({ ok: false, reason: "unreachable" });
  });

  it("whose answer is no HTTP, or has more than 16 KiB of headers, is unreachable", async () => {
    const noise = await rawSite((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"));
    const large = await rawSite((socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}\r\n\r\n`));

    expect(await get(noise.url)).toMatchObject({ reason: "unreachable", message: expect.stringContaining("HTTP/1.1") });
    expect(await get(large.url)).toMatchObject({ reason: "unreachable", message: expect.stringContaining("16 KiB") });
  });
});
