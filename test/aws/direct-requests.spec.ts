import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteMessageBatchCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { awsClient, type ClientSettings } from "../../core/aws/aws-client.ts";
import { documentClient } from "../../core/aws/document-client.ts";
import { signatureCheck } from "../../local/aws/front/service-signature.ts";
import { machineTime } from "../support/machine-time.ts";

const fixture = (name: string) => readFileSync(new URL(`../http/fixtures/${name}`, import.meta.url), "utf8");

const LIMITS = { connectMs: 1_000, answerMs: 1_000, tries: 1 };
const SECRETS = { accessKeyId: "one", secretAccessKey: "first" };
const HOUR_MS = 3_600_000;

/**
 * How the server responds to each request, in order. Once these responses are used up, it responds with an empty
 * object.
 */
type Answer = { status?: number; body?: object; date?: Date } | "nothing" | "hang up" | "half" | "half and hang up";

describe("requests without the SDK's middleware", () => {
  const asked: { request: IncomingMessage; body: string }[] = [];
  const answers: Answer[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    asked.push({ request, body });
    const how = answers.shift() ?? {};
    if (how === "nothing") return;
    if (how === "hang up") return void request.socket.destroy();
    if (how === "half" || how === "half and hang up") {
      response.writeHead(200, { "content-length": "100" }).write('{"Item":', () => {
        if (how !== "half") request.socket.destroy();
      });
      return;
    }
    const headers = { "content-type": "application/x-amz-json-1.0", ...(how.date && { date: how.date.toUTCString() }) };
    response.writeHead(how.status ?? 200, headers).end(JSON.stringify(how.body ?? {}));
  };
  const server = createServer((request, response) => void answer(request, response));
  const settings = (own: Partial<ClientSettings> = {}): ClientSettings => ({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: "eu-west-1",
    credentials: SECRETS,
    ...own,
  });
  const get = (documents: ReturnType<typeof documentClient>) =>
    documents.ask("GetItem", { TableName: "t", Key: { pk: "A", sk: "1" } });
  const target = (n: number) => String(asked[n]?.request.headers["x-amz-target"]);

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  beforeEach(() => {
    asked.length = 0;
    answers.length = 0;
  });
  afterAll(() => void server.close());

  it("ask the same as those that go by it, signed over the same, and their answers are read the same", async () => {
    const documents = documentClient(LIMITS, settings(), () => {});
    const stored = { pk: "A", sk: "1", n: 2, bytes: new Uint8Array([1, 255]), list: [null, { deep: true }] };
    const body = {
      Item: {
        pk: { S: "A" },
        sk: { S: "1" },
        n: { N: "2" },
        bytes: { B: "Af8=" },
        list: { L: [{ NULL: true }, { M: { deep: { BOOL: true } } }] },
      },
    };
    answers.push({ body }, { body });
    expect([(await get(documents)).Item, (await get(documents)).Item]).toEqual([stored, stored]);
    const [whole, direct] = asked;
    expect(direct?.body).toBe(whole?.body);
    const shared = ["host", "content-type", "content-length", "x-amz-target"];
    const headersOf = (one: typeof whole) => shared.map((name) => one?.request.headers[name]);
    expect(headersOf(direct)).toEqual(headersOf(whole));
    for (const one of [whole, direct]) {
      expect(() => one && signatureCheck(SECRETS)(one.request, one.body)).not.toThrow();
    }
    // The request really bypassed the middleware, which would have named the SDK.
    expect([whole, direct].map((one) => one?.request.headers["x-amz-user-agent"] !== undefined)).toEqual([true, false]);
  });

  it("fail with the SDK's exceptions, their items and their status", async () => {
    const documents = documentClient(LIMITS, settings(), () => {});
    await get(documents);
    const Item = { pk: { S: "A" }, n: { N: "7" } };
    const body = { __type: "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException", message: "no", Item };
    answers.push({ status: 400, body });
    const refused = await documents.ask("PutItem", { TableName: "t", Item: { pk: "A" } }).catch((error) => error);
    expect(refused).toBeInstanceOf(ConditionalCheckFailedException);
    expect(refused).toMatchObject({ Item, message: "no", $metadata: { httpStatusCode: 400 } });
  });

  it("are signed with the credentials of the moment", async () => {
    let current = { ...SECRETS, expiration: new Date(machineTime().getTime() - 1) };
    const credentials = async () => current;
    const documents = documentClient(LIMITS, settings({ credentials: credentials as never }), () => {});
    await get(documents);
    await get(documents);
    current = {
      accessKeyId: "two",
      secretAccessKey: "second",
      expiration: new Date(machineTime().getTime() + HOUR_MS),
    };
    await get(documents);
    const last = asked[2];
    expect(() => last && signatureCheck(current)(last.request, last.body)).not.toThrow();
    expect(asked[1]?.request.headers.authorization).toContain("Credential=one/");
  });

  it("are signed by the service's clock once an answer has told it, an error's too", async () => {
    const documents = documentClient(LIMITS, settings(), () => {});
    const ahead = new Date(machineTime().getTime() + HOUR_MS);
    const skewed = { __type: "com.amazon.coral.service#InvalidSignatureException", message: "Signature expired" };
    answers.push({}, { status: 400, body: skewed, date: ahead }, {});
    await get(documents);
    await expect(get(documents)).rejects.toThrow("Signature expired");
    await get(documents);
    const signedAt = (n: number) => String(asked[n]?.request.headers["x-amz-date"]);
    const hour = (date: Date) => date.toISOString().replaceAll(/[-:]/g, "").slice(0, 11);
    expect(signedAt(1).slice(0, 11)).toBe(hour(new Date(ahead.getTime() - HOUR_MS)));
    expect(signedAt(2).slice(0, 11)).toBe(hour(ahead));
  });

  it("tell the time of each answer", async () => {
    const told: number[] = [];
    const documents = documentClient(LIMITS, settings(), (time) => told.push(time.told));
    const dates = ["2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z"].map((date) => new Date(date));
    answers.push(...dates.map((date) => ({ date })));
    await get(documents);
    await get(documents);
    expect(told).toEqual(dates.map((date) => date.getTime()));
  });

  it("end when the service says nothing", async () => {
    const documents = documentClient(LIMITS, settings(), () => {});
    await get(documents);
    answers.push("nothing");
    await expect(get(documents)).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("share connections, and wait for a free one as long as for a new one", async () => {
    const documents = documentClient({ ...LIMITS, answerMs: 3_000 }, settings({ connections: { most: 1 } }), () => {});
    await get(documents);
    await get(documents);
    expect(asked[0]?.request.socket).toBe(asked[1]?.request.socket);
    answers.push("nothing");
    const first = get(documents).catch(() => null);
    await expect(get(documents)).rejects.toMatchObject({ name: "TimeoutError", message: /no connection/ });
    await first;
  });

  it("end when an answer stops in its middle", async () => {
    const documents = documentClient({ ...LIMITS, silenceMs: 1_000 }, settings(), () => {});
    await get(documents);
    answers.push("half");
    await expect(get(documents)).rejects.toMatchObject({ name: "TimeoutError", message: /the answer stopped/ });
    answers.push("half and hang up");
    await expect(get(documents)).rejects.toMatchObject({ name: "TimeoutError", code: "ECONNRESET" });
  });

  it("go by TLS to whoever has a trusted certificate, and to nobody else", async () => {
    const secure = createTlsServer(
      { key: fixture("localhost-key.pem"), cert: fixture("localhost-cert.pem") },
      (...both) => void answer(...both),
    );
    await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
    const { port } = secure.address() as AddressInfo;
    const documents = documentClient(LIMITS, settings({ endpoint: `https://localhost:${port}` }), () => {});
    await expect(get(documents)).rejects.toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    const trusted = getCACertificates("default");
    setDefaultCACertificates([...trusted, fixture("localhost-cert.pem")]);
    try {
      await get(documents);
      await get(documents);
      expect(asked.map(({ request }) => request.headers.host)).toEqual(Array(2).fill(`localhost:${port}`));
    } finally {
      setDefaultCACertificates(trusted);
      secure.close();
      documents.destroy();
    }
  });

  describe("of a queue", () => {
    const queue = (tries: number) => awsClient(SQSClient, { ...LIMITS, tries }, settings({ directly: {} }));
    const QueueUrl = "http://127.0.0.1/1/q";
    const send = (client: SQSClient) => client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: [] }));

    it("are tried again as often as its limits say when they fail in passing", async () => {
      const client = queue(3);
      await send(client);
      answers.push("hang up", { status: 503 });
      expect(await send(client)).toMatchObject({ $metadata: { httpStatusCode: 200 } });
      expect(asked.map((_, n) => target(n))).toEqual(Array(4).fill("AmazonSQS.DeleteMessageBatch"));
      expect(new Set(asked.slice(1).map(({ body }) => body)).size).toBe(1);
    });

    it("are not when the service refuses them", async () => {
      const client = queue(3);
      await send(client);
      answers.push({ status: 400, body: { __type: "com.amazonaws.sqs#QueueDoesNotExist", message: "gone" } });
      await expect(client.send(new SendMessageCommand({ QueueUrl, MessageBody: "x" }))).rejects.toThrow("gone");
      expect(asked.length).toBe(2);
    });

    it("end when their caller gives them up, and are not tried again", async () => {
      const client = queue(3);
      await send(client);
      answers.push("nothing");
      const gone = new AbortController();
      const poll = client.send(new ReceiveMessageCommand({ QueueUrl }), { abortSignal: gone.signal });
      await expect.poll(() => asked.length).toBe(2);
      gone.abort();
      await expect(poll).rejects.toMatchObject({ name: "AbortError" });
      expect(asked.length).toBe(2);
    });
  });
});
