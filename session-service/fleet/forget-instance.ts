import type { InstanceId } from "../../core/contracts/ids.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import type { TaskDeps } from "../session-deps.ts";

const PAGE = 100;

/**
 * Removes the rows left behind by a request that raced with the instance's removal. Otherwise, these rows would wake
 * the instance's lane again and again. Only call this if the instance has no record; ids are never reused.
 */
export async function forgetInstance({ table }: Pick<TaskDeps, "table">, instance: InstanceId): Promise<void> {
  for (const pk of [instanceLane(instance), keys.instance(instance).pk, keys.command(instance, "").pk]) {
    for (;;) {
      const { items, more } = await table.query({ pk, limit: PAGE });
      await Promise.all(items.map(({ sk }) => table.write({ delete: { pk, sk } })));
      if (!more) break;
    }
  }
}
