import { describe, expect, it } from "vitest";
import { proxyUrl, shownProxy } from "../../../core/domain/proxies/proxy-url.ts";

const errorOf = (url: string, allowPrivate = false) => {
  const verdict = proxyUrl(url, allowPrivate);
  return "error" in verdict ? verdict.error : null;
};
const proxyOf = (url: string, allowPrivate = false) => {
  const verdict = proxyUrl(url, allowPrivate);
  if ("error" in verdict) throw new Error(verdict.error);
  return verdict.proxy;
};

describe("a proxy's url", () => {
  it.each([
    ["http://proxy.example.com:80", "http", "proxy.example.com", 80],
    ["HTTPS://Proxy.Example.com:443/", "https", "proxy.example.com", 443],
    ["socks5://93.184.216.34:1080", "socks5", "93.184.216.34", 1080],
    ["socks5h://proxy.example.com:1080", "socks5", "proxy.example.com", 1080],
    ["socks5://[2606:2800:220:1::1]:1080", "socks5", "[2606:2800:220:1::1]", 1080],
  ])("%s", (url, kind, hostname, port) => {
    expect(proxyOf(url)).toEqual({ kind, hostname, port, login: null });
  });

  it("holds a user name and a password, percent-encoded where they need it", () => {
    const { login } = proxyOf("socks5://customer-7:p%40ss%3Aw%C3%B6rd@proxy.example.com:1080");
    expect(login).toEqual({ user: "customer-7", password: "p@ss:wörd" });
    expect(proxyOf("http://key-as-user@proxy.example.com:3128").login).toEqual({ user: "key-as-user", password: "" });
  });

  it.each([
    ["ftp://proxy.example.com:21", /begins with http:/],
    ["proxy.example.com:1080", /begins with http:/],
    ["constructor://proxy.example.com:1080", /begins with http:/],
    ["socks5://proxy.example.com", /has no port/],
    ["http://user:8080@proxy.example.com", /has no port/],
    ["socks5://proxy.example.com:0", /has no port/],
    ["socks5://proxy.example.com:70000", /not a valid url/],
    ["http://proxy.example.com:3128/path", /more than a host and a port/],
    ["http://proxy.example.com:3128?x=1", /more than a host and a port/],
    ["http://proxy.example.com:3128#x", /more than a host and a port/],
    ["http://user name@proxy.example.com:3128", /space/],
    ["http://:secret@proxy.example.com:3128", /password without a user name/],
    ["http://us%3Aer:secret@proxy.example.com:3128", /colon/],
    ["http://user:%0d%0a@proxy.example.com:3128", /not a valid url/],
    ["http://user:%zz@proxy.example.com:3128", /not a valid url/],
    [`http://user:${"x".repeat(256)}@proxy.example.com:3128`, /longer than 255 bytes/],
    [`http://${"x".repeat(1_100)}:3128`, /longer than 1024/],
    ["http://127.0.0.1:3128", /public internet/],
    ["socks5://2130706433:1080", /public internet/],
    ["socks5://[::1]:1080", /public internet/],
    ["socks5://[::ffff:169.254.169.254]:1080", /public internet/],
    ["socks5://localhost:1080", /public internet/],
    ["socks5://proxy.internal:1080", /public internet/],
    ["socks5://proxy.example.com:25", /not used by another protocol/],
  ])("%s is refused, and not quoted", (url, why) => {
    expect(errorOf(url)).toMatch(why);
    expect(errorOf(url)).not.toMatch(/secret|user:|path/);
  });

  it("may lead to a private address on one machine only", () => {
    expect(proxyOf("socks5://127.0.0.1:1080", true)).toMatchObject({ hostname: "127.0.0.1" });
    expect(proxyOf("http://squid:3128", true)).toMatchObject({ hostname: "squid" });
  });

  it("is shown as its host and port, and the end of a user name that is long enough", () => {
    expect(shownProxy(proxyOf("socks5://customer-7:secret@proxy.example.com:1080"))).toEqual({
      host: "proxy.example.com:1080",
      last4: "er-7",
    });
    for (const login of ["", "short:secret@", "seven77:secret@"]) {
      expect(shownProxy(proxyOf(`http://${login}proxy.example.com:80`))).toEqual({
        host: "proxy.example.com:80",
        last4: null,
      });
    }
  });
});
