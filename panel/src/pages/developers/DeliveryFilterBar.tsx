import { useQuery } from "@tanstack/react-query";
import { webhooksQuery } from "../../api/webhooks.ts";
import { FilterBar } from "../../ui/FilterBar.tsx";
import { Select } from "../../ui/Select.tsx";
import { useWords } from "../../words/use-words.ts";
import { DELIVERY_STATUSES_SHOWN } from "./DeliveryBadge.tsx";
import type { DeliveryFilters } from "./delivery-filters.ts";
import { GROUP_OF_EVENT } from "./event-groups.ts";
import { useEventWords } from "./use-event-words.ts";

/** The filters for the list of deliveries: webhook, state, and event type. */
export function DeliveryFilterBar({
  filters,
  onChange,
}: {
  filters: DeliveryFilters;
  onChange: (changes: Partial<DeliveryFilters>) => void;
}) {
  const t = useWords("deliveries");
  const wordsOf = useEventWords();
  const webhooks = useQuery(webhooksQuery()).data ?? [];
  const own = webhooks.filter(({ instance_id: id, url }) => id !== null && (url !== null || id === filters.webhook));
  return (
    <FilterBar label={t("filters")}>
      <Select
        label={t("filterWebhook")}
        value={filters.webhook}
        onChange={(webhook) => onChange({ webhook, event: "" })}
        choices={[
          { id: "", label: t("account") },
          ...own.map((one) => ({ id: one.instance_id ?? "", label: one.instance_name ?? one.instance_id ?? "" })),
        ]}
      />
      <Select
        label={t("filterStatus")}
        value={filters.status}
        onChange={(status) => onChange({ status })}
        choices={[
          { id: "", label: t("allStatuses") },
          ...DELIVERY_STATUSES_SHOWN.map((id) => ({ id: id as string, label: t(`status_${id}`) })),
        ]}
      />
      <Select
        label={t("filterType")}
        value={filters.type}
        onChange={(type) => onChange({ type })}
        choices={[
          { id: "", label: t("allTypes") },
          ...Object.keys(GROUP_OF_EVENT).map((id) => ({ id, label: wordsOf(id), hint: id })),
        ]}
      />
    </FilterBar>
  );
}
