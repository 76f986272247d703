import { PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { CreateKeyCommand } from "@aws-sdk/client-kms";
import { CreateScheduleGroupCommand, GetScheduleGroupCommand } from "@aws-sdk/client-scheduler";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { clientsOf, createQueue, createThings, startAws, TABLE } from "./support.ts";

/** A client's request as sent. Contains only the parts that an attacker could change in transit. */
type Wire = { headers: Record<string, string>; body: string; path: string };

describe("the embedded services, as AWS,", () => {
  it.each([
    ["DynamoDB_20120810.ListTables", "{}"],
    ["DynamoDB_20120810.Scan", `{"TableName":"${TABLE}"}`],
    ["AmazonSQS.ReceiveMessage", "{}"],
    ["TrentService.Decrypt", "{}"],
    ["AWSEvents.PutEvents", "{}"],
  ])("refuse an unsigned %s", async (target, body) => {
    const { aws } = await startAws();
    const headers = { "x-amz-target": target, "content-type": "application/x-amz-json-1.0" };
    const answer = await fetch(aws.url, { method: "POST", headers, body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ __type: "MissingAuthenticationTokenException" });
  });

  it("refuse a request of no service and no signature", async () => {
    const { aws } = await startAws();
    for (const path of ["/schedule-groups/a", "/media/file"]) {
      expect((await fetch(`${aws.url}${path}`)).status).toBe(403);
    }
  });

  it("refuse another key, and another secret, by AWS's names", async () => {
    const { aws } = await startAws();
    const otherKey = clientsOf({ env: { ...aws.env, AWS_ACCESS_KEY_ID: "other" } });
    const otherSecret = clientsOf({ env: { ...aws.env, AWS_SECRET_ACCESS_KEY: "other" } });
    for (const { sqs, dynamo, kms, destroy } of [otherKey, otherSecret]) {
      const name = sqs === otherKey.sqs ? "UnrecognizedClientException" : "InvalidSignatureException";
      await expect(createQueue(sqs, "jobs")).rejects.toMatchObject({ name });
      await expect(createThings(dynamo)).rejects.toMatchObject({ name });
      await expect(kms.send(new CreateKeyCommand({}))).rejects.toMatchObject({ name });
      destroy();
    }
    expect(aws.activity().visible).toBe(0);
  });

  it.each<[string, (wire: Wire) => unknown]>([
    ["its body", (wire) => Object.assign(wire, { body: wire.body.replace("kept", "lost") })],
    ["its target", ({ headers }) => Object.assign(headers, { "x-amz-target": "DynamoDB_20120810.DeleteItem" })],
    ["its date", ({ headers }) => Object.assign(headers, { "x-amz-date": "20200101T000000Z" })],
    ["its query", (wire) => Object.assign(wire, { path: "/?a=1" })],
  ])("refuse a signed request when %s was changed on its way", async (_what, change) => {
    const { documents, dynamo } = await startAws();
    await createThings(dynamo);
    documents.middlewareStack.add(
      (next) => (args) => {
        const request = args.request as Wire & { query?: Record<string, string> }; // an HTTP request of the client
        change(request);
        return next(args);
      },
      { step: "finalizeRequest", priority: "low", name: "onTheWay" },
    );
    const put = new PutCommand({ TableName: TABLE, Item: { pk: "a", sk: "kept" } });
    await expect(documents.send(put)).rejects.toMatchObject({ name: "InvalidSignatureException" });
  });

  it("answer every client that signs, whatever its path and query hold", async () => {
    const { sqs, scheduler, bus, kms } = await startAws();
    const { url } = await createQueue(sqs, "jobs");
    await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "Olá 👋🏽 *()!'" }));
    await scheduler.send(new CreateScheduleGroupCommand({ Name: "group.of_all-1" }));
    expect((await scheduler.send(new GetScheduleGroupCommand({ Name: "group.of_all-1" }))).Name).toBe("group.of_all-1");
    expect((await kms.send(new CreateKeyCommand({}))).KeyMetadata?.KeyId).toBeDefined();
    const Entries = [{ EventBusName: "none", Source: "a", DetailType: "b", Detail: "{}" }];
    await bus.send(new PutEventsCommand({ Entries })).catch((error: Error) => {
      expect(error.name).toBe("ResourceNotFoundException"); // looked for, so the signature was right
    });
  });
});
