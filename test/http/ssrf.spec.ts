import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webhookUrl } from "../../core/domain/webhooks/webhook-url.ts";
import { createPost } from "../../core/http/guarded-client.ts";
import { createHostCheck } from "../../core/http/host-check.ts";

/** Ways to write hosts that lead to this machine, to private networks or to a cloud's metadata service. */
const LITERALS = [
  "127.0.0.1",
  "127.0.0.2",
  "127.255.255.254",
  "127.1",
  "127.0.1",
  "0177.0.0.1",
  "0177.1",
  "0x7f.0.0.1",
  "0x7f.1",
  "0x7F000001",
  "2130706433",
  "017700000001",
  "127.0.0.1.",
  "127。0。0。1",
  "①②⑦.⓪.⓪.①",
  "１２７.0.0.1",
  "%31%32%37.0.0.1",
  "0",
  "0.0.0.0",
  "0x0",
  "00.0.0.0",
  "10.0.0.1",
  "10.255.255.255",
  "012.0.0.1",
  "167772161",
  "100.64.0.1",
  "100.127.255.255",
  "169.254.169.254",
  "169.254.170.2",
  "0xA9FEA9FE",
  "2852039166",
  "0251.0376.0251.0376",
  "169.254.43518",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "192.168.1",
  "0300.0250.0.1",
  "192.0.0.192",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[0000:0000:0000:0000:0000:0000:0000:0001]",
  "[::]",
  "[::127.0.0.1]",
  "[::7f00:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:127.0.0.1]",
  "[::ffff:169.254.169.254]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::a9fe:a9fe]",
  "[64:ff9b:1::1]",
  "[2002:7f00:1::]",
  "[2001:0:7f00:1::]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[fe80::1]",
  "[fec0::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[ff02::1]",
  "[100::1]",
];
const NAMES = [
  "localhost",
  "LOCALHOST",
  "localhost.",
  "a.localhost",
  "printer",
  "db.internal",
  "nas.local",
  "x.home.arpa",
];

/** Answers that a resolver may return for a stranger's host name. A host is refused if any of its addresses is bad. */
const ANSWERS: [title: string, addresses: string[]][] = [
  ["loopback", ["127.0.0.1"]],
  ["loopback, v6", ["::1"]],
  ["mapped loopback", ["::ffff:127.0.0.1"]],
  ["mapped metadata", ["::ffff:169.254.169.254"]],
  ["a public address first, loopback second", ["93.184.216.34", "127.0.0.1"]],
  ["loopback first, a public address second", ["127.0.0.1", "93.184.216.34"]],
  ["a public v6 address and a private v4 one", ["2606:4700:4700::1111", "10.0.0.5"]],
  ["a private network", ["192.168.1.1"]],
  ["a unique local address", ["fd12:3456:789a::1"]],
  ["a link-local address with a zone", ["fe80::1%lo"]],
  ["metadata", ["169.254.169.254"]],
  ["an unspecified address", ["0.0.0.0"]],
  ["a translated loopback", ["64:ff9b::7f00:1"]],
  ["a tunnelled loopback", ["2002:7f00:1::"]],
  ["nonsense", ["not an address"]],
];

let trap: Server;
let port: number;
let connections = 0;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  trap = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => trap.listen(0, resolve)); // every address of this machine, v4 and v6
  const address = trap.address();
  port = typeof address === "object" && address ? address.port : 0;
});
beforeEach(() => {
  connections = 0;
});
afterAll(() => new Promise((resolve) => trap.close(resolve)));

const post = (host: string, resolve?: (name: string) => Promise<{ address: string; family: number }[]>) =>
  createPost({ allowPrivate: false, log, answerSec: 2, ...(resolve && { resolve }) })({
    url: `https://${host}:${port}/`,
    headers: {},
    body: "{}",
  });

it("the table is long enough to mean something", () => {
  expect(LITERALS.length + NAMES.length).toBeGreaterThanOrEqual(60);
});

describe("a url that leads elsewhere than to the public internet", () => {
  it.each([...LITERALS, ...NAMES])("https://%s can't be set and is not dialled", async (host) => {
    expect(webhookUrl(`https://${host}/`, false)).toHaveProperty("error");

    const result = await post(host, async () => [{ address: "127.0.0.1", family: 4 }]);

    expect(result.status).toBeNull();
    expect(connections).toBe(0);
  });
});

describe("a name whose resolver answers", () => {
  it.each(ANSWERS)("%s can't be set and is not dialled", async (_title, addresses) => {
    let asked = 0;
    const resolve = async () => {
      asked++;
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    };

    expect(await createHostCheck({ allowPrivate: false, resolve })("hooks.example.com")).toBe("private");
    asked = 0;
    const result = await post("hooks.example.com", resolve);

    expect(result.status).toBeNull();
    expect(result.error).toContain("public internet");
    expect([asked, connections]).toEqual([1, 0]);
  });

  it("one thing now and another a moment later is asked once a post, and refused whenever the answer is bad", async () => {
    const answers = ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1"];
    let asked = 0;
    const resolve = async () => {
      const address = answers[asked++ % answers.length] ?? "127.0.0.1";
      return [{ address, family: address.includes(":") ? 6 : 4 }];
    };

    for (let n = 1; n <= 8; n++) {
      expect((await post("rebind.example.com", resolve)).status).toBeNull();
      expect(asked).toBe(n);
    }
    expect(connections).toBe(0);
  });
});
