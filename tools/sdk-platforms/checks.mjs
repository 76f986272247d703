// Checks for the packed SDK. They use nothing from Node, so the same checks run in browsers and in every Node version.
// `server.ts` answers their requests.

const TEXT = { instance_id: "inst_1", to: "5511999990001", text: "Hi" };

function equal(found, expected) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`Expected ${b}, found ${a}.`);
}
async function refused(asked) {
  try {
    await asked;
  } catch (error) {
    return error;
  }
  throw new Error("It was not refused.");
}

/** The checks, by name. Each receives the package's exports (`sdk`) and a client for the test server. */
const CHECKS = {
  "a send is repeated after a broken connection, under one key": async (_, gateway) => {
    const { id, keys } = await gateway.messages.send(TEXT);
    equal([id, keys], ["msg_1", 1]);
  },
  "a list is read to its end": async (_, gateway) => {
    const ids = [];
    for await (const { id } of gateway.contacts.list("inst_1", { limit: 2 })) ids.push(id);
    equal(ids, ["1", "2", "3"]);
  },
  "the reader of events gets past events that are left out, and ends when its signal aborts": async (_, gateway) => {
    const stop = new AbortController();
    const seen = [];
    const places = [];
    for await (const event of gateway.events.read({ signal: stop.signal, save: (place) => places.push(place) })) {
      seen.push(event.type);
      stop.abort(new Error("the program ends"));
    }
    equal([seen, places], [["message.received"], ["evt_5", "evt_6"]]);
  },
  "aborting a poll that waits for its answer ends the reader": async (_, gateway) => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 200);
    for await (const _event of gateway.events.read({ after: "evt_silent", signal: stop.signal }))
      equal("an event", "none");
  },
  "a redirect and a login page are no answers": async ({ GatewayError }, gateway) => {
    for (const id of ["redirect", "login", "empty", "other"]) {
      const error = await refused(gateway.messages.get(id));
      equal([error instanceof GatewayError, error.code], [true, "unreadable_answer"]);
    }
  },
  "a refusal has its code, its request and its fields": async (_, gateway) => {
    const { status, code, errors, requestId } = await refused(gateway.messages.get("wrong"));
    equal([status, code, errors, requestId], [422, "validation_failed", { id: ["Give an id."] }, "req_1"]);
  },
  "a repeated DELETE finds its own work": async (_, gateway) => {
    equal(await gateway.messages.delete("lost"), undefined);
  },
  "a post of a webhook is verified, and another body is not": async ({ verifyWebhook }, _, { post }) => {
    const at = new Date(post.at);
    equal((await verifyWebhook(post.body, post.headers, post.secret, at)).type, "message.received");
    const bytes = new TextEncoder().encode(post.body);
    equal((await verifyWebhook(bytes, new Headers(post.headers), [post.secret], at)).id, "evt_1");
    equal(
      (await refused(verifyWebhook(`${post.body} `, post.headers, post.secret, at))).name,
      "WebhookVerificationError",
    );
  },
};

/** Runs every check. @returns the failed checks, with their names and reasons. */
export async function runChecks(sdk, baseUrl) {
  const failed = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      const about = await (await fetch(`${baseUrl}/begin`)).json();
      await check(sdk, new sdk.Gateway({ apiKey: "key", baseUrl }), about);
    } catch (error) {
      failed.push(`${name}: ${error?.stack ?? error}`);
    }
  }
  return { checks: Object.keys(CHECKS).length, failed };
}
