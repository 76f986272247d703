import type { WASocket } from "@whiskeysockets/baileys";
import type { GroupWatch } from "../../groups/group-watch.ts";
import type { AuthStore } from "../../keys/auth-store.ts";
import type { ConnectionDeps } from "../../shared/connection-deps.ts";
import type { GroupSide } from "../group-side.ts";
import { groupAsker } from "./ask-group.ts";
import { groupIn } from "./group-answers.ts";
import { groupOrders } from "./group-orders.ts";
import type { GroupParts } from "./group-parts.ts";
import { groupQuestions } from "./group-questions.ts";
import { memberOrders } from "./member-orders.ts";

const GROUP = "a group";

/**
 * Handles groups with our own queries. The library drops results for individual people, joins that await approval, and
 * description ids, and it treats silence as a response. docs/decisions/0082.
 */
export function createGroupSide(
  { clock, monotonicMs }: Pick<ConnectionDeps, "clock" | "monotonicMs">,
  sock: WASocket,
  store: AuthStore,
  watch: GroupWatch,
): GroupSide {
  const ask = groupAsker(sock, monotonicMs);
  const now = () => clock.now();
  const content = { tag: "query", attrs: { request: "interactive" } };
  const readGroup: GroupSide["readGroup"] = (group) =>
    watch.readNow(async () => groupIn(await ask({ what: GROUP, type: "get", to: group, content }), GROUP, now()));
  const parts: GroupParts = { sock, store, watch, ask, now, monotonicMs, readGroup };
  return { ...groupQuestions(parts), ...groupOrders(parts), ...memberOrders(parts) };
}
