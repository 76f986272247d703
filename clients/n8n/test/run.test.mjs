import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../../../test/support/eventually.ts";
import { startGateway, temporaryFolder } from "../../../test/support/gateway.ts";
import { inbox, linkNumber } from "../../../test/support/linked-number.ts";
import { startReceiver } from "../../../test/support/receiver.ts";
import { startDoor, startFlakyDoor } from "./doors.mjs";
import { judge } from "./n8n-rules.mjs";
import { core, execute, executeAsTool, id, loadPackage, phone, workflowOf } from "./n8n-world.mjs";
import { triggerOf } from "./trigger-world.mjs";

const OWN_PHONE = "5511988880176";
const PERSON = "5511999990176";
const folder = temporaryFolder();
let loader;
let gateway;
let receiver;
let instance;
let credential;

before(async () => {
  loader = await loadPackage();
  gateway = await startGateway(folder.path, { EPHEMERAL: "1", PACE: "0.0001" });
  receiver = await startReceiver();
  credential = { baseUrl: gateway.baseUrl, apiKey: gateway.apiKey, signingSecret: "" };
  await gateway.sandbox("POST", "/phones", { phone: PERSON, name: "Ana" });
  instance = (await linkNumber(gateway, OWN_PHONE)).id;
  await gateway.sandbox("POST", `/phones/${PERSON}/messages`, { to: OWN_PHONE, text: "Is my order ready?" });
});
after(async () => {
  await receiver?.stop();
  await gateway?.stop();
  folder.remove();
});

const sendText = (text) => ({
  resource: "message",
  operation: "sendText",
  instance: id(instance),
  recipient: phone(PERSON),
  text,
});
const arrived = async (text) => (await inbox(gateway, PERSON)).filter((message) => message.text === text).length;

test("n8n loads the packed package: nodes, credential, icons and their search words", () => {
  assert.deepEqual(Object.keys(loader.known.nodes), ["gateway", "gatewayTrigger", "gatewayPollingTrigger"]);
  assert.deepEqual(Object.keys(loader.known.credentials), ["messagingGatewayApi"]);
  for (const name of Object.keys(loader.known.nodes)) {
    const { description } = loader.getNode(name).type;
    assert.equal(description.codex.categories[0], "Communication");
    assert.match(description.iconUrl.light, /gateway\.svg$/);
    assert.match(description.iconUrl.dark, /gateway\.dark\.svg$/);
  }
  // n8n adds a polling node's fields automatically.
  const polling = loader.getNode("gatewayPollingTrigger").type.description;
  assert.ok(polling.properties.some(({ name }) => name === "pollTimes"));
});

test("n8n's rules find nothing in what is packed, either", async () => {
  const { looked, faults } = await judge(["dist/**/*.js"]);
  assert.deepEqual([looked, faults], [4, []]);
});

test("n8n's engine sends with an expression of each item, and pairs the items", async () => {
  const items = [{ order: 1842 }, { order: 1843 }];
  const { runs, error } = await execute(loader, sendText("=Your order {{ $json.order }} is ready"), {
    credential,
    executionId: "100",
    items,
  });
  assert.equal(error, undefined);
  const sent = runs[0].data.main[0];
  assert.deepEqual(
    sent.map(({ json, pairedItem }) => [json.body, json.status, pairedItem]),
    [
      ["Your order 1842 is ready", "queued", { item: 0 }],
      ["Your order 1843 is ready", "queued", { item: 1 }],
    ],
  );
  await eventually("both texts", async () => (await arrived("Your order 1842 is ready")) === 1);
});

test("n8n's own Retry On Fail sends once what was taken by a try whose answer was lost", async () => {
  const door = await startFlakyDoor(gateway.baseUrl);
  try {
    const { runs, error } = await execute(loader, sendText("Only once"), {
      credential: { ...credential, baseUrl: door.url },
      executionId: "101",
      node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
    });
    assert.equal(error, undefined);
    assert.equal(runs[0].data.main[0][0].json.idempotent_replayed, true);
    assert.equal(door.keys.length, 2);
    assert.equal(new Set(door.keys).size, 1);
  } finally {
    await door.stop();
  }
  await execute(loader, sendText("After it"), { credential, executionId: "102" });
  await eventually("the text after it", async () => (await arrived("After it")) === 1);
  assert.equal(await arrived("Only once"), 1);
});

