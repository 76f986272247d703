import { afterEach, describe, expect, it, vi } from "vitest";
import { ask } from "../../panel/src/api/client.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the panel's request", () => {
  it.each([
    ["a login page", () => new Response("<h1>Log in</h1>", { headers: { "content-type": "text/html" } })],
    ["nothing, with 200", () => new Response("")],
    ["a text", () => Response.json("ok")],
  ])("fails when a proxy answers it with %s", async (_, answer) => {
    vi.stubGlobal("fetch", async () => answer());
    await expect(ask({ method: "POST", path: "/messages", body: {} })).rejects.toMatchObject({ code: "server_error" });
  });

  it("of which nothing comes back is done", async () => {
    vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
    expect(await ask({ method: "DELETE", path: "/chats/1" })).toBeUndefined();
  });
});
