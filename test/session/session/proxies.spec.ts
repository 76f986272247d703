import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import type { MessageContent } from "../../../core/domain/messages/message-content.ts";
import { testProxy } from "../../../core/operations/instances/test-proxy.ts";
import { updateInstance } from "../../../core/operations/instances/update-instance.ts";
import { previewLink } from "../../../core/operations/messages/preview-link.ts";
import type { Log } from "../../../core/ports.ts";
import { keys } from "../../../core/store/keys.ts";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import {
  PASSWORD,
  type RealProxy,
  startHttpProxy,
  startSocksProxy,
  USER,
  watchConnections,
} from "../support/real-proxies.ts";
import { picture } from "../support/sample-files.ts";
import { SendingWorld } from "../support/sending-world.ts";
import { SessionWorld } from "../support/session-world.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const ACTOR = { kind: "operator" } as never;

async function setProxy(world: SessionWorld, id: string, url: string | null): Promise<void> {
  const deps = { ...world.deps(), hostCheck: async () => "public" as const, allowPrivateProxies: true };
  await updateInstance(deps, {
    instance: world.instance(id),
    change: { proxy: url === null ? null : { url } },
    actor: ACTOR,
  });
}

/** Creates a task with an unlinked number that uses this proxy, and records every line of the task's log. */
async function numberBehind(proxy: RealProxy | null, url = proxy?.url() ?? null) {
  const world = await SessionWorld.create();
  ends.push(() => world.tearDown());
  setDefaultCACertificates([...getCACertificates("bundled"), readFileSync(world.stage.network.mediaCaFile, "utf8")]);
  const lines: unknown[] = [];
  const note: Log["info"] = (...line) => void lines.push(line);
  const task = await world.startTask("task-1", { log: { info: note, warn: note, error: note } });
  const id = await world.addInstance();
  if (url !== null) await setProxy(world, id, url);
  return { world, task, id, lines, sending: SendingWorld.of(world, id, task) };
}

/** Serves a web page with a title for messages to link to. */
async function startPage(): Promise<{ url: string; port: number }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<html><head><title>Tea</title></head></html>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo; // a TCP server's address
  return { url: `http://127.0.0.1:${port}/tea`, port };
}

async function started(start: () => Promise<RealProxy>): Promise<RealProxy> {
  const proxy = await start();
  ends.push(() => proxy.stop());
  return proxy;
}

const portsOf = ({ log }: RealProxy) => log.map((line) => Number(line.split(":").at(-1)));

describe.each([
  ["a SOCKS5", startSocksProxy],
  ["an HTTP", startHttpProxy],
] as const)("a number behind %s proxy", (_kind, start) => {
  it("is linked, connects, uploads, downloads and fetches previews through it, and nothing goes directly", async () => {
    const proxy = await started(start);
    using opened = watchConnections();
    const page = await startPage();
    const { world, id, sending } = await numberBehind(proxy);

    await world.link(id, OLGA);
    const image = await picture().jpeg().toBuffer();
    const sent = await sending.send(ANA, await sending.media("image", image, { mimetype: "image/jpeg" }));
    expect(await sending.seen(ANA, sent)).toMatchObject({ type: "image", media: { size: image.length } });
    const data = (await picture().png().toBuffer()).toString("base64");
    const written = await world.stage.sandbox.write(ANA, { to: OLGA, media: { data, mimetype: "image/png" } });
    expect(await sending.received(written.id)).toMatchObject({ type: "image", file: { mimetype: "image/png" } });
    const asked = { user: "usr_1", link: page.url } as const;
    const shown = await previewLink(world.deps(), world.instance(id), asked, world.clock.now());
    expect(shown).toEqual({ title: "Tea", description: null, picture: null });
    const text = {
      kind: "text" as const,
      text: `Look: ${page.url}`,
      link_preview: true,
      mentions: [],
    } satisfies MessageContent;
    expect(await sending.seen(ANA, await sending.send(ANA, text))).toMatchObject({ text: `Look: ${page.url}` });

    const ports = portsOf(proxy);
    const network = Number(new URL(world.stage.network.url).port);
    const files = ports.filter((port) => port !== network && port !== page.port);
    expect(ports.filter((port) => port === network).length).toBeGreaterThanOrEqual(2); // the link, and the login
    expect(new Set(files).size).toBe(1);
    expect(files.length).toBeGreaterThanOrEqual(2); // an upload, and a download
    expect(ports.filter((port) => port === page.port)).toHaveLength(1); // the preview that was shown is sent
    // Each connection that the proxy made is one of this process's; one more would be a direct one.
    for (const port of new Set(ports)) {
      expect([port, opened.to(port)]).toEqual([port, ports.filter((one) => one === port).length]);
    }
  });

  it("that goes down is `proxy_unreachable` and connects to nothing, and comes back with it by itself", async () => {
    const proxy = await started(start);
    const { world, id } = await numberBehind(proxy);
    await world.link(id, OLGA);
    using opened = watchConnections();

    await proxy.stop();
    await world.reaches(id, "starting, proxy_unreachable");
    const waiting = await world.send(id, ANA, "Later");
    expect(opened.to(Number(new URL(world.stage.network.url).port))).toBe(0);
    expect(world.events("instance.status").at(-1)).toMatchObject({ status_reason: "proxy_unreachable" });

    await proxy.startAgain();
    await world.reaches(id, "working");
    await eventually("delivery", () => world.message(waiting).status === "delivered");
  });

  it("with a wrong password is `proxy_unreachable`; another url, or none, counts at once", async () => {
    const proxy = await started(start);
    const { world, id } = await numberBehind(proxy);
    await world.link(id, OLGA);

    await setProxy(world, id, proxy.url("another"));
    await world.reaches(id, "starting, proxy_unreachable");
    await setProxy(world, id, proxy.url());
    await world.reaches(id, "working");

    const before = proxy.log.length;
    const logins = await world.connections();
    await setProxy(world, id, null);
    await eventually("another login", async () => (await world.connections()) > logins);
    expect(proxy.log).toHaveLength(before);
    expect(world.instance(id).proxy).toBeNull();
  });
});

