import { useEffect, useRef, useState } from "react";
import { type FileColumn, tableFile } from "../../../core/contracts/people-files/table-file.ts";
import type { CallRequest, Item, ListId } from "../api/call.ts";
import { wholeList } from "../api/whole-list.ts";
import { saveFile } from "../files/save-file.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog, DialogBody } from "../ui/Dialog.tsx";
import { Failure } from "../ui/States.tsx";
import { useWords } from "../words/use-words.ts";

/** A file created from a list. */
export interface ListFile {
  name: string;
  type: string;
  /** The file's content, or null if none of the list's items belong in this file. */
  text: string | null;
  /** A sentence that explains which items the file omits, or null if it contains all of them. */
  leftOut: string | null;
}

/** The props of a dialog that saves a list. */
export interface SavedList<Id extends ListId> {
  list: Id;
  request: Omit<CallRequest<Id>, "signal">;
  /** Creates the file from these rows. May fetch names first. */
  fileOf: (rows: readonly Item<Id>[], signal: AbortSignal) => Promise<ListFile>;
  onClose: () => void;
}

/**
 * Fetches a list, shows the progress, and saves the list as a file. Closing the dialog aborts the fetch. If the list is
 * too long, the part fetched so far is saved, and the dialog stays open to explain this. It also stays open if the file
 * omits anything.
 */
export function SaveList<Id extends ListId>({ list, request, fileOf, onClose }: SavedList<Id>) {
  const t = useWords("common");
  const [count, setCount] = useState(0);
  const [isCut, setCut] = useState(false);
  const [leftOut, setLeftOut] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(1);
  const close = useRef(onClose);
  close.current = onClose;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read as it was asked for when this opened
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    async function save(): Promise<void> {
      const { items, isWhole } = await wholeList(list, { ...request, signal } as Asked<Id>, setCount);
      const file = await fileOf(items, signal);
      signal.throwIfAborted();
      if (file.text !== null) saveFile(file.name, file.text, file.type);
      if (isWhole && file.leftOut === null) return close.current();
      setCut(!isWhole);
      setLeftOut(file.leftOut);
    }
    save().catch((failure: unknown) => {
      if (!signal.aborted) setError(failure);
    });
    return () => stopping.abort();
  }, [attempt]);
  function retry() {
    setError(null);
    setCount(0);
    setAttempt(attempt + 1);
  }
  const isOver = isCut || leftOut !== null;
  return (
    <Dialog title={t("saveTableTitle")} onClose={onClose}>
      <DialogBody actions={<Button onPress={onClose}>{t(isOver ? "close" : "stop")}</Button>}>
        {error ? <Failure error={error} onRetry={retry} /> : null}
        {!error && (isCut || !isOver) ? (
          <p role="status">{t(isCut ? "saveTableCut" : "saveTableCount", { n: count })}</p>
        ) : null}
        {leftOut === null ? null : <p role="status">{leftOut}</p>}
      </DialogBody>
    </Dialog>
  );
}

/** The props of a dialog that saves a list as a table. */
export interface SavedTable<Id extends ListId> {
  list: Id;
  request: Omit<CallRequest<Id>, "signal">;
  /** Returns the columns for these rows. May fetch names first. */
  columnsOf: (rows: readonly Item<Id>[], signal: AbortSignal) => Promise<readonly FileColumn<Item<Id>>[]>;
  /** Selects the rows to save, for filters that the page applies itself. */
  pick?: (rows: readonly Item<Id>[]) => readonly Item<Id>[];
  /** The file's name without an extension. */
  fileName: string;
  onClose: () => void;
}

/** Fetches a list and saves it as a CSV file. */
export function SaveTable<Id extends ListId>({ columnsOf, pick = (rows) => rows, fileName, ...list }: SavedTable<Id>) {
  return (
    <SaveList
      {...list}
      fileOf={async (items, signal) => {
        const rows = pick(items);
        const text = tableFile(await columnsOf(rows, signal), rows);
        return { name: `${fileName}.csv`, type: "text/csv;charset=utf-8", text, leftOut: null };
      }}
    />
  );
}

type Asked<Id extends ListId> = CallRequest<Id> & { signal: AbortSignal };
