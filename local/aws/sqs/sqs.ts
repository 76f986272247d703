import type { Action, Json, Service } from "../service/service.ts";
import { changeVisibilityActions } from "./change-visibility.ts";
import { deleteActions } from "./delete-messages.ts";
import { queueActions } from "./manage-queues.ts";
import type { NextDue, QueueFigures } from "./queue-figures.ts";
import { openQueues, type QueueOptions } from "./queues.ts";
import { receiveMessage } from "./receive-message.ts";
import { sendActions } from "./send-messages.ts";

/**
 * Puts a message into the queue with the given ARN, for services that send to queues. @param source the sending rule's
 * ARN.
 * @returns false if there is no such queue.
 */
export type SendToArn = (arn: string, body: string, group: string | null, source?: string) => boolean;

/** Starts an emulation of SQS standard queues on the movable clock. FIFO queues are refused. */
export function startSqs(options: QueueOptions): {
  service: Service;
  send: SendToArn;
  activity(): { visible: number; inFlight: number };
  nextDue(): NextDue[];
  figures(): QueueFigures[];
} {
  const queues = openQueues(options);
  const receive: Action = (input: Json, call) => receiveMessage(queues, input, call.gone);

  return {
    service: {
      name: "sqs",
      actions: {
        ...queueActions(queues),
        ...sendActions(queues),
        ReceiveMessage: receive,
        ...deleteActions(queues),
        ...changeVisibilityActions(queues),
      },
      protocol: "json-1.0",
      throttle: "RequestThrottled",
      stop() {
        for (const { queue } of queues.all()) queue.stop();
      },
    },
    send(arn, body, group) {
      const found = queues.byArn(arn);
      found?.queue.send({ body, attributes: null, group, delayMs: found.settings.delaySec * 1_000 });
      return found !== null;
    },
    figures: () => [...queues.all()].map(({ queue }) => queue.figures()),
    nextDue: () => [...queues.all()].map(({ queue }) => queue.nextDue()),
    activity() {
      let visible = 0;
      let inFlight = 0;
      for (const { queue } of queues.all()) {
        const counts = queue.counts();
        visible += counts.visible;
        inFlight += counts.inFlight;
      }
      return { visible, inFlight };
    },
  };
}
