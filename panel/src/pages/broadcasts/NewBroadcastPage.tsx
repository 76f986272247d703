import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { Form } from "react-aria-components";
import { createDraft } from "../../api/broadcasts.ts";
import { ApiFailure } from "../../api/client.ts";
import { instancesQuery } from "../../api/instances.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { NativeSelect } from "../../ui/NativeSelect.tsx";
import { Card, Page, Section } from "../../ui/Page.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Broadcasts.module.css";
import { givenPeople, previewText } from "./given-people.ts";

/** What the maker has chosen so far; nothing of it is lost by going back. */
interface Given {
  instance: string;
  name: string;
  text: string;
  audience: "recent" | "phones";
  days: string;
  list: string;
  startAt: string;
}

const EMPTY: Given = { instance: "", name: "", text: "", audience: "recent", days: "30", list: "", startAt: "" };

/** A new broadcast, step by step: the message, then the people. The third step is its own page, as a draft. */
export function NewBroadcastPage() {
  const t = useWords("broadcasts");
  const numbers = useQuery(instancesQuery());
  return (
    <Page
      title={t("new")}
      back={
        <Link to={paths.broadcasts()}>
          <ArrowLeft aria-hidden="true" /> {t("all")}
        </Link>
      }
    >
      {numbers.error && !numbers.data ? <Failure error={numbers.error} onRetry={numbers.refetch} /> : null}
      {numbers.data || numbers.error ? null : <Skeleton />}
      {numbers.data?.length === 0 ? (
        <EmptyState title={t("new")} action={<LinkButton to={paths.instances()}>{t("number")}</LinkButton>}>
          {t("noNumber")}
        </EmptyState>
      ) : null}
      {numbers.data?.length ? (
        <Wizard
          numbers={numbers.data.map(({ id, name, phone }) => ({ id, label: phone ? `${name} · +${phone}` : name }))}
        />
      ) : null}
    </Page>
  );
}

function Wizard({ numbers }: { numbers: readonly { id: string; label: string }[] }) {
  const t = useWords("broadcasts");
  const c = useWords("common");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refusal = useCan()("broadcast.create");
  const [step, setStep] = useState<1 | 2>(1);
  const [given, setGiven] = useState<Given>({ ...EMPTY, instance: numbers[0]?.id ?? "" });
  const set =
    <Field extends keyof Given>(field: Field) =>
    (value: Given[Field]) =>
      setGiven((before) => ({ ...before, [field]: value }));
  const { people, wrongLines } = givenPeople(given.list);
  const making = useMutation({
    mutationFn: () =>
      createDraft({
        instance_id: given.instance,
        text: given.text,
        audience: given.audience,
        ...(given.name.trim() !== "" && { name: given.name }),
        ...(given.audience === "recent" ? { days: Number(given.days) || 0 } : { recipients: people }),
        ...(given.startAt !== "" && { start_at: new Date(given.startAt).toISOString() }),
      }),
    async onSuccess({ id }) {
      await queries.invalidateQueries({ queryKey: ["broadcasts"] });
      await navigate({ to: paths.broadcast(id) });
    },
    onError(error) {
      const isOfText = error instanceof ApiFailure && ("text" in error.errors || "name" in error.errors);
      if (isOfText) setStep(1);
    },
  });
  const errors = making.error instanceof ApiFailure ? making.error.errors : {};
  return (
    <Form
      validationErrors={errors}
      className={css.wizard ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        if (step === 1) setStep(2);
        else making.mutate();
      }}
    >
      <p className={css.quiet}>
        {t("stepOf", { step, of: 3 })} · {step === 1 ? t("step_text") : t("step_people")}
      </p>
      {step === 1 ? <TextStep given={given} set={set} numbers={numbers} /> : null}
      {step === 2 ? <PeopleStep given={given} set={set} count={people.length} wrongLines={wrongLines} /> : null}
      <SubmitError error={making.error} />
      <div className={css.buttons}>
        {step === 2 ? <Button onPress={() => setStep(1)}>{c("back")}</Button> : null}
        <Button type="submit" kind="primary" disabledReason={refusal} isPending={making.isPending}>
          {step === 1 ? c("next") : t("makeDraft")}
        </Button>
      </div>
    </Form>
  );
}

interface StepProps {
  given: Given;
  set: <Field extends keyof Given>(field: Field) => (value: Given[Field]) => void;
}

function TextStep({ given, set, numbers }: StepProps & { numbers: readonly { id: string; label: string }[] }) {
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
      </div>
      <Preview text={given.text} />
    </div>
  );
}

function Preview({ text }: { text: string }) {
  const t = useWords("broadcasts");
  return (
    <Section title={t("preview")}>
      <div className={css.phone}>
        <p className={css.bubble}>
          <bdi dir="auto">{previewText(text, "Ana")}</bdi>
          <span className={css.optOut}>{t("previewOptOut")}</span>
        </p>
      </div>
    </Section>
  );
}

function PeopleStep({ given, set, count, wrongLines }: StepProps & { count: number; wrongLines: readonly number[] }) {
  const t = useWords("broadcasts");
  return (
    <div className={css.fields}>
      <NativeSelect
        label={t("audience")}
        hint={t(`audience_${given.audience}Hint`)}
        choices={[
          { id: "recent", label: t("audience_recent") },
          { id: "phones", label: t("audience_phones") },
        ]}
        value={given.audience}
        onChange={(id) => set("audience")(id === "phones" ? "phones" : "recent")}
      />
      {given.audience === "recent" ? (
        <TextField label={t("days")} name="days" inputMode="numeric" value={given.days} onChange={set("days")} />
      ) : (
        <Card>
          <TextField label={t("list")} name="recipients" value={given.list} onChange={set("list")} rows={8} isMono />
          <p className={css.quiet}>{t("listCount", { count })}</p>
          {wrongLines.length > 0 ? (
            <p className={css.wrong}>
              {t("listWrong", { count: wrongLines.length, lines: wrongLines.slice(0, 10).join(", ") })}
            </p>
          ) : null}
        </Card>
      )}
      <label className={css.date}>
        <span>{t("startAt")}</span>
        <input type="datetime-local" value={given.startAt} onChange={(event) => set("startAt")(event.target.value)} />
        <span className={css.quiet}>{t("startAtHint")}</span>
      </label>
    </div>
  );
}
