import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../../ui/Button.tsx";
import { useWords } from "../../../words/use-words.ts";

/** The button for choosing files to attach. @param onFiles receives the chosen files. */
export function Attach({ refusal, onFiles }: { refusal: string | null; onFiles: (files: File[]) => void }) {
  const t = useWords("composer");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label={t("attach")}
        icon={<Paperclip aria-hidden="true" />}
        disabledReason={refusal}
        onPress={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("attach")}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </>
  );
}
