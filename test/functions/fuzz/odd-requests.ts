import fc from "fast-check";
import type { ValidRequest } from "./described-requests.ts";
import { PLACEHOLDERS, placeholder } from "./described-requests.ts";

/** A request as it is sent. If `binary` is true, the body is base64 of bytes that aren't necessarily text. */
export interface RawRequest {
  /** The operation that this request was derived from. */
  from: string;
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string | undefined;
  /**
   * JSON that replaces `VALUE_PLACE` in the body after ids have been filled in, because filling them in is slow in
   * megabytes of text.
   */
  value?: string;
  binary: boolean;
}

export const VALUE_PLACE = JSON.stringify("the value's place");

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** Values that break careless code. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 1e21),
  fc.constantFrom<unknown>(
    "",
    " ",
    "\u0000",
    "\ud800",
    "\udfff\ud800",
    "\u202e",
    "\ufeff",
    "\n",
    "\r\n",
    "%",
    "%zz",
    "%00",
  ),
  fc.constantFrom<unknown>(
    "__proto__",
    "constructor",
    "toString",
    "null",
    "undefined",
    "NaN",
    "true",
    "[object Object]",
  ),
  fc.constantFrom<unknown>(
    "../../etc/passwd",
    "' OR '1'='1",
    "<script>",
    "$(1)",
    "{{7*7}}",
    "#",
    "?",
    "/",
    "//",
    ".",
    "..",
  ),
  fc.constantFrom<unknown>("0", "00", "1e3", "0x10", "+1", "-1", "1.0", "１２", "٣", "9".repeat(400), "1".repeat(30)),
  fc.constantFrom<unknown>(
    "2026-02-30T10:00:00Z",
    "+275760-09-13T00:00:00.001Z",
    "0000-01-01T00:00:00Z",
    "2026-12-01T09:30:60Z",
    "2026-12-01T09:30:00+99:99",
    "2026-12-01T09:30:00.123456789012345678Z",
    "-000001-01-01T00:00:00Z",
  ),
  fc.constantFrom<unknown>(
    "👨‍👩‍👧‍👦",
    "e\u0301",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "ﷺ".repeat(50),
    "a".repeat(5_000),
    "😀".repeat(4_097),
    "\u0301".repeat(300),
  ),
  fc.constantFrom<unknown>(
    "http://127.0.0.1:8099/%00",
    "http://[::1]/",
    "http://[fe80::1%25eth0]/",
    "https://user:pass@192.0.2.1/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://192.0.2.1\\@x/",
    "http://0x7f000001/",
    "https:",
    `https://192.0.2.1/${"a".repeat(3_000)}`,
  ),
  fc.constantFrom<unknown>(
    "@g.us",
    "1@g.us",
    "1-2-3@g.us",
    "1@s.whatsapp.net@g.us",
    "status@broadcast",
    "0@lid",
    `${"9".repeat(26)}@lid`,
  ),
  fc.constantFrom<unknown>([], {}, [[]], [null], { a: 1 }, [{}], { length: 5 }, { toJSON: 1 }, { $ref: "#" }),
  fc.constantFrom(...PLACEHOLDERS.map(placeholder)),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer(),
  fc.double(),
);

/** A path into a JSON value: each number picks a field or an element on the way down. */
type Way = number[];
const way: fc.Arbitrary<Way> = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 });

type Change =
  | { kind: "replace"; value: unknown }
  | { kind: "remove" }
  | { kind: "add"; name: string; value: unknown }
  | { kind: "wrap" }
  | { kind: "repeat"; times: number };

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: oddValue.map((value): Change => ({ kind: "replace", value })) },
  { weight: 2, arbitrary: fc.constant<Change>({ kind: "remove" }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("__proto__", "constructor", "id", "account_id", "extra", "", "toJSON", "status"), oddValue)
      .map(([name, value]): Change => ({ kind: "add", name, value })),
  },
  { weight: 1, arbitrary: fc.constant<Change>({ kind: "wrap" }) },
  { weight: 1, arbitrary: fc.constantFrom(2, 50, 3_000).map((times): Change => ({ kind: "repeat", times })) },
);

