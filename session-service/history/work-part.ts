import { historyWindow } from "../../core/domain/chats/history-window.ts";
import { failureKind } from "../../core/failure-kind.ts";
import { packInput } from "../../core/operations/quarantine/pack-input.ts";
import type { QuarantineReason } from "../../core/operations/quarantine/quarantine-job.ts";
import { quarantineWrites } from "../../core/operations/quarantine/quarantine-job.ts";
import { FenceLost } from "../../core/records/fence.ts";
import { type HistoryPartRecord, wholeNotice } from "../../core/records/history-part.ts";
import { keys } from "../../core/store/keys.ts";
import { HistoryDamaged } from "../baileys/history/history-damaged.ts";
import { historyPartIn } from "../baileys/history/history-part.ts";
import { AuthStoreClosed } from "../baileys/keys/write-queue.ts";
import type { InboxContext } from "../inbox/inbox-context.ts";
import type { QuarantinedHistoryPart } from "../inbox/store-history-part.ts";
import { dropPart } from "./drop-part.ts";
import { importPart } from "./import-part.ts";

/**
 * The delays after the first, second, … failed attempt, in ms. After the last attempt, the part is quarantined. These
 * numbers are design choices: docs/decisions/0075.
 */
const PAUSES_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000];
/** The delay if one of our services is unreachable, which is not the part's fault. */
const AWAY_MS = 10_000;

/** The link to which a part belongs, and access to the part's file. */
export interface PartContext {
  linkedAt: Date;
  mediaHost: () => Promise<string | null>;
  signal: AbortSignal;
}

/**
 * Imports a part and removes its row, or records when to retry the part. After a few failures, the part is quarantined.
 * An attempt that kills the process counts as failed. An attempt that we abort ourselves does not.
 * @throws FenceLost, AuthStoreClosed, table errors.
 */
export async function workPart(
  inboxContext: InboxContext,
  part: HistoryPartRecord,
  context: PartContext,
): Promise<void> {
  const { deps, owner } = inboxContext;
  const note = (set: Partial<HistoryPartRecord>) =>
    deps.table.write({
      update: keys.historyPart(owner.instance_id, part.order, part.id),
      set: { ...set },
      if: [{ item: "exists" }],
    });
  const tries = part.tries + 1;
  if (tries > PAUSES_MS.length + 1) {
    return quarantinePart(inboxContext, part, {
      error: new HistoryDamaged("each attempt crashed the process"),
      tries: part.tries,
    });
  }
  await note({ tries });
  try {
    const missed = await importOnce(inboxContext, part, context);
    if (missed > 0 && !part.missed_only) await note({ missed_only: true, tries: 0 });
    else await dropPart(deps, owner, part);
  } catch (error) {
    if (error instanceof FenceLost || error instanceof AuthStoreClosed) throw error;
    if (context.signal.aborted) return void (await note({ tries: part.tries }));
    const now = deps.clock.now().getTime();
    const about = { instance_id: owner.instance_id, what: "history_part", tries, error: String(error) };
    if (failureKind(error) === "passing") {
      deps.log.error(about, "importing a history failed and will be retried");
      return void (await note({ tries: part.tries, again_ms: now + AWAY_MS }));
    }
    deps.log.error(about, "a part of a history could not be imported");
    const pauseMs = PAUSES_MS[part.tries];
    if (pauseMs === undefined) return quarantinePart(inboxContext, part, { error, tries });
    await note({ again_ms: now + pauseMs });
  }
}

async function importOnce(inboxContext: InboxContext, part: HistoryPartRecord, context: PartContext): Promise<number> {
  const { deps, owner } = inboxContext;
  const notice = await wholeNotice(deps.table, owner.instance_id, part);
  const named = notice && historyPartIn(notice);
  if (!named) throw new HistoryDamaged("its notice is not stored");
  const window = historyWindow(context.linkedAt, deps.clock.now());
  const plan = { window, missedOnly: part.missed_only === true, signal: context.signal };
  return importPart(inboxContext, named, plan, context.mediaHost);
}

/** Quarantines a part, so the operator can find it and later parts can continue. */
async function quarantinePart(
  { deps, owner }: InboxContext,
  part: HistoryPartRecord,
  failure: QuarantineReason,
): Promise<void> {
  const { id, order, link } = part;
  const notice = await wholeNotice(deps.table, owner.instance_id, part);
  const input: QuarantinedHistoryPart | null = notice && { id, order, link, notice };
  const lost = { id: `job_history_${order}_${id}`, kind: "history_part" as const, input: input && packInput(input) };
  deps.metrics?.count("JobsSetAside");
  deps.log.error(
    { instance_id: owner.instance_id, what: lost.kind },
    "something from the network can never be stored as it is and is quarantined",
  );
  const writes = quarantineWrites(owner, { ...lost, ...failure }, deps.clock.now());
  await dropPart(deps, owner, part, writes);
}
