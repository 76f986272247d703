import { Paperclip, X } from "lucide-react";
import { useRef } from "react";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useCatalogs, useWords } from "../words/use-words.ts";
import { asBase64, mediaTypeOf } from "./file-bytes.ts";
import { fileSize, shownName } from "./file-view.ts";
import css from "./SmallFileField.module.css";

/** A file that the user chose, small enough to be sent in the request itself. */
export interface SmallFile {
  /** The file's content as base64. */
  data: string;
  mimetype: string;
  filename?: string;
}

/**
 * A field for choosing or removing a file that is small enough for a request. @param file the current file, or null.
 */
export function SmallFileField({
  file,
  onChange,
  isOff = false,
}: {
  file: { mimetype: string; filename?: string | null } | null;
  onChange: (file: SmallFile | null) => void;
  isOff?: boolean;
}) {
  const t = useWords("common");
  const { locale } = useCatalogs();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const most = LIMITS.fileDataMaxBytes;
  async function choose(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    if (chosen.size === 0 || chosen.size > most) return toast(t("fileLimits", { max: fileSize(most, locale) }));
    const data = await asBase64(chosen);
    onChange({ data, mimetype: mediaTypeOf(chosen), ...(chosen.name !== "" && { filename: chosen.name }) });
  }
  return (
    <div className={css.file}>
      {file ? (
        <>
          <Paperclip aria-hidden="true" />
          <bdi dir="auto">{shownName(file.filename ?? null) ?? file.mimetype}</bdi>
          {isOff ? null : (
            <IconButton
              isSmall
              label={t("removeFile")}
              icon={<X aria-hidden="true" />}
              onPress={() => onChange(null)}
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
