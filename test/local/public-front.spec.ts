import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientAddress } from "../../local/system/client-address.ts";
import { publicFront, thisMachinesFront } from "../../local/system/public-front.ts";
import { addressMatcher, plainAddress } from "../../local/system/serve-settings.ts";
import { readSettings } from "../../local/system/settings.ts";

const HOST = ["Host", "gw.example.com"];
const CLIENT = ["X-Forwarded-For", "203.0.113.7"];

function frontOf(env: Record<string, string> = {}) {
  const { serve } = readSettings({ PUBLIC_URL: "https://gw.example.com", ...env });
  if (!serve) throw new Error("There is a public address.");
  return publicFront(serve);
}

/** Creates a request as Node parses it. */
function asked(rawHeaders: string[], { from = "127.0.0.1", path = "/v1/instances" } = {}): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.defineProperty(request.socket, "remoteAddress", { value: from });
  request.url = path;
  request.httpVersion = "1.1";
  request.rawHeaders = [...rawHeaders];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    request.headers[(rawHeaders[at] ?? "").toLowerCase()] = rawHeaders[at + 1];
  }
  return request;
}

/** Returns the client's address as determined by the gateway or, if the gateway refuses the request, the status. */
function judged(front: ReturnType<typeof frontOf>, headers: string[], about: { from?: string; path?: string } = {}) {
  const request = asked(headers, about);
  return front.refuses(request)?.status ?? front.addressOf(request);
}

