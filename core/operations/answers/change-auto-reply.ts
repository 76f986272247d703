import { isDeepStrictEqual } from "node:util";
import type { AutoReply } from "../../contracts/answers/agent.ts";
import type { ChangeAutoReplyBody } from "../../contracts/answers/change-auto-reply.ts";
import { isVisible } from "../../contracts/visible-text.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { type Actor, activityWrite } from "../../records/accounts/activity.ts";
import { autoReplyRecords, NEW_AUTO_REPLY } from "../../records/answers/auto-reply.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { SomeWrites } from "../../store/table.ts";
import { requireLive, SETTING_TRIES, settingWrites } from "./set-automation.ts";

const NO_TEXT = "The auto-reply needs a text to be turned on. Set `text`, `away_text` or both.";

/**
 * Applies a change to an auto-reply, completely or not at all. Omitted settings keep their values, even under
 * concurrent changes. An empty string removes the text. Spec: PATCH …/auto-reply. @throws ApiError `validation_failed`,
 * or `instance_not_found` if the instance was deleted in the meantime.
 */
export async function changeAutoReply(
  deps: LaneDeps,
  { instance, change, actor }: { instance: InstanceRecord; change: ChangeAutoReplyBody; actor: Actor },
): Promise<AutoReply> {
  const { id, account_id } = instance;
  return retryOnChange({ tries: SETTING_TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const stored = await autoReplyRecords.read(deps.table, id);
    const { pk: _, sk: __, rev = 0, ...before } = { ...NEW_AUTO_REPLY, ...keys.autoReply(id), ...stored };
    const merged = { ...before, ...change } as AutoReply; // fields left out of a request are not in `change`
    const next = { ...merged, text: shown(merged.text), away_text: shown(merged.away_text) };
    if (next.enabled && next.text === null && next.away_text === null)
      throw new ApiError("validation_failed", { errors: { text: [NO_TEXT] } });
    const changed = (Object.keys(next) as (keyof AutoReply)[]).filter(
      (name) => !isDeepStrictEqual(before[name], next[name]),
    );
    if (changed.length === 0) return next;
    const writes: SomeWrites = [
      {
        put: { ...keys.autoReply(id), ...next, rev: rev + 1 },
        if: [stored === null ? ({ item: "absent" } as const) : ({ field: "rev", op: "=", value: rev } as const)],
      },
      ...settingWrites(instance, { auto_reply: next.enabled }),
      activityWrite(
        deps.ids,
        { account_id, owner: id, action: "auto_reply.changed", actor, changed },
        deps.clock.now(),
      ),
    ];
    await commit(deps.table.transact(writes), () => requireLive(deps.table, id));
    return next;
  });
}

const shown = (text: string | null) => (text === null || !isVisible(text) ? null : text);
