import { X } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { Dialog as AriaDialog, Form, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useWords } from "../words/use-words.ts";
import { Button, IconButton } from "./Button.tsx";
import css from "./Dialog.module.css";
import { SubmitError } from "./SubmitError.tsx";
import { TextField } from "./TextField.tsx";
import { useRefusals } from "./use-refusals.ts";

/** A window over the page; Escape and a press beside it close it. The focus returns to the button that opened it. */
export function Dialog({
  title,
  isOpen,
  onClose,
  size = "medium",
  isShownOnce = false,
  children,
}: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** `side`: along the page's end, for long forms and details. */
  size?: "medium" | "side";
  /** Closing it loses what it shows: only a button within it closes it. */
  isShownOnce?: boolean;
  children: ReactNode;
}) {
  const t = useWords("common");
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isShownOnce}
      isKeyboardDismissDisabled={isShownOnce}
      className={css.overlay ?? ""}
    >
      <Modal className={(size === "side" ? css.side : css.modal) ?? ""}>
        <AriaDialog className={css.dialog ?? ""}>
          <header className={css.head}>
            <Heading slot="title" className={css.title ?? ""}>
              {title}
            </Heading>
            {isShownOnce ? null : <IconButton label={t("close")} icon={<X aria-hidden="true" />} onPress={onClose} />}
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The content of a dialog without a form, with its buttons below. */
export function DialogBody({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <>
      <div className={css.body}>{children}</div>
      {actions ? <footer className={css.foot}>{actions}</footer> : null}
    </>
  );
}

/** A form in a dialog. `isPending` and `error` are required, so that nobody forgets them. */
export function FormDialog({
  title,
  isOpen,
  onClose,
  submitLabel,
  onSubmit,
  isPending,
  error,
  size,
  children,
}: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  submitLabel: string;
  onSubmit: () => void;
  isPending: boolean;
  /** The last attempt's failure: its `errors` appear at the fields of their names, its sentence above the buttons. */
  error: unknown;
  size?: "medium" | "side";
  children: ReactNode;
}) {
  const t = useWords("common");
  const refusals = useRefusals(error);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) onSubmit();
  }
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} {...(size && { size })}>
      <Form onSubmit={submit} {...refusals} className={css.form ?? ""}>
        <div className={css.body}>{children}</div>
        <div className={css.refusal}>
          <SubmitError error={error} />
        </div>
        <footer className={css.foot}>
          <Button onPress={onClose}>{t("cancel")}</Button>
          <Button type="submit" kind="primary" isPending={isPending}>
            {submitLabel}
          </Button>
        </footer>
      </Form>
    </Dialog>
  );
}

/** Asks once before something that can't be undone. `typed`: the name that must be typed first. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  isOpen,
  onClose,
  onConfirm,
  isPending,
  error,
  typed,
}: {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  isPending: boolean;
  error: unknown;
  typed?: string;
}) {
  const t = useWords("common");
  const [given, setGiven] = useState("");
  const isSure = typed === undefined || given.trim() === typed.trim();
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <div className={css.body}>
        <div>{children}</div>
        {typed === undefined ? null : (
          <TextField label={t("typeToConfirm", { name: typed })} value={given} onChange={setGiven} autoComplete="off" />
        )}
      </div>
      <div className={css.refusal}>
        <SubmitError error={error} />
      </div>
      <footer className={css.foot}>
        <Button onPress={onClose}>{t("cancel")}</Button>
        <Button
          kind="danger"
          isPending={isPending}
          disabledReason={isSure ? null : t("typeToConfirm", { name: typed ?? "" })}
          onPress={onConfirm}
        >
          {confirmLabel}
        </Button>
      </footer>
    </Dialog>
  );
}