describe("a number's proxy", () => {
  it("that fails before a phone is linked is the reason why there is no code, and one that works shows a code", async () => {
    const proxy = await started(startSocksProxy);
    const { world, id } = await numberBehind(proxy, proxy.url("another"));

    await world.table.write({ update: keys.qr(id), set: { asked_at: world.clock.now().toISOString() } });
    await world.change(id, "start");
    await world.reaches(id, "scan_qr_code, proxy_unreachable");
    await setProxy(world, id, proxy.url());
    await world.link(id, OLGA);

    expect(world.status(id)).toBe("working");
  });

  it("is in no event, no log line and no item as it is; a deleted number leaves through it, and takes it along", async () => {
    const proxy = await started(startSocksProxy);
    const { world, id, lines } = await numberBehind(proxy, proxy.url("wrong-word"));
    await setProxy(world, id, proxy.url());
    await world.link(id, OLGA);
    const traces = JSON.stringify([world.table.all(), lines]);
    for (const secret of [PASSWORD, "wrong-word", USER]) expect(traces).not.toContain(secret);

    await proxy.stop();
    await world.reaches(id, "starting, proxy_unreachable");
    await proxy.startAgain();
    await world.delete(id);
    await eventually("the phone to be free", async () => {
      return (await world.stage.sandbox.phone(OLGA)).linked_devices.length === 0;
    });
    await eventually("the record to be gone", () => world.table.peek(keys.instance(id)) === null);
  });

  it("is tested by the session, from where its connections come, also without a connection", async () => {
    const proxy = await started(startHttpProxy);
    const { world, id } = await numberBehind(proxy);
    const test = () => testProxy(world.deps(), world.instance(id));

    expect(await test()).toMatchObject({ ok: true, ms: expect.any(Number), error: null, tests_left_today: 49 });
    expect(portsOf(proxy)).toContain(Number(new URL(world.stage.network.url).port));
    await setProxy(world, id, proxy.url("another"));
    const error = "The proxy rejected the user name or the password. Check both with its operator.";
    expect(await test()).toEqual({ ok: false, ms: null, error, tests_left_today: 48 });
  });

  it("whose url can't be opened any more lets nothing out", async () => {
    const { world, id } = await numberBehind(null);
    await world.link(id, OLGA);
    using opened = watchConnections();

    const sealed = Buffer.from("sealed for another");
    const proxy = { host: "proxy.example.com:1080", last4: null, sealed };
    await world.table.write({ update: keys.instance(id), set: { proxy } });
    await world.change(id, "restart");
    await world.reaches(id, "starting, proxy_unreachable");

    expect(opened.to(Number(new URL(world.stage.network.url).port))).toBe(0);
  });
});
