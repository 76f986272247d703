import type { Broadcast } from "../../contracts/broadcasts/broadcast.ts";
import { forecast, type OwnPace } from "../../domain/broadcasts/forecast.ts";
import { restsUntil, type Wait, waitingFor } from "../../domain/broadcasts/waiting-for.ts";
import { quietHoursInForce } from "../../domain/protection/night.ts";
import { settingsInForce } from "../../domain/protection/settings.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { Clock } from "../../ports.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import { progressView, reasonView } from "../../records/broadcasts/broadcast-events.ts";
import { type SendingRecord, sendingOf } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { isGoingOn } from "./pause-broadcast.ts";
import { sumProgress } from "./sum-progress.ts";

type Deps = { table: Table; clock: Pick<Clock, "now"> };

/**
 * Builds broadcasts in the form customers currently see. The sending state of each number is read only once. Spec:
 * broadcasts.
 */
export async function presentBroadcasts(deps: Deps, broadcasts: BroadcastRecord[]): Promise<Broadcast[]> {
  const now = deps.clock.now();
  const asked = broadcasts.filter(isExpected).map(({ instance_id }) => instance_id);
  const items = await deps.table.getMany([...new Set(asked)].map((id) => keys.sending(id)));
  const sendings = new Map(items.map((item) => [item.pk, sendingOf(item, { timezone: "UTC", now })]));
  return Promise.all(
    broadcasts.map((one) => present(deps, one, sendings.get(keys.sending(one.instance_id).pk) ?? null, now)),
  );
}

/** Builds one broadcast in the form customers currently see. */
export async function presentBroadcast(deps: Deps, broadcast: BroadcastRecord): Promise<Broadcast> {
  const [shown] = await presentBroadcasts(deps, [broadcast]);
  if (!shown) throw new Error("One broadcast is presented as one.");
  return shown;
}

/** Whether a broadcast's completion can be predicted: it is running or will start automatically. */
const isExpected = (broadcast: BroadcastRecord) => isGoingOn(broadcast) || broadcast.status === "scheduled";

async function present(
  { table }: Deps,
  broadcast: BroadcastRecord,
  sending: SendingRecord | null,
  now: Date,
): Promise<Broadcast> {
  const { id, instance_id, name, status, left_out, warnings, text, media, audience, language } = broadcast;
  const { interval_seconds, per_day, start_at, started_at, completed_at, created_at } = broadcast;
  const counts = await sumProgress(table, broadcast);
  const isMoving = sending !== null && isExpected(broadcast);
  const end = isMoving ? expectedEnd(broadcast, counts.waiting, sending, now) : null;
  const waits = isMoving ? waitsOf(broadcast, counts.waiting, sending, now) : [];
  return {
    ...{ id, instance_id, name, status, reason: reasonView(broadcast) },
    progress: progressView(counts, end, waits),
    left_out: { ...left_out, sample: left_out.sample.map((one) => ({ ...one, field: one.field ?? null })) },
    ...{ warnings, text },
    media: media && { mimetype: media.mimetype, filename: media.filename },
    audience: audience.kind,
    days: audience.days,
    label_id: audience.label_id,
    include_saved_contacts: audience.include_saved_contacts,
    language: language as Broadcast["language"], // checked when the broadcast was created
    ...{ interval_seconds, per_day },
    start_at: shown(start_at),
    started_at: shown(started_at),
    completed_at: shown(completed_at),
    created_at: wireTime(new Date(created_at)),
    expires_at: status === "draft" ? wireTime(new Date(broadcast.ttl * 1000)) : null,
  };
}

/**
 * Returns the reasons why people are waiting, which depend on whether it is currently night in the number's time zone.
 */
const waitsOf = (broadcast: BroadcastRecord, waiting: number, sending: SendingRecord, now: Date): Wait[] =>
  waitingFor(broadcast, waiting, quietHoursInForce(settingsInForce(sending)), now);

function expectedEnd(
  broadcast: Pick<BroadcastRecord, "start_at" | "status" | "rest"> & OwnPace,
  waiting: number,
  sending: SendingRecord,
  now: Date,
): Date | null {
  const { start_at, status } = broadcast;
  // Nothing is sent while all remaining recipients are skipped. In that case, the prediction starts when that wait
  // ends, so the predicted completion time stays stable.
  const rested = restsUntil(broadcast, now) ?? now;
  const later = status === "scheduled" && start_at !== null ? new Date(start_at) : rested;
  return forecast(waiting, sending, broadcast, later > now ? later : now).end;
}

const shown = (at: string | null) => (at === null ? null : wireTime(new Date(at)));
