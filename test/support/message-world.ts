import { randomBytes } from "node:crypto";
import { monotonicFactory } from "ulid";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { acceptMessage } from "../../core/operations/messages/accept-message.ts";
import type { SendRequest } from "../../core/operations/messages/plan-acceptance.ts";
import type { IncomingMessage } from "../../core/operations/receiving/incoming-message.ts";
import { receiveMessage } from "../../core/operations/receiving/receive-message.ts";
import { recordReceipt } from "../../core/operations/receiving/record-receipt.ts";
import type { OptOutHashes } from "../../core/records/kept-opt-outs.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import type { EventDeps } from "../../core/records/message-event.ts";
import type { OtpCodes } from "../../core/records/otps/otp-codes.ts";
import type { PersonRecord } from "../../core/records/person.ts";
import { sendingOf } from "../../core/records/sending.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import type { Table } from "../../core/store/table.ts";
import { linkedInstance } from "./linked-instance.ts";
import { memoryMedia } from "./memory-media.ts";
import { MemoryTable } from "./memory-table.ts";
import { startWaiting } from "./start-waiting.ts";
import { stillClock } from "./test-clock.ts";
import { testCodes } from "./test-codes.ts";
import { testOptOuts } from "./test-opt-outs.ts";

export const ACCOUNT = "acc_1";
export const INSTANCE = "inst_1";
export const ANA = "5511977770001";
export const FENCE = 1;

/** Creates an account's linked instance on an in-memory table, with the operations that tests use. */
export async function messageWorld(
  webhookUrl: string | null = "https://example.com/hook",
  table: MemoryTable = new MemoryTable(),
) {
  const clock = stillClock();
  const ulid = monotonicFactory();
  const wakes: string[] = [];
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const media = memoryMedia();
  const deps: EventDeps & { media: typeof media; codes: OtpCodes; optOuts: OptOutHashes } = {
    codes: testCodes,
    optOuts: testOptOuts(table),
    table,
    media,
    clock,
    log: silent,
    ids: { next: (prefix, at) => `${prefix}_${ulid(at.getTime())}`, random: (size) => randomBytes(size) },
    wakeups: { wake: async (lane) => void wakes.push(lane) },
  };
  const instance = linkedInstance(INSTANCE, ACCOUNT);
  await table.write({ put: { ...keys.instance(INSTANCE), ...instance } });
  await table.write({ put: { ...keys.sending(INSTANCE), rev: 0, connected: true, fence: FENCE } });
  await table.write({ put: { ...keys.receiving(INSTANCE), fence: FENCE } });
  if (webhookUrl) await table.write({ put: { ...keys.webhook(ACCOUNT, "account"), url: webhookUrl, events: null } });

  /** Sends a waiting message, which the network then accepts. */
  const go = async (row: LaneRow, message: MessageRecord, seenBy: Table = table) => {
    const own = { account_id: ACCOUNT, instance_id: INSTANCE, fence: FENCE };
    const network_id = `3EB0${randomBytes(8).toString("hex")}`;
    const encoded = { network_id, network_chat: message.chat_id ?? "", network_bytes: new Uint8Array([1]) };
    await startWaiting(deps, own, row, message, encoded);
    await recordReceipt({ ...deps, table: seenBy }, { ...own, network_id, kind: "sent", at: clock.now() });
  };

  return {
    table,
    clock,
    media,
    deps,
    wakes,
    instance,
    go,
    own: { account_id: ACCOUNT, instance_id: INSTANCE, fence: FENCE },

    send: (text: string, change: Partial<SendRequest> = {}) =>
      acceptMessage(deps, {
        caller_account: ACCOUNT,
        instance,
        to: ANA,
        chat_id: null,
        content: { kind: "text", text, link_preview: false, mentions: [] },
        idempotency_key: null,
        origin: "api",
        send_at: null,
        ...change,
      }),

    /** Makes Ana write. @param seenBy the table as seen by the process that stores the message. */
    write: (text: string, change: Partial<IncomingMessage> = {}, seenBy: Table = table) =>
      receiveMessage(
        { ...deps, table: seenBy },
        {
          account_id: ACCOUNT,
          instance_id: INSTANCE,
          fence: FENCE,
          network_id: `3EB0${randomBytes(8).toString("hex")}`,
          chat_id: `${ANA}@s.whatsapp.net`,
          phone: ANA,
          person: ANA,
          participant: null,
          contact_name: "Ana",
          from_me: false,
          type: "text",
          body: text,
          written_at: clock.now(),
          network_bytes: null,
          journal: null,
          ...change,
        },
      ),

    /** Sends a message from the instance, which the network then accepts. */
    async sent(text: string, change: Partial<SendRequest> = {}): Promise<MessageRecord> {
      const { message } = await acceptMessage(deps, {
        caller_account: ACCOUNT,
        instance,
        to: ANA,
        chat_id: null,
        content: { kind: "text", text, link_preview: false, mentions: [] },
        idempotency_key: null,
        origin: "api",
        send_at: null,
        ...change,
      });
      const row = (await table.get({ pk: instanceLane(INSTANCE), sk: message.row ?? "" })) as LaneRow;
      await go(row, message);
      return table.peek(keys.message(ACCOUNT, message.id)) as unknown as MessageRecord;
    },

    message: (id: string) => table.peek(keys.message(ACCOUNT, id)) as MessageRecord | null,
    sending: () => sendingOf(table.peek(keys.sending(INSTANCE)), { timezone: "UTC", now: clock.now() }),
    person: () => table.peek(keys.person(INSTANCE, ANA)) as PersonRecord | null,
    rows: () => table.partition(instanceLane(INSTANCE)).filter((item) => item.sk !== "HEAD") as LaneRow[],
    messages: () => table.partition(`ACC#${ACCOUNT}#MSG`) as unknown as MessageRecord[],
    events: () =>
      table.partition(`ACC#${ACCOUNT}#EVT`).map(
        (item) =>
          JSON.parse(String(item.body)) as {
            id: string;
            type: string;
            data: Record<string, unknown>;
          },
      ),
    deliveries: () => table.partition(`ACC#${ACCOUNT}#HOOK#account#LANE`).filter((item) => item.sk !== "HEAD"),
  };
}

export type MessageWorld = Awaited<ReturnType<typeof messageWorld>>;
