import { useQueryClient } from "@tanstack/react-query";
import type { Activity } from "../../../../core/contracts/activity.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import type { FileColumn } from "../../../../core/contracts/people-files/table-file.ts";
import { activityAsked } from "../../api/activity.ts";
import { instancesQuery } from "../../api/instances.ts";
import { keysQuery } from "../../api/keys.ts";
import { membersQuery } from "../../api/team.ts";
import { SaveTable } from "../../forms/save-table.tsx";
import { useWords } from "../../words/use-words.ts";
import { isKnownAction } from "./actions.ts";
import type { Filters } from "./activity-filters.ts";
import { namesOf } from "./activity-names.ts";

/** Saves a file with the activity log entries that match the filters. */
export function SaveActivity({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  const t = useWords("activity");
  const queries = useQueryClient();
  const columns = useColumns();
  return (
    <SaveTable
      list="activity.list"
      request={activityAsked(
        { action: filters.action, instance_id: filters.number, key_id: filters.key },
        LIMITS.activityPageMax,
      )}
      columnsOf={async () => {
        const numbers = await queries.ensureQueryData(instancesQuery());
        const keys = await queries.ensureQueryData(keysQuery());
        const people = await queries.ensureQueryData(membersQuery());
        return columns(namesOf(numbers, keys, people));
      }}
      fileName={t("fileName")}
      onClose={onClose}
    />
  );
}

function useColumns() {
  const t = useWords("activity");
  return (names: ReadonlyMap<string, string>): readonly FileColumn<Activity>[] => {
    const named = (id: string | null) => (id === null ? null : (names.get(id) ?? id));
    return [
      { title: t("when"), value: ({ created_at: at }) => at },
      { title: t("what"), value: ({ action }) => (isKnownAction(action) ? t(`action_${action}`) : action) },
      { title: t("file_action"), value: ({ action }) => action },
      { title: t("file_changed"), value: ({ changed }) => changed.join(", ") },
      { title: t("filterNumber"), value: ({ instance_id: id }) => named(id) },
      { title: t("file_subject"), value: ({ subject }) => subject },
      { title: t("who"), value: ({ key_id: key, user_id: user }) => named(key ?? user) },
      { title: t("file_by"), value: ({ by }) => t(`by_${by}`) },
      { title: t("from"), value: ({ source }) => source },
    ];
  };
}
