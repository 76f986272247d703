import { useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { Instance } from "../../../../../core/contracts/instance.ts";
import { AS_NAMED } from "../../../../../core/contracts/people-files/given-people.ts";
import { type ImportList, listOf } from "../../../../../core/contracts/people-files/list-of.ts";
import { contactReads, importContacts } from "../../../api/contacts.ts";
import { pause } from "../../../api/pause.ts";
import { renew } from "../../../api/query.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog, DialogBody } from "../../../ui/Dialog.tsx";
import { Progress } from "../../../ui/Progress.tsx";
import { Failure } from "../../../ui/States.tsx";
import { useWords } from "../../../words/use-words.ts";
import { sheetText } from "../../broadcasts/sheet-text.ts";
import { ImportOutcome } from "./ImportOutcome.tsx";
import { ImportPreview } from "./ImportPreview.tsx";
import { AT_START, type ImportState, runImport } from "./run-import.ts";

/**
 * Imports people from a table or an address book: shows a preview, then saves the rows and reports which were refused.
 * Once the import is running, it can only be stopped with "Stop". The same file can be imported again, because rows
 * that have already been saved stay unchanged.
 */
export function ImportContacts({ number, onClose }: { number: Instance; onClose: () => void }) {
  const t = useWords("contacts");
  const common = useWords("common");
  const [text, setText] = useState<string | null>(null);
  const [columns, setColumns] = useState(AS_NAMED);
  const list = useMemo(() => (text === null ? null : listOf(text, columns)), [text, columns]);
  const { state, error, isRunning, run, stop } = useImport(number, list);
  const isBegun = state !== null || isRunning;
  const count = list?.rows.length ?? 0;
  return (
    <Dialog title={t("importTitle")} onClose={onClose} isShownOnce={isRunning}>
      <DialogBody
        actions={
          isRunning ? (
            <Button onPress={stop}>{t("importStop")}</Button>
          ) : isBegun ? (
            <Button kind="primary" onPress={onClose}>
              {common("close")}
            </Button>
          ) : (
            <>
              <Button onPress={onClose}>{common("cancel")}</Button>
              <Button kind="primary" disabledReason={count === 0 ? t("importNothing") : null} onPress={run}>
                {t("importStart", { n: count })}
              </Button>
            </>
          )
        }
      >
        {isRunning ? (
          <>
            <Progress label={t("importTitle")} value={state?.handled ?? 0} of={count} />
            <p role="status">{t("importGoing", { n: state?.handled ?? 0 })}</p>
          </>
        ) : null}
        {isBegun && !isRunning && state ? <ImportOutcome state={state} of={count} /> : null}
        {error && !isRunning ? <Failure error={error} onRetry={run} /> : null}
        {isBegun ? null : (
          <>
            <p>{t("importText")}</p>
            <FileButton
              onText={(read) => {
                setColumns(AS_NAMED);
                setText(read);
              }}
            />
            {list ? <ImportPreview list={list} columns={columns} onColumns={setColumns} /> : null}
          </>
        )}
      </DialogBody>
    </Dialog>
  );
}

function FileButton({ onText }: { onText: (text: string) => void }) {
  const t = useWords("contacts");
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button icon={<FileUp aria-hidden="true" />} onPress={() => input.current?.click()}>
        {t("importFile")}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.vcf,text/csv,text/plain,text/vcard"
        hidden
        aria-label={t("importFile")}
        onChange={(event) => {
          const file = event.target.files?.[0];
          void file?.arrayBuffer().then((bytes) => onText(sheetText(new Uint8Array(bytes))));
          event.target.value = "";
        }}
      />
    </div>
  );
}

/** Runs the import. After a failure, it can be resumed where it left off. */
function useImport(number: Instance, list: ImportList | null) {
  const queries = useQueryClient();
  const [state, show] = useState<ImportState | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isRunning, setRunning] = useState(false);
  const stopping = useRef<AbortController | null>(null);
  async function run(): Promise<void> {
    if (list === null || isRunning) return;
    stopping.current = new AbortController();
    setError(null);
    setRunning(true);
    try {
      const { signal } = stopping.current;
      const send = (rows: ImportList["rows"]) => importContacts(number.id, rows);
      show(
        await runImport(list.rows, state ?? AT_START, {
          send: (rows) => send([...rows]),
          wait: pause,
          signal,
          onStep: show,
        }),
      );
    } catch (failure) {
      setError(failure);
      show((known) => known ?? AT_START);
    }
    setRunning(false);
    await renew(queries, ...contactReads(number.id));
  }
  return { state, error, isRunning, run: () => void run(), stop: () => stopping.current?.abort() };
}
