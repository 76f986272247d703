import { texts, whole } from "../service/input.ts";
import type { Json } from "../service/service.ts";
import { type HeldMessage, md5 } from "./message.ts";
import type { Queues } from "./queues.ts";

const code = "InvalidParameterValue";

/** The ReceiveMessage action. It waits in real time, whereas delays and visibility follow the gateway's clock. */
export async function receiveMessage(queues: Queues, input: Json, gone: AbortSignal): Promise<Json> {
  const { queue, settings } = queues.ofInput(input);
  const max = whole(input, "MaxNumberOfMessages", { min: 1, max: 10, fallback: 1, code });
  const visibilitySec = whole(input, "VisibilityTimeout", {
    min: 0,
    max: 43_200,
    fallback: settings.visibilitySec,
    code,
  });
  const waitSec = whole(input, "WaitTimeSeconds", { min: 0, max: 20, fallback: settings.waitSec, code });
  // Older and newer clients use different names for this list.
  const system = [...texts(input, "AttributeNames"), ...texts(input, "MessageSystemAttributeNames")];
  const wanted = texts(input, "MessageAttributeNames");
  const messages = await queue.receive(max, visibilitySec * 1_000, waitSec * 1_000, gone);
  if (messages.length === 0) return {};
  return { Messages: messages.map((message) => wireMessage(message, system, wanted, queues)) };
}

function wireMessage(message: HeldMessage, system: string[], wanted: string[], queues: Queues): Json {
  const all: Record<string, string | null> = {
    SenderId: "local",
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(message.receives),
    ApproximateFirstReceiveTimestamp: message.firstReceivedAt === null ? null : String(message.firstReceivedAt),
    MessageGroupId: message.group,
    DeadLetterQueueSourceArn: message.deadLetterSource === null ? null : queues.arnOf(message.deadLetterSource),
  };
  const attributes = Object.entries(all).filter(
    ([name, value]) => value !== null && (system.includes("All") || system.includes(name)),
  );
  const own = Object.entries(message.attributes ?? {}).filter(([name]) =>
    wanted.some((pattern) => fits(pattern, name)),
  );
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipt,
    Body: message.body,
    MD5OfBody: md5(message.body),
    ...(attributes.length > 0 && { Attributes: Object.fromEntries(attributes) }),
    ...(own.length > 0 && { MessageAttributes: Object.fromEntries(own) }),
  };
}

/** Whether a name matches a pattern: "All", the name itself, or a prefix followed by ".*". */
function fits(pattern: string, name: string): boolean {
  if (pattern === "All" || pattern === name) return true;
  return pattern.endsWith(".*") && name.startsWith(pattern.slice(0, -2));
}
