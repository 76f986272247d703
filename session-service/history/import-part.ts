import { MINUTE_MS } from "../../core/contracts/durations.ts";
import { HistoryDamaged } from "../baileys/history/history-damaged.ts";
import type { HistoryPart } from "../baileys/history/history-part.ts";
import { readHistory } from "../baileys/history/read-history.ts";
import type { InboxContext } from "../inbox/inbox-context.ts";
import { fetchHistoryFile } from "./fetch-history-file.ts";
import { PartImport, type PartPlan } from "./part-import.ts";

/**
 * The time limit for a part. A part normally takes seconds. If a part exceeds the limit, it is abandoned and retried,
 * and the retry finds most of its data already stored.
 */
const LONGEST_MS = 10 * MINUTE_MS;
/**
 * The maximum number of pieces in one part, by kind. Real phones have fewer chats than this, and fewer messages in a
 * day.
 */
const MOST_PIECES = { chat: 20_000, message: 100_000, name: 50_000, pair: 50_000 };

/**
 * Imports one part of a phone's history. @param mediaHost called if the part is in the network's store.
 * @returns how many messages in the part were missed and are not stored yet. @throws HistoryDamaged,
 * HistoryUnreachable, FenceLost, AuthStoreClosed, and table errors.
 */
export async function importPart(
  context: InboxContext,
  part: HistoryPart,
  plan: PartPlan,
  mediaHost: () => Promise<string | null>,
): Promise<number> {
  const { deps, owner } = context;
  const endsMs = deps.monotonicMs() + LONGEST_MS;
  await using file = part.file ? await fetchHistoryFile(deps, part.file, await mediaHost(), plan.signal) : null;
  const bytes = file ? file.bytes() : once(part.inline ?? new Uint8Array());
  const into = new PartImport(context, plan);
  const left = { ...MOST_PIECES };
  const { keptFrom, missedFrom } = plan.window;
  const told = (passed_over: number) => {
    if (passed_over > 0)
      deps.log.warn({ instance_id: owner.instance_id, passed_over }, "some messages of a history are unreadable");
  };
  for await (const piece of readHistory(bytes, plan.missedOnly ? missedFrom : keptFrom, told)) {
    if (deps.monotonicMs() > endsMs) throw new HistoryDamaged("it takes longer than the limit");
    if (piece.what !== "glance" && --left[piece.what] < 0) throw new HistoryDamaged("it contains more than the limit");
    await into.take(piece);
  }
  await into.end();
  return into.missed;
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}
