import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createRawServer } from "node:net";
import { buffer } from "node:stream/consumers";
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { proxyUrl } from "../../core/domain/proxies/proxy-url.ts";
import { type Resolve, systemResolve } from "../../core/http/checked-address.ts";
import { createGet } from "../../core/http/guarded-get.ts";
import { dialThrough } from "../../core/http/proxy/dial-through.ts";
import { openTunnel } from "../../core/http/proxy/open-tunnel.ts";
import type { TunnelEnd } from "../../core/http/proxy/tunnel-end.ts";
import { createLog } from "../../core/log.ts";
import { type RealProxy, startHttpProxy, startHttpsProxy, startSocksProxy } from "../session/support/real-proxies.ts";
import { freePort } from "../support/free-port.ts";

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const pem = (name: string) => readFileSync(new URL(`fixtures/localhost-${name}.pem`, import.meta.url));
const END = { host: "web.example.com", port: 443 };

function open(
  url: string,
  end: TunnelEnd = END,
  more: { allowPrivate?: boolean; resolve?: Resolve; ms?: number } = {},
) {
  const { allowPrivate = true, resolve = systemResolve, ms = 5_000 } = more;
  const verdict = proxyUrl(url, true);
  if ("error" in verdict) throw new Error(verdict.error);
  return openTunnel(verdict.proxy, end, { allowPrivate, resolve, signal: AbortSignal.timeout(ms) });
}

async function started(start: () => Promise<RealProxy>): Promise<RealProxy> {
  const proxy = await start();
  stops.push(() => proxy.stop());
  return proxy;
}

async function listening(server: ReturnType<typeof createRawServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port; // a TCP server's address
}

describe.each([
  ["SOCKS5", startSocksProxy],
  ["HTTP", startHttpProxy],
] as const)("a tunnel through %s", (_kind, start) => {
  it("refuses a wrong password, and a host that the proxy can't reach, in words that help", async () => {
    const proxy = await started(start);
    await expect(open(proxy.url("another"))).rejects.toThrow("rejected the user name or the password");
    const nobody = { host: "127.0.0.1", port: await freePort() };
    await expect(open(proxy.url(), nobody)).rejects.toThrow(/could not reach the host|allowed to reach the network/);
  });

  it("carries the guarded client to the address that was checked, and not to a name", async () => {
    const page = createServer((_request, response) => void response.end("tea"));
    const port = await listening(page);
    const proxy = await started(start);
    const tunnel = (end: TunnelEnd) => open(proxy.url(), end);
    const resolve: Resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const log = createLog("test", "silent");
    const get = createGet({ allowPrivate: true, log, resolve, open: dialThrough(tunnel) });

    const answer = await get({ url: `http://tea.example.com:${port}/`, maxBytes: 100 });

    expect(answer.ok && (await buffer(answer.stream)).toString()).toBe("tea");
    expect(proxy.log).toEqual([`127.0.0.1:${port}`]);
  });
});

describe("a tunnel", () => {
  it("is not opened to a proxy whose name leads to a private address at that moment", async () => {
    const proxy = await started(startSocksProxy);
    const resolve: Resolve = async () => [{ address: "10.0.0.8", family: 4 }];
    const url = `socks5://proxy.example.com:${proxy.port}`;
    await expect(open(url, END, { allowPrivate: false, resolve })).rejects.toThrow("not on the public internet");
    await expect(open(proxy.url(), END, { allowPrivate: false })).rejects.toThrow("not on the public internet");
    expect(proxy.log).toEqual([]);
  });

  it("asks a SOCKS5 proxy for a name, and for an address of either kind", async () => {
    const proxy = await started(startSocksProxy);
    for (const host of ["web.example.invalid", "127.0.0.1", "::1", "2001:db8::ff:7", "::ffff:192.0.2.1"]) {
      await open(proxy.url(), { host, port: 9 }).then(
        (socket) => socket.destroy(),
        () => {},
      );
    }
    const asked = proxy.log.map((line) => line.replaceAll(/(?<=^|:)0+(?=[0-9a-f])/g, ""));
    expect(asked.slice(0, 2)).toEqual(["web.example.invalid:9", "127.0.0.1:9"]);
    expect(proxy.log).toHaveLength(5);
    expect(asked.slice(2)).toEqual(["0:0:0:0:0:0:0:1:9", "2001:db8:0:0:0:0:ff:7:9", "0:0:0:0:0:ffff:c000:201:9"]);
  });

  it("names a proxy of another kind, one that is gone, and one that never answers", async () => {
    const socks = await started(startSocksProxy);
    await expect(open(`http://127.0.0.1:${socks.port}`)).rejects.toThrow(/type/);
    const http = await started(startHttpProxy);
    await expect(open(`socks5://127.0.0.1:${http.port}`)).rejects.toThrow(/type/);
    await expect(open(`socks5://127.0.0.1:${await freePort()}`)).rejects.toThrow("Nothing is listening");
    const silent = await listening(createRawServer((socket) => void socket.on("error", () => {}).resume()));
    for (const scheme of ["http", "socks5"]) {
      await expect(open(`${scheme}://127.0.0.1:${silent}`, END, { ms: 200 })).rejects.toThrow(
        "did not respond in time",
      );
    }
  });

  it("speaks TLS to an https proxy, whose certificate must be trusted", async () => {
    const port = await listening(createTlsServer({ cert: pem("cert"), key: pem("key") }, (socket) => socket.end()));
    await expect(open(`https://localhost:${port}`)).rejects.toThrow("The TLS handshake with the proxy failed");
  });

  it("goes through a real https proxy whose authority is trusted, and gives it the password inside TLS only", async () => {
    const echo = await listening(createRawServer((socket) => socket.pipe(socket)));
    const proxy = await started(() => startHttpsProxy({ cert: pem("cert"), key: pem("key") }));
    const end = { host: "127.0.0.1", port: echo };
    await expect(open(proxy.url(), end)).rejects.toThrow("The TLS handshake with the proxy failed");
    expect(proxy.log).toEqual([]);
    const trusted = getCACertificates("default");
    setDefaultCACertificates([...trusted, pem("cert").toString()]);
    stops.push(() => setDefaultCACertificates(trusted));

    await expect(open(proxy.url("another"), end)).rejects.toThrow("rejected the user name or the password");
    const tunnel = await open(proxy.url(), end);
    tunnel.write("tea");
    const [said] = await once(tunnel, "data");

    expect(String(said)).toBe("tea");
    expect(proxy.log).toEqual([`127.0.0.1:${echo}`]);
    tunnel.destroy();
  });
});