test("a loop of n8n sends in each of its runs", async () => {
  const settings = { credential, executionId: "110" };
  const first = await execute(loader, sendText("Again"), settings);
  const second = await execute(loader, sendText("Again"), { ...settings, runData: { "The node": first.runs } });
  const ids = [first.runs[0], second.runs[1]].map((run) => run.data.main[0][0].json.id);
  assert.equal(new Set(ids).size, 2);
  await eventually("both", async () => (await arrived("Again")) === 2);
});

test("as an agent's tool, the tries of one message send it once", async () => {
  const ask = (text, run) => executeAsTool(loader, sendText(text), { credential, executionId: "111" }, run);
  const { id: first } = await ask("By an agent", 0);
  assert.equal((await ask("By an agent", 1)).id, first);
  assert.notEqual((await ask("Something else", 2)).id, first);
});

test("the credential's test asks the gateway itself, however its address was given", async () => {
  const { workflow, node } = workflowOf(loader, "gateway", {}, { credential });
  const { baseURL, url } = loader.credentialTypes.messagingGatewayApi.type.test.request;
  await workflow.expression.acquireIsolate();
  const asked = (baseUrl) => {
    const keys = { $credentials: { baseUrl } };
    return workflow.expression.getParameterValue(baseURL, null, 0, 0, node.name, [], "internal", keys);
  };
  for (const given of [gateway.baseUrl, `${gateway.baseUrl}/`, ` ${gateway.baseUrl}/v1/ `]) {
    assert.equal(asked(given), gateway.baseUrl);
  }
  await workflow.expression.releaseIsolate();
  const answer = await fetch(`${gateway.baseUrl}${url}`, { headers: { authorization: `Bearer ${gateway.apiKey}` } });
  assert.equal(answer.status, 200);
});

test("n8n shows the gateway's sentence, and leads an item that failed to the error output", async () => {
  const refused = await execute(
    loader,
    { ...sendText("Hi"), recipient: phone("1") },
    { credential, executionId: "103" },
  );
  assert.equal(refused.error.name, "NodeApiError");
  assert.equal(refused.error.httpCode, "422");
  assert.match(refused.error.description, /^to: .+\nCode: validation_failed \(422\)\. Request: /);
  assert.ok(!JSON.stringify(refused.error).includes(gateway.apiKey));

  const { runs, error } = await execute(
    loader,
    { ...sendText("Hi"), recipient: phone("=1{{ $json.rest }}") },
    {
      credential,
      executionId: "104",
      items: [{ rest: "" }],
      node: { onError: "continueErrorOutput" },
    },
  );
  assert.equal(error, undefined);
  const [sent, failed] = runs[0].data.main;
  assert.deepEqual([sent, failed.length], [[], 1]);
  assert.equal(failed[0].json.details.code, "validation_failed");
});

