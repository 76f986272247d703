import { useQueryClient } from "@tanstack/react-query";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import type { FileColumn } from "../../../../core/contracts/people-files/table-file.ts";
import type { WebhookDelivery } from "../../../../core/contracts/webhook.ts";
import { deliveriesAsked } from "../../api/deliveries.ts";
import { instancesQuery } from "../../api/instances.ts";
import { SaveTable } from "../../forms/save-table.tsx";
import { useWords } from "../../words/use-words.ts";
import type { DeliveryFilters } from "./delivery-filters.ts";
import { useEventWords } from "./use-event-words.ts";

/** Saves the deliveries that match the list's filters as a file, without the event contents. */
export function SaveDeliveries({ filters, onClose }: { filters: DeliveryFilters; onClose: () => void }) {
  const t = useWords("deliveries");
  const queries = useQueryClient();
  const columns = useColumns();
  const { status, webhook, type } = filters;
  return (
    <SaveTable
      list="webhook.deliveries"
      request={deliveriesAsked({ status, instance_id: webhook }, LIMITS.deliveriesPageMax)}
      pick={(rows) => rows.filter((one) => type === "" || one.type === type)}
      columnsOf={async () => {
        const numbers = await queries.ensureQueryData(instancesQuery());
        return columns(new Map(numbers.map(({ id, name }) => [id, name])));
      }}
      fileName={t("fileName")}
      onClose={onClose}
    />
  );
}

function useColumns() {
  const t = useWords("deliveries");
  const wordsOf = useEventWords();
  return (numbers: ReadonlyMap<string, string>): readonly FileColumn<WebhookDelivery>[] => [
    { title: t("filterType"), value: ({ type }) => wordsOf(type) },
    { title: t("file_event"), value: ({ type }) => type },
    { title: t("number"), value: ({ instance_id: id }) => (id === null ? null : (numbers.get(id) ?? id)) },
    { title: t("filterStatus"), value: ({ status }) => t(`status_${status}`) },
    { title: t("tries"), value: ({ tries }) => tries },
    { title: t("file_code"), value: ({ status_code: code }) => code },
    { title: t("file_ms"), value: ({ ms }) => ms },
    { title: t("file_error"), value: ({ error }) => error },
    { title: t("made"), value: ({ created_at: at }) => at },
    { title: t("next"), value: ({ next_try_at: at }) => at },
    { title: t("failedAt"), value: ({ failed_at: at }) => at },
    { title: t("deliveredAt"), value: ({ delivered_at: at }) => at },
    { title: t("eventId"), value: ({ event_id: id }) => id },
  ];
}
