import {
  CreateEventBusCommand,
  PutEventsCommand,
  PutRuleCommand,
  PutTargetsCommand,
  ResourceAlreadyExistsException,
  ResourceNotFoundException,
} from "@aws-sdk/client-eventbridge";
import { expect, test } from "vitest";
import { createQueue, receive, startAws } from "./support.ts";

async function startWithRule(pattern: Record<string, unknown>) {
  const started = await startAws();
  const { url, arn } = await createQueue(started.sqs, "jobs");
  const EventBusName = "gateway";
  await started.bus.send(new CreateEventBusCommand({ Name: EventBusName }));
  await started.bus.send(new PutRuleCommand({ Name: "rule", EventBusName, EventPattern: JSON.stringify(pattern) }));
  await started.bus.send(new PutTargetsCommand({ Rule: "rule", EventBusName, Targets: [{ Id: "1", Arn: arn }] }));
  const publish = (Source: string, DetailType: string, detail: object) =>
    started.bus.send(
      new PutEventsCommand({ Entries: [{ EventBusName, Source, DetailType, Detail: JSON.stringify(detail) }] }),
    );
  return { ...started, url, publish };
}

test("an event that fits a rule reaches its queue in the usual envelope, others do not", async () => {
  const { sqs, url, publish } = await startWithRule({ source: ["gateway"], "detail-type": ["message.received"] });
  const published = await publish("gateway", "message.received", { id: "msg_1" });
  await publish("gateway", "message.sent", { id: "msg_2" });
  await publish("other", "message.received", { id: "msg_3" });
  const messages = await receive(sqs, url);
  expect(messages).toHaveLength(1);
  expect(JSON.parse(messages[0]?.Body ?? "")).toMatchObject({
    id: published.Entries?.[0]?.EventId,
    source: "gateway",
    "detail-type": "message.received",
    detail: { id: "msg_1" },
  });
});

test("patterns look into the detail, by value, beginning, presence and exclusion", async () => {
  const { sqs, url, publish } = await startWithRule({
    detail: { kind: [{ prefix: "im" }], size: [{ exists: true }], account: [{ "anything-but": ["acc_2"] }] },
  });
  await publish("s", "t", { kind: "image", size: 1, account: "acc_1" });
  await publish("s", "t", { kind: "text", size: 2, account: "acc_1" });
  await publish("s", "t", { kind: "image", account: "acc_1" });
  await publish("s", "t", { kind: "image", size: 4, account: "acc_2" });
  const sizes = (await receive(sqs, url)).map(({ Body }) => JSON.parse(Body ?? "").detail.size);
  expect(sizes).toEqual([1]);
});

test("a bus is made once, a missing one is named so, and unknown operators are refused", async () => {
  const { bus } = await startWithRule({ source: ["a"] });
  await expect(bus.send(new CreateEventBusCommand({ Name: "gateway" }))).rejects.toThrow(
    ResourceAlreadyExistsException,
  );
  const Entries = [{ EventBusName: "none", Source: "a", DetailType: "b", Detail: "{}" }];
  await expect(bus.send(new PutEventsCommand({ Entries }))).rejects.toThrow(ResourceNotFoundException);
  const EventPattern = JSON.stringify({ source: [{ wildcard: "*" }] });
  await expect(bus.send(new PutRuleCommand({ Name: "x", EventPattern }))).rejects.toMatchObject({
    name: "InvalidEventPatternException",
  });
});
