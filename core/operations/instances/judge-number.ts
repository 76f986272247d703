import { localDay } from "../../domain/protection/local-time.ts";
import { settingsInForce } from "../../domain/protection/settings.ts";
import type { StageMove } from "../../domain/protection/warm-up-days.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { activityWrite } from "../../records/accounts/activity.ts";
import { instanceRecords } from "../../records/instance.ts";
import type { Owner } from "../../records/owner.ts";
import { noteDayProtection } from "../../records/past-days.ts";
import { putLedger } from "../../records/safety.ts";
import { changeSending } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Write } from "../../store/table.ts";
import { protectionKeys, readNumberProtection } from "./read-number-protection.ts";

/**
 * How many times to attempt a change to an instance while signals for it keep arriving. Signals never arrive faster
 * than they are written.
 */
const TRIES = 10;

/**
 * Stores the changes that are due for a number's protection: the mornings since the last call, along with the resulting
 * warm-up stages, and the level that determines the number's limits. Each morning counts exactly once, however often
 * and however late this is called.
 * @throws FenceLost
 */
export async function judgeNumber(deps: LaneDeps, own: Owner): Promise<void> {
  const { instance_id: instance } = own;
  return retryOnChange(TRIES, async ({ commit }) => {
    const items = await deps.table.getMany([keys.instance(instance), ...protectionKeys(instance)]);
    const record = instanceRecords.among(items, instance);
    if (!record || record.removed_at !== null) return;
    const now = deps.clock.now();
    const { safety_record, ledger, moves, level, state, safety } = await readNumberProtection(
      deps.table,
      record,
      items,
      now,
    );
    // Nothing counts before a number is linked.
    if (record.linked_at === null && safety_record.rev === 0) return;
    const { stage } = ledger.warm_up;
    const also: Write[] = [];
    if (ledger.counted_to !== safety_record.counted_to) {
      const settings = settingsInForce({ ...state, stage, level });
      const protection = { cap: settings.new_contacts_per_day, stage, safety: safety.score };
      also.push(
        putLedger(instance, safety_record, ledger),
        ...moves.map((move) => moveActivity(deps, own, move)),
        noteDayProtection(instance, localDay(now, settings.timezone), protection),
      );
    }
    const same = (state: { stage: number; level: string }) => state.stage === stage && state.level === level;
    const moved: Parameters<typeof changeSending>[2] = (state) => (same(state) ? state : { ...state, stage, level });
    // If the commit is refused, a signal was recorded or another check was faster, so a different change may now be
    // due.
    await commit(changeSending(deps, instance, moved, also, own.fence));
  });
}

function moveActivity(deps: LaneDeps, { account_id, instance_id }: Owner, { from, to }: StageMove): Write {
  const action = to > from ? "instance.warm_up_raised" : "instance.warm_up_lowered";
  const changed = ["protection.warm_up"];
  return activityWrite(deps.ids, { account_id, owner: instance_id, action, actor: null, changed }, deps.clock.now());
}
