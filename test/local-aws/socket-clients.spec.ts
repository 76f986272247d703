import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { type EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import {
  DeleteMessageBatchCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
  SQSServiceException,
} from "@aws-sdk/client-sqs";
import { expect, test, vi } from "vitest";
import * as REQUEST_LIMITS from "../../core/aws/request-limits.ts";
import { type AskService, SocketBroken, serviceSocket } from "../../local/aws/socket/service-socket.ts";
import { socketClients } from "../../local/aws/socket/socket-clients.ts";
import { createQueue, startAws } from "./support.ts";

/** Creates the queue client of a process whose host sends its requests through `ask`. */
function queuesBy(ask: AskService, tries = 3, sdk = refused): SQSClient {
  return socketClients(ask)("SQSClient", { ...REQUEST_LIMITS.queue, tries }, sdk);
}

const refused = (): SQSClient => {
  throw new Error("The SDK was asked for a client.");
};

/** Creates a queue with three clients: one in this process, one on a separate line, and one from the SDK. */
async function startQueue(options: Parameters<typeof startAws>[0] = {}) {
  const { aws, sqs } = await startAws(options);
  const { url } = await createQueue(sqs, "wakeups");
  return { aws, sqs, url, here: queuesBy(aws.ask), there: queuesBy(serviceSocket(aws.line)) };
}

const takenFrom = (url: string, waitSec = 0) =>
  new ReceiveMessageCommand({ QueueUrl: url, WaitTimeSeconds: waitSec, MessageSystemAttributeNames: ["All"] });

test("a message comes as the SDK brings it, by calls and by the line, and is deleted by its receipt", async () => {
  const { sqs, url, here, there } = await startQueue();
  for (const client of [here, there]) {
    await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "one", MessageGroupId: "a" }));
    const { Messages: bySdk = [] } = await sqs.send(
      new ReceiveMessageCommand({ ...takenFrom(url).input, VisibilityTimeout: 0 }),
    );
    const { Messages: taken = [] } = await client.send(takenFrom(url));
    expect(taken.map(({ ReceiptHandle, Attributes, ...rest }) => [rest, Object.keys(Attributes ?? {}).sort()])).toEqual(
      bySdk.map(({ ReceiptHandle, Attributes, ...rest }) => [rest, Object.keys(Attributes ?? {}).sort()]),
    );
    const Entries = taken.map(({ ReceiptHandle }) => ({ Id: "0", ReceiptHandle }));
    const { Successful } = await client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }));
    expect(Successful).toEqual([{ Id: "0" }]);
  }
});

test("a poll that waits is answered by the message that comes", async () => {
  const { url, here, there } = await startQueue();
  for (const client of [here, there]) {
    const waiting = client.send(takenFrom(url, 20));
    await here.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "now" }));
    expect((await waiting).Messages?.[0]?.Body).toBe("now");
  }
});

test("a poll that is given up takes no message", async () => {
  const { aws, url, here, there } = await startQueue();
  for (const client of [here, there]) {
    const stop = new AbortController();
    const polled = aws.counters().ReceiveMessage ?? 0;
    const waiting = client.send(takenFrom(url, 20), { abortSignal: stop.signal });
    await vi.waitUntil(() => aws.counters().ReceiveMessage === polled + 1);
    stop.abort();
    await Promise.allSettled([waiting]);
    // The line handles requests in order, so once it has answered another request, the poll has been closed.
    await client.send(takenFrom(url));
    await here.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "for the next" }));
    expect((await client.send(takenFrom(url))).Messages?.[0]?.Body).toBe("for the next");
  }
});

test("nor does the poll of a process that has died", async () => {
  const { aws, url, here } = await startQueue();
  const [port = "", secret = ""] = aws.line.split(":");
  const socket = connect(Number(port), "127.0.0.1");
  const { input } = takenFrom(url, 20);
  socket.write(
    `${secret}\n${JSON.stringify([1, "ReceiveMessage", input])}\n${JSON.stringify([2, "ListQueues", {}])}\n`,
  );
  await once(createInterface(socket), "line"); // the answer to the second: the first waits
  socket.resetAndDestroy();
  await once(socket, "close");
  const other = serviceSocket(aws.line);
  await expect(other("ListTables", {}, new AbortController().signal)).resolves.toBeDefined(); // after the break
  await here.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "for the living" }));
  expect((await here.send(takenFrom(url))).Messages?.[0]?.Body).toBe("for the living");
});

test("refusals are the SDK's exceptions, and what fails in passing is tried as often as the client's limits say", async () => {
  const { url, there } = await startQueue();
  const wrong = there.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "x", MessageGroupId: "é" }));
  await expect(wrong).rejects.toThrow(SQSServiceException);
  await expect(wrong).rejects.toMatchObject({ name: "InvalidParameterValue", $metadata: { httpStatusCode: 400 } });

  let asked = 0;
  const breaks: AskService = async () => {
    if (++asked < 3) throw new SocketBroken("The answer is lost.");
    return { MessageId: "third" };
  };
  expect(await queuesBy(breaks).send(new SendMessageCommand({ QueueUrl: url, MessageBody: "x" }))).toEqual({
    MessageId: "third",
  });
  asked = 0;
  const sent = queuesBy(breaks, 2).send(new SendMessageCommand({ QueueUrl: url, MessageBody: "x" }));
  await expect(sent).rejects.toThrow(SocketBroken);
});

test("a command that a running gateway does not send, and a client of another service, are the SDK's", async () => {
  const { aws, sqs, url } = await startQueue();
  const here = queuesBy(aws.ask, 3, () => sqs);
  expect((await here.send(new ListQueuesCommand({}))).QueueUrls).toEqual([url]);
  expect(socketClients(aws.ask)("KMSClient", REQUEST_LIMITS.keys, () => sqs)).toBe(sqs);
});

test("the bus takes events by the line as by the SDK, and says which it refuses", async () => {
  const { aws, bus } = await startAws();
  const client: EventBridgeClient = socketClients(serviceSocket(aws.line))(
    "EventBridgeClient",
    REQUEST_LIMITS.bus,
    () => bus,
  );
  const Entries = [{ Source: "s", DetailType: "t", Detail: "{}", Time: new Date(0) }, { Source: "s" }];
  for (const by of [bus, client]) {
    const answer = await by.send(new PutEventsCommand({ Entries }));
    expect(answer.FailedEntryCount).toBe(1);
    expect(answer.Entries).toEqual([
      { EventId: expect.any(String) },
      expect.objectContaining({ ErrorCode: "InvalidArgument" }),
    ]);
  }
});
