import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { FRONT_HEADERS } from "../../core/contracts/front-headers.ts";
import { SettingsEnv } from "../../core/env.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { type Answer, type ApiWorld, type Ask, apiWorld } from "./api-world.ts";

/** One of CloudFront's own addresses, from which it sends requests to the API. */
const EDGE = "130.176.0.9";
const SECRET = "5f1c".repeat(16);
const NEXT_SECRET = "a07e".repeat(16);
const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");

let world: ApiWorld;
let table: MemoryTable;
/** A key that works only from one customer's addresses. */
let key: string;

beforeEach(async () => {
  table = new MemoryTable();
  world = apiWorld(table);
  key = (await world.key(await world.account(), { allowed_ips: ["203.0.113.7", "2001:db8:7::/48"] })).key;
});

/** Sets the environment variables that functions have if the stage has a front. */
function front(required: "0" | "1", ...secrets: string[]): void {
  const { ORIGIN_SECRET_HASHES } = SettingsEnv.parse({ ORIGIN_SECRET_HASHES: secrets.map(hashOf).join() });
  Object.assign(world.deps.env, { ORIGIN_SECRET_HASHES, FRONT_REQUIRED: required });
}

/** Sends a request from a caller with this address, as it arrives through CloudFront. */
const through = (caller: string, { secret = SECRET, ...ask }: Ask & { secret?: string } = {}) =>
  world.ask("GET", "/v1/instances", {
    key,
    source: EDGE,
    ...ask,
    headers: {
      ...ask.headers,
      "x-forwarded-for": `${ask.headers?.["x-forwarded-for"] ?? ""}${caller}, ${EDGE}`,
      [FRONT_HEADERS.secret]: secret,
      [FRONT_HEADERS.callerAddress]: caller,
    },
  });

const direct = (source: string, headers: Record<string, string> = {}) =>
  world.ask("GET", "/v1/instances", { key, source, headers });

const judged = ({ status, body }: Answer) => [status, body.code];
const TAKEN = [200, undefined];
const OTHER_ADDRESS = [403, "ip_not_allowed"];
const NOT_HERE = [404, "not_found"];

describe("an API without a front", () => {
  it.each<[string, unknown[]]>([
    ["203.0.113.7", TAKEN],
    ["2001:db8:7::1", TAKEN],
    ["198.51.100.1", OTHER_ADDRESS],
    ["2001:db8:8::1", OTHER_ADDRESS],
  ])("judges %s, the connection's address, by the key's list", async (source, expected) => {
    expect(judged(await direct(source))).toEqual(expected);
  });

  it.each<Record<string, string>>([
    { "x-forwarded-for": "203.0.113.7" },
    { "cloudfront-viewer-address": "203.0.113.7:443" },
    { "cloudfront-viewer-address": "2001:db8:7::1:443" },
    { [FRONT_HEADERS.callerAddress]: "203.0.113.7" },
    { [FRONT_HEADERS.callerAddress]: "203.0.113.7", [FRONT_HEADERS.secret]: SECRET },
    { [FRONT_HEADERS.callerAddress]: "203.0.113.7", [FRONT_HEADERS.secret]: "" },
  ])("is not told another address by %j", async (headers) => {
    expect(judged(await direct("198.51.100.1", headers))).toEqual(OTHER_ADDRESS);
    expect(judged(await direct("203.0.113.7", headers))).toEqual(TAKEN);
  });
});

