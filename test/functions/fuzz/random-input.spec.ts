import fc from "fast-check";
import { expect, it } from "vitest";
import { ERROR_CODES } from "../../../core/contracts/error-codes.ts";
import { ASK_A_SESSION, apiWorld, everyRoute } from "../api-world.ts";

const MESSAGE = "msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H";
const FIELDS = ["instance_id", "to", "chat_id", "text", "send_at", "name", "external_ref", "url", "events"];
const CONTENTS = ["media", "location", "contact", "sticker", "poll", "reply_to", "mentions", "emoji", "link_preview"];
const INNER = ["url", "data", "mimetype", "filename", "voice", "latitude", "longitude", "name", "phone", "options"];
const PARAMETERS = ["page", "limit", "cursor", "after", "types[]", "types", "phone", "direction", "external_ref"];

/** JSON objects, many of which have the API's field names, with values of any type or nearly valid strings. */
const nearlyRight = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("5511999990001", "Hello", "2026-11-21T10:00:00Z", "1@g.us", "http://127.0.0.1:1/", "\ud800", "#"),
);
const bodies = fc.oneof(
  fc.dictionary(fc.constantFrom(...FIELDS), nearlyRight).map((body) => JSON.stringify(body)),
  fc
    .tuple(fc.constantFrom(...CONTENTS), fc.dictionary(fc.constantFrom(...INNER), nearlyRight), nearlyRight)
    .map(([kind, inner, text]) => JSON.stringify({ instance_id: "", to: "5511999990001", [kind]: inner, text })),
  fc
    .tuple(fc.constantFrom(...CONTENTS), nearlyRight)
    .map(([kind, value]) => JSON.stringify({ instance_id: "", to: "5511999990001", [kind]: value })),
  fc.json(),
  fc.string({ unit: "binary" }),
);
const queries = fc
  .array(fc.tuple(fc.constantFrom(...PARAMETERS), fc.oneof(fc.string(), fc.constantFrom("1", "100", "%", "%zz", "in"))))
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value.replace(/[?#]/g, "%")}`).join("&"));
const headers = fc.record(
  { "content-type": fc.constantFrom("application/json", "text/plain", ""), "idempotency-key": fc.string() },
  { requiredKeys: ["content-type"] },
);

it("no input to any route yields a 5xx, and every refusal has the spec's shape", async () => {
  const world = apiWorld();
  const account = await world.account();
  const instance = await world.instance(account);
  const { key } = await world.key(account);
  const first = { instance_id: instance, to: "5511999990001", text: "Hello" };
  const sent = await world.ask("POST", "/v1/messages", { key, body: first });
  const message = (sent.body.data as { id: string }).id;
  const routes = [...everyRoute({ instance, message: MESSAGE }), ...everyRoute({ instance, message })].filter(
    (route) => !ASK_A_SESSION.includes(route.id),
  );

  const oneRequest = fc.asyncProperty(
    fc.constantFrom(...routes),
    queries,
    bodies,
    headers,
    fc.boolean(),
    async (route, query, body, given, namesInstance) => {
      const path = route.id === "instances.delete" ? "/v1/instances/inst_none" : route.path;
      // Each request gets its own minute, so rate limits play no part.
      world.clock.moveTo(new Date(world.clock.now().getTime() + 61_000));
      const text = namesInstance ? body.replace(/"instance_id":("[^"]*"|\d+)/, `"instance_id":"${instance}"`) : body;
      const answer = await world.ask(route.method, `${path}?${query}`, { key, body: text, headers: given });

      expect(answer.status, `${route.id} ${query} ${text} ${answer.text}`).toBeLessThan(500);
      if (answer.status < 400) return;
      expect(Object.keys(ERROR_CODES)).toContain(answer.body.code);
      expect(answer.body.message).toEqual(expect.any(String));
      expect("errors" in answer.body).toBe(answer.status === 422);
    },
  );
  await fc.assert(oneRequest, { numRuns: 1_000 });
});
