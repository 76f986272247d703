import { describe, expect, it } from "vitest";
import { ROUTES, type RouteId } from "../../core/contracts/routes.ts";
import { isKeyAllowed } from "../../core/domain/accounts/key-scope.ts";
import { matchRoute } from "../../functions/api/all-routes.ts";

describe("the route table", () => {
  it.each(Object.keys(ROUTES) as RouteId[])("finds %s", (id) => {
    const { method, path } = ROUTES[id];
    const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "x 1"]));
    expect(matchRoute(method, path.replace(/\{\w+\}/g, "x%201"))).toEqual({ kind: "found", id, params });
  });

  it.each(["", "/", "/v1/instances/", "/v1/instances//qr", "v1/instances", "/v1/Instances", "/v1/instances/a/b/c"])(
    "does not know %j",
    (path) => expect(matchRoute("GET", path)).toEqual({ kind: "unknown" }),
  );

  it("says which methods a path takes", () => {
    expect(matchRoute("PUT", "/v1/instances")).toEqual({ kind: "wrong_method", methods: ["GET", "POST"] });
    expect(matchRoute("get", "/v1/instances")).toMatchObject({ kind: "wrong_method" });
  });
});

describe("what a key reaches", () => {
  it.each([
    ["read", "read", null, true],
    ["read", "send", null, false],
    ["read", "full", null, false],
    ["send", "read", null, true],
    ["send", "send", null, true],
    ["send", "full", null, false],
    ["full", "full", null, true],
    ["full", "account", null, true],
    ["full", "full", "inst_1", true],
    ["full", "account", "inst_1", false],
    ["send", "account", null, false],
    ["read", "public", null, true],
  ] as const)("a %s key on a %s route, instance %s: %s", (kind, scope, instance_id, allowed) => {
    expect(isKeyAllowed(scope, { kind, instance_id })).toBe(allowed);
  });
});
