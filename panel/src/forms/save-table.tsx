import { useEffect, useRef, useState } from "react";
import type { CallRequest, Item, ListId } from "../api/call.ts";
import { wholeList } from "../api/whole-list.ts";
import { saveFile } from "../files/save-file.ts";
import { type FileColumn, tableFile } from "../files/table-file.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog, DialogBody } from "../ui/Dialog.tsx";
import { Failure } from "../ui/States.tsx";
import { useWords } from "../words/use-words.ts";

/** Reads a whole list, shows how far it is, and saves it as a CSV file. Closing it stops the reading. */
export function SaveTable<Id extends ListId>({
  list,
  request,
  columns,
  fileName,
  onClose,
}: {
  list: Id;
  request: Omit<CallRequest<Id>, "signal">;
  columns: readonly FileColumn<Item<Id>>[];
  /** Without an ending. */
  fileName: string;
  onClose: () => void;
}) {
  const t = useWords("common");
  const [count, setCount] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(1);
  const close = useRef(onClose);
  close.current = onClose;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read as it was asked for when this opened
  useEffect(() => {
    const stopping = new AbortController();
    const asked = { ...request, signal: stopping.signal } as CallRequest<Id> & { signal: AbortSignal };
    wholeList(list, asked, setCount).then(
      (rows) => {
        saveFile(`${fileName}.csv`, tableFile(columns, rows), "text/csv;charset=utf-8");
        close.current();
      },
      (failure: unknown) => {
        if (!stopping.signal.aborted) setError(failure);
      },
    );
    return () => stopping.abort();
  }, [attempt]);
  function retry() {
    setError(null);
    setCount(0);
    setAttempt(attempt + 1);
  }
  return (
    <Dialog title={t("saveTableTitle")} onClose={onClose}>
      <DialogBody actions={<Button onPress={onClose}>{t("stop")}</Button>}>
        {error ? <Failure error={error} onRetry={retry} /> : <p role="status">{t("saveTableCount", { n: count })}</p>}
      </DialogBody>
    </Dialog>
  );
}
