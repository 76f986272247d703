import type { IDataObject, INodeExecutionData } from "n8n-workflow";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Gateway as Action } from "../../../clients/n8n/nodes/Gateway/Gateway.node.ts";
import { GatewayPollingTrigger } from "../../../clients/n8n/nodes/GatewayPollingTrigger/GatewayPollingTrigger.node.ts";
import { GatewayTrigger } from "../../../clients/n8n/nodes/GatewayTrigger/GatewayTrigger.node.ts";
import { addPerson } from "../../panel/support/signed-in-page.ts";
import { depsOf } from "../../support/another-account.ts";
import { eventually } from "../../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../../support/gateway.ts";
import { inbox, linkNumber } from "../../support/linked-number.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { askNetwork, type Circumstances, functionsOf } from "./stand-in/functions.ts";

const OWN_PHONE = "5511988880177";
const PERSON = "5511999990177";

describe("the n8n nodes and a running gateway", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let receiver: Receiver;
  let instance: string;
  let other: string;

  beforeAll(async () => {
    gateway = await startGateway(folder.path, { EPHEMERAL: "1", PACE: "0.0001" });
    receiver = await startReceiver();
    await gateway.sandbox("POST", "/phones", { phone: PERSON, name: "Ana" });
    instance = (await linkNumber(gateway, OWN_PHONE, "Shop")).id;
    other = String(
      (await gateway.api<{ data: IDataObject }>("POST", "/v1/instances", { name: "Branch" })).body.data.id,
    );
    await write("Is my order ready?");
  });
  afterAll(async () => {
    await receiver?.stop();
    await gateway?.stop();
    folder.remove();
  });

  const write = (text: string) => gateway.sandbox("POST", `/phones/${PERSON}/messages`, { to: OWN_PHONE, text });
  const credential = () => ({ baseUrl: gateway.baseUrl, apiKey: gateway.apiKey });
  const run = (resource: string, operation: string, parameters: IDataObject, more: Partial<Circumstances> = {}) => {
    const node = new Action();
    const chosen = { resource, operation, instance: { mode: "id", value: instance }, ...parameters };
    const functions = functionsOf({ node, parameters: chosen, credential: credential(), executionId: "1", ...more });
    return { functions, made: node.execute.call(functions).then(([items]) => items ?? []) };
  };
  const send = (text: string, more: Partial<Circumstances> = {}) =>
    run("message", "sendText", { recipient: { mode: "phone", value: PERSON }, text }, more);
  const jsonOf = async (made: Promise<INodeExecutionData[]>) => (await made).map(({ json }) => json);
  const arrivedTimes = async (text: string) =>
    (await inbox(gateway, PERSON)).filter((message) => message.text === text).length;
  /** Sends another message and waits for it. Once it has arrived, all earlier messages have arrived as well. */
  const settled = async (executionId: string) => {
    const last = `the last of ${executionId}`;
    await send(last, { executionId }).made;
    await eventually("the last message", async () => (await arrivedTimes(last)) === 1);
  };

  it("a message goes out, and its answer is the item, paired with its own", async () => {
    const { made } = run(
      "message",
      "sendText",
      { recipient: { mode: "phone", value: `+${PERSON}` } },
      { items: [{ text: "One" }, { text: "Two" }], executionId: "10" },
    );

    const items = await made;
    expect(items.map(({ json, pairedItem }) => [json.body, json.status, pairedItem])).toEqual([
      ["One", "queued", { item: 0 }],
      ["Two", "queued", { item: 1 }],
    ]);
    expect(items[0]?.json).toHaveProperty("waiting_reason");
    expect(items[0]?.json).toHaveProperty("expected_at");
    await eventually("both texts", async () => (await arrivedTimes("One")) + (await arrivedTimes("Two")) === 2);
  });

  it("Retry On Fail never sends twice: the answer of the first try was lost", async () => {
    const circumstances = { executionId: "20", runIndex: 0 };
    const first = send("Your order 1842 is ready", {
      ...circumstances,
      http: async (options) => {
        await askNetwork(options, gateway.apiKey);
        throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
      },
    });
    await expect(first.made).rejects.toThrow("The gateway did not respond.");

    const [again] = await jsonOf(send("Your order 1842 is ready", circumstances).made);
    expect(again).toMatchObject({ body: "Your order 1842 is ready", idempotent_replayed: true });
    await settled("21");
    expect(await arrivedTimes("Your order 1842 is ready")).toBe(1);
  });

  it("Retry On Fail sends the items before the one that failed not again", async () => {
    const items = [{ text: "To be first" }, { text: "To be second" }];
    const parameters = { recipient: { mode: "phone", value: PERSON } };
    let requests = 0;
    const http: Circumstances["http"] = async (options) => {
      if (++requests === 2) throw new Error("socket hang up");
      return askNetwork(options, gateway.apiKey);
    };
    const again = { items, executionId: "25", http };
    await expect(run("message", "sendText", parameters, again).made).rejects.toMatchObject({
      context: { itemIndex: 1 },
    });

    const made = await jsonOf(run("message", "sendText", parameters, again).made);
    expect(made.map(({ body, idempotent_replayed }) => [body, idempotent_replayed])).toEqual([
      ["To be first", true],
      ["To be second", undefined],
    ]);
    await settled("26");
    expect([await arrivedTimes("To be first"), await arrivedTimes("To be second")]).toEqual([1, 1]);
  });

  it("a loop sends in each of its runs, and another execution sends again", async () => {
    await send("Your table is free", { executionId: "30", runIndex: 0 }).made;
    await send("Your table is free", { executionId: "30", runIndex: 1 }).made;
    await send("Your table is free", { executionId: "31", runIndex: 0 }).made;
    await eventually("three messages", async () => (await arrivedTimes("Your table is free")) === 3);
  });

  it("a key of one's own holds over executions", async () => {
    const options = { idempotencyKey: "order-7-shipped" };
    const once = (executionId: string) =>
      run(
        "message",
        "sendText",
        { recipient: { mode: "phone", value: PERSON }, text: "Shipped", options },
        { executionId },
      );
    const [first] = await jsonOf(once("40").made);
    const [second] = await jsonOf(once("41").made);
    expect([second?.id, second?.idempotent_replayed]).toEqual([first?.id, true]);
  });

  it("a refusal says what is wrong, its code and its request; an item that failed carries them on", async () => {
    const parameters = { recipient: { mode: "phone", value: "1" }, text: "Hi" };
    const refused = run("message", "sendText", parameters, { executionId: "50" }).made;
    await expect(refused).rejects.toMatchObject({
      name: "Error",
      httpCode: "422",
      description: expect.stringMatching(/^to: .+\nCode: validation_failed \(422\)\. Request: /),
      context: { itemIndex: 0 },
    });

    const items = [{ recipient: { mode: "phone", value: "1" } }, { recipient: { mode: "phone", value: PERSON } }];
    const { made } = run("message", "sendText", { text: "Go on" }, { items, executionId: "51", continueOnFail: true });
    const [failed, sent] = await made;
    expect(Object.keys(failed?.json ?? {}).sort()).toEqual(["details", "error", "message"]);
    expect(failed).toMatchObject({
      json: { details: { code: "validation_failed", status: 422 } },
      pairedItem: { item: 0 },
    });
    expect(sent).toMatchObject({ json: { body: "Go on" }, pairedItem: { item: 1 } });
  });

  it("a wrong address is told as such, and the key is in no error", async () => {
    const nobody = { ...credential(), baseUrl: "http://127.0.0.1:1" };
    const error = await send("Hi", { credential: nobody }).made.catch((thrown: unknown) => thrown);
    expect(String(error)).toContain("The gateway did not respond. Check the credential's Base URL");
    const page = { ...credential(), baseUrl: receiver.url };
    const wrong = await send("Hi", { credential: page }).made.catch((thrown: unknown) => thrown);
    expect(String(wrong)).toContain("The 200 response did not come from a messaging gateway.");
    expect(JSON.stringify([error, wrong])).not.toContain(gateway.apiKey);
  });

  it("a file of an item, a code as a picture, and an answer without a body", async () => {
    const file = { data: Buffer.from("%PDF-1.4 an invoice"), mimeType: "application/pdf", fileName: "invoice.pdf" };
    const parameters = { recipient: { mode: "phone", value: PERSON }, caption: "Your invoice" };
    const [sent] = await jsonOf(
      run("message", "sendFile", parameters, { binary: { data: file }, executionId: "60" }).made,
    );
    expect(sent).toMatchObject({ type: "document", body: "Your invoice", media: { filename: "invoice.pdf" } });

    const large = { ...file, data: Buffer.alloc(4 * 1024 * 1024 + 1) };
    const refused = run("message", "sendFile", parameters, { binary: { data: large }, executionId: "61" }).made;
    await expect(refused).rejects.toThrow(
      "Up to 4 MB can be sent from binary data. Upload the file to a public address",
    );

    const [code] = await eventually("a code", () =>
      run("instance", "getQr", { instance: { mode: "id", value: other } }).made.catch(() => null),
    );
    expect(code?.binary?.data).toMatchObject({ mimeType: "image/png", fileName: "qr.png" });
    expect(
      Buffer.from(code?.binary?.data?.data ?? "", "base64")
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");

    const read = run("chat", "markRead", { chat: { mode: "id", value: PERSON } }).made;
    expect(await jsonOf(read)).toEqual([{ success: true }]);
  });

  it("a team's chat is closed, found among the closed ones, and opened", async () => {
    const chat = { chat: { mode: "id", value: PERSON } };
    const change = async (closed: boolean) =>
      (await jsonOf(run("chat", "update", { ...chat, options: { closed, assignedTo: "none" } }).made))[0];
    const listed = async (closed: boolean) =>
      (await jsonOf(run("chat", "getAll", { returnAll: true, options: { closed } }).made)).map(({ phone }) => phone);
    expect(await change(true)).toMatchObject({ closed_at: expect.any(String), assigned_to: null });
    await eventually("it among the closed ones", async () => (await listed(true)).includes(PERSON));
    expect(await listed(false)).not.toContain(PERSON);
    expect(await change(false)).toMatchObject({ closed_at: null });
    await eventually("it among the open ones", async () => (await listed(false)).includes(PERSON));
  });

  it("lists are read to their end, or up to a limit, in each of the API's styles", async () => {
    const all = await jsonOf(run("message", "getAll", { returnAll: true }).made);
    const two = await jsonOf(run("message", "getAll", { limit: 2 }).made);
    const history = run("chat", "getHistory", { chat: { mode: "id", value: PERSON }, returnAll: true });
    expect(two.map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id));
    expect((await jsonOf(history.made)).length).toBe(all.length);
    expect((await jsonOf(run("instance", "getAll", { returnAll: true }).made)).map(({ name }) => name).sort()).toEqual([
      "Branch",
      "Shop",
    ]);
  });

  it("OTPs, broadcasts, groups, contacts and reactions do their work", async () => {
    const one = async (resource: string, operation: string, parameters: IDataObject, executionId = "1") =>
      (await jsonOf(run(resource, operation, parameters, { executionId }).made))[0] ?? {};

    const otp = await one(
      "otp",
      "create",
      { channel: "code", phone: `+${PERSON}`, options: { reference: "sign-in" } },
      "80",
    );
    expect(otp).toMatchObject({ status: "pending", channel: "code", reference: "sign-in" });
    expect(await one("otp", "create", { channel: "code", phone: PERSON }, "80")).toMatchObject({
      id: otp.id,
      idempotent_replayed: true,
    });
    const wrong = one("otp", "check", { otpId: otp.id, code: "0000" });
    await expect(wrong).rejects.toMatchObject({ context: { details: { code: "wrong_code", status: 422 } } });

    const draft = await one("broadcast", "create", { text: "Hello {name|there}", options: { name: "May" } }, "81");
    expect(draft).toMatchObject({ status: "draft", name: "May" });
    expect(await one("broadcast", "getAll", { options: { status: "draft" } })).toMatchObject({ id: draft.id });

    const group = await one("group", "create", { subject: "Team", participants: `+${PERSON}` }, "82");
    expect(group).toMatchObject({ subject: "Team", size: 2 });
    const inGroup = { recipient: { mode: "id", value: group.id }, text: "Welcome" };
    expect(await one("message", "sendText", inGroup, "83")).toMatchObject({ chat_id: group.id });

    expect(await one("contact", "check", { phone: `+${PERSON}` })).toMatchObject({ phone: PERSON, on_messenger: true });
    expect(await one("contact", "get", { contact: PERSON })).toMatchObject({ phone: PERSON, contact_name: "Ana" });
    const received = await one("message", "getAll", { options: { direction: "in", phone: PERSON } });
    expect(await one("message", "react", { messageId: received.id, emoji: "+" }).catch(String)).toContain("one emoji");
    expect(await one("message", "react", { messageId: received.id, emoji: "\u{1F44D}" })).toMatchObject({
      id: received.id,
    });
  });

  it("instances and chats are found in lists by what people know of them", async () => {
    const functions = functionsOf({
      node: new Action(),
      parameters: { instance: { mode: "list", value: instance } },
      credential: credential(),
    });
    const { searchInstances, searchChats } = new Action().methods.listSearch;
    expect((await searchInstances.call(functions, "sho")).results).toEqual([
      { name: `Shop · ${OWN_PHONE}`, value: instance },
    ]);
    const [chat] = (await searchChats.call(functions, "Ana")).results;
    expect(chat).toMatchObject({ name: expect.stringContaining("Ana"), value: `${PERSON}@s.whatsapp.net` });
    const sent = run("message", "sendText", { recipient: { mode: "list", value: chat?.value }, text: "To the chat" });
    expect(await jsonOf(sent.made)).toMatchObject([{ phone: PERSON }]);
  });

  it("the team is listed by name, and a chat is assigned to the member who was chosen", async () => {
    const functions = functionsOf({ node: new Action(), credential: credential() });
    const mel = { account: gateway.accountId, role: "member", name: "Mel", email: "mel@example.com" } as const;
    const id = await addPerson(await depsOf(gateway), mel, await gateway.now());
    const listed = await new Action().methods.loadOptions.getAssignees.call(functions);
    expect(listed).toEqual([
      { name: "Nobody", value: "none" },
      { name: "Mel", value: id },
    ]);

    for (const [chosen, has] of [
      [id, { id, name: "Mel" }],
      ["none", null],
    ]) {
      const { made } = run("chat", "update", { chat: { mode: "id", value: PERSON }, options: { assignedTo: chosen } });
      expect(await jsonOf(made)).toMatchObject([{ assigned_to: has }]);
    }
  });

  describe("the trigger by polling", () => {
    const node = new GatewayPollingTrigger();
    const poller = (staticData: IDataObject, more: Partial<Circumstances> = {}) =>
      functionsOf({
        node,
        parameters: { instance: { mode: "id", value: instance }, events: ["message.received"], everyMinutes: 0 },
        credential: credential(),
        staticData,
        ...more,
      });
    const poll = async (staticData: IDataObject, more: Partial<Circumstances> = {}) =>
      ((await node.poll.call(poller(staticData, more)))?.[0] ?? []).map(({ json }) => json);
    const bodies = (events: IDataObject[]) => events.map(({ data }) => (data as IDataObject).body);

    it("begins at the present: nothing of what was before, everything after", async () => {
      const saved: IDataObject = {};
      const parameters = {
        instance: { mode: "id", value: instance },
        events: ["message.received"],
        startWith: "kept",
        everyMinutes: 0,
      };
      await eventually("the first message", async () => (await poll({}, { parameters })).length > 0);
      expect(await poll(saved)).toEqual([]);
      await write("After the start");
      const found = await eventually("the event", async () => {
        const events = await poll(saved);
        return events.length > 0 && events;
      });
      expect(bodies(found)).toEqual(["After the start"]);
      expect(await poll(saved)).toEqual([]);
    });

    it("a process that dies before the place is saved gets the same events again, and skips none", async () => {
      const parameters = {
        instance: { mode: "id", value: instance },
        events: ["message.received"],
        startWith: "kept",
        everyMinutes: 0,
      };
      const saved: IDataObject = {};
      await eventually("all of them", async () => bodies(await poll({}, { parameters })).includes("After the start"));
      const lost = { ...saved };
      const first = await poll(lost, { parameters });
      expect(bodies(first).at(0)).toBe("Is my order ready?");

      expect(await poll(saved, { parameters })).toEqual(first);
      // Other events that arrive in the meantime are skipped, so the saved position may be further ahead, but never
      // behind.
      expect(String(saved.after) >= String(lost.after)).toBe(true);
      expect(await poll(saved, { parameters })).toEqual([]);
    });

    it("a test shows one of the latest events and keeps no place", async () => {
      const saved: IDataObject = {};
      const [event] = await poll(saved, { mode: "manual" });
      expect([event?.type, saved]).toEqual(["message.received", {}]);
      const none = poll(saved, { mode: "manual", parameters: { events: ["call.received"] } });
      await expect(none).rejects.toThrow("No events of these types are stored yet.");
    });
  });

  describe("the trigger by webhook", () => {
    const node = new GatewayTrigger();
    const { checkExists, create, delete: remove } = node.webhookMethods.default;
    const staticData: IDataObject = {};
    const hook = (more: Partial<Circumstances> = {}) =>
      functionsOf({
        node,
        parameters: { instance: { mode: "id", value: instance }, events: ["webhook.test", "message.received"] },
        credential: credential(),
        staticData,
        webhookUrl: receiver.url,
        ...more,
      });
    /** A webhook can be changed only six times a minute. */
    const aMinuteLater = () => gateway.sandbox("POST", "/clock", { advance_seconds: 61 });
    const present = async (of = instance) =>
      (await gateway.api<{ data: IDataObject }>("GET", `/v1/instances/${of}/webhook`)).body.data.url;

    it("a test changes nothing at the gateway, and leads to the polling trigger", async () => {
      const functions = hook({ mode: "manual" });
      expect(await checkExists.call(functions)).toBe(false);
      await expect(create.call(functions)).rejects.toMatchObject({
        description: expect.stringContaining("Messaging Gateway Polling Trigger"),
      });
      expect(functions.seen.requests).toEqual([]);
    });

    it("an address of somebody else is never overwritten: the error names it", async () => {
      const theirs = `${receiver.url}/crm`;
      await gateway.api("PATCH", `/v1/instances/${other}/webhook`, { url: theirs });
      const functions = hook({ parameters: { instance: { mode: "id", value: other } }, staticData: {} });
      expect(await checkExists.call(functions)).toBe(false);
      await expect(create.call(functions)).rejects.toThrow(`The instance already posts its events to ${theirs}.`);
      await remove.call(functions);
      expect(await present(other)).toBe(theirs);
    });

    it("is set once, and is still there after n8n has started anew", async () => {
      expect(await checkExists.call(hook())).toBe(false);
      expect(await create.call(hook())).toBe(true);
      expect(await present()).toBe(receiver.url);
      expect(await checkExists.call(hook())).toBe(true);
      expect(staticData.secret).toMatch(/^whsec_/);
    });

    it("an event that the gateway signed starts the workflow once, however often it comes", async () => {
      await gateway.api("POST", `/v1/instances/${instance}/webhook/test`);
      const post = await eventually("the post", () =>
        receiver.requests.find(({ body }) => body.includes('"webhook.test"')),
      );
      const take = (body: string, headers: Record<string, unknown> = post.headers) => {
        const functions = hook({ post: { headers, body } });
        return node.webhook.call(functions).then((answer) => ({ answer, status: functions.seen.status }));
      };
      const forged = [
        await take(`${post.body} `),
        await take(post.body, { ...post.headers, "webhook-signature": "v1,AAAA" }),
        await take(post.body, { ...post.headers, "webhook-timestamp": "1" }),
        await take(post.body, {}),
      ];
      expect(forged).toEqual(Array(4).fill({ answer: { noWebhookResponse: true }, status: 401 }));

      const { answer } = await take(post.body);
      expect(answer.workflowData?.[0]?.[0]?.json).toEqual(JSON.parse(post.body));
      const again = await take(post.body);
      expect(again).toEqual({
        answer: { webhookResponse: { message: "This event was already received." } },
        status: null,
      });
    });

    it("an event that is not asked for is answered and starts nothing", async () => {
      const before = receiver.requests.length;
      await send("A status will follow", { executionId: "70" }).made;
      const post = await eventually("a status", () =>
        receiver.requests.slice(before).find(({ body }) => body.includes('"message.status"')),
      );
      const answer = await node.webhook.call(hook({ post: { headers: post.headers, body: post.body } }));
      expect(answer).toEqual({ webhookResponse: { message: "The workflow does not use this event type." } });
    });

    it("publishing again replaces the secret at most once a day, and knows its own", async () => {
      await aMinuteLater();
      for (let times = 0; times < 2; times++) {
        expect(await remove.call(hook())).toBe(true);
        expect(await present()).toBeNull();
        await create.call(hook());
      }
      const { secret } = staticData;
      await remove.call(hook());
      await create.call(hook());
      expect(staticData.secret).toBe(secret);
      const before = receiver.requests.length;
      await write("After publishing");
      const post = await eventually("the post", () =>
        receiver.requests.slice(before).find(({ body }) => body.includes("After publishing")),
      );
      const answer = await node.webhook.call(hook({ post: { headers: post.headers, body: post.body } }));
      expect(answer.workflowData?.[0]?.[0]?.json).toMatchObject({ type: "message.received" });
    });

    it("a workflow that does not know the newest secret asks for it before it changes anything", async () => {
      await aMinuteLater();
      await remove.call(hook());
      const stale = { secret: "whsec_b2xk" };
      const stranger = hook({ staticData: stale });
      await expect(create.call(stranger)).rejects.toMatchObject({
        description: expect.stringContaining("Enter it as the credential's Signing Secret"),
      });
      expect(await present()).toBeNull();
      const told = { ...credential(), signingSecret: String(staticData.secret) };
      await create.call(hook({ staticData: {}, credential: told }));
      expect(await checkExists.call(hook({ staticData: {}, credential: told }))).toBe(true);
    });

    it("another address of n8n takes the place of the one that this node has set", async () => {
      const moved = `${receiver.url}/moved`;
      staticData.url = receiver.url;
      await create.call(hook({ webhookUrl: moved }));
      expect([await present(), staticData.url]).toEqual([moved, moved]);
      await remove.call(hook({ webhookUrl: moved }));
      expect(await present()).toBeNull();
    });
  });
});
