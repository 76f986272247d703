import type { Group } from "../../../../core/contracts/groups/group.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { useCan } from "../../shell/use-me.ts";
import { useWords } from "../../words/use-words.ts";

/**
 * The kinds of changes that a group can restrict to its admins: changing its texts, adding people, and everything else.
 */
export type GroupMatter = "info" | "add" | "admin";

/**
 * Returns a function that explains why the number can't make a kind of change to the group, or returns null if it can.
 */
export function useGroupRefusal(group: Group, number: Instance | null): (matter: GroupMatter) => string | null {
  const t = useWords("groups");
  const refusal = useCan()("group.change", number);
  return (matter) => {
    if (refusal !== null) return refusal;
    if (group.my_role === null) return t("notIn");
    if (group.my_role !== "member") return null;
    const { info_admins_only: info, add_admins_only: add } = group.settings;
    const isOpen = (matter === "info" && !info) || (matter === "add" && !add);
    return isOpen ? null : t("adminsCan");
  };
}
