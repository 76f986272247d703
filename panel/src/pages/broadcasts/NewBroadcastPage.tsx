import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { BROADCAST_READS, createDraft } from "../../api/broadcasts.ts";
import { ApiFailure } from "../../api/client.ts";
import { instancesQuery } from "../../api/instances.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeForm } from "../../ui/ChangeForm.tsx";
import { momentOf } from "../../ui/field-time.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Page } from "../../ui/Page.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useZone } from "../../ui/use-zone.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Broadcasts.module.css";
import { bodyOf, type Given, newGiven, stepOf } from "./given.ts";
import { PeopleStep } from "./PeopleStep.tsx";
import { TextStep } from "./TextStep.tsx";

/**
 * The wizard for a new broadcast. It asks for the message first, then for the recipients. The third step is the
 * resulting draft's page.
 */
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
  const navigate = useNavigate();
  const refusal = useCan()("broadcast.create");
  const zone = useZone();
  const [step, setStep] = useState<1 | 2>(1);
  const [given, setGiven] = useState(() => newGiven(numbers[0]?.id ?? ""));
  const set =
    <Field extends keyof Given>(field: Field) =>
    (value: Given[Field]) =>
      setGiven((before) => ({ ...before, [field]: value, ...(field === "instance" && { label: "" }) }));
  const making = useChange({
    send: () => createDraft(bodyOf(given, momentOf(given.startAt, zone))),
    renews: BROADCAST_READS,
    onDone: ({ id }) => navigate({ to: paths.broadcast(id) }),
    onFailure(error) {
      if (error instanceof ApiFailure) setStep(stepOf(error.errors));
    },
  });
  return (
    <ChangeForm
      change={step === 1 ? { ...making, send: () => setStep(2) } : making}
      submitLabel={step === 1 ? c("next") : t("makeDraft")}
      disabledReason={refusal}
      className={css.wizard}
      foot={(failure, button) => (
        <>
          {failure}
          <div className={css.buttons}>
            {step === 2 ? <Button onPress={() => setStep(1)}>{c("back")}</Button> : null}
            {button}
          </div>
        </>
      )}
    >
      <p className={css.quiet}>
        {t("stepOf", { step, of: 3 })} · {step === 1 ? t("step_text") : t("step_people")}
      </p>
      {step === 1 ? <TextStep given={given} set={set} numbers={numbers} /> : null}
      {step === 2 ? <PeopleStep given={given} set={set} /> : null}
    </ChangeForm>
  );
}
