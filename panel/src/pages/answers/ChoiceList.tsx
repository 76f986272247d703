import { Plus } from "lucide-react";
import { type DragEvent, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Card } from "../../ui/Page.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Answers.module.css";
import { ChoiceFields } from "./ChoiceFields.tsx";
import { ChoiceHead } from "./ChoiceHead.tsx";
import { type MenuChoice, movedTo, newChoice } from "./menu-edits.ts";

const CHOICES_MAX = 10;

/** The props of a list of menu choices. */
export interface ListProps {
  /** The list's path within the menu, in the notation used in the API's errors. */
  path: string;
  choices: MenuChoice[];
  onChange: (choices: MenuChoice[]) => void;
  isOff: boolean;
  /** Whether this is an inner list, whose choices can't contain further lists. */
  isInner?: boolean;
}

/** Tracks which choice is being dragged, and which other choice it is over. */
function useDragging(move: (from: number, to: number) => void) {
  const [dragged, drag] = useState<{ from: number; over: number } | null>(null);
  /** The outer list ignores events from inner lists, so no choice leaves its own list. */
  const dropping = (at: number) => ({
    onDragOver(event: DragEvent) {
      if (!dragged) return;
      event.preventDefault();
      event.stopPropagation();
      if (dragged.over !== at) drag({ ...dragged, over: at });
    },
    onDrop(event: DragEvent) {
      if (!dragged) return;
      event.preventDefault();
      event.stopPropagation();
      drag(null);
      if (dragged.from !== at) move(dragged.from, at);
    },
  });
  return { dragged, drag, dropping };
}

/** A list of menu choices that the user reorders with buttons or by dragging. */
export function ChoiceList({ path, choices, onChange, isOff, isInner = false }: ListProps) {
  const t = useWords("answers");
  const toast = useToast();
  const list = useRef<HTMLOListElement>(null);
  const focusAt = useRef<{ at: number; button: 0 | 1 } | null>(null);
  // Focus follows the moved choice, so pressing the button twice moves the same choice twice.
  useLayoutEffect(() => {
    const to = focusAt.current;
    focusAt.current = null;
    if (to) list.current?.children[to.at]?.querySelectorAll("button")[to.button]?.focus();
  });
  const nameOf = (at: number) => choices[at]?.label || t("choice", { number: at + 1 });
  function move(from: number, to: number): void {
    onChange(movedTo(choices, from, to));
    toast(t("moved", { what: nameOf(from), number: to + 1 }));
  }
  const { dragged, drag, dropping } = useDragging(move);
  function step(at: number, by: -1 | 1): void {
    focusAt.current = { at: at + by, button: by === -1 ? 0 : 1 };
    move(at, at + by);
  }
  return (
    <>
      <ol className={css.choices} ref={list}>
        {choices.map((choice, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a choice is known by its place alone
            key={at}
            className={classNames(css.choice, dragged?.over === at && dragged.from !== at && css.dropHere)}
            {...dropping(at)}
          >
            <Card>
              <div className={css.form}>
                <ChoiceHead
                  at={at}
                  count={choices.length}
                  name={nameOf(at)}
                  isOff={isOff}
                  onGrip={() => drag({ from: at, over: at })}
                  onLetGo={() => drag(null)}
                  onStep={(by) => step(at, by)}
                  onRemove={() => onChange(choices.toSpliced(at, 1))}
                />
                <ChoiceFields
                  path={`${path}.${at}`}
                  choice={choice}
                  onChange={(changed) => onChange(choices.with(at, changed))}
                  isOff={isOff}
                  isInner={isInner}
                  innerList={
                    <ChoiceList
                      path={`${path}.${at}.choices`}
                      choices={(choice.choices ?? []).map((inner) => ({ ...inner, choices: null }))}
                      onChange={(changed) => onChange(choices.with(at, { ...choice, choices: changed }))}
                      isOff={isOff}
                      isInner
                    />
                  }
                />
              </div>
            </Card>
          </li>
        ))}
      </ol>
      {isOff || choices.length >= CHOICES_MAX ? null : (
        <div>
          <Button isSmall icon={<Plus aria-hidden="true" />} onPress={() => onChange([...choices, newChoice()])}>
            {isInner ? t("addInner") : t("addChoice")}
          </Button>
        </div>
      )}
    </>
  );
}
