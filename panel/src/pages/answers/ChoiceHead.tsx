import { ArrowDown, ArrowUp, GripVertical, Trash2 } from "lucide-react";
import { IconButton } from "../../ui/Button.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Answers.module.css";

/** The props of a choice's header. */
interface HeadProps {
  /** The choice's index in the list, from 0. */
  at: number;
  /** The number of choices in the list. */
  count: number;
  name: string;
  isOff: boolean;
  onGrip: () => void;
  onLetGo: () => void;
  onStep: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** The header of a menu choice: its number, a drag handle, and buttons to move or remove the choice. */
export function ChoiceHead({ at, count, name, isOff, onGrip, onLetGo, onStep, onRemove }: HeadProps) {
  const t = useWords("answers");
  return (
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
              onGrip();
            }}
            onDragEnd={onLetGo}
          >
            <GripVertical aria-hidden="true" />
          </span>
        )}
        {t("choice", { number: at + 1 })}
      </h3>
      {isOff ? null : (
        <span className={css.choiceActs}>
          <IconButton
            label={t("up", { what: name })}
            icon={<ArrowUp aria-hidden="true" />}
            disabledReason={at === 0 ? t("isFirst") : null}
            onPress={() => onStep(-1)}
          />
          <IconButton
            label={t("down", { what: name })}
            icon={<ArrowDown aria-hidden="true" />}
            disabledReason={at === count - 1 ? t("isLast") : null}
            onPress={() => onStep(1)}
          />
          <IconButton label={t("removeOf", { what: name })} icon={<Trash2 aria-hidden="true" />} onPress={onRemove} />
        </span>
      )}
    </div>
  );
}
