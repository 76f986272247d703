import { givenPeople } from "../../../../core/contracts/people-files/given-people.ts";
import { fileView, shownName } from "../../files/file-view.ts";
import { SmallFileField } from "../../files/SmallFileField.tsx";
import { OwnLanguageField } from "../../forms/own-language-field.tsx";
import { NativeSelect } from "../../ui/NativeSelect.tsx";
import { Section } from "../../ui/Page.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Broadcasts.module.css";
import type { Given } from "./given.ts";
import { previewText } from "./preview-text.ts";

/** The props of a step of the wizard. */
export interface StepProps {
  given: Given;
  set: <Field extends keyof Given>(field: Field) => (value: Given[Field]) => void;
}

/** The first step: the message, the number that sends it, and a preview. */
export function TextStep({ given, set, numbers }: StepProps & { numbers: readonly { id: string; label: string }[] }) {
  const t = useWords("broadcasts");
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
        <SmallFileField file={given.file} onChange={set("file")} />
        <OwnLanguageField
          label={t("language")}
          hint={t("languageHint")}
          value={given.language === "" ? null : given.language}
          onChange={(language) => set("language")(language ?? "")}
        />
      </div>
      <Preview given={given} />
    </div>
  );
}

function Preview({ given: { text, list, columns, file } }: Pick<StepProps, "given">) {
  const t = useWords("broadcasts");
  const [first = { name: "Ana" }] = givenPeople(list, columns).people;
  const picture = file && fileView(file.mimetype) === "picture" ? file : null;
  return (
    <Section title={t("preview")}>
      <div className={css.phone}>
        <div className={css.bubble}>
          {picture ? (
            <img className={css.picture} src={`data:${picture.mimetype};base64,${picture.data}`} alt="" />
          ) : null}
          {file && !picture ? <bdi dir="auto">{shownName(file.filename ?? null) ?? file.mimetype}</bdi> : null}
          <bdi dir="auto">{previewText(text, first)}</bdi>
          <span className={css.optOut}>{t("previewOptOut")}</span>
        </div>
      </div>
    </Section>
  );
}
