import { AwsError } from "../service/aws-error.ts";
import { object, optionalText, text, texts } from "../service/input.ts";
import type { Action, Json } from "../service/service.ts";
import { noQueue, type QueueEntry, type Queues } from "./queues.ts";
import { attributesOf, DEFAULT_SETTINGS, withAttributes } from "./settings.ts";

const NAME = /^[A-Za-z0-9_-]{1,80}$/;

/** The actions on queues rather than messages. */
export function queueActions(queues: Queues): Record<string, Action> {
  return {
    CreateQueue: (input) => createQueue(queues, input),
    DeleteQueue(input) {
      queues.remove(queues.ofInput(input).queue.name);
      return {};
    },
    GetQueueUrl(input) {
      const name = text(input, "QueueName");
      if (!queues.byName(name)) throw noQueue();
      return { QueueUrl: queues.urlOf(name) };
    },
    GetQueueAttributes(input) {
      const wanted = texts(input, "AttributeNames");
      const all = Object.entries(allAttributes(queues, queues.ofInput(input)));
      return {
        Attributes: Object.fromEntries(all.filter(([name]) => wanted.includes("All") || wanted.includes(name))),
      };
    },
    SetQueueAttributes(input) {
      const { queue, settings } = queues.ofInput(input);
      const changed = withAttributes(settings, object(input, "Attributes"));
      queues.put(queue.name, { ...changed, modifiedAt: queues.now() });
      return {};
    },
    ListQueues(input) {
      const prefix = optionalText(input, "QueueNamePrefix") ?? "";
      const names = [...queues.all()].map(({ queue }) => queue.name).filter((name) => name.startsWith(prefix));
      return { QueueUrls: names.sort().map(queues.urlOf) };
    },
    PurgeQueue(input) {
      queues.ofInput(input).queue.purge();
      return {};
    },
  };
}

/** Creates a queue, or returns an existing one if the requested attributes match it. */
function createQueue(queues: Queues, input: Json): Json {
  const name = text(input, "QueueName");
  const attributes = object(input, "Attributes");
  if (name.endsWith(".fifo") || attributes.FifoQueue === "true") {
    throw new AwsError("InvalidParameterValue", "FIFO queues are not emulated here.");
  }
  if (!NAME.test(name)) {
    throw new AwsError("InvalidParameterValue", "A queue name has 1 to 80 letters, digits, hyphens and underscores.");
  }
  const existing = queues.byName(name);
  if (existing) {
    const wanted = withAttributes(existing.settings, attributes);
    if (JSON.stringify(wanted) !== JSON.stringify(existing.settings)) {
      throw new AwsError("QueueNameExists", "A queue already exists with the same name and a different attribute.", {
        queryCode: "QueueAlreadyExists",
      });
    }
  } else {
    const now = queues.now();
    queues.put(name, withAttributes({ ...DEFAULT_SETTINGS, createdAt: now, modifiedAt: now }, attributes));
  }
  return { QueueUrl: queues.urlOf(name) };
}

function allAttributes(queues: Queues, { queue, settings }: QueueEntry): Record<string, string> {
  const counts = queue.counts();
  return {
    QueueArn: queues.arnOf(queue.name),
    ApproximateNumberOfMessages: String(counts.visible),
    ApproximateNumberOfMessagesNotVisible: String(counts.inFlight),
    ApproximateNumberOfMessagesDelayed: String(counts.delayed),
    ...attributesOf(settings),
  };
}
