import type { FormEvent, ReactNode } from "react";
import { Form } from "react-aria-components";
import { Button } from "./Button.tsx";
import { SubmitError } from "./SubmitError.tsx";
import type { Submitted } from "./use-change.ts";

/** A form for making a change: its fields, the reason for a refusal, and the submit button. */
export function ChangeForm({
  change,
  submitLabel,
  children,
  className,
  disabledReason = null,
  foot = (failure, button) => (
    <>
      {failure}
      <div>{button}</div>
    </>
  ),
}: {
  change: Submitted;
  submitLabel: string;
  children: ReactNode;
  className?: string | undefined;
  /** Why the form can't be submitted at the moment. */
  disabledReason?: string | null;
  /** Lays out the failure message and the button below the fields. */
  foot?: (failure: ReactNode, button: ReactNode) => ReactNode;
}) {
  function submit(event: FormEvent) {
    event.preventDefault();
    // In React's tree, a dialog's form is inside the page's form, which must not be submitted with it.
    event.stopPropagation();
    if (disabledReason === null && !change.isPending) change.send();
  }
  return (
    <Form {...change.refusals} onSubmit={submit} className={className ?? ""}>
      {children}
      {foot(
        <SubmitError error={change.error} />,
        <Button type="submit" kind="primary" disabledReason={disabledReason} isPending={change.isPending}>
          {submitLabel}
        </Button>,
      )}
    </Form>
  );
}
