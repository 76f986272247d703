import { EMPTY_MENU } from "../../contracts/answers/menu.ts";
import type { Menu } from "../../contracts/answers/replace-menu.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import type { MediaStore } from "../../ports.ts";
import { menuRecords } from "../../records/answers/menu.ts";
import type { Table } from "../../store/table.ts";
import { presentMenu } from "./present-menu.ts";

/**
 * Reads an instance's menu as customers see it. Returns an empty, disabled menu if none has ever been configured. Spec:
 * GET …/menu.
 */
export async function readMenu(
  deps: { table: Table; media: Pick<MediaStore, "link"> },
  instance: InstanceId,
): Promise<Menu> {
  const stored = await menuRecords.read(deps.table, instance);
  return presentMenu(deps, stored?.document ?? EMPTY_MENU);
}
