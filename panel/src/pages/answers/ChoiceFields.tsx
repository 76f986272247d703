import { Paperclip, X } from "lucide-react";
import { useRef } from "react";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { NativeSelect } from "../../ui/NativeSelect.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useCatalogs, useWords } from "../../words/use-words.ts";
import { fileName, fileSize } from "../chats/rules/file-view.ts";
import { asBase64, mediaTypeOf } from "../chats/use-sending.ts";
import css from "./Answers.module.css";
import { ChoiceList } from "./ChoiceList.tsx";
import type { Choice } from "./menu-edits.ts";

const OUTCOMES = ["answer", "handover", "ai", "menu"] as const;

/** Input of a choice's fields. */
interface FieldsProps {
  path: string;
  choice: Choice;
  onChange: (choice: Choice) => void;
  isOff: boolean;
  isInner: boolean;
}

/** What a choice says and what happens then. */
export function ChoiceFields({ path, choice, onChange, isOff, isInner }: FieldsProps) {
  const t = useWords("answers");
  const { label, outcome, answer, choices } = choice;
  const outcomes = OUTCOMES.filter((one) => !isInner || one !== "menu");
  return (
    <>
      <TextField
        label={t("label")}
        name={`${path}.label`}
        value={label}
        onChange={(text) => onChange({ ...choice, label: text })}
        isDisabled={isOff}
      />
      <NativeSelect
        label={t("outcome")}
        choices={outcomes.map((one) => ({ id: one, label: t(`outcome_${one}`) }))}
        value={outcome}
        onChange={(id) => onChange({ ...choice, outcome: OUTCOMES.find((one) => one === id) ?? "answer" })}
        isDisabled={isOff}
      />
      {outcome === "answer" ? (
        <>
          <TextField
            label={t("answer")}
            name={`${path}.answer`}
            rows={3}
            value={answer ?? ""}
            onChange={(text) => onChange({ ...choice, answer: text })}
            isDisabled={isOff}
          />
          <ChoiceFile choice={choice} onChange={onChange} isOff={isOff} />
        </>
      ) : null}
      {outcome === "menu" ? (
        <div className={css.inner}>
          <p>{t("inner")}</p>
          <ChoiceList
            path={`${path}.choices`}
            choices={(choices ?? []).map((inner) => ({ ...inner, choices: null }))}
            onChange={(changed) => onChange({ ...choice, choices: changed })}
            isOff={isOff}
            isInner
          />
        </div>
      ) : null}
    </>
  );
}

/** A file that goes with the answer: chosen here, or kept as the menu has it. */
function ChoiceFile({ choice, onChange, isOff }: Pick<FieldsProps, "choice" | "onChange" | "isOff">) {
  const t = useWords("answers");
  const { locale } = useCatalogs();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const most = LIMITS.fileDataMaxBytes;
  const { media } = choice;
  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size === 0 || file.size > most) return toast(t("fileSize", { max: fileSize(most, locale) }));
    const data = await asBase64(file);
    const mimetype = mediaTypeOf(file.type);
    onChange({ ...choice, media: { data, mimetype, ...(file.name !== "" && { filename: file.name }) } });
  }
  const pieces = media && fileName(media.filename ?? null);
  return (
    <div className={css.file}>
      {media ? (
        <>
          <Paperclip aria-hidden="true" />
          <bdi dir="auto">{pieces ? pieces.stem + pieces.ending : media.mimetype}</bdi>
          {isOff ? null : (
            <IconButton
              isSmall
              label={t("removeFile")}
              icon={<X aria-hidden="true" />}
              onPress={() => onChange({ ...choice, media: null })}
            />
          )}
        </>
      ) : isOff ? null : (
        <Button isSmall icon={<Paperclip aria-hidden="true" />} onPress={() => input.current?.click()}>
          {t("addFile")}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("addFile")}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
