import type { WASocket } from "@whiskeysockets/baileys";
import type { NetworkGroup } from "../../../../core/domain/groups/group.ts";
import type { GroupWatch } from "../../groups/group-watch.ts";
import type { AuthStore } from "../../keys/auth-store.ts";
import type { AskGroup } from "./ask-group.ts";

/** The dependencies shared by group queries and commands. */
export interface GroupParts {
  sock: WASocket;
  store: AuthStore;
  watch: GroupWatch;
  ask: AskGroup;
  now(): Date;
  monotonicMs(): number;
  readGroup(group: string): Promise<NetworkGroup>;
}
