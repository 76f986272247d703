import { describe, expect, it } from "vitest";
import { addressMatcher } from "../../local/system/serve-settings.ts";
import { readSettings } from "../../local/system/settings.ts";

const PUBLIC_URL = "https://gw.example.com";

describe("the settings that make one machine serve a team", () => {
  it("are absent unless a public address is given", () => {
    expect(readSettings({})).toMatchObject({ sandboxPort: 8090, allowPrivateWebhooks: true });
    expect(readSettings({ PUBLIC_URL: "" }).serve).toBeUndefined();
  });

  it("trust this machine's proxies, and turn the sandbox and private webhooks off, unless others are given", () => {
    const { serve, ...settings } = readSettings({ PUBLIC_URL });
    expect(serve?.url.origin).toBe(PUBLIC_URL);
    expect(serve?.trustedProxies).toEqual([]);
    expect(settings).toMatchObject({ sandboxPort: null, allowPrivateWebhooks: false });

    const own = { SANDBOX_PORT: "8090", ALLOW_PRIVATE_WEBHOOKS: "1", TRUSTED_PROXIES: "10.0.0.7, fd00::/8" };
    expect(readSettings({ PUBLIC_URL, ...own })).toMatchObject({
      sandboxPort: 8090,
      allowPrivateWebhooks: true,
      serve: { trustedProxies: ["10.0.0.7", "fd00::/8"] },
    });
  });

  it.each([
    ["gw.example.com", "must be a URL such as https://"],
    ["ftp://gw.example.com", "must be a URL such as https://"],
    ["http://gw.example.com", "must start with https://"],
    ["http://127.0.0.1.example.com", "must start with https://"],
    ["https://gw.example.com/gateway", "must be a host without a path"],
    ["https://gw.example.com/?", "must be a host without a path"],
    ["https://gw.example.com?a=1", "must be a host without a path"],
    ["https://gw.example.com#a", "must be a host without a path"],
    ["https://ana@gw.example.com", "must not contain a user"],
    ["https://ana:secret@gw.example.com", "must not contain a user"],
  ])("refuse %s as the public address", (address, sentence) => {
    expect(() => readSettings({ PUBLIC_URL: address })).toThrow(`PUBLIC_URL ${sentence}`);
  });

  it.each([
    "http://localhost:8080",
    "http://127.0.0.1",
    "http://[::1]:80",
    "https://gw.example.com:8443",
    "https://GW.example.com/",
  ])("take %s as the public address", (address) => {
    expect(readSettings({ PUBLIC_URL: address }).serve?.url).toEqual(new URL(address));
  });

  it.each([
    "proxy.example.com",
    "10.0.0.0/33",
    "0.0.0.0/0",
    "::/0",
    "10.0.0.7,",
    "10.0.0.7/",
    "fe80::1%eth0",
    "10.0.0.7:80",
  ])("refuse %s as a proxy", (proxies) => {
    expect(() => readSettings({ PUBLIC_URL, TRUSTED_PROXIES: proxies })).toThrow("TRUSTED_PROXIES must list addresses");
  });

  it("refuse proxies without a public address, because they would be ignored", () => {
    expect(() => readSettings({ TRUSTED_PROXIES: "10.0.0.7" })).toThrow("TRUSTED_PROXIES is set without PUBLIC_URL");
  });

  it("let the operator set how many numbers an account has", () => {
    expect(readSettings({ INSTANCES_PER_ACCOUNT: "40" }).instances_per_account).toBe(40);
    expect(() => readSettings({ INSTANCES_PER_ACCOUNT: "0" })).toThrow("INSTANCES_PER_ACCOUNT must be 1 or more");
  });
});

describe("a list of addresses", () => {
  it("matches single addresses, networks, and IPv4 in IPv6 form", () => {
    const matches = addressMatcher(["10.0.0.7", "172.16.0.0/12", "fd00::/8"]);
    const found = ["10.0.0.7", "::ffff:10.0.0.7", "172.31.255.1", "FD12::1"];
    const others = ["10.0.0.8", "172.32.0.1", "fe80::1", "", "unknown", "10.0.0.7:80", "fd12::1%eth0"];
    expect([...found, ...others].filter(matches)).toEqual(found);
  });
});
