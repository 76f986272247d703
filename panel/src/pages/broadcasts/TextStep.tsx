import { Paperclip, X } from "lucide-react";
import { useRef } from "react";
import { BROADCAST_LANGUAGES } from "../../../../core/contracts/broadcasts/broadcast-states.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { NativeSelect } from "../../ui/NativeSelect.tsx";
import { Section } from "../../ui/Page.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useCatalogs, useWords } from "../../words/use-words.ts";
import { fileName, fileSize } from "../chats/rules/file-view.ts";
import { asBase64 } from "../chats/use-sending.ts";
import css from "./Broadcasts.module.css";
import type { Given } from "./given.ts";
import { givenPeople, previewText } from "./given-people.ts";

/** Input of a step of the wizard. */
export interface StepProps {
  given: Given;
  set: <Field extends keyof Given>(field: Field) => (value: Given[Field]) => void;
}

/** The first step: what is written, from which number, and how it looks. */
export function TextStep({ given, set, numbers }: StepProps & { numbers: readonly { id: string; label: string }[] }) {
  const t = useWords("broadcasts");
  const { locale } = useCatalogs();
  const names = new Intl.DisplayNames(locale, { type: "language" });
  return (
    <div className={css.columns}>
      <div className={css.fields}>
        <NativeSelect label={t("number")} choices={numbers} value={given.instance} onChange={set("instance")} />
        <TextField
          label={t("name")}
          hint={t("nameHint")}
          name="name"
          value={given.name}
          onChange={set("name")}
          isOptional
        />
        <TextField
          label={t("text")}
          hint={t("textHint")}
          name="text"
          value={given.text}
          onChange={set("text")}
          rows={6}
          isRequired
        />
        <FileField given={given} set={set} />
        <NativeSelect
          label={t("language")}
          hint={t("languageHint")}
          choices={[
            { id: "", label: t("languageOwn") },
            ...BROADCAST_LANGUAGES.map((id) => ({ id: id as string, label: names.of(id) ?? id })),
          ]}
          value={given.language}
          onChange={set("language")}
        />
      </div>
      <Preview given={given} />
    </div>
  );
}

function FileField({ given: { file }, set }: StepProps) {
  const t = useWords("broadcasts");
  const { locale } = useCatalogs();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const most = LIMITS.fileDataMaxBytes;
  async function choose(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    if (chosen.size === 0 || chosen.size > most) toast(t("fileSize", { max: fileSize(most, locale) }));
    else set("file")({ file: chosen, base64: await asBase64(chosen) });
  }
  return (
    <div className={css.file}>
      {file ? (
        <p className={css.fileName}>
          <Paperclip aria-hidden="true" />
          <bdi dir="auto">{shownName(file.file.name) ?? t("file")}</bdi>
          <span className={css.quiet}>{fileSize(file.file.size, locale)}</span>
          <IconButton
            isSmall
            label={t("removeFile")}
            icon={<X aria-hidden="true" />}
            onPress={() => set("file")(null)}
          />
        </p>
      ) : (
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

function shownName(name: string): string | null {
  const pieces = fileName(name);
  return pieces && pieces.stem + pieces.ending;
}

function Preview({ given: { text, list, file } }: Pick<StepProps, "given">) {
  const t = useWords("broadcasts");
  const [first = { name: "Ana" }] = givenPeople(list).people;
  const picture = file && /^image\/(png|jpeg|webp|gif)$/.test(file.file.type) ? file : null;
  return (
    <Section title={t("preview")}>
      <div className={css.phone}>
        <div className={css.bubble}>
          {picture ? (
            <img className={css.picture} src={`data:${picture.file.type};base64,${picture.base64}`} alt="" />
          ) : null}
          {file && !picture ? <bdi dir="auto">{shownName(file.file.name) ?? t("file")}</bdi> : null}
          <bdi dir="auto">{previewText(text, first)}</bdi>
          <span className={css.optOut}>{t("previewOptOut")}</span>
        </div>
      </div>
    </Section>
  );
}
