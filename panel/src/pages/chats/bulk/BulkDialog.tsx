import { useEffect, useRef, useState } from "react";
import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import { pause } from "../../../api/pause.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog, DialogBody } from "../../../ui/Dialog.tsx";
import { Progress } from "../../../ui/Progress.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { useWords } from "../../../words/use-words.ts";
import { BulkFields } from "./BulkFields.tsx";
import { BulkOutcome } from "./BulkOutcome.tsx";
import { type BulkResult, runBulk } from "./run-bulk.ts";
import { type BulkAct, type BulkChoice, NOBODY, useBulkActs } from "./use-bulk-acts.ts";

/**
 * Asks for confirmation, changes the chats one by one, and reports which chats were not changed and why. Once running,
 * it can only be stopped with "Stop". A user who leaves the page some other way sees how many chats were changed.
 */
export function BulkDialog({
  act,
  chats,
  onClose,
}: {
  act: BulkAct;
  chats: readonly Chat[];
  /** Receives the chats that were not changed, or null if no changes were attempted. */
  onClose: (rest: readonly Chat[] | null) => void;
}) {
  const t = useWords("bulk");
  const common = useWords("common");
  const [choice, choose] = useState<BulkChoice>({ labels: [], assignee: NOBODY });
  const { result, isRunning, run, stop } = useRun(chats, useBulkActs(act, choice));
  const title = t(`title_${act}`, { n: chats.length });
  const rest = result && [...result.failed.map(({ one }) => one), ...result.left];
  const isEnded = result !== null && !isRunning;
  const missing = act === "label" && choice.labels.length === 0 ? t("noneChosen") : null;
  const handled = result ? result.done.length + result.failed.length : 0;
  return (
    <Dialog title={title} onClose={() => onClose(rest)} isShownOnce={isRunning}>
      <DialogBody
        actions={
          isRunning ? (
            <Button onPress={stop}>{t("stop")}</Button>
          ) : isEnded ? (
            <Button kind="primary" onPress={() => onClose(rest)}>
              {t("done")}
            </Button>
          ) : (
            <>
              <Button onPress={() => onClose(null)}>{common("cancel")}</Button>
              <Button kind="primary" disabledReason={missing} onPress={() => run()}>
                {title}
              </Button>
            </>
          )
        }
      >
        {isRunning ? (
          <>
            <Progress label={title} value={handled} of={chats.length} />
            <p role="status">{t("going", { n: handled })}</p>
          </>
        ) : isEnded ? (
          <BulkOutcome result={result} />
        ) : (
          <BulkFields act={act} instance={chats[0]?.instance_id ?? ""} choice={choice} onChange={choose} />
        )}
      </DialogBody>
    </Dialog>
  );
}

/**
 * Changes the chats, once. If the user leaves the page in the meantime, the remaining chats stay unchanged and the user
 * is notified.
 */
function useRun(chats: readonly Chat[], change: (chat: Chat) => Promise<void>) {
  const t = useWords("bulk");
  const toast = useToast();
  const [result, show] = useState<BulkResult<Chat> | null>(null);
  const [isRunning, setRunning] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      stop.current?.abort();
    };
  }, []);
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRunning]);
  async function run(): Promise<void> {
    if (stop.current) return;
    stop.current = new AbortController();
    setRunning(true);
    const ended = await runBulk(chats, change, { signal: stop.current.signal, onStep: show, wait: pause });
    show(ended);
    setRunning(false);
    if (isGone.current) toast(t("leftAt", { done: ended.done.length, n: chats.length - ended.done.length }));
  }
  return { result, isRunning, run: () => void run(), stop: () => stop.current?.abort() };
}
