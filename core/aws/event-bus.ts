import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from "@aws-sdk/client-eventbridge";
import type { BusEntry, EventBus } from "../ports.ts";
import { awsClient } from "./aws-client.ts";
import * as REQUEST_LIMITS from "./request-limits.ts";

/** Limits per call: the number of entries, and their total size in bytes. */
const ENTRIES_MAX = 10;
const BYTES_MAX = 250_000;
const TOO_LARGE = "TOO_LARGE";

/** The deployment's EventBridge bus. An entry that is too large for a single call is not sent. */
export function eventBridgeBus(busName: string): EventBus {
  const client = awsClient(EventBridgeClient, REQUEST_LIMITS.bus, { lean: true });

  async function putCall(entries: BusEntry[]): Promise<(string | null)[]> {
    const answer = await client.send(
      new PutEventsCommand({ Entries: entries.map((entry) => requestEntry(busName, entry)) }),
    );
    const results = answer.Entries ?? [];
    return entries.map((_, i) => results[i]?.ErrorCode ?? (results[i]?.EventId ? null : "no_answer"));
  }

  return {
    async put(entries) {
      const answers = new Map<BusEntry, string | null>();
      // Once the bus is unreachable, skip the remaining calls, because each would take its full timeout.
      let unreachable: string | null = null;
      for (const call of calls(entries.filter((entry) => sizeOf(entry) <= BYTES_MAX))) {
        let results: (string | null)[] = [];
        try {
          if (unreachable === null) results = await putCall(call);
        } catch (error) {
          unreachable = error instanceof Error ? error.name : "unreachable";
        }
        for (const [i, entry] of call.entries()) answers.set(entry, unreachable ?? results[i] ?? null);
      }
      return entries.map((entry) => answers.get(entry) ?? (answers.has(entry) ? null : TOO_LARGE));
    },
  };
}
const sizeOf = (entry: BusEntry) => Buffer.byteLength(entry.detail) + entry.source.length + entry.detail_type.length;

function calls(entries: BusEntry[]): BusEntry[][] {
  const result: BusEntry[][] = [];
  let sizeBytes = 0;
  for (const entry of entries) {
    const last = result.at(-1);
    const size = sizeOf(entry);
    if (!last || last.length >= ENTRIES_MAX || sizeBytes + size > BYTES_MAX) {
      result.push([entry]);
      sizeBytes = size;
    } else {
      last.push(entry);
      sizeBytes += size;
    }
  }
  return result;
}

const requestEntry = (busName: string, entry: BusEntry): PutEventsRequestEntry => ({
  EventBusName: busName,
  Source: entry.source,
  DetailType: entry.detail_type,
  Detail: entry.detail,
  Time: entry.at,
});
