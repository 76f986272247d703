import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useWords } from "../words/use-words.ts";
import { Button } from "./Button.tsx";
import css from "./CopyField.module.css";
import { useToast } from "./toasts.tsx";

/** A button that copies a text and confirms that it was copied. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const t = useWords("common");
  const toast = useToast();
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    toast(t("copied"));
  }
  const icon = isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />;
  return (
    <Button isSmall icon={icon} onPress={copy} aria-label={t("copyOf", { what })}>
      {t("copy")}
    </Button>
  );
}

/** A text to be used elsewhere, such as a key or a URL, with a button to copy it. */
export function CopyField({ label, value }: { label: string; value: string }) {
  return (
    <div className={css.field}>
      <span className={css.label}>{label}</span>
      <div className={css.row}>
        <code className={css.value}>{value}</code>
        <CopyButton value={value} what={label} />
      </div>
    </div>
  );
}