describe("an API behind its front", () => {
  beforeEach(() => front("1", SECRET));

  it.each<[string, unknown[]]>([
    ["203.0.113.7", TAKEN],
    ["2001:db8:7::1", TAKEN],
    ["2001:0db8:0007:0000:0000:0000:0000:0001", TAKEN],
    ["198.51.100.1", OTHER_ADDRESS],
    ["2001:db8:8::1", OTHER_ADDRESS],
  ])("judges %s, the address that the front tells, by the key's list", async (caller, expected) => {
    expect(judged(await through(caller))).toEqual(expected);
  });

  it("is not told another address by what the caller wrote himself", async () => {
    const headers = {
      "x-forwarded-for": "203.0.113.7, ",
      "cloudfront-viewer-address": "203.0.113.7:443",
      "x-real-ip": "203.0.113.7",
    };
    expect(judged(await through("198.51.100.1", { headers }))).toEqual(OTHER_ADDRESS);
  });

  it("does not take the front's own address for the caller's when the front tells none", async () => {
    expect(judged(await through("", {}))).toEqual(OTHER_ADDRESS);
  });

  it("writes the caller's address into the activity log and beside the key's last use", async () => {
    const body = { name: "Shop" };
    const headers = { [FRONT_HEADERS.secret]: SECRET, [FRONT_HEADERS.callerAddress]: "2001:db8:7::1" };
    expect((await world.ask("POST", "/v1/instances", { key, body, source: EDGE, headers })).status).toBe(201);

    const log = await world.ask("GET", "/v1/activity", { key, source: EDGE, headers });
    const stored = JSON.stringify(table.all());

    expect(log.text).toContain("2001:db8:7::1");
    expect(stored).toContain('"last_used_from":"2001:db8:7::1"');
    expect(stored).not.toContain(EDGE);
    expect(stored).not.toContain(SECRET);
  });

  it.each<[string, Record<string, string>]>([
    ["no secret", {}],
    ["an empty secret", { [FRONT_HEADERS.secret]: "" }],
    ["a wrong secret", { [FRONT_HEADERS.secret]: NEXT_SECRET }],
    ["the secret's hash", { [FRONT_HEADERS.secret]: hashOf(SECRET) }],
    ["a list with the secret in it", { [FRONT_HEADERS.secret]: `${NEXT_SECRET},${SECRET}` }],
  ])("refuses a request with %s before anything else, and says where to go", async (_, headers) => {
    const ask = { source: "203.0.113.7", key, headers };
    const answers = [
      await world.ask("GET", "/v1/instances", ask),
      await world.ask("PUT", "/v1/instances", ask),
      await world.ask("GET", "/v1/nothing", ask),
      await world.ask("GET", "/v1/openapi.json", ask),
      await world.ask("POST", "/v1/messages", { ...ask, key: "wrong", body: "{" }),
    ];
    expect(answers.map(judged)).toEqual(answers.map(() => NOT_HERE));
    for (const { body, headers: answered } of answers) {
      expect(body.message).toBe("There is nothing at this address. Use http://127.0.0.1:8080 instead.");
      expect(answered).not.toHaveProperty("RateLimit-Limit");
    }
  });

  it("takes two secrets while one replaces the other", async () => {
    front("1", NEXT_SECRET, SECRET);
    expect(judged(await through("203.0.113.7"))).toEqual(TAKEN);
    expect(judged(await through("203.0.113.7", { secret: NEXT_SECRET }))).toEqual(TAKEN);

    front("1", NEXT_SECRET);
    expect(judged(await through("203.0.113.7"))).toEqual(NOT_HERE);
  });

  it("refuses everything when its secrets are missing, rather than nothing", async () => {
    front("1");
    expect(judged(await through("203.0.113.7"))).toEqual(NOT_HERE);
  });
});

describe("an API whose front is being tried beside it", () => {
  beforeEach(() => front("0", SECRET));

  it("believes the front, and answers those who come directly as before", async () => {
    expect(judged(await through("203.0.113.7"))).toEqual(TAKEN);
    expect(judged(await through("198.51.100.1"))).toEqual(OTHER_ADDRESS);
    expect(judged(await direct("203.0.113.7"))).toEqual(TAKEN);
    expect(judged(await direct("198.51.100.1", { [FRONT_HEADERS.callerAddress]: "203.0.113.7" }))).toEqual(
      OTHER_ADDRESS,
    );
  });
});

it("hashes that are none are refused at the start", () => {
  for (const hashes of [SECRET.slice(1), `${hashOf(SECRET)},`, "no hash", hashOf(SECRET).toUpperCase()]) {
    expect(SettingsEnv.safeParse({ ORIGIN_SECRET_HASHES: hashes }).success).toBe(false);
  }
});
