import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from "lucide-react";
import { type DragEvent, useLayoutEffect, useRef, useState } from "react";
import { Button, IconButton } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Card } from "../../ui/Page.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Answers.module.css";
import { ChoiceFields } from "./ChoiceFields.tsx";
import { type Choice, movedTo, newChoice } from "./menu-edits.ts";

const CHOICES_MAX = 10;

/** Input of a list of choices. */
export interface ListProps {
  /** Where the list stands in the menu, as the API names the places of faults. */
  path: string;
  choices: Choice[];
  onChange: (choices: Choice[]) => void;
  isOff: boolean;
  /** A list within a choice has no lists of its own. */
  isInner?: boolean;
}

/** Choices that are put in order: by buttons, or by dragging them. */
export function ChoiceList({ path, choices, onChange, isOff, isInner = false }: ListProps) {
  const t = useWords("answers");
  const toast = useToast();
  const list = useRef<HTMLOListElement>(null);
  const focusAt = useRef<{ at: number; button: 0 | 1 } | null>(null);
  const [dragged, drag] = useState<{ from: number; over: number } | null>(null);
  // The focus goes with its choice: whoever presses twice moves the same one twice.
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
  function step(at: number, by: -1 | 1): void {
    focusAt.current = { at: at + by, button: by === -1 ? 0 : 1 };
    move(at, at + by);
  }
  /** Of an inner list the outer one is told nothing: each choice stays in its list. */
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
                <div className={css.choiceHead}>
                  <h3>
                    {isOff ? null : (
                      // biome-ignore lint/a11y/noStaticElementInteractions: the buttons beside it do the same by keyboard
                      <span
                        className={css.grip}
                        draggable
                        title={t("dragHint")}
                        onDragStart={(event) => {
                          event.stopPropagation();
                          event.dataTransfer.effectAllowed = "move";
                          drag({ from: at, over: at });
                        }}
                        onDragEnd={() => drag(null)}
                      >
                        <GripVertical aria-hidden="true" />
                      </span>
                    )}
                    {t("choice", { number: at + 1 })}
                  </h3>
                  {isOff ? null : (
                    <span className={css.choiceActs}>
                      <IconButton
                        label={t("up", { what: nameOf(at) })}
                        icon={<ArrowUp aria-hidden="true" />}
                        disabledReason={at === 0 ? t("isFirst") : null}
                        onPress={() => step(at, -1)}
                      />
                      <IconButton
                        label={t("down", { what: nameOf(at) })}
                        icon={<ArrowDown aria-hidden="true" />}
                        disabledReason={at === choices.length - 1 ? t("isLast") : null}
                        onPress={() => step(at, 1)}
                      />
                      <IconButton
                        label={t("removeOf", { what: nameOf(at) })}
                        icon={<Trash2 aria-hidden="true" />}
                        onPress={() => onChange(choices.toSpliced(at, 1))}
                      />
                    </span>
                  )}
                </div>
                <ChoiceFields
                  path={`${path}.${at}`}
                  choice={choice}
                  onChange={(changed) => onChange(choices.with(at, changed))}
                  isOff={isOff}
                  isInner={isInner}
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
