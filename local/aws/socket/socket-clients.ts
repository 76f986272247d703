import { setTimeout as sleep } from "node:timers/promises";
import { EventBridgeServiceException } from "@aws-sdk/client-eventbridge";
import { SQSServiceException } from "@aws-sdk/client-sqs";
import type { HostClient } from "../../../core/aws/aws-client.ts";
import type { RequestLimits } from "../../../core/aws/request-limits.ts";
import { isStorageFull } from "../../../core/storage-full.ts";
import { AwsError } from "../service/aws-error.ts";
import type { Json } from "../service/service.ts";
import { type AskService, SocketBroken } from "./service-socket.ts";

/**
 * The commands of a service that a running gateway sends over the line. Their members are plain JSON, except for dates.
 */
interface Spoken {
  actions: Readonly<Record<string, string>>;
  Exception: new (of: ConstructorParameters<typeof SQSServiceException>[0]) => Error;
}

const SPOKEN: Readonly<Record<string, Spoken>> = {
  SQSClient: {
    actions: {
      SendMessageCommand: "SendMessage",
      ReceiveMessageCommand: "ReceiveMessage",
      DeleteMessageBatchCommand: "DeleteMessageBatch",
    },
    Exception: SQSServiceException,
  },
  EventBridgeClient: { actions: { PutEventsCommand: "PutEvents" }, Exception: EventBridgeServiceException },
};

/** The pause before the second attempt at a request, in ms. As in the SDK, it doubles before each further attempt. */
const PAUSE_MS = 50;

const NEVER = new AbortController().signal;

interface Sender {
  send(command: object, options?: object): Promise<unknown>;
  destroy(): void;
}

/**
 * Creates queue and bus clients without the SDK's middleware, signatures and HTTP, which take several times as long as
 * the embedded services themselves. Commands and exceptions are the SDK's own, and transient failures are retried as
 * often as the client's limits allow. All other commands and clients remain the SDK's.
 */
export function socketClients(ask: AskService): HostClient {
  return <C extends object>(name: string, limits: Pick<RequestLimits, "tries">, sdk: () => C): C => {
    const spoken = Object.hasOwn(SPOKEN, name) ? SPOKEN[name] : undefined;
    if (!spoken) return sdk();
    let other: Sender | null = null;
    const sender: Sender = {
      send(command, options: { abortSignal?: AbortSignal } = {}) {
        const { input } = command as { input: Json }; // a command of the SDK
        const action = spoken.actions[command.constructor.name];
        if (action !== undefined)
          return asked(ask, spoken, { action, input: wireForm(input), tries: limits.tries }, options.abortSignal);
        other ??= sdk() as unknown as Sender; // its client
        return other.send(command, options);
      },
      destroy: () => other?.destroy(),
    };
    return sender as unknown as C; // the parts a gateway uses: sending and ending
  };
}

/** Returns the input with the times of its entries in epoch seconds, as the SDK writes them. */
function wireForm(input: Json): Json {
  const { Entries } = input;
  if (!Array.isArray(Entries)) return input;
  const timed = (entry: Json) =>
    entry.Time instanceof Date ? { ...entry, Time: entry.Time.getTime() / 1_000 } : entry;
  return { ...input, Entries: Entries.map(timed) };
}

async function asked(
  ask: AskService,
  { Exception }: Spoken,
  { action, input, tries }: { action: string; input: Json; tries: number },
  gone = NEVER,
): Promise<Json> {
  for (let tried = 1; ; tried++) {
    try {
      return await ask(action, input, gone);
    } catch (error) {
      if (!gone.aborted && tried < tries && isPassing(error)) {
        await sleep(PAUSE_MS * 2 ** (tried - 1));
        continue;
      }
      if (!(error instanceof AwsError)) throw error;
      const { code, message, status } = error;
      const $metadata = { httpStatusCode: status };
      throw new Exception({ name: code, $fault: status < 500 ? "client" : "server", $metadata, message });
    }
  }
}

/** Whether the SDK would retry after this error. */
function isPassing(error: unknown): boolean {
  if (isStorageFull(error)) return false;
  if (error instanceof AwsError) return error.status >= 500 || error.code.includes("Throttl");
  return error instanceof SocketBroken;
}
