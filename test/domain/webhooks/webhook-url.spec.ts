import { describe, expect, it } from "vitest";
import { webhookUrl } from "../../../core/domain/webhooks/webhook-url.ts";

const HTTPS = "begins with https://";
const PUBLIC = "public internet";
const error = (text: string, allowPrivate = false) => {
  const verdict = webhookUrl(text, allowPrivate);
  return "error" in verdict ? verdict.error : null;
};

describe("the url of a webhook", () => {
  it.each([
    "https://hooks.example.com",
    "https://hooks.example.com/in?token=a%20b",
    "HTTPS://Hooks.Example.COM:8443/in",
    "https://bücher.example/haken",
    "https://xn--bcher-kva.example/",
    "https://hooks.invalid/does-not-resolve",
    "https://93.184.216.34/in",
    "https://[2606:4700:4700::1111]/in",
    "https://example.com/mail@example.com",
    "https://r3---sn-4g5e.example.com/",
    "https://my_app.hosting.example/",
    `https://${"a".repeat(63)}.example.com/`,
    `https://${`${"a".repeat(60)}.`.repeat(4)}example/`,
    `https://example.com/${"a".repeat(2_048 - 20)}`,
  ])("may be %s", (text) => expect(error(text)).toBeNull());

  it.each([
    ["http://hooks.example.com/", HTTPS],
    ["ftp://hooks.example.com/", HTTPS],
    ["hooks.example.com/in", HTTPS],
    ["https:hooks.example.com", HTTPS],
    ["https:///hooks.example.com", HTTPS],
    ["//hooks.example.com", HTTPS],
    ["javascript:alert(1)", HTTPS],
    ["", HTTPS],
    ["https://", HTTPS],
    ["https://user@hooks.example.com/", "user name or password"],
    ["https://user:pass@hooks.example.com/", "user name or password"],
    ["https://@hooks.example.com/", "user name or password"],
    ["https://hooks.example.com@127.0.0.1/", "user name or password"],
    ["https://hooks.example.com/#part", "fragment"],
    ["https://hooks.example.com/#", "fragment"],
    ["https://hooks.example.com\\@127.0.0.1/", "backslash"],
    ["https://hooks.example.com/\t", "control character"],
    ["https://hooks.example.com/\n", "control character"],
    ["https://hooks.example.com/\u0000", "control character"],
    ["https://hooks.example.com/\u0085", "control character"],
    [" https://hooks.example.com/", "space"],
    ["https://hooks.example.com/a b", "space"],
    ["https://hooks.example.com:99999/", "not a valid url"],
    ["https://hooks.exa mple.com/", "space"],
    ["https://[::1/", "not a valid url"],
    ["https://1.2.3.4.5/", "not a valid url"],
    ["https://a..com/", "not a valid name"],
    ["https://.a.com/", "not a valid name"],
    ["https://a.com../", "not a valid name"],
    ["https://./", "not a valid name"],
    ["https://-a.com/", "not a valid name"],
    ["https://a-.com/", "not a valid name"],
    ["https://a.-com/", "not a valid name"],
    ["https://a!.com/", "not a valid name"],
    ["https://a$b.com/", "not a valid name"],
    [`https://${"a".repeat(64)}.com/`, "not a valid name"],
    [`https://${`${"a".repeat(62)}.`.repeat(4)}com/`, "not a valid name"],
    ["https://a.c/", PUBLIC],
    ["https://a.com-1/", PUBLIC],
    ["https://a.b_c/", PUBLIC],
    ["https://hooks.example.com/\ufffd", "control character"],
    ["https://hooks.example.com:22/", "Port 22"],
    ["https://hooks.example.com:25/", "Port 25"],
    ["https://hooks.example.com:6379/", null],
    ["https://hooks.example.com:6667/", "Port 6667"],
    ["https://hooks.example.com:0/", "Port 0"],
    ["https://localhost/", PUBLIC],
    ["https://localhost./", PUBLIC],
    ["https://LOCALHOST:8080/", PUBLIC],
    ["https://a.localhost/", PUBLIC],
    ["https://printer/", PUBLIC],
    ["https://printer.local/", PUBLIC],
    ["https://metadata.google.internal/", PUBLIC],
    ["https://router.home.arpa/", PUBLIC],
    ["https://hooks.example.com./", PUBLIC],
    ["https://127.0.0.1/", PUBLIC],
    ["https://127.1/", PUBLIC],
    ["https://2130706433/", PUBLIC],
    ["https://0x7f000001/", PUBLIC],
    ["https://0177.0.0.1/", PUBLIC],
    ["https://①②⑦.0.0.1/", PUBLIC],
    ["https://169.254.169.254/latest/", PUBLIC],
    ["https://10.1.2.3/", PUBLIC],
    ["https://[::1]/", PUBLIC],
    ["https://[::ffff:8.8.8.8]/", PUBLIC],
    ["https://[fd00::1]/", PUBLIC],
    [`https://example.com/${"a".repeat(2_048 - 19)}`, "longer than 2048"],
  ])("%j is judged by the rules", (text, sentence) => {
    if (sentence === null) expect(error(text)).toBeNull();
    else expect(error(text)).toContain(sentence);
  });
});

describe("the url of a webhook on one machine", () => {
  it.each([
    "http://127.0.0.1:3000/hook",
    "http://localhost:3000",
    "http://receiver:8080/",
    "http://[::1]:3000/",
    "https://10.0.0.5/",
  ])("may be %s", (text) => expect(error(text, true)).toBeNull());

  it.each([
    "ftp://127.0.0.1/",
    "http://user@127.0.0.1/",
    "http://127.0.0.1/#a",
    "http://127.0.0.1:22/",
    "127.0.0.1:3000",
  ])("may not be %s", (text) => expect(error(text, true)).not.toBeNull());
});
