import { describe, expect, it } from "vitest";
import { authHeaderErrors } from "../../../core/domain/webhooks/auth-header.ts";

describe("a webhook's own header", () => {
  it.each(["Authorization", "X-Api-Key", "x_token", "Cookie", "X-Webhook-Id"])("may be named %s", (name) =>
    expect(authHeaderErrors({ name, value: "Bearer abc def" })).toEqual([]),
  );

  it.each([
    "webhook-id",
    "Webhook-Signature",
    "webhook-anything",
    "Content-Type",
    "content-length",
    "Host",
    "User-Agent",
    "Accept",
    "accept-encoding",
    "Connection",
    "Keep-Alive",
    "Proxy-Authorization",
    "TE",
    "Trailer",
    "Transfer-Encoding",
    "Upgrade",
    "Expect",
  ])("may not be named %s, which the service or the connection sets", (name) =>
    expect(authHeaderErrors({ name, value: "x" })).toEqual([expect.stringContaining(`The header ${name} is set`)]),
  );

  it.each(["", "X Token", "X-Token:", "Ключ", "X\r\nHost", "a".repeat(257)])("may not be named %j", (name) =>
    expect(authHeaderErrors({ name, value: "x" })).toEqual([expect.stringContaining("header name of letters")]),
  );

  it.each(["", " x", "x ", "a\r\nHost: b", "a\u0000b", "ключ", "é", "a".repeat(4_097)])(
    "may not have the value %j",
    (value) => expect(authHeaderErrors({ name: "X-Token", value })).toEqual([expect.stringContaining("plain ASCII")]),
  );
});
