import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { answersOf } from "../../bin/generated/answers-of.ts";
import { MESSAGE_DETAILS } from "../../core/contracts/content/details.ts";
import { IDS, OWN_PHONE, PHONE } from "../../functions/api/openapi/examples/records.ts";
import { sdkCaller } from "../clients/sdk/sdk-caller.ts";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkNumber } from "../support/linked-number.ts";

interface Content {
  schema: Record<string, unknown>;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
}
interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; responses: Operation["responses"] };
}
type Json = Record<string, unknown>;

const JSON_TYPE = "application/json";
const DAY_MS = 86_400_000;
const SECOND_PERSON = "5511999990002";

/**
 * Checks a running gateway against its own description. The SDK's methods send each example request, with ids, hosts,
 * and times replaced by ones that exist in this test, and each answer must match the description.
 */
describe("the API's description and the running gateway", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  /** Calls the SDK's methods, which send every request in this test. */
  let bySdk: ReturnType<typeof sdkCaller>;
  let document: Document;
  /** A server that responds to everything the gateway fetches or posts. */
  let outside: Server;
  let instance: string;
  /**
   * Instances without a phone: one for a QR code, one for a pairing code, and one that needs a signature made with its
   * owner's passkey.
   */
  let [forQr, forPairing, forPasskey] = ["", "", ""];
  let received: Json;
  let call: Json;
  let label: string;
  /** The number's own group, and an invite to someone else's group. */
  let [group, invite] = ["", ""];
  /** The records created by the examples. */
  const made = {
    channel: "",
    channelInvite: "",
    status: "",
    otp: "",
    broadcast: "",
    reply: "",
    note: "",
    export: "",
    imported: "",
  };

  beforeAll(async () => {
    const picture = await sharp({ create: { width: 200, height: 200, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    outside = createServer(({ url = "" }, response) => {
      response.end(/\.(png|jpg)$/.test(url) ? picture : "%PDF-1.4\n%%EOF\n");
    }).listen(0, "127.0.0.1");
    gateway = await startGateway(folder.path, { EPHEMERAL: "1", PASSKEY_LINKING: "1" });
    bySdk = sdkCaller({ apiKey: gateway.apiKey, baseUrl: gateway.baseUrl });
    document = (await gateway.api<Document>("GET", "/v1/openapi.json")).body;
    for (const phone of [PHONE, SECOND_PERSON]) await gateway.sandbox("POST", "/phones", { phone, name: "Ana" });
    instance = (await linkNumber(gateway, OWN_PHONE)).id;
    [forQr, forPairing, forPasskey] = [await newInstance(), await newInstance(), await newInstance()];
    await gateway.sandbox("POST", `/phones/${PHONE}/messages`, { to: OWN_PHONE, text: "Is my order ready?" });
    received = await eventOf("message.received");
    await gateway.sandbox("POST", `/phones/${PHONE}/calls`, { to: OWN_PHONE, video: false });
    call = await eventOf("call.received");
    const { body } = await gateway.api<{ data: Json }>("POST", `/v1/instances/${instance}/labels`, {
      name: "A",
      color: 1,
    });
    label = String(body.data.id);
    group = String((await newGroup(OWN_PHONE)).chat_id);
    invite = String((await newGroup(PHONE)).invite);
    await eventually("the group", async () => {
      const { status } = await gateway.api("GET", `/v1/instances/${instance}/groups/${group}`);
      return status === 200;
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    outside?.close();
    folder.remove();
  });

  const newGroup = async (owner: string) =>
    (await gateway.sandbox<Json>("POST", "/groups", { subject: "Team", owner, participants: [] })).body;

  async function newInstance(): Promise<string> {
    const { body } = await gateway.api<{ data: Json }>("POST", "/v1/instances", { name: "Other" });
    return String(body.data.id);
  }

  /** Returns the data of the first event of a type. */
  const eventOf = (type: string) =>
    eventually(`the event ${type}`, async () => {
      const { body } = await gateway.api<{ data: { data: Json }[] }>("GET", `/v1/events?types[]=${type}`);
      return body.data[0]?.data ?? null;
    });

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
    );

  function schemaOf(schema: Json): z.ZodType {
    const moved = (text: string) => text.replaceAll("#/components/schemas/", "#/$defs/");
    const whole = { ...schema, $defs: document.components.schemas };
    return z.fromJSONSchema(JSON.parse(moved(JSON.stringify(whole)))); // references as the reader of schemas knows them
  }

  /** Returns the path of a record. Paths within an instance refer to the person who wrote to it. */
  const pathTo = ({ path }: { path: string }, id: string) =>
    path
      .replace("{id}", id)
      .replace("{chat}", PHONE)
      .replace("{contact}", PHONE)
      .replace("{label}", label)
      .replace("{group}", group)
      .replace("{channel}", made.channel)
      .replace("{status}", made.status)
      .replace("{note}", made.note)
      .replace("{import}", made.imported)
      .replace(/\/groups\/preview$/, `$&?invite=${encodeURIComponent(invite)}`)
      .replace(/\/channels\/preview$/, `$&?invite=${encodeURIComponent(made.channelInvite)}`);

  /** Describes how an answer deviates from the API's description. */
  function faultsOf(operation: Operation, status: number, body: unknown): string[] {
    const described = answersOf(operation.responses, document)[String(status)];
    if (!described)
      return [`${operation.operationId} answers ${status}, which is not described: ${JSON.stringify(body)}`];
    const content = described.content?.[JSON_TYPE];
    if (!content) return body === null ? [] : ["There is a body where none is described."];
    const read = schemaOf(content.schema).safeParse(body);
    if (!read.success) return [`${operation.operationId} ${status}: ${z.prettifyError(read.error)}`];
    const isEmpty = Array.isArray((body as Json).data) && ((body as Json).data as unknown[]).length === 0;
    if (status >= 300 || isEmpty || content.example === undefined) return [];
    // The example must have exactly the same fields as the actual answer.
    const [shown, given] = [fieldsOf(content.example), fieldsOf(body)];
    return JSON.stringify(shown) === JSON.stringify(given) ? [] : [`The example has ${shown}, the answer ${given}.`];
  }

  /**
   * Returns the names of the fields in an answer and in its data, except those that occur only in some messages or with
   * new secrets.
   */
  function fieldsOf(body: unknown): string[] {
    const data = (body as Json).data;
    const first = Array.isArray(data) ? data[0] : data;
    const own = Object.keys(body as Json);
    const sometimes = [
      ...Object.keys(MESSAGE_DETAILS),
      "forwarded",
      "frequently_forwarded",
      "secret",
      "previous_valid_until",
      "events",
      "results",
      "votes",
      "votes_count",
      "reactions_count",
      "code",
      "link",
      "qr",
    ];
    const inner = first === undefined || first === null ? [] : Object.keys(first as Json);
    return [...own, ...inner.filter((name) => !sometimes.includes(name))].sort();
  }

  /** Returns an example in which references are replaced with things that exist in the test. */
  async function fitted(value: unknown): Promise<Json> {
    const { port } = outside.address() as AddressInfo; // a TCP server's address
    const tomorrow = new Date((await gateway.now()).getTime() + DAY_MS).toISOString();
    const text = JSON.stringify(value)
      .replaceAll(IDS.instance, instance)
      .replaceAll(IDS.message, String(received.id))
      .replaceAll(/https:\/\/(files|hooks)\.example\.com/g, `http://127.0.0.1:${port}`)
      .replaceAll(/https:\/\/chat\.whatsapp\.com\/\w+/g, invite)
      .replaceAll(/"(send_at|snoozed_until)":"[^"]*"/g, `"$1":"${tomorrow}"`)
      .replaceAll(/"call_id":"[^"]*"/g, `"call_id":${JSON.stringify(call.id)}`)
      .replaceAll(/"from":"[^":]*"/g, `"from":${JSON.stringify(call.from)}`);
    return JSON.parse(text);
  }

  /** Returns the OTP code shown on the person's phone. */
  const shownCode = () =>
    eventually("the code on the phone", async () => {
      const texts = (await inbox(gateway, PHONE)).map(({ text }) => String(text));
      return /\*\u2068?(\d{6})\u2069?\*/.exec(texts.join("\n"))?.[1] ?? null;
    });

  /** Returns the signature that the network demands for this instance once SECOND_PERSON has scanned its code. */
  async function signedByPasskey(id: string): Promise<Json> {
    await gateway.sandbox("POST", "/faults", { kind: "require_passkey", for_seconds: 3_600 });
    const of = (what: string) => gateway.api<{ data: Json }>("GET", `/v1/instances/${id}/${what}`);
    const value = await eventually("a code to scan", async () => (await of("qr")).body.data?.value);
    await gateway.sandbox("POST", `/phones/${SECOND_PERSON}/scan`, { value });
    await gateway.sandbox("POST", "/faults", { kind: "require_passkey", for_seconds: 0 });
    const options = await eventually("the demand", async () => (await of("passkey")).body.data?.options);
    return (await gateway.sandbox<Json>("POST", `/phones/${SECOND_PERSON}/passkey`, { options })).body;
  }

  /** Waits until an export or an import has ended, because an account makes one at a time. @returns its id. */
  const endOf = (list: string, begun: Json | undefined) =>
    eventually("the end of what was begun", async () => {
      await gateway.sandbox("POST", "/clock", { advance_seconds: 61 }); // what goes on is looked for each minute
      const { body } = await gateway.api<{ data: Json }>("GET", `${list}/${begun?.id}`);
      return body.data?.status === "done" && String(begun?.id);
    });

  it("agree on the address", () => {
    expect(document.servers).toEqual([{ url: gateway.baseUrl }]);
  });

  it("agree on each example of a request and on its answer", async () => {
    const ofMessage = new Map<string, string>();
    /** Returns the record for a request; messages that can be changed come from the earlier sends. */
    const idFor = ({ operationId, path }: { operationId: string; path: string }, name: string): string => {
      if (operationId === "messages.change") return ofMessage.get(name === "time" ? "scheduled" : "text") ?? "";
      if (path.startsWith("/v1/messages")) return String(received.id);
      if (path.startsWith("/v1/otps")) return made.otp;
      if (path.startsWith("/v1/saved-replies")) return made.reply;
      if (path.startsWith("/v1/broadcasts")) return made.broadcast;
      if (operationId === "instances.sign_passkey") return forPasskey;
      return operationId === "instances.pairing_code" ? forPairing : instance;
    };
    let webhookChanges = 0;
    const faults: string[] = [];
    const seen: string[] = [];
    const hasGone = (id: string) =>
      eventually("the text to have gone", async () => {
        const { body } = await gateway.api<{ data: Json }>("GET", `/v1/messages/${id}`);
        return body.data.sent_at;
      });
    for (const operation of operations()) {
      for (const [name, { value }] of Object.entries(operation.requestBody?.content[JSON_TYPE]?.examples ?? {})) {
        const schema = operation.requestBody?.content[JSON_TYPE]?.schema ?? {};
        const unlike = schemaOf(schema).safeParse(value).error;
        if (unlike) faults.push(`${operation.operationId} ${name}: ${z.prettifyError(unlike)}`);
        // The limit is six webhook changes a minute.
        if (operation.operationId.endsWith("webhook.update") && ++webhookChanges % 6 === 0) {
          await gateway.sandbox("POST", "/clock", { advance_seconds: 61 });
        }
        if (operation.operationId === "messages.change" && name === "text") await hasGone(idFor(operation, name));
        const path = pathTo(operation, idFor(operation, name));
        const isCheck = operation.operationId === "otps.check";
        const isSigned = operation.operationId === "instances.sign_passkey";
        const content = isCheck
          ? { code: await shownCode() }
          : isSigned
            ? await signedByPasskey(forPasskey)
            : await fitted(value);
        const answer = await bySdk(operation, path, content);
        const { status } = answer;
        const body = answer.body as Json | null;
        const sent = body?.data as Json | undefined;
        if (operation.operationId === "messages.send") ofMessage.set(name, String(sent?.id));
        if (operation.operationId === "channels.create") {
          Object.assign(made, { channel: sent?.id, channelInvite: sent?.invite_link });
        }
        if (operation.operationId === "statuses.post") made.status = String(sent?.id);
        if (operation.operationId === "otps.create") made.otp = String(sent?.id);
        if (operation.operationId === "exports.create") made.export = await endOf("/v1/exports", sent);
        if (operation.operationId === "contacts.start_import") made.imported = await endOf(path, sent);
        if (operation.operationId === "saved_replies.create") made.reply = String(sent?.id);
        if (operation.operationId === "notes.create") made.note = String(sent?.id);
        if (operation.operationId === "broadcasts.create") made.broadcast = String(sent?.id);
        if (status >= 300) faults.push(`${operation.operationId} ${name}: ${status} ${JSON.stringify(body)}`);
        else faults.push(...faultsOf(operation, status, body));
        seen.push(operation.operationId);
      }
    }
    expect(faults).toEqual([]);
    expect(new Set(seen)).toContain("messages.send");
    const withBody = operations().filter(({ requestBody }) => requestBody !== undefined);
    expect(new Set(seen)).toEqual(new Set(withBody.map(({ operationId }) => operationId)));
  });

  it("agree on the answer to everything that can be read", async () => {
    const faults: string[] = [];
    for (const operation of operations().filter(({ method }) => method === "GET")) {
      if (operation.operationId === "files.get") continue; // leads away: file-links.spec.ts follows it
      const isOfLink = ["instances.qr", "instances.passkey"].includes(operation.operationId);
      const [, , resource = ""] = operation.path.split("/");
      const ids: Record<string, string> = {
        messages: String(received.id),
        otps: made.otp,
        broadcasts: made.broadcast,
        exports: made.export,
      };
      const id = ids[resource] ?? (isOfLink ? forQr : instance);
      const path = pathTo(operation, id);
      const answer = await eventually(`an answer of ${path}`, async () => {
        const { status, body } = await bySdk(operation, path);
        return status === 503 ? null : { status, body: body as Json };
      });
      if (answer.status !== 200) faults.push(`${operation.operationId}: ${JSON.stringify(answer)}`);
      else if (operation.operationId !== "openapi.get") faults.push(...faultsOf(operation, answer.status, answer.body));
    }
    expect(faults).toEqual([]);
  });

  it("agree on refusals", async () => {
    const faults: string[] = [];
    for (const operation of operations()) {
      const path = operation.path.replace(/\{\w+\}/, "nothing");
      const asked = operation.requestBody === undefined ? undefined : {};
      for (const headers of [{ authorization: "Bearer none" }, undefined]) {
        if (headers === undefined && operation.method !== "GET" && path === operation.path) continue; // would be taken
        const { status, body } = await gateway.api<Json>(operation.method, path, asked, headers);
        if (status >= 400) faults.push(...faultsOf(operation, status, body));
      }
    }
    expect(faults).toEqual([]);
  });
});