test("a gateway that n8n does not reach is told of without the key", async () => {
  const nobody = { ...credential, baseUrl: "http://127.0.0.1:1" };
  const { error } = await execute(loader, sendText("Hi"), { credential: nobody, executionId: "105" });
  assert.match(error.message, /^The gateway did not respond\. Check the credential's Base URL/);
  assert.ok(!JSON.stringify(error).includes(gateway.apiKey));
});

test("the key goes to no other host, and what is no gateway is told as such", async () => {
  const before = receiver.requests.length;
  const door = await startDoor({ status: 302, headers: { location: receiver.url } });
  const page = await startDoor({ status: 200, headers: { "content-type": "text/html" }, body: "<h1>Welcome</h1>" });
  try {
    for (const { url } of [door, page]) {
      const { error } = await execute(loader, sendText("Hi"), {
        credential: { ...credential, baseUrl: url },
        executionId: "106",
      });
      assert.match(
        error.message,
        /^The \d+ response did not come from a messaging gateway\. Check the credential's Base URL/,
      );
    }
  } finally {
    await Promise.all([door.stop(), page.stop()]);
  }
  assert.equal(receiver.requests.length, before);
});

test("n8n's lists show instances", async () => {
  const { workflow, node, additional } = workflowOf(loader, "gateway", { instance: id(instance) }, { credential });
  const context = new core.LoadOptionsContext(workflow, node, additional, "");
  const { listSearch } = loader.getNode("gateway").type.methods;
  const { results } = await listSearch.searchInstances.call(context, "sho");
  assert.deepEqual(results, [{ name: `Shop · ${OWN_PHONE}`, value: instance }]);
});

test("n8n's lists show the team", async () => {
  const { workflow, node, additional } = workflowOf(loader, "gateway", {}, { credential });
  const context = new core.LoadOptionsContext(workflow, node, additional, "");
  const { loadOptions } = loader.getNode("gateway").type.methods;
  const [nobody, ...members] = await loadOptions.getAssignees.call(context);
  assert.equal(nobody.value, "none");
  assert.ok(members.every(({ value }) => value.startsWith("usr_")));
});

test("n8n's hooks set the webhook, its post starts the workflow, a forged one is 401", async () => {
  const settings = { credential, webhookBaseUrl: `${new URL(receiver.url).origin}/webhook` };
  const parameters = { instance: id(instance), events: ["webhook.test"] };
  const { type, active, test, endOfTest, take, staticData, path } = triggerOf(loader, parameters, settings);
  const { checkExists, create, delete: remove } = type.webhookMethods.default;
  assert.equal(await checkExists.call(active), false);
  assert.equal(await create.call(active), true);
  assert.equal(await checkExists.call(active), true);
  assert.match(staticData()["node:The node"].secret, /^whsec_/);
  assert.equal(staticData().__dataChanged, true);

  await gateway.api("POST", `/v1/instances/${instance}/webhook/test`);
  const post = await eventually("the post", () => receiver.requests.find(({ body }) => body.includes("webhook.test")));
  assert.equal(post.path, path);
  const forged = await take(post.headers, `${post.body} `);
  assert.deepEqual(forged, { answer: { noWebhookResponse: true }, status: 401 });
  const { answer } = await take(post.headers, post.body);
  assert.deepEqual(answer.workflowData[0][0].json, JSON.parse(post.body));
  assert.deepEqual((await take(post.headers, post.body)).answer, {
    webhookResponse: { message: "This event was already received." },
  });

  await assert.rejects(() => create.call(test), { message: "This trigger only runs in active workflows." });
  // n8n calls `delete` even after a test that failed to start. The production address must survive this.
  assert.equal(await remove.call(endOfTest), true);
  assert.equal(await checkExists.call(active), true);
  assert.equal(await remove.call(active), true);
  assert.equal(await checkExists.call(active), false);
});

test("n8n's poll hands on what is new and keeps the place with it", async () => {
  const parameters = {
    instance: { __rl: true, mode: "list", value: "" },
    events: ["message.received"],
    everyMinutes: 0,
  };
  const staticData = {};
  const { workflow, node, additional } = workflowOf(loader, "gatewayPollingTrigger", parameters, {
    credential,
    staticData,
  });
  const context = new core.PollContext(workflow, node, additional, "trigger", "activate");
  const { type } = loader.getNode("gatewayPollingTrigger");
  // The events must be more than a second old, because the gateway's times are only accurate to the second.
  await eventually("the first message among the events", async () => {
    const { body } = await gateway.api("GET", "/v1/events?types=message.received");
    return body.data.length > 0;
  });
  assert.equal(await type.poll.call(context), null);
  await gateway.sandbox("POST", `/phones/${PERSON}/messages`, { to: OWN_PHONE, text: "Thank you" });
  const [found] = await eventually("the event", () => type.poll.call(context));
  assert.deepEqual(
    found.map(({ json }) => json.data.body),
    ["Thank you"],
  );
  assert.equal(workflow.staticData["node:The node"].after >= found[0].json.id, true);
  assert.equal(await type.poll.call(context), null);
});
