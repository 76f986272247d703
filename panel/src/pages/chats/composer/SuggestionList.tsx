import { classNames } from "../../../ui/class-names.ts";
import { UserText } from "../../../ui/UserText.tsx";
import css from "./SuggestionList.module.css";
import type { Suggestion, useSuggestions } from "./use-suggestions.ts";

/**
 * The list of suggestions above the message field. @param said the number of suggestions, as text for screen readers,
 * or "" while the list is closed.
 */
export function SuggestionList({
  label,
  said,
  options,
  state: { isOpen, listId, optionId, at, choose },
}: {
  label: string;
  said: string;
  options: readonly Suggestion[];
  state: ReturnType<typeof useSuggestions>;
}) {
  return (
    <>
      {isOpen ? (
        <div role="listbox" id={listId} aria-label={label} className={css.list}>
          {options.map(({ id, title, detail }, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which has the focus
            <div
              key={id}
              id={optionId(place)}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              ref={place === at ? shown : null}
              className={classNames(css.option, place === at && css.marked)}
              // Keep focus in the message field on a click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(place)}
            >
              <UserText isName>{title}</UserText>
              {detail === null ? null : <span className={css.detail}>{detail}</span>}
            </div>
          ))}
        </div>
      ) : null}
      <p role="status" className="hidden-visually">
        {said}
      </p>
    </>
  );
}

const shown = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });
