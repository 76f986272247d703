import { messageAttributes, messageBody, messageBytes } from "../checks/sqs-rules.ts";
import { AwsError } from "../service/aws-error.ts";
import { object, optionalText, whole } from "../service/input.ts";
import type { Action, Json } from "../service/service.ts";
import { runBatch } from "./batch.ts";
import { md5 } from "./message.ts";
import type { QueueEntry, Queues } from "./queues.ts";

const MAX_DELAY_SEC = 900;
const GROUP = /^[A-Za-z0-9!-/:-@[-`{-~]{1,128}$/;

/** SendMessage and SendMessageBatch. */
export function sendActions(queues: Queues): Record<string, Action> {
  return {
    SendMessage: (input) => send(queues.ofInput(input), input),
    SendMessageBatch(input) {
      const entry = queues.ofInput(input);
      return runBatch(input, (one) => send(entry, one));
    },
  };
}

function send({ queue, settings }: QueueEntry, input: Json): Json {
  const refusal = messageBody(input) ?? messageAttributes(input);
  if (refusal) throw refusal;
  const body = String(input.MessageBody);
  if (messageBytes(input) > settings.maxMessageBytes) {
    throw invalid(
      `One or more parameters are invalid. Message must be shorter than ${settings.maxMessageBytes} bytes.`,
    );
  }
  const bounds = { min: 0, max: MAX_DELAY_SEC, fallback: settings.delaySec, code: "InvalidParameterValue" };
  const delaySec = whole(input, "DelaySeconds", bounds);
  if (optionalText(input, "MessageDeduplicationId") !== undefined) {
    throw invalid("MessageDeduplicationId is for FIFO queues only.");
  }
  const group = optionalText(input, "MessageGroupId") ?? null;
  if (group !== null && !GROUP.test(group)) throw invalid("MessageGroupId has 1 to 128 printable characters.");
  const attributes = object(input, "MessageAttributes");
  const message = queue.send({
    body,
    attributes: Object.keys(attributes).length > 0 ? attributes : null,
    group,
    delayMs: delaySec * 1_000,
  });
  return { MessageId: message.id, MD5OfMessageBody: md5(body) };
}

const invalid = (message: string) => new AwsError("InvalidParameterValue", message);
