import { useQuery } from "@tanstack/react-query";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import type { ChatsRequest } from "../../api/chats.ts";
import { useColleagues } from "../../api/colleagues.ts";
import { instancesQuery } from "../../api/instances.ts";
import { labelsQuery } from "../../api/labels.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Chats.module.css";

const Select = lazyPart(() => import("../../ui/Select.tsx"), "Select");

/** The names of the list's filters in the URL. */
export const CHAT_FILTERS = ["search", "number", "label", "show", "whose"] as const;

const WHICH = ["all", "waiting", "unread", "snoozed", "closed", "archived"] as const;
const WHOSE = ["all", "me", "none"] as const;
/** A section of the list of chats. */
export type Which = (typeof WHICH)[number];

/**
 * Whether a chat belongs in a section of the list. @param isSearch whether the user is searching, which includes
 * archived chats.
 */
export function isShown(chat: Chat, which: Which | "", isSearch: boolean): boolean {
  if (which === "archived") return chat.archived;
  if (which === "unread" && chat.unread_count === 0) return false;
  return isSearch || !chat.archived;
}

/**
 * Returns the team states to request for a section. Closed and snoozed chats are left out, except in the sections that
 * list exactly those chats. A search finds all chats, including archived ones.
 */
export function stateOf(which: Which | "", isSearch: boolean): Pick<ChatsRequest, "closed" | "snoozed"> {
  if (which === "closed") return { closed: true, snoozed: null };
  if (which === "snoozed") return { closed: null, snoozed: true };
  const isAny = which === "archived" || isSearch;
  return isAny ? { closed: null, snoozed: null } : { closed: false, snoozed: false };
}

type Filters = Record<(typeof CHAT_FILTERS)[number], string>;

/** The search field and the filters for the list's number, label and section. */
export function ChatFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (filters: Partial<Filters>) => void;
}) {
  const t = useWords("chats");
  const team = useWords("teamwork");
  const nameOf = (which: Which) => {
    if (which === "snoozed" || which === "closed") return team(`filter_${which}`);
    return which === "all" && filters.search.trim() === "" ? team("filter_open") : t(`filter_${which}`);
  };
  const numbers = useQuery(instancesQuery()).data ?? [];
  const one = filters.number === "" && numbers.length === 1 ? (numbers[0]?.id ?? "") : filters.number;
  const labels = useQuery({ ...labelsQuery(one), enabled: one !== "" }).data ?? [];
  const hasChoice = numbers.length > 1;
  const hasColleagues = useColleagues().length > 0;
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
      <Chips
        label={t("filters")}
        choices={WHICH.map((id) => ({ id, label: nameOf(id) }))}
        value={filters.show}
        onChange={(show) => onChange({ show })}
      />
      {hasColleagues || filters.whose !== "" ? (
        <Chips
          label={team("whose")}
          choices={WHOSE.map((id) => ({ id, label: team(`whose_${id}`) }))}
          value={filters.whose}
          onChange={(whose) => onChange({ whose })}
        />
      ) : null}
    </>
  );
}

/** A row of buttons with exactly one selected. The value for "all" is "". */
function Chips({
  label,
  choices,
  value,
  onChange,
}: {
  label: string;
  choices: readonly { id: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's
    <div role="group" aria-label={label} className={css.which}>
      {choices.map(({ id, label: name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={(value === "" ? "all" : value) === id}
          onClick={() => onChange(id === "all" ? "" : id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
