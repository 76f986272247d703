import { useQuery } from "@tanstack/react-query";
import { instancesQuery } from "../../api/instances.ts";
import { keysQuery } from "../../api/keys.ts";
import { FilterBar } from "../../ui/FilterBar.tsx";
import { Select } from "../../ui/Select.tsx";
import { useWords } from "../../words/use-words.ts";
import { KNOWN_ACTIONS } from "./actions.ts";
import type { Filters } from "./activity-filters.ts";

/** The filter fields for the activity log. */
export function ActivityFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
}) {
  const t = useWords("activity");
  const numbers = useQuery(instancesQuery()).data ?? [];
  const keys = useQuery(keysQuery()).data ?? [];
  return (
    <FilterBar label={t("filters")}>
      <Select
        label={t("filterWhat")}
        value={filters.action}
        onChange={(action) => onChange({ action })}
        choices={[
          { id: "", label: t("allActions") },
          ...KNOWN_ACTIONS.map((id) => ({ id: id as string, label: t(`action_${id}`) })),
        ]}
      />
      <Select
        label={t("filterNumber")}
        value={filters.number}
        onChange={(number) => onChange({ number })}
        choices={[{ id: "", label: t("allNumbers") }, ...numbers.map(({ id, name }) => ({ id, label: name }))]}
      />
      <Select
        label={t("filterKey")}
        value={filters.key}
        onChange={(key) => onChange({ key })}
        choices={[{ id: "", label: t("allKeys") }, ...keys.map(({ id, name }) => ({ id, label: name ?? id }))]}
      />
    </FilterBar>
  );
}