/** Returns the value with one thing in it changed; anything the path doesn't reach is kept. */
function changed(value: unknown, [step = 0, ...rest]: Way, what: Change): unknown {
  const isLeaf = typeof value !== "object" || value === null;
  const entries = isLeaf ? [] : Object.entries(value);
  const at = entries[step % Math.max(1, entries.length)];
  if (at === undefined) return applied(value, what);
  const [name, inner] = at;
  const isDeeper = rest.length > 0 && typeof inner === "object" && inner !== null;
  const next = isDeeper ? changed(inner, rest, what) : applied(inner, what);
  const others = entries.filter(([one]) => one !== name || what.kind !== "remove" || isDeeper);
  const all = others.map(([one, old]) => [one, one === name ? next : old] as const);
  if (Array.isArray(value)) return all.map(([, one]) => one);
  // Uses defineProperty, so that __proto__ is a field like any other.
  const object = {};
  const extra = what.kind === "add" && !isDeeper ? [[what.name, what.value] as const] : [];
  for (const [one, content] of [...all, ...extra]) {
    Object.defineProperty(object, one, { value: content, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

function applied(value: unknown, what: Change): unknown {
  if (what.kind === "replace") return what.value;
  if (what.kind === "wrap") return [value];
  if (what.kind === "repeat") {
    if (typeof value === "string")
      return value.repeat(Math.min(what.times, Math.ceil(6_000 / Math.max(1, value.length))));
    if (Array.isArray(value)) return Array.from({ length: what.times }, () => value[0] ?? null);
    return Array.from({ length: what.times }, () => value);
  }
  return value;
}

/** Changes to the text of a body. */
const rawBody: fc.Arbitrary<(text: string) => string> = fc.oneof(
  fc.nat(400).map((at) => (text: string) => text.slice(0, at)),
  fc.constantFrom("}", "]", ",", "\u0000", " ", '{"a":1}', "//", "\ufeff").map((tail) => (text: string) => text + tail),
  fc.constantFrom("\ufeff", "[", "  ", ")]}'\n", "\u0000").map((head) => (text: string) => head + text),
  fc
    .constantFrom(
      "",
      "null",
      "[]",
      "0",
      '"text"',
      "true",
      "{",
      "NaN",
      "{'a':1}",
      '{"a":1e999}',
      '{"a":-1e999}',
      '{"a":01}',
    )
    .map((text) => () => text),
  fc
    .constantFrom(nested(21, "[", "]"), nested(100_000, "[", "]"), '{"a":'.repeat(5_000), nested(19, "[", "]"))
    .map((deep) => (text: string) => (text.startsWith("{") ? `{"deep":${deep},${text.slice(1)}` : deep)),
  fc.constantFrom("text", "name", "to", "instance_id").map((name) => (text: string) => `{"${name}":1,${text.slice(1)}`),
  fc.string({ unit: "binary", maxLength: 60 }).map((text) => () => text),
  fc.json().map((text) => () => text),
);

const CONTENT_TYPES = [
  "text/plain",
  "application/json; charset=utf-8",
  "application/json;charset=latin1",
  "application/vnd.api+json",
  "multipart/form-data; boundary=x",
  "",
  ";",
  "application/json, text/html",
  "APPLICATION/JSON",
  `application/json; x=${"y".repeat(2_000)}`,
];
const oddHeader: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.constantFrom(...CONTENT_TYPES).map((value): [string, string] => ["content-type", value]),
  fc
    .oneof(
      fc.string({ maxLength: 300 }),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom("same", "", " ", "x".repeat(255), "x".repeat(256), "é", "\u0000"),
    )
    .map((value): [string, string] => ["idempotency-key", value]),
  fc.constantFrom("text/html", "*/*;q=0", "").map((value): [string, string] => ["accept", value]),
  fc.constantFrom("gzip", "br").map((value): [string, string] => ["content-encoding", value]),
  fc
    .constantFrom("Content-Type", "X-Forwarded-For", "X-HTTP-Method-Override", "__proto__", "host")
    .map((name): [string, string] => [name, "DELETE"]),
);

const oddName = fc.constantFrom(
  "limit",
  "cursor",
  "after",
  "types[]",
  "types[0]",
  "types[9999999999]",
  "page",
  "x",
  "",
  "instance_id",
);
const oddQuery = fc.array(fc.tuple(oddName, oddValue.map(String)), { minLength: 1, maxLength: 4 });
const rawQuery = fc.constantFrom(
  "&&&",
  "=",
  "%",
  "a=%ff%fe",
  "limit=1;limit=2",
  "[]=1",
  "limit[=1",
  "limit[a][b]=1",
  "&=&",
  "+",
  "limit=%31",
);

const oddPath: fc.Arbitrary<(path: string) => string> = fc.oneof(
  oddValue.map((value) => (path: string) => path.replace(/<<\w+>>/, encodeURIComponent(String(value).toWellFormed()))),
  fc.constantFrom(...PLACEHOLDERS).map((name) => (path: string) => path.replace(/<<\w+>>/, placeholder(name))),
  fc
    .constantFrom("/", "//", "%2F", "?", ";x=1", ".json", "%00", "/..", "%", "%C0%AF")
    .map((tail) => (path: string) => path + tail),
  fc.constant((path: string) => path.toUpperCase()),
  fc.constant((path: string) => path.replace("/v1/", "/v1//")),
  fc.constant((path: string) => path.replace(/<<\w+>>/, "<<instance>>".toLowerCase())),
);

type Step = (request: RawRequest) => RawRequest;

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: rawBody.map(
      (of): Step =>
        (one) => ({ ...one, body: of(one.body ?? "") }),
    ),
  },
  {
    weight: 2,
    arbitrary: oddHeader.map(
      ([name, value]): Step =>
        (one) => ({ ...one, headers: { ...one.headers, [name]: value } }),
    ),
  },
  {
    weight: 3,
    arbitrary: oddQuery.map(
      (pairs): Step =>
        (one) => ({ ...one, query: joined(one.query, queryOf(pairs)) }),
    ),
  },
  {
    weight: 1,
    arbitrary: rawQuery.map(
      (text): Step =>
        (one) => ({ ...one, query: joined(one.query, text) }),
    ),
  },
  {
    weight: 3,
    arbitrary: oddPath.map(
      (of): Step =>
        (one) => ({ ...one, path: of(one.path) }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "get", "TRACE").map(
      (method): Step =>
        (one) => ({ ...one, method }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 40 }).map(
      (bytes): Step =>
        (one) => ({ ...one, body: Buffer.from(bytes).toString("base64"), binary: true }),
    ),
  },
);

const queryOf = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join("&");
const joined = (...parts: string[]) => parts.filter((part) => part !== "").join("&");

/** Generates requests near the described ones: a quarter as described, the others with one to three things wrong. */
export function oddRequests(valid: fc.Arbitrary<ValidRequest>): fc.Arbitrary<RawRequest> {
  const inBody = fc.array(fc.tuple(way, change), { minLength: 1, maxLength: 3 });
  const anywhere = fc.array(steps, { minLength: 1, maxLength: 2 });
  const none = fc.constant([]);
  return fc
    .tuple(
      valid,
      fc.oneof(
        { weight: 2, arbitrary: fc.tuple(none, none) },
        { weight: 4, arbitrary: fc.tuple(inBody, none) },
        { weight: 3, arbitrary: fc.tuple(none, anywhere) },
        { weight: 1, arbitrary: fc.tuple(inBody, anywhere) },
      ),
    )
    .map(([request, [bodyChanges, requestSteps]]) => {
      let { body } = request;
      for (const [to, what] of bodyChanges) if (body !== undefined) body = changed(body, to, what);
      const text = body === undefined ? undefined : JSON.stringify(body);
      let raw: RawRequest = {
        from: request.operation.id,
        method: request.operation.method,
        path: request.path,
        query: queryOf(request.query),
        headers: { ...(text !== undefined && { "content-type": "application/json" }), ...request.headers },
        body: text,
        binary: false,
      };
      for (const step of requestSteps) raw = step(raw);
      return raw;
    });
}
