import type { ClipboardEvent } from "react";
import { LIMITS } from "../../../../../core/contracts/limits.ts";
import { asBase64 } from "../../../files/file-bytes.ts";
import { fileSize } from "../../../files/file-view.ts";
import { useToast } from "../../../ui/toasts.tsx";
import { useCatalogs, useWords } from "../../../words/use-words.ts";
import type { DraftFile } from "../rules/draft.ts";
import { DRAFT_FILES_MAX, fileFault, meansFiles } from "../rules/given-files.ts";
import { COMPOSER_ID } from "../use-chat-keys.ts";
import type { useDraft } from "../use-drafts.ts";

/**
 * Adds chosen, pasted or dropped files to the draft, and shows the user which files can't be sent and why. @param
 * refusal why the user can't send anything at all.
 */
export function useGiveFiles({ draft, addFiles }: ReturnType<typeof useDraft>, refusal: string | null) {
  const t = useWords("composer");
  const { locale } = useCatalogs();
  const toast = useToast();

  async function read(file: File): Promise<DraftFile | null> {
    const fault = fileFault(file);
    if (fault?.reason === "empty") toast(t("fileEmpty"));
    if (fault?.reason === "tooLarge") toast(t("fileTooLarge", { max: fileSize(fault.max, locale) }));
    if (fault !== null) return null;
    const goesBefore = file.size > LIMITS.fileDataMaxBytes;
    try {
      return { id: crypto.randomUUID(), file, base64: goesBefore ? null : await asBase64(file) };
    } catch {
      // The entry is a folder, or a file that no longer exists.
      toast(t("fileUnreadable"));
      return null;
    }
  }
  async function give(files: readonly File[]): Promise<void> {
    if (refusal !== null) return toast(refusal);
    const room = Math.max(0, DRAFT_FILES_MAX - draft.files.length);
    if (files.length > room) toast(t("filesMost", { n: DRAFT_FILES_MAX }));
    const taken: DraftFile[] = [];
    for (const file of files.slice(0, room)) {
      const one = await read(file);
      if (one) taken.push(one);
    }
    if (taken.length === 0) return;
    addFiles(taken);
    document.getElementById(COMPOSER_ID)?.focus();
  }
  function paste(event: ClipboardEvent): void {
    if (!meansFiles(event.clipboardData.types)) return;
    event.preventDefault();
    void give([...event.clipboardData.files]);
  }
  return { give: (files: readonly File[]) => void give(files), paste };
}