describe("a gateway that serves a team", () => {
  it.each([
    ["one that its proxy passed on", [...HOST, ...CLIENT], "203.0.113.7"],
    ["one with the scheme", [...HOST, ...CLIENT, "X-Forwarded-Proto", "https"], "203.0.113.7"],
    ["a host with the scheme's port", ["Host", "GW.example.com:443", ...CLIENT], "203.0.113.7"],
    ["a page of its own", [...HOST, ...CLIENT, "Origin", "https://gw.example.com"], "203.0.113.7"],
    ["an address with a port", [...HOST, "X-Forwarded-For", "203.0.113.7:4711"], "203.0.113.7"],
    ["an IPv6 address with a port", [...HOST, "X-Forwarded-For", "[2001:DB8:0::1]:4711"], "2001:db8::1"],
    ["IPv4 in IPv6 form", [...HOST, "X-Forwarded-For", "::ffff:203.0.113.7"], "203.0.113.7"],
    ["what the client wrote first", [...HOST, "X-Forwarded-For", "198.51.100.1, 203.0.113.7"], "203.0.113.7"],
    ["two headers, the client's first", [...HOST, "X-Forwarded-For", "198.51.100.1", ...CLIENT], "203.0.113.7"],
    ["a client on the proxy's machine", [...HOST, "X-Forwarded-For", "203.0.113.7, 127.0.0.1"], "127.0.0.1"],
    ["bad bytes before the client", [...HOST, "X-Forwarded-For", "\u00ff\u0000,,;, 203.0.113.7"], "203.0.113.7"],
    [
      "other address headers",
      [...HOST, ...CLIENT, "X-Real-IP", "10.1.1.1", "CF-Connecting-IP", "10.1.1.1"],
      "203.0.113.7",
    ],
    ["the standard's header", [...HOST, ...CLIENT, "Forwarded", "for=10.1.1.1;host=evil.example"], "203.0.113.7"],
    ["another host for the proxy", [...HOST, ...CLIENT, "X-Forwarded-Host", "evil.example"], "203.0.113.7"],
  ])("admits %s, and sees the client", (_what, headers, address) => {
    expect(judged(frontOf(), headers)).toBe(address);
  });

  it.each([
    ["no host", [...CLIENT], 421],
    ["another host", ["Host", "evil.example", ...CLIENT], 421],
    ["two hosts", [...HOST, ...HOST, ...CLIENT], 421],
    ["a host as a list", ["Host", "gw.example.com, evil.example", ...CLIENT], 421],
    ["a host that begins like ours", ["Host", "gw.example.com.evil.example", ...CLIENT], 421],
    ["another port", ["Host", "gw.example.com:8443", ...CLIENT], 421],
    ["the machine's own name", ["Host", "127.0.0.1:8080", ...CLIENT], 421],
    ["a page of another site", [...HOST, ...CLIENT, "Origin", "https://evil.example"], 403],
    ["a page without a site", [...HOST, ...CLIENT, "Origin", "null"], 403],
    ["our page over plain HTTP", [...HOST, ...CLIENT, "Origin", "http://gw.example.com"], 403],
    ["two pages", [...HOST, ...CLIENT, "Origin", "https://gw.example.com", "Origin", "https://evil.example"], 403],
    ["plain HTTP at the proxy", [...HOST, ...CLIENT, "X-Forwarded-Proto", "http"], 403],
    ["two schemes", [...HOST, ...CLIENT, "X-Forwarded-Proto", "https, http"], 403],
    ["an empty scheme", [...HOST, ...CLIENT, "X-Forwarded-Proto", ""], 403],
    ["no client", [...HOST, "X-Forwarded-Proto", "https"], 400],
    ["an empty client", [...HOST, "X-Forwarded-For", ""], 400],
    ["a client that is no address", [...HOST, "X-Forwarded-For", "203.0.113.7, unknown"], 400],
    ["a client with a zone", [...HOST, "X-Forwarded-For", "fe80::1%eth0"], 400],
    ["nothing of a proxy", [...HOST], 400],
  ])("refuses %s", (_what, headers, status) => {
    expect(judged(frontOf(), headers)).toBe(status);
  });

  it("answers nobody who goes round the proxy, whatever they write", () => {
    const front = frontOf({ TRUSTED_PROXIES: "10.0.0.7" });
    for (const headers of [[...HOST], [...HOST, ...CLIENT], [...HOST, "X-Forwarded-For", "10.0.0.7"]]) {
      expect(judged(front, headers, { from: "192.168.1.20" })).toBe(403);
      expect(judged(front, headers, { from: "192.168.1.20", path: "/health" })).toBe(403);
    }
    expect(judged(front, [...HOST, ...CLIENT], { from: "::ffff:10.0.0.7" })).toBe("203.0.113.7");
    // Loopback isn't a trusted proxy here, so programs on this machine can't pretend to be another client.
    expect(judged(front, [...HOST, ...CLIENT])).toBe(403);
  });

  it("looks behind a proxy on this machine only if that one is named", () => {
    const twoHops = [...HOST, "X-Forwarded-For", "203.0.113.7, 127.0.0.1"];
    expect(judged(frontOf({ TRUSTED_PROXIES: "127.0.0.1" }), twoHops)).toBe("203.0.113.7");
    expect(judged(frontOf({ TRUSTED_PROXIES: "127.0.0.1, 203.0.113.0/24" }), twoHops)).toBe("203.0.113.7");
  });

  it("answers what it and a supervisor of this machine ask it directly", () => {
    const direct = ["/health", "/identity/.well-known/openid-configuration", "/identity/token", "/identity/jwks"];
    for (const path of direct) expect(judged(frontOf(), HOST, { path })).toBe("127.0.0.1");
    for (const path of direct) expect(judged(frontOf(), ["Host", "127.0.0.1:8080"], { path })).toBe("127.0.0.1");
    const page = ["Host", "127.0.0.1:8080", "Origin", "https://evil.example"];
    for (const path of direct) expect(judged(frontOf(), page, { path })).toBe(421);
    for (const path of ["/identity/mail", "/identity/auth", "/healthy", "/"]) {
      expect(judged(frontOf(), HOST, { path })).toBe(400);
    }
  });

  it("leaves no header of a proxy to what is behind", () => {
    const request = asked([
      ...HOST,
      ...CLIENT,
      "Cookie",
      "a=1",
      "x-forwarded-proto",
      "https",
      "Via",
      "1.1 x",
      "CF-Ray",
      "1",
    ]);
    expect(frontOf().refuses(request)).toBeNull();
    expect(request.rawHeaders).toEqual([...HOST, "Cookie", "a=1"]);
    expect(request.headers).toEqual({ host: "gw.example.com", cookie: "a=1" });
  });

  it("listens to other machines only if a proxy is on one", () => {
    expect(frontOf().host).toBe("127.0.0.1");
    expect(frontOf({ TRUSTED_PROXIES: "::1" }).host).toBe("127.0.0.1");
    expect(frontOf({ TRUSTED_PROXIES: "10.0.0.7,127.0.0.1" }).host).toBeUndefined();
  });

  it("is tried without a proxy under an address of this machine", () => {
    const front = frontOf({ PUBLIC_URL: "http://localhost:8080" });
    expect(judged(front, ["Host", "localhost:8080"])).toBe("127.0.0.1");
    expect(judged(front, ["Host", "127.0.0.1:8080"])).toBe(421);
    expect(judged(front, ["Host", "localhost:8080", ...CLIENT, "X-Forwarded-Proto", "https"])).toBe(403);
  });
});

describe("a gateway that answers its own machine", () => {
  it("names PUBLIC_URL when a proxy passes a request on", () => {
    const refusal = thisMachinesFront.refuses(asked(["Host", "127.0.0.1", ...CLIENT]));
    expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining("PUBLIC_URL=https://") });
  });
});

describe("the client among the hops", () => {
  const isProxy = addressMatcher(["10.0.0.0/8"]);
  const text = fc.oneof(
    fc.string(),
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom("10.0.0.1", "unknown", "", " ", "::ffff:10.0.0.9"),
  );
  const client = fc.oneof(fc.ipV4(), fc.ipV6()).filter((one) => !isProxy(one));
  const proxies = fc.array(fc.constantFrom("10.0.0.1", "10.9.9.9", "::ffff:10.0.0.9"), { maxLength: 5 });

  it("is the one that the outermost proxy saw, whatever the client wrote before it", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 40 }), client, proxies, (written, seen, passedOn) => {
        expect(clientAddress([...written, seen, ...passedOn], isProxy)).toBe(plainAddress(seen));
      }),
    );
  });

  it("is an address in its one form, or nobody", () => {
    fc.assert(
      fc.property(fc.array(text), (hops) => {
        const found = clientAddress(hops, isProxy);
        expect(found === null || plainAddress(found) === found).toBe(true);
      }),
    );
  });
});
