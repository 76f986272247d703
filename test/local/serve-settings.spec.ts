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

describe("the settings for mail", () => {
  const smtpOf = (SMTP_URL: string, more = {}) => readSettings({ PUBLIC_URL, SMTP_URL, ...more }).smtp;

  it("let mail wait unless a mail server is given", () => {
    expect(readSettings({ PUBLIC_URL }).smtp).toBeUndefined();
    expect(readSettings({ PUBLIC_URL, SMTP_URL: "" }).smtp).toBeUndefined();
  });

  it.each([
    ["smtps://mail.example.com", { host: "mail.example.com", port: 465, tls: "at_once", user: null, password: null }],
    ["smtp://a%40b:p%2Fw@mail.example.com", { port: 587, tls: "starttls", user: "a@b", password: "p/w" }],
    ["smtp://mail.example.com:25", { port: 25, tls: "starttls" }],
    ["smtp://127.0.0.1:25", { host: "127.0.0.1", port: 25, tls: "none" }],
    ["smtp://[::1]:25", { host: "::1", port: 25, tls: "none" }],
    ["smtp://localhost", { tls: "none" }],
    ["smtp://localhost.example.com", { tls: "starttls" }],
    ["smtp://10.0.0.7", { tls: "starttls" }],
  ])("ask for TLS except on this machine: %s", (address, expected) => {
    expect(smtpOf(address)).toMatchObject({ from: "no-reply@gw.example.com", ...expected });
  });

  it.each([
    ["mail.example.com:25", {}, "SMTP_URL must be a URL"],
    ["http://mail.example.com", {}, "SMTP_URL must be a URL"],
    ["smtp://mail.example.com/?tls=0", {}, "SMTP_URL must be a URL"],
    ["smtp://ana@mail.example.com", {}, "SMTP_URL must have both"],
    ["smtp://:s3cret@mail.example.com", {}, "SMTP_URL must have both"],
    ["smtp://ana:s3cret%@mail.example.com", {}, "SMTP_URL must have both"],
    ["smtp://mail.example.com", { MAIL_FROM: "gateway" }, "MAIL_FROM must be an email address"],
    ["smtp://mail.example.com", { PUBLIC_URL: "https://203.0.113.7" }, "MAIL_FROM must be set"],
    ["smtp://ana:s3cret@mail.example.com", { PUBLIC_URL: "" }, "SMTP_URL is set without PUBLIC_URL"],
  ])("refuse %s %j, without its password", (address, more, sentence) => {
    expect(() => smtpOf(address, more)).toThrow(sentence);
    expect(() => smtpOf(address, more)).not.toThrow("s3cret");
  });

  it("name no sender without a mail server", () => {
    expect(() => readSettings({ PUBLIC_URL, MAIL_FROM: "gateway@example.com" })).toThrow("MAIL_FROM is set without");
  });
});
