import { useQuery } from "@tanstack/react-query";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import { instancesQuery } from "../../api/instances.ts";
import { labelsQuery } from "../../api/labels.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Chats.module.css";

const Select = lazyPart(() => import("../../ui/Select.tsx"), "Select");

/** Names of the filters in the URL. */
export const CHAT_FILTERS = ["search", "number", "label", "show"] as const;

const WHICH = ["all", "waiting", "unread", "archived"] as const;
/** A section of the list. */
export type Which = (typeof WHICH)[number];

/** Whether a chat belongs to a section of the list. @param isSearch a search includes archived chats. */
export function isShown(chat: Chat, which: Which | "", isSearch: boolean): boolean {
  if (which === "archived") return chat.archived;
  if (which === "unread" && chat.unread_count === 0) return false;
  return isSearch || !chat.archived;
}

type Filters = Record<(typeof CHAT_FILTERS)[number], string>;

/** The search field and filters for the number, label and section of the list. */
export function ChatFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (filters: Partial<Filters>) => void;
}) {
  const t = useWords("chats");
  const numbers = useQuery(instancesQuery()).data ?? [];
  const one = filters.number === "" && numbers.length === 1 ? (numbers[0]?.id ?? "") : filters.number;
  const labels = useQuery({ ...labelsQuery(one), enabled: one !== "" }).data ?? [];
  const hasChoice = numbers.length > 1;
  const which = filters.show === "" ? "all" : filters.show;
  return (
    <>
      <SearchField
        label={t("searchLabel")}
        value={filters.search}
        onChange={(search) => onChange({ search: search.slice(0, LIMITS.searchMaxChars) })}
      />
      {hasChoice || labels.length > 0 ? (
        <div className={css.narrow}>
          {hasChoice ? (
            <Select
              label={t("number")}
              isLabelHidden
              value={filters.number}
              onChange={(number) => onChange({ number, label: "" })}
              choices={[{ id: "", label: t("allNumbers") }, ...numbers.map(({ id, name }) => ({ id, label: name }))]}
            />
          ) : null}
          {labels.length > 0 ? (
            <Select
              label={t("label")}
              isLabelHidden
              value={filters.label}
              onChange={(label) => onChange({ label, number: one })}
              choices={[
                { id: "", label: t("allLabels") },
                ...labels.map(({ id, name }) => ({ id: String(id), label: name })),
              ]}
            />
          ) : null}
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's */}
      <div role="group" aria-label={t("filters")} className={css.which}>
        {WHICH.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={which === one}
            onClick={() => onChange({ show: one === "all" ? "" : one })}
          >
            {t(`filter_${one}`)}
          </button>
        ))}
      </div>
    </>
  );
}
