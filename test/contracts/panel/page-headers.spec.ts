import { describe, expect, it } from "vitest";
import { pageHeaders } from "../../../core/contracts/panel/page-headers.ts";

const api = "https://api.example.com";
const bucket = "https://files.s3.eu-west-1.amazonaws.com";
const headers = pageHeaders({ files: [api, bucket], uploads: bucket });
const policy = new Map(
  headers["Content-Security-Policy"]?.split("; ").map((part): [string, string[]] => {
    const [name = "", ...sources] = part.split(" ");
    return [name, sources];
  }),
);

describe("a page of the panel", () => {
  it("runs its own files and nothing that is written into it", () => {
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("script-src")).toEqual(["'self'"]);
    expect(policy.get("require-trusted-types-for")).toEqual(["'script'"]);
    expect(headers["Content-Security-Policy"]).not.toMatch(/unsafe|\*|blob:/);
  });

  it("shows files of the API and of the bucket, to which it sends some, and asks nobody else", () => {
    expect(policy.get("img-src")).toEqual(["'self'", "data:", api, bucket]);
    expect(policy.get("media-src")).toEqual(["'self'", api, bucket, "data:"]);
    expect(policy.get("connect-src")).toEqual(["'self'", bucket]);
  });

  it("may use the microphone, for voice messages, and no other device", () => {
    expect(headers["Permissions-Policy"]?.split(", ").toSorted()).toEqual([
      "camera=()",
      "geolocation=()",
      "microphone=(self)",
      "payment=()",
      "usb=()",
    ]);
  });

  it("stands in nobody's frame, sends no form elsewhere and tells nobody where it was", () => {
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect(policy.get("form-action")).toEqual(["'self'"]);
    expect(headers).toMatchObject({
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Opener-Policy": "same-origin",
    });
  });
});
