import { useQueryClient } from "@tanstack/react-query";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import type { FileColumn } from "../../../../core/contracts/people-files/table-file.ts";
import { chatsAsked } from "../../api/chats.ts";
import { instancesQuery } from "../../api/instances.ts";
import { wholeList } from "../../api/whole-list.ts";
import { SaveTable } from "../../forms/save-table.tsx";
import { useWords } from "../../words/use-words.ts";
import { type ListFilters, requestOf, shownOf } from "./listed-chats.ts";

/** Saves the chats that match the list's filters to a file. */
export function SaveChats({ filters, onClose }: { filters: ListFilters; onClose: () => void }) {
  const t = useWords("teamwork");
  const queries = useQueryClient();
  const columns = useColumns();
  const search = filters.search;
  return (
    <SaveTable
      list="chats.list"
      request={{ query: chatsAsked(requestOf(filters, search)) }}
      pick={(rows) => shownOf(rows, filters, search.trim())}
      columnsOf={async (rows, signal) => {
        const numbers = await queries.ensureQueryData(instancesQuery());
        return columns(new Map(numbers.map(({ id, name }) => [id, name])), await labelsOf(rows, signal));
      }}
      fileName={t("file_name")}
      onClose={onClose}
    />
  );
}

/** Fetches the labels of all numbers that have labeled chats. */
async function labelsOf(chats: readonly Chat[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const numbers = new Set(chats.flatMap(({ instance_id, labels }) => (labels.length > 0 ? [instance_id] : [])));
  const names = new Map<string, string>();
  for (const id of numbers) {
    const { items } = await wholeList("labels.list", { at: { id }, signal }, () => undefined);
    for (const label of items) names.set(`${id} ${label.id}`, label.name);
  }
  return names;
}

function useColumns() {
  const t = useWords("teamwork");
  const chats = useWords("chats");
  const common = useWords("common");
  const yesNo = (is: boolean) => common(is ? "yes" : "no");
  const kinds = { person: t("file_personKind"), group: chats("group"), channel: chats("channel") };
  return (numbers: ReadonlyMap<string, string>, labels: ReadonlyMap<string, string>): readonly FileColumn<Chat>[] => [
    { title: t("file_person"), value: ({ name }) => name },
    { title: t("file_phone"), value: ({ phone }) => phone },
    { title: t("file_kind"), value: ({ type }) => kinds[type] },
    { title: common("number"), value: ({ instance_id: id }) => numbers.get(id) ?? id },
    { title: t("file_waiting"), value: ({ waiting }) => yesNo(waiting) },
    { title: t("file_unread"), value: ({ unread_count: count }) => count },
    {
      title: t("file_labels"),
      value: ({ instance_id: of, labels: ids }) => ids.map((id) => labels.get(`${of} ${id}`) ?? id).join(", "),
    },
    {
      title: t("file_assigned"),
      value: ({ assigned_to: to }) => (to === null ? null : (to.name ?? t("formerColleague"))),
    },
    { title: t("file_closed"), value: ({ closed_at: at }) => at },
    { title: t("file_snoozed"), value: ({ snoozed_until: at }) => at },
    { title: t("file_lastIn"), value: ({ last_in_at: at }) => at },
    { title: t("file_last"), value: ({ updated_at: at }) => at },
    { title: t("file_chat"), value: ({ id }) => id },
  ];
}
